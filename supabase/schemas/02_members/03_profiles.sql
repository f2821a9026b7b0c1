-- Profiles of members. Each user has one profile, created by trigger at sign-up (02_members/06_invites). The
-- owner edits the description; trust (approval, verification, rating, quotas) is set by staff and
-- by functions. Other members read `members`, which has no private columns.

-- Constraints on what members enter -------------------------------------------------------
create function private.texts_are_within(list text[], max_count int, max_length int) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  -- Returns early, because most lists are empty and each update of a row checks them.
  if cardinality(list) = 0 then
    return true;
  end if;
  return cardinality(list) <= max_count
    and not exists (
      select from unnest(list) as item
      where item is null or length(item) not between 1 and max_length
        or item <> btrim(item) or not private.shows_all_characters(item)
    );
end;
$$;
comment on function private.texts_are_within is 'True for a short list of short, trimmed texts without hidden characters.';

create function private.follower_counts_are_valid(counts jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  if counts = '{}' then
    return true;
  end if;
  return jsonb_typeof(counts) = 'object' and not exists (
    select from jsonb_each(case when jsonb_typeof(counts) = 'object' then counts end) as entry
    where entry.key <> all (private.platforms())
      or jsonb_typeof(entry.value) <> 'number'
      or entry.value #>> '{}' !~ '^[0-9]{1,10}$'
  );
end;
$$;
comment on function private.follower_counts_are_valid is 'True for a map of known platforms to whole, non-negative numbers.';

-- Tolerates invalid input, because generated columns are computed before constraints are checked.
create function private.follower_sum(counts jsonb) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  if counts = '{}' then
    return 0;
  end if;
  return (
    select coalesce(sum((entry.value #>> '{}')::bigint), 0)::bigint
    from jsonb_each(case when jsonb_typeof(counts) = 'object' then counts end) as entry
    where entry.value #>> '{}' ~ '^[0-9]{1,10}$'
  );
end;
$$;
comment on function private.follower_sum is 'All followers of a creator, over all platforms.';

-- Only handles are stored: the client puts the platform's own address before a handle, so that a link
-- cannot lead anywhere else.
create function private.channels_are_valid(channels jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  if channels = '{}' then
    return true;
  end if;
  return jsonb_typeof(channels) = 'object' and not exists (
    select from jsonb_each(case when jsonb_typeof(channels) = 'object' then channels end) as entry
    where entry.key <> all (private.platforms())
      or jsonb_typeof(entry.value) <> 'string'
      or entry.value #>> '{}' !~ '^[A-Za-z0-9_+%][A-Za-z0-9_.+%-]{0,99}$'
  );
end;
$$;
comment on function private.channels_are_valid is 'True for a map of known platforms to handles.';

-- A picture is a path in the bucket `avatars`, like the picture of the profile.
create function private.works_are_valid(works jsonb, profile_id uuid) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  if works = '[]' then
    return true;
  end if;
  return jsonb_typeof(works) = 'array' and not exists (
    select from jsonb_array_elements(case when jsonb_typeof(works) = 'array' then works end) as work
    where case when jsonb_typeof(work) <> 'object' then true else
      work - array['title', 'image', 'thumbnail', 'platform', 'made_on', 'link', 'order_id'] <> '{}'
      or exists (select from jsonb_each(work) as part where jsonb_typeof(part.value) <> 'string')
      or not private.texts_are_within(array[work ->> 'title'], 1, 80)
      or private.holds_address(work ->> 'title')
      or exists (
        select from unnest(array[work ->> 'image', work ->> 'thumbnail']) as path
        where path is null or length(path) > 200 or not starts_with(path, profile_id || '/')
          or path !~ '^[0-9a-f-]{36}/[A-Za-z0-9_-][A-Za-z0-9._-]*$')
      or work ->> 'platform' <> all (private.platforms())
      or work ->> 'made_on' !~ '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'
      or work ->> 'order_id' !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or not private.are_web_addresses(array_remove(array[work ->> 'link'], null)) end
  )
  -- An order belongs to at most one work, so that it vouches for no other.
  and (select count(work ->> 'order_id') = count(distinct work ->> 'order_id')
    from jsonb_array_elements(case when jsonb_typeof(works) = 'array' then works end) as work);
end;
$$;
comment on function private.works_are_valid is
  'True for a list of works of the given member: each has a title and a picture in two sizes, and may have a platform, a day, an address and the order that it was made for (07_orders/19_showings).';

create function private.pictures_of(works jsonb) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(select work ->> size from jsonb_array_elements(works) as work, unnest(array['image', 'thumbnail']) as size);
end;
$$;

grant execute on function private.texts_are_within, private.follower_counts_are_valid,
  private.follower_sum, private.channels_are_valid, private.works_are_valid to authenticated, service_role;

-- Profiles -------------------------------------------------------------------------------
create table public.profiles (
  id uuid primary key default gen_random_uuid(),
  -- Null once the account is deleted; orders and conversations still refer to the profile.
  user_id uuid references auth.users (id) on delete set null,
  role text,
  display_name text,
  bio text not null default '',
  expertise text[] not null default '{}',
  language text,
  -- More languages that a creator works in.
  other_languages text[] not null default '{}',
  locale text not null default 'en',
  platforms text[] not null default '{}',
  categories text[] not null default '{}',
  regions text[] not null default '{}',
  follower_counts jsonb not null default '{}',
  follower_total bigint not null generated always as (private.follower_sum(follower_counts)) stored,
  -- The time at which the member last changed the numbers of followers. Nobody verifies them.
  followers_declared_at timestamptz,
  -- The handle on each platform, without @.
  channels jsonb not null default '{}',
  website text,
  -- The portfolio, in the order in which it is shown.
  works jsonb not null default '[]',
  profile_image text,
  rating numeric(3, 2),
  review_count int not null default 0,
  completed_orders int not null default 0,
  trust_level text not null default 'new',
  is_verified boolean not null default false,
  -- A verified member changed name or picture, so staff have to verify them again.
  verification_pending boolean not null default false,
  is_approved boolean not null default false,
  -- True after a change of role: from then on only staff approve the member.
  approval_by_staff boolean not null default false,
  -- Hashes of the columns as staff saw them, and since when a column differs from its hash (14_administration/01_acts).
  seen_hashes jsonb,
  changed_since timestamptz,
  is_staff boolean not null default false,
  referral_code text,
  invites_left int not null default 0,
  onboarded_at timestamptz,
  suspended_at timestamptz,
  rejected_at timestamptz,
  rejection_reason text,
  -- The member cannot spend or withdraw money. Follows from its causes (09_payments/05_freezes).
  frozen_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_user_id_key unique (user_id),
  constraint profiles_referral_code_key unique (referral_code),
  constraint profiles_role_known check (role in ('kol', 'brand')),
  constraint profiles_display_name_length check (length(display_name) between 2 and 60),
  constraint profiles_display_name_printable
    check (display_name = btrim(display_name) and display_name !~ '[[:cntrl:]]'),
  constraint profiles_bio_length check (length(bio) <= 2000),
  constraint profiles_expertise_short check (private.texts_are_within(expertise, 20, 60)),
  constraint profiles_expertise_without_link check (not private.list_holds_link(expertise)),
  constraint profiles_language_code check (language = any (private.work_languages())),
  constraint profiles_other_languages_known check (
    other_languages <@ private.work_languages() and cardinality(other_languages) <= 5),
  constraint profiles_locale_code check (locale ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  constraint profiles_lists_known check (
    platforms <@ private.words('platforms') and categories <@ private.words('categories')
    and regions <@ private.words('regions')),
  constraint profiles_follower_counts_valid check (private.follower_counts_are_valid(follower_counts)),
  constraint profiles_channels_valid check (private.channels_are_valid(channels)),
  constraint profiles_website_length check (length(website) <= 200),
  constraint profiles_website_is_address
    check (website ~ '^https://([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9](/[A-Za-z0-9._~%/+@-]*)?$'),
  constraint profiles_works_are_list
    check (case when jsonb_typeof(works) = 'array' then jsonb_array_length(works) <= 12 else false end),
  constraint profiles_works_valid check (private.works_are_valid(works, id)),
  -- A path in the bucket `avatars`, in the member's own folder. An external address would reveal to
  -- its owner who opens the profile, and its picture could be changed later.
  constraint profiles_profile_image_is_own check (
    length(profile_image) <= 200 and starts_with(profile_image, id || '/')
    and profile_image ~ '^[0-9a-f-]{36}/[A-Za-z0-9_-][A-Za-z0-9._-]*$'),
  constraint profiles_rating_in_range check (rating between 1 and 5),
  constraint profiles_review_count_not_negative check (review_count >= 0),
  constraint profiles_completed_orders_not_negative check (completed_orders >= 0),
  constraint profiles_invites_left_not_negative check (invites_left >= 0),
  constraint profiles_trust_level_known check (trust_level in ('new', 'normal', 'trusted')),
  constraint profiles_onboarded_is_complete check (
    onboarded_at is null or deleted_at is not null or (
      role is not null and display_name is not null and language is not null
      and (role = 'brand' or (cardinality(platforms) > 0 and cardinality(categories) > 0)))),
  constraint profiles_approved_is_onboarded check (not is_approved or onboarded_at is not null),
  constraint profiles_verified_is_not_pending check (not (is_verified and verification_pending)),
  constraint profiles_rejected_with_reason check ((rejected_at is null) = (rejection_reason is null)),
  constraint profiles_rejected_is_not_approved check (rejected_at is null or not is_approved),
  constraint profiles_rejection_reason_length check (length(btrim(rejection_reason)) >= 1 and length(rejection_reason) <= 1000),
  constraint profiles_deleted_is_empty check (
    deleted_at is null or (user_id is null and referral_code is null and not is_approved and not is_staff))
);
comment on table public.profiles is 'One row per member: their own description and the market''s assessment of them.';

-- This index has the order of the list of members that staff read.
create index profiles_newest on public.profiles (created_at desc, id desc) where deleted_at is null;
-- This index has the order of the list of members who wait for an approval.
create index profiles_waiting_for_approval on public.profiles (onboarded_at)
  where onboarded_at is not null and not is_approved and suspended_at is null and deleted_at is null;
-- Ordered by a column that does not change: an index on updated_at would make each update of a
-- profile write to all indexes.
create index profiles_verification_pending on public.profiles (onboarded_at)
  where verification_pending and suspended_at is null and deleted_at is null;

alter table public.profiles enable row level security;

-- Caller ---------------------------------------------------------------------------------
-- Policies call these in every query. PL/pgSQL keeps their plans for the session; SQL functions
-- would be planned again in each query, at three times the cost.
create function private.my_profile_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select p.id from public.profiles p where p.user_id = (select private.my_user_id())
  );
end;
$$;
comment on function private.my_profile_id is 'The caller''s profile; null when signed out.';

create function private.my_role() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select p.role from public.profiles p where p.user_id = (select private.my_user_id())
  );
end;
$$;
comment on function private.my_role is 'The caller''s role, brand or kol; null until it is chosen.';

create function private.is_member() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.profiles p
    where p.user_id = (select private.my_user_id()) and p.suspended_at is null and p.deleted_at is null
  );
end;
$$;
comment on function private.is_member is 'True for a signed-in member who is not suspended.';

create function private.is_appointed_staff() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.profiles p
    where p.user_id = (select private.my_user_id()) and p.is_staff
      and p.suspended_at is null and p.deleted_at is null
  );
end;
$$;
comment on function private.is_appointed_staff is 'True for a member of staff, with or without a second factor.';

create function private.active_staff() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select p.id from public.profiles p where p.is_staff and p.suspended_at is null and p.deleted_at is null order by p.id
$$;
comment on function private.active_staff is
  'The members of staff who are notified, always in this order, so that two acts that notify all of them cannot deadlock on their e-mails.';

-- A stolen password alone must not be enough for what staff may read and do.
create function private.is_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_appointed_staff() and private.has_second_factor()
$$;
comment on function private.is_staff is 'True for a member of staff who proved a second factor in this session.';

create function private.require_staff() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_appointed_staff() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_second_factor();
  return private.my_profile_id();
end;
$$;
comment on function private.require_staff is 'Rejects callers who are not staff; returns the caller''s profile.';

create function private.can_transact(profile_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.profiles p
    join auth.users u on u.id = p.user_id
    where p.id = can_transact.profile_id
      and u.email_confirmed_at is not null
      and p.onboarded_at is not null
      and p.is_approved
      and p.suspended_at is null
      and p.deleted_at is null
  );
end;
$$;
comment on function private.can_transact is 'E-mail confirmed, onboarding complete, approved, not suspended: the member may buy or sell.';

-- A lock on the standing of a member, which is whether they may transact. An act between two members
-- takes a shared lock on both; a suspension or a deletion of an account takes an exclusive one. So
-- each sees the result of the other. It is taken before all other locks: spending, orders, offers,
-- campaigns, accounts, profiles.
create function private.share_standing(variadic profile_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('standing of ' || id, 0))
  from (select distinct id from unnest(profile_ids) as id where id is not null order by id) as sides;
end;
$$;
comment on function private.share_standing is 'Waits for a concurrent suspension or deletion of these members, and keeps another one waiting.';

create function private.lock_standing(variadic profile_ids uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('standing of ' || id, 0))
  from (select distinct id from unnest(profile_ids) as id where id is not null order by id) as members
$$;
comment on function private.lock_standing is 'Waits for acts that hold share_standing for these members, and keeps new ones waiting. For a suspension or a deletion.';

create function private.require_transact() returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
begin
  perform private.share_standing(v_me);
  -- Waits for a concurrent change of role.
  perform from public.profiles p where p.id = v_me for key share;
  if private.can_transact(v_me) is not true then
    raise exception 'cannot_transact' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  return v_me;
end;
$$;
comment on function private.require_transact is 'Rejects callers who may not buy or sell, and ended sessions; returns the caller''s profile.';

-- A suspended member may still ask for their money; the payout then waits for two members of staff (10_trust/06_sent_payouts).
create function private.require_payee(role text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (
    select from public.profiles p
    where p.id = private.my_profile_id() and p.deleted_at is null and p.role = coalesce(require_payee.role, p.role)
      and (p.is_approved or p.suspended_at is not null)
  ) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
end;
$$;
comment on function private.require_payee is 'Rejects callers to whom no money can be paid out, callers of another role, and ended sessions. Suspended members pass.';

create function private.is_frozen(profile_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p where p.id = is_frozen.profile_id and p.frozen_at is not null
  )
$$;
comment on function private.is_frozen is 'True while the member can neither spend nor withdraw money (09_payments/05_freezes).';

create function private.is_suspended(profile_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.id = is_suspended.profile_id and p.suspended_at is not null)
$$;
comment on function private.is_suspended is 'True while the member is suspended.';

create function private.name_of(profile_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select p.display_name from public.profiles p where p.id = profile_id);
end;
$$;

create function private.require_not_frozen(profile_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_frozen(profile_id) then
    raise exception 'profile_frozen' using errcode = 'PT403';
  end if;
end;
$$;
comment on function private.require_not_frozen is 'Rejects frozen members where money is spent or withdrawn.';

create function public.can_buy_or_sell_own_gig() returns boolean
language sql stable security invoker set search_path = '' as $$
  select private.can_transact(private.my_profile_id())
$$;
comment on function public.can_buy_or_sell_own_gig is 'Whether the signed-in member may buy or sell (canBuyOrSellOwnGig).';

grant execute on function private.my_profile_id, private.my_role, private.is_member,
  private.is_staff, private.require_staff, private.can_transact, private.require_transact,
  public.can_buy_or_sell_own_gig to authenticated, service_role;

-- Access ---------------------------------------------------------------------------------
-- Staff read profiles through staff_profiles (14_administration/01_acts), which leaves out the referral code.
create policy profiles_select on public.profiles for select to authenticated
  using (user_id = (select private.my_user_id()));
-- Compares with the row as it was before the statement.
create function private.changes_locale_alone(changed public.profiles) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    where p.id = changed.id and to_jsonb(p) - array['locale', 'updated_at'] = to_jsonb(changed) - array['locale', 'updated_at'])
$$;
comment on function private.changes_locale_alone is 'True if the statement changes nothing in the profile but the language of the interface and of e-mails.';
grant execute on function private.changes_locale_alone to authenticated;

-- A suspended member still gets e-mails, and so may change their language.
create policy profiles_update on public.profiles for update to authenticated
  using (user_id = (select private.my_user_id()))
  with check (user_id = (select private.my_user_id()) and (suspended_at is null or private.changes_locale_alone(profiles)));

-- Members get no right to insert or delete: sign-up creates the row, and deleting the account clears it.
grant select on public.profiles to authenticated, service_role;
grant update (
  role, display_name, bio, expertise, language, other_languages, locale, platforms, categories, regions,
  follower_counts, channels, website, works, profile_image
) on public.profiles to authenticated;
create trigger profiles_check_open_session before update on public.profiles
  for each statement when (current_user = 'authenticated') execute function private.check_open_session();

-- Life cycle -----------------------------------------------------------------------------
create function private.listed_once(list text[], was text[], deleted_at timestamptz) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  if list = was and deleted_at is null then
    return list;
  end if;
  return array(select distinct item from unnest(list) as item where deleted_at is null order by item);
end;
$$;
comment on function private.listed_once is 'The words of a list, each once. Returns an unchanged list as it is, and an empty one for a deleted profile.';

create trigger profiles_are_plain
  before insert or update of expertise, other_languages, platforms, categories, regions, follower_counts, channels, works on public.profiles
  for each row execute function private.check_plain();

create function private.prepare_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Refuses lists far above the limits here: the triggers that run before constraints would read each of their elements.
  if greatest(cardinality(NEW.expertise), cardinality(NEW.platforms), cardinality(NEW.categories), cardinality(NEW.regions),
      cardinality(NEW.other_languages)) > 100
    or pg_column_size(NEW.follower_counts) > 10000 or pg_column_size(NEW.channels) > 10000
    or pg_column_size(NEW.works) > 50000
  then
    raise exception 'profile_too_long' using errcode = 'PT422';
  end if;
  NEW.platforms := private.listed_once(NEW.platforms, OLD.platforms, NEW.deleted_at);
  NEW.categories := private.listed_once(NEW.categories, OLD.categories, NEW.deleted_at);
  NEW.regions := private.listed_once(NEW.regions, OLD.regions, NEW.deleted_at);
  NEW.other_languages := array_remove(private.listed_once(NEW.other_languages, OLD.other_languages, NEW.deleted_at), NEW.language);
  if NEW.follower_counts is distinct from OLD.follower_counts then
    NEW.followers_declared_at := case when NEW.follower_counts <> '{}' then now() end;
  end if;
  if TG_OP = 'UPDATE' and NEW.role is distinct from OLD.role and OLD.role is not null then
    -- Staff approved the other role. A creator who was reviewed by staff, or waited for it, must
    -- not skip the review by becoming a brand.
    NEW.approval_by_staff := OLD.approval_by_staff or OLD.onboarded_at is not null;
    NEW.onboarded_at := null;
    NEW.is_approved := false;
    NEW.is_verified := false;
    NEW.verification_pending := false;
  end if;

  if NEW.onboarded_at is null and NEW.deleted_at is null
    and NEW.role is not null and NEW.display_name is not null and NEW.language is not null
    and (NEW.role = 'brand' or (cardinality(NEW.platforms) > 0 and cardinality(NEW.categories) > 0))
    and exists (select from auth.users u where u.id = NEW.user_id and u.email_confirmed_at is not null)
  then
    NEW.onboarded_at := now();
    -- Creators need an approval by staff.
    NEW.is_approved := NEW.is_approved or (NEW.role = 'brand' and not NEW.approval_by_staff);
  end if;

  NEW.updated_at := now();
  return NEW;
end;
$$;
comment on function private.prepare_profile is 'Trigger: applies the rules for onboarding and approval on every write.';
create trigger profiles_prepare before insert or update on public.profiles
  for each row execute function private.prepare_profile();

-- The confirmation of the e-mail may have been the last step that was missing.
create function private.on_email_confirmed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set updated_at = now() where user_id = NEW.id;
  return null;
end;
$$;
comment on function private.on_email_confirmed is 'Trigger: evaluates the onboarding again.';
create trigger on_email_confirmed after update of email_confirmed_at on auth.users
  for each row when (OLD.email_confirmed_at is null and NEW.email_confirmed_at is not null)
  execute function private.on_email_confirmed();

-- Auth chooses the language of its mails by the metadata of the user.
create function private.copy_locale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users u
  set raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || jsonb_build_object('locale', split_part(NEW.locale, '-', 1))
  where u.id = NEW.user_id;
  return null;
end;
$$;
comment on function private.copy_locale is 'Trigger: Auth writes its mails in the language that the member chose.';
create trigger profiles_copy_locale after update of locale on public.profiles
  for each row when (NEW.locale <> OLD.locale and NEW.user_id is not null)
  execute function private.copy_locale();

-- Members --------------------------------------------------------------------------------
-- The profiles that other members see: approved, neither suspended nor deleted. Triggers maintain
-- this table, so that a search reads only rows that it may show (11_search/01_filters maintains their search
-- columns).
create table public.members (
  id uuid primary key references public.profiles (id) on delete cascade,
  role text not null,
  display_name text not null,
  bio text not null,
  expertise text[] not null,
  language text not null,
  other_languages text[] not null default '{}',
  platforms text[] not null,
  categories text[] not null,
  regions text[] not null default '{}',
  follower_counts jsonb not null,
  follower_total bigint not null,
  followers_declared_at timestamptz,
  channels jsonb not null default '{}',
  website text,
  works jsonb not null default '[]',
  rating numeric(3, 2),
  review_count int not null,
  completed_orders int not null,
  is_verified boolean not null,
  profile_image text,
  created_at timestamptz not null,
  changed_since timestamptz
);
comment on table public.members is 'The public part of approved members'' profiles. Written by trigger only.';

alter table public.members enable row level security;
-- The policy of `members` leaves out blocked members (02_members/07_blocks).
grant select on public.members to authenticated, service_role;

-- Every member reads reviews, with their order and both sides: the id of an order would tell for which brand a work was made.
create function private.shown_works(works jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if works = '[]' then
    return works;
  end if;
  return (
    select jsonb_agg(case when work ? 'order_id' then work - 'order_id' || '{"made_here": true}' else work end order by place)
    from jsonb_array_elements(works) with ordinality as w (work, place));
end;
$$;
comment on function private.shown_works is 'The portfolio as others see it: a work of an order says that it was made here, but not for which order.';

create function private.member_of(profile public.profiles) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if not profile.is_approved or profile.suspended_at is not null or profile.deleted_at is not null then
    return null;
  end if;
  return to_jsonb(jsonb_populate_record(null::public.members, to_jsonb(profile)))
    || jsonb_build_object('works', private.shown_works(profile.works));
end;
$$;
comment on function private.member_of is 'A profile as other members see it; null while it is hidden from them.';

-- Contains only columns that the member writes, and so no rating, for example. Empty columns are left out, so that
-- a new column changes no profile until its member fills it in.
create function private.described(profile public.profiles) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(shown.key, shown.value)
  from jsonb_each(to_jsonb(jsonb_populate_record(null::public.members, to_jsonb(profile)))) as shown
  where shown.value not in ('null', 'false', '""', '[]', '{}')
    and has_column_privilege('authenticated', 'public.profiles', shown.key, 'update')
$$;
comment on function private.described is 'The columns of a profile that its member writes and others see.';

-- Compares the old and the new row in its body: Postgres would parse a condition of the trigger in each
-- update.
create function private.sync_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_member jsonb := private.member_of(NEW);
begin
  if v_member is null then
    delete from public.members where id = NEW.id;
  elsif TG_OP = 'INSERT' or v_member is distinct from private.member_of(OLD) then
    perform private.store_copy('public.members', 'id', v_member);
  end if;
  return null;
end;
$$;
comment on function private.sync_member is 'Trigger: updates members when a profile changes.';
create trigger profiles_sync_member_inserted after insert on public.profiles
  for each row when (NEW.is_approved) execute function private.sync_member();
create trigger profiles_sync_member_updated after update on public.profiles
  for each row execute function private.sync_member();

alter publication supabase_realtime add table public.profiles;
