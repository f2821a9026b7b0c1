-- Sign-up requires an invite. The code is part of the sign-up metadata and is checked before the
-- row of auth.users is inserted, so every way to sign up is covered. A code is either a member's
-- referral code, limited by a quota, or an invite issued by staff; both are looked up together.

-- Invites --------------------------------------------------------------------------------
create table public.invites (
  id uuid primary key default gen_random_uuid(),
  code text not null,
  -- Null: issued before the first member of staff existed.
  issuer_id uuid references public.profiles (id),
  max_uses int not null default 1,
  uses int not null default 0,
  expires_at timestamptz,
  email text,
  role text,
  created_at timestamptz not null default now(),
  constraint invites_code_key unique (code),
  constraint invites_code_shape check (code ~ '^[A-Z0-9][A-Z0-9-]{6,38}[A-Z0-9]$'),
  constraint invites_max_uses_positive check (max_uses > 0),
  constraint invites_max_uses_within_limit check (max_uses <= 1000000),
  constraint invites_uses_within_max check (uses between 0 and max_uses),
  constraint invites_email_lower_case check (email = lower(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
  constraint invites_role_known check (role in ('kol', 'brand')),
  constraint invites_expire_after_creation check (expires_at > created_at),
  constraint invites_expire_within_ten_years check (expires_at <= created_at + interval '3653 days')
);
comment on table public.invites is 'Permissions to sign up that staff issued: how often, until when, for whom.';
create index invites_issuer_id on public.invites (issuer_id);

-- Staff read invites through staff_list, which masks the address. create_invite (14_administration/01_acts) writes them.
alter table public.invites enable row level security;
grant select on public.invites to service_role;

create function private.masked_email(email text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(email, '^(.)[^@]*@(.).*?(\.[^.]*)?$', '\1•••@\2•••\3')
$$;
comment on function private.masked_email is 'An e-mail address with its first letters alone.';

-- Referrals ------------------------------------------------------------------------------
create table public.referrals (
  id uuid primary key default gen_random_uuid(),
  inviter_id uuid references public.profiles (id),
  invitee_id uuid not null references public.profiles (id),
  invite_id uuid references public.invites (id),
  status text not null default 'joined',
  reward_minor bigint,
  currency text references public.currencies (code),
  created_at timestamptz not null default now(),
  announced_at timestamptz,
  activated_at timestamptz,
  constraint referrals_invitee_id_key unique (invitee_id),
  constraint referrals_not_oneself check (inviter_id is distinct from invitee_id),
  constraint referrals_status_known check (status in ('joined', 'activated', 'ineligible')),
  constraint referrals_reward_not_negative check (reward_minor >= 0),
  constraint referrals_reward_has_currency check ((reward_minor is null) = (currency is null))
);
comment on table public.referrals is 'Which member invited which: the tree of invites, and the state of each invite.';
create index referrals_inviter_id on public.referrals (inviter_id);
create index referrals_invite_id on public.referrals (invite_id);
create index referrals_currency on public.referrals (currency);

alter table public.referrals enable row level security;
-- Staff have no access here: read_member shows them whom a member invited, requires a reason and is logged.
create policy referrals_select on public.referrals for select to authenticated
  using (inviter_id = (select private.my_profile_id()));
grant select on public.referrals to authenticated, service_role;

-- Branches -------------------------------------------------------------------------------
-- Accounts that one person creates are all invited by that person, directly or through each other,
-- and so form one branch: all descendants of one member who was invited by staff. Trust and ratings
-- (10_trust/02_reputation) give little weight to members of the same branch.
create table private.branches (
  profile_id uuid primary key references public.profiles (id),
  -- The member at the root. It never changes.
  branch_id uuid not null references public.profiles (id)
);
comment on table private.branches is 'The branch of the tree of invites that each member belongs to.';
create index branches_branch_id on private.branches (branch_id);
alter table private.branches enable row level security;

create function private.assign_branch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An invite issued by staff starts a branch of its own.
  insert into private.branches (profile_id, branch_id)
  select NEW.invitee_id, coalesce((
    select b.branch_id from private.branches b
    join public.profiles p on p.id = b.profile_id and not p.is_staff
    where b.profile_id = NEW.inviter_id and NEW.invite_id is null
  ), NEW.invitee_id)
  on conflict on constraint branches_pkey do update set branch_id = excluded.branch_id;
  return null;
end;
$$;
comment on function private.assign_branch is 'Trigger: puts a new member into the branch of the member who invited them.';
create trigger referrals_assign_branch after insert on public.referrals
  for each row execute function private.assign_branch();

create function private.branch_of(profile_id uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select b.branch_id from private.branches b where b.profile_id = branch_of.profile_id
  ), branch_of.profile_id);
end;
$$;
comment on function private.branch_of is 'The root of a member''s branch of the tree of invites.';

-- A new account must not bring new limits. Until an account has completed an order, or is old enough for a record, it
-- shares the limits of the account that invited it, if that one is as new, and so on up the tree. An older account has
-- limits of its own, so that no member uses them up with new accounts. With by_age false, age does not count: the
-- tree then limits how many accounts invite each other without an order, because growing older costs nothing.
create function private.is_proven(p public.profiles) returns boolean
language sql stable security definer set search_path = '' as $$
  select p.is_staff or exists (
    select from public.profiles o where o.id in (select private.same_person(p.id)) and o.completed_orders > 0)
$$;
comment on function private.is_proven is 'True for staff, and for members who have completed an order with any of their accounts.';

-- PL/pgSQL, because the planner would inline an SQL function and evaluate it for every member before joining.
create function private.has_own_limits(profile_id uuid, by_age boolean) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select private.is_proven(p) from public.profiles p where p.id = has_own_limits.profile_id)
    or by_age and private.record_of(has_own_limits.profile_id) > 0;
end;
$$;
comment on function private.has_own_limits is 'True for members with a completed order and, by age, for members with an account that is no longer new.';

create function private.limits_of(profile_id uuid, by_age boolean default true) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Ends a cycle: two accounts that invited each other may turn out to be one person.
  c_deepest constant int := 50;
  v_id uuid := private.person_of(limits_of.profile_id);
  v_inviter_id uuid;
begin
  for v_depth in 1..c_deepest loop
    select r.inviter_id into v_inviter_id from public.referrals r where r.invitee_id = v_id and r.invite_id is null;
    exit when not found or private.has_own_limits(v_id, by_age) or private.has_own_limits(v_inviter_id, by_age);
    v_id := private.person_of(v_inviter_id);
  end loop;
  return v_id;
end;
$$;
comment on function private.limits_of is
  'The person whose limits an account shares: its own, or the highest in its chain of invites that can be reached over accounts without limits of their own.';

create function private.accounts_sharing_limits(profile_id uuid, by_age boolean default true) returns setof uuid
language sql stable security definer rows 5 set search_path = '' as $$
  with recursive tree (id) as (
    select private.same_person(private.limits_of(accounts_sharing_limits.profile_id, by_age))
    union
    select s.id
    from tree t
    -- The offset makes the planner evaluate the conditions below for the invitees of the tree only.
    cross join lateral (
      select r.invitee_id from public.referrals r where r.inviter_id = t.id and r.invite_id is null offset 0) as i
    cross join lateral private.same_person(i.invitee_id) as s (id)
    where not private.has_own_limits(t.id, by_age) and not private.has_own_limits(i.invitee_id, by_age)
  )
  select t.id from tree t
$$;
comment on function private.accounts_sharing_limits is 'All accounts that share their limits with an account, itself included.';

-- Codes ----------------------------------------------------------------------------------
create function private.normal_code(code text) returns text
language sql immutable set search_path = '' as $$
  select upper(regexp_replace(left(code, 100), '[[:space:]]', '', 'g'))
$$;
comment on function private.normal_code is 'A code in the form in which it is stored, however it was typed.';

-- 60 bits of a keyed hash, so the user id does not reveal the code. Twelve letters of an alphabet
-- without 0, 1, I and O.
create function private.new_referral_code(user_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  c_alphabet constant text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  v_hash bytea;
  v_code text;
begin
  if user_id is null then
    return null;
  end if;
  for v_attempt in 0..9 loop
    v_hash := extensions.hmac(convert_to(user_id || ':' || v_attempt, 'UTF8'), private.secret('referral_code'), 'sha256');
    select string_agg(substr(c_alphabet, 1 + (get_byte(v_hash, i) & 31), 1), '' order by i)
      into v_code from generate_series(0, 11) as i;
    exit when not exists (
        select from public.profiles p
        where p.referral_code = v_code and p.user_id is distinct from new_referral_code.user_id
      )
      and not exists (select from public.invites i where i.code = v_code);
  end loop;
  return v_code;
end;
$$;
comment on function private.new_referral_code is 'The referral code of a user: derived from the id, unique, not guessable.';

create function private.give_referral_code() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  NEW.referral_code := private.new_referral_code(NEW.user_id);
  return NEW;
end;
$$;
create trigger profiles_give_referral_code before insert or update of referral_code on public.profiles
  for each row when (coalesce(NEW.referral_code, '') = '') execute function private.give_referral_code();

-- Sign-up --------------------------------------------------------------------------------
create function private.invite_admits(invite public.invites, email text, role text) returns boolean
language sql stable set search_path = '' as $$
  select invite.uses < invite.max_uses
    and (invite.expires_at is null or invite.expires_at > now())
    and (invite.email is null or invite.email = lower(email))
    and (invite.role is null or coalesce(role, '') in ('', invite.role))
    and (invite.issuer_id is null or invite.issuer_id in (select private.active_staff()))
$$;
comment on function private.invite_admits is
  'True while the invite can be used for this e-mail address and role: not while its issuer is suspended, nor after the issuer has left staff.';

create function private.referral_code_admits(inviter public.profiles) returns boolean
language sql stable security definer set search_path = '' as $$
  select inviter.invites_left > 0 and inviter.suspended_at is null and inviter.frozen_at is null and inviter.deleted_at is null and inviter.rejected_at is null
    and (private.is_proven(inviter)
      or (select count(*) from private.accounts_sharing_limits(inviter.id, by_age => false)) < private.setting('unproven_accounts_most'))
$$;
comment on function private.referral_code_admits is
  'True while the member has invites left, is neither rejected, suspended, frozen nor deleted, and fewer accounts without a completed order have invited each other than the setting unproven_accounts_most allows.';

create function private.my_code_admits() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.referral_code_admits(p) from public.profiles p where p.id = private.my_profile_id()
$$;
create function public.my_code_admits() returns boolean
language sql stable security invoker set search_path = '' as $$
  select private.my_code_admits()
$$;
comment on function public.my_code_admits is 'Whether somebody can sign up with the caller''s own code now.';
grant execute on function private.my_code_admits, public.my_code_admits to authenticated;

-- Checks without using up the invite. The trigger below is decisive; this reports the reason
-- earlier.
create function private.sign_up_refusal(code text, email text, role text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_code text := private.normal_code(code);
begin
  if private.in_maintenance() then
    return 'market_in_maintenance';
  end if;
  if coalesce(v_code, '') = '' then
    return 'invite_required';
  end if;
  if coalesce(role, '') not in ('', 'kol', 'brand') then
    return 'role_unknown';
  end if;
  if exists (
      select from public.invites i
      where i.code = v_code and private.invite_admits(i, sign_up_refusal.email, sign_up_refusal.role)
    ) or exists (
      select from public.profiles p where p.referral_code = v_code and private.referral_code_admits(p)
    )
  then
    return null;
  end if;
  return 'invite_invalid';
end;
$$;
comment on function private.sign_up_refusal is 'Why a sign-up would be refused; null when it would not.';

create function private.redeem_invite() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_code text := private.normal_code(NEW.raw_user_meta_data ->> 'invite_code');
  v_role text := NEW.raw_user_meta_data ->> 'role';
begin
  if coalesce(v_code, '') = '' then
    raise exception 'invite_required' using errcode = 'PT422';
  end if;
  if coalesce(v_role, '') not in ('', 'kol', 'brand') then
    raise exception 'role_unknown' using errcode = 'PT422';
  end if;
  -- Only a user whom an operator creates has a confirmed address here. Others are refused when they confirm a banned address (02_members/05_people).
  if NEW.email_confirmed_at is not null and private.address_is_banned(NEW.email) then
    raise exception 'invite_invalid' using errcode = 'PT422';
  end if;
  -- Concurrent sign-ups lock the row and read it again, so the last use goes to one of them.
  update public.invites i set uses = i.uses + 1
  where i.code = v_code and private.invite_admits(i, NEW.email, v_role);
  if found then
    return NEW;
  end if;
  -- The lock covers all codes of accounts without an order that invited each other: concurrent sign-ups would not count each
  -- other.
  perform pg_advisory_xact_lock(hashtextextended('sign-ups of ' || private.limits_of(p.id, by_age => false), 0))
  from public.profiles p where p.referral_code = v_code;
  update public.profiles p set invites_left = p.invites_left - 1
  where p.referral_code = v_code and private.referral_code_admits(p);
  if not found then
    raise exception 'invite_invalid' using errcode = 'PT422';
  end if;
  return NEW;
end;
$$;
comment on function private.redeem_invite is 'Trigger: uses the invite once, or rejects the user.';
create trigger redeem_invite before insert on auth.users
  for each row execute function private.redeem_invite();

-- Members change the metadata of their user, also before they give the second factor, and each access
-- token holds it: a token of 100 kB is longer than the headers that a server reads.
create function private.limit_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  NEW.raw_user_meta_data := (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(NEW.raw_user_meta_data)
    where key in ('invite_code', 'role', 'locale', 'email', 'email_verified', 'phone_verified')
      and length(value::text) <= 330
  );
  return NEW;
end;
$$;
comment on function private.limit_metadata is 'Trigger: keeps of the metadata what the market and Auth read, and no long texts.';
create trigger limit_metadata before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.limit_metadata();

create function private.make_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_code text := private.normal_code(NEW.raw_user_meta_data ->> 'invite_code');
  v_profile_id uuid;
  v_invite public.invites;
  v_inviter_id uuid;
begin
  select * into v_invite from public.invites i where i.code = v_code;
  if v_invite.id is null then
    select p.id into v_inviter_id from public.profiles p where p.referral_code = v_code;
  end if;
  insert into public.profiles (user_id, role, locale, invites_left)
  values (
    NEW.id,
    coalesce(nullif(NEW.raw_user_meta_data ->> 'role', ''), v_invite.role),
    -- The metadata comes from the client and may be invalid.
    coalesce(substring(NEW.raw_user_meta_data ->> 'locale' from '^[a-z]{2}$'), 'en'),
    private.setting('invite_quota')::int
  )
  returning id into v_profile_id;
  insert into public.referrals (inviter_id, invitee_id, invite_id)
  values (coalesce(v_invite.issuer_id, v_inviter_id), v_profile_id, v_invite.id);
  return null;
end;
$$;
comment on function private.make_profile is 'Trigger: creates the profile and the referral of a new user.';
create trigger make_profile after insert on auth.users
  for each row execute function private.make_profile();

-- The auth server calls this before it creates a user, so that the person reads the reason. It does
-- not use up the invite; inserting the row of auth.users does.
create function private.before_user_created(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_refusal text := private.sign_up_refusal(
    event #>> '{user,user_metadata,invite_code}',
    event #>> '{user,email}',
    event #>> '{user,user_metadata,role}'
  );
begin
  if v_refusal is null then
    perform private.record_sign_up((event #>> '{user,id}')::uuid, event #>> '{metadata,ip_address}');
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object('http_code', 422, 'message', v_refusal));
end;
$$;
comment on function private.before_user_created is 'Auth hook: refuses a sign-up with a token that the client can translate.';
grant execute on function private.before_user_created to supabase_auth_admin;

-- Checking a code before sign-up -------------------------------------------------------------
create type public.invite_check as (valid boolean, inviter_name text, role text);

create function private.check_invite(code text) returns public.invite_check
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_code text := coalesce(private.normal_code(code), '');
  v_invite public.invites;
  v_inviter public.profiles;
begin
  perform private.without_patterns();
  -- The address may be forged, depending on the proxy. The limits of wrong codes hold
  -- without it, and 60 bits cannot be guessed at that rate.
  perform private.rate_limit('check_invite', private.client_address(),
    private.setting('check_invite_limit')::int, interval '1 minute');
  -- Both kinds of code are always looked up and counted alike, so that timing and limits reveal
  -- nothing.
  select * into v_invite from public.invites i where i.code = v_code;
  select * into v_inviter from public.profiles p
  where p.referral_code = v_code or p.id = v_invite.issuer_id;
  if private.invite_admits(v_invite, v_invite.email, v_invite.role)
    or (v_inviter.referral_code = v_code and private.referral_code_admits(v_inviter))
  then
    return (true, v_inviter.display_name, v_invite.role)::public.invite_check;
  end if;
  -- Only codes that cannot be used count for these limits: otherwise strangers could use up the limit of a valid link.
  perform private.rate_limit('check_invite_of_code', v_code,
    private.setting('check_invite_limit_of_code')::int, interval '1 hour');
  perform private.rate_limit('check_invite_of_all', '',
    private.setting('check_invite_limit_of_all')::int, interval '1 minute');
  return (false, null, null)::public.invite_check;
end;
$$;

create function public.check_invite(code text) returns public.invite_check
language sql volatile security invoker set search_path = '' as $$
  select private.check_invite(code)
$$;
comment on function public.check_invite is 'Who issued an invite code: { valid, inviter_name, role }. Callable before sign-up, limited per address.';
grant execute on function private.check_invite, public.check_invite to anon, authenticated, service_role;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('invite_quota', 5, 'count', 'Invites that a new member may give.', 0, 100, true),
  ('invite_quota_step', 3, 'count', 'Invites gained with each counterparty that newly counts for trust.', 0, 20, true),
  ('invite_quota_most', 20, 'count', 'Invites that a member may have at a time.', 0, 200, true),
  ('invite_uses_most', 100, 'count', 'How often an invite of staff can be used at most.', 1, 10000, true),
  ('check_invite_limit', 30, 'count', 'Invite codes that one address may ask about in a minute.', 5, 300, false),
  ('check_invite_limit_of_code', 600, 'count', 'Times that one code that cannot be used may be asked about in an hour, from wherever.', 5, 6000, false),
  ('unproven_accounts_most', 12, 'count', 'Accounts without a completed order that may come by each other''s invites.', 2, 1000, true),
  ('unconfirmed_hours', 24, 'hours', 'After this time a sign-up that nobody confirmed is removed, and its invite can be used again.', 1, 720, true),
  ('check_invite_limit_of_all', 1200, 'count', 'Codes that cannot be used that all addresses together may ask about in a minute.', 5, 12000, false)
on conflict (key) do nothing;
