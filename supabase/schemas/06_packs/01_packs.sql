-- Terms ----------------------------------------------------------------------------------
-- The terms of a purchase as one value with one hash. Terms that are not promised are left out, so
-- that existing terms keep their hash when a new kind of term is added.
create function private.promise(
  deliverables text[], usage_rights text, stay_up_days int, disclosure text, needs_draft boolean
) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'deliverables', case when cardinality(deliverables) > 0 then to_jsonb(deliverables) end,
    'usage_rights', usage_rights, 'stay_up_days', stay_up_days, 'disclosure', disclosure,
    'needs_draft', case when needs_draft then true end))
$$;
comment on function private.promise is 'The optional terms of a purchase, by name: deliverables, usage rights, days online, disclosure and a draft. Terms that are not promised are left out.';

create function private.terms(
  title text, description text, platform text, price_minor bigint, currency text, delivery_days int,
  revisions int, pack_id uuid, promise jsonb default '{}'
) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('title', title, 'description', description, 'platform', platform,
    'price_minor', price_minor, 'currency', currency, 'delivery_days', delivery_days,
    'revisions', revisions, 'pack_id', pack_id) || promise
$$;
comment on function private.terms is 'All terms of a purchase, by name. An application may refer to a pack of its creator.';

create function private.terms_hash(terms jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return encode(sha256(convert_to(terms::text, 'UTF8')), 'hex');
end;
$$;
comment on function private.terms_hash is 'The version of terms: equal for equal terms.';

-- Tiers and extras -----------------------------------------------------------------------
-- The price, days and revisions of a pack are its basic offer. A tier replaces them; an extra adds to the price, and
-- adds days or takes some away. `ranges` are the numbers that an entry has, `texts` the texts that it may have.
create function private.choices_are_valid(choices jsonb, texts text[], ranges jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  if choices = '[]' then
    return true;
  end if;
  -- The limit is far above the size of a full list; a larger value is not read.
  return case when jsonb_typeof(choices) = 'array' and pg_column_size(choices) <= 10000 then not exists (
    select from jsonb_array_elements(choices) as choice
    where case when jsonb_typeof(choice) <> 'object' then true else
      not choice ? 'name'
      or choice - texts - array(select jsonb_object_keys(ranges)) <> '{}'
      or exists (select from unnest(texts) as text where jsonb_typeof(choice -> text) <> 'string')
      or exists (
        select from jsonb_each(ranges) as r
        where case when jsonb_typeof(choice -> r.key) = 'number' and choice ->> r.key ~ '^(0|-?[1-9][0-9]{0,15})$'
          then (choice ->> r.key)::bigint not between (r.value ->> 0)::bigint and (r.value ->> 1)::bigint else true end) end
  ) else false end;
end;
$$;
comment on function private.choices_are_valid is
  'True for a list of objects with a name, whole numbers within their ranges, and no other keys. Texts are checked separately.';

create function private.texts_of(choices jsonb, key text) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return case when jsonb_typeof(choices) = 'array' and pg_column_size(choices) <= 10000 then
    array(select choice ->> key from jsonb_array_elements(choices) as choice where choice ? key) else '{}' end;
end;
$$;
comment on function private.texts_of is 'The names, or the descriptions, of tiers or extras; none of a list that is too large to be valid.';

create function private.choices(tiers jsonb, extras jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('tiers', nullif(tiers, '[]'), 'extras', nullif(extras, '[]')))
$$;
comment on function private.choices is 'The terms of a pack among which a buyer chooses, by name.';
grant execute on function private.promise, private.terms, private.terms_hash, private.choices_are_valid, private.texts_of,
  private.choices to authenticated, service_role;

-- Packs ----------------------------------------------------------------------------------
-- A pack is one piece of work at a fixed price, which tiers and extras may change. Members see it once it is published; its terms are
-- copied onto the order, so later edits do not affect the order.
create table public.packs (
  id uuid primary key default gen_random_uuid(),
  kol_id uuid not null references public.profiles (id),
  title text not null,
  description text not null default '',
  platform text,
  price_minor bigint not null,
  currency text not null default 'USD' references public.currencies (code),
  delivery_days int not null,
  revisions int not null default 2,
  -- The list of what is delivered, one line each.
  deliverables text[] not null default '{}',
  -- Null: no rights are promised.
  usage_rights text,
  stay_up_days int,
  disclosure text,
  -- True if the brand approves a draft before the work is published.
  needs_draft boolean not null default false,
  -- Up to two dearer offers: {name, description?, price_minor, delivery_days, revisions}.
  tiers jsonb not null default '[]',
  -- Extras are added to any of the offers: {name, price_minor, days}.
  extras jsonb not null default '[]',
  -- The small picture of one of the creator's works. It is no term: it changes without a new version.
  picture text,
  -- The version that a buyer confirms to have seen.
  terms_hash text not null generated always as (private.terms_hash(private.terms(
    title, description, platform, price_minor, currency, delivery_days, revisions, null,
    private.promise(deliverables, usage_rights, stay_up_days, disclosure, needs_draft) || private.choices(tiers, extras)))) stored,
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint packs_title_length check (length(title) between 3 and 120),
  constraint packs_title_printable check (title = btrim(title) and title !~ '[[:cntrl:]]'),
  constraint packs_title_visible check (private.shows_all_characters(title)),
  constraint packs_title_without_address check (not private.holds_address(title)),
  constraint packs_description_length check (length(description) <= 4000 and (description = '' or not private.shows_nothing(description))),
  constraint packs_platform_known check (platform = any (private.platforms())),
  constraint packs_price_positive check (price_minor > 0),
  constraint packs_price_within_limit check (price_minor <= 1000000000000000),
  -- A longer text would exceed the size of an index entry before the foreign key rejects it.
  constraint packs_currency_short check (length(currency) <= 5),
  constraint packs_delivery_days_in_range check (delivery_days between 1 and 90),
  constraint packs_revisions_in_range check (revisions between 0 and 10),
  constraint packs_deliverables_short check (private.texts_are_within(deliverables, 20, 200)),
  constraint packs_deliverables_without_link check (not private.list_holds_link(deliverables)),
  constraint packs_usage_rights_known check (usage_rights = any (private.usage_rights())),
  constraint packs_stay_up_days_in_range check (stay_up_days between 1 and 3650),
  constraint packs_disclosure_known check (disclosure = any (private.disclosures())),
  constraint packs_tiers_well_formed check (private.choices_are_valid(tiers, '{name,description}',
    '{"price_minor": [1, 1000000000000000], "delivery_days": [1, 90], "revisions": [0, 10]}')),
  constraint packs_tier_names_short check (private.texts_are_within(private.texts_of(tiers, 'name'), 2, 60)),
  constraint packs_tier_texts_short check (private.texts_are_within(private.texts_of(tiers, 'description'), 2, 300)),
  constraint packs_extras_well_formed check (private.choices_are_valid(extras, '{name}',
    '{"price_minor": [1, 1000000000000000], "days": [-89, 89]}')),
  constraint packs_extra_names_short check (private.texts_are_within(private.texts_of(extras, 'name'), 6, 60)),
  constraint packs_picture_is_own check (
    length(picture) <= 200 and starts_with(picture, kol_id || '/') and picture ~ '^[0-9a-f-]{36}/[A-Za-z0-9_-][A-Za-z0-9._-]*$'),
  -- The name of a tier is part of the title of an order, and so of e-mails.
  constraint packs_choices_without_address check (
    not private.holds_address(array_to_string(private.texts_of(tiers, 'name'), ' '))
    and not private.list_holds_link(private.texts_of(tiers, 'description') || private.texts_of(extras, 'name')))
);
comment on table public.packs is 'Fixed-price services that creators offer.';
create index packs_kol_id on public.packs (kol_id, created_at);
create index packs_currency on public.packs (currency);

alter table public.packs enable row level security;
-- A pack is visible while its creator is approved and not suspended, and unless one of the two
-- members has blocked the other.
create policy packs_select on public.packs for select to authenticated
  using (
    kol_id = (select private.my_profile_id())
    or (is_published and exists (select from public.members m where m.id = kol_id)
      and kol_id <> all (array(select private.my_blocked_members())))
    or (select private.is_staff())
  );
create policy packs_insert on public.packs for insert to authenticated
  with check (
    kol_id = (select private.my_profile_id())
    and (select private.is_member())
  );
create policy packs_update on public.packs for update to authenticated
  using (kol_id = (select private.my_profile_id()) and (select private.is_member()))
  with check (kol_id = (select private.my_profile_id()));
-- Creators get no right to delete a pack, because orders may refer to it: they unpublish it instead.
grant select on public.packs to authenticated, service_role;
grant insert (id, kol_id, title, description, platform, price_minor, currency, delivery_days,
  revisions, deliverables, usage_rights, stay_up_days, disclosure, needs_draft, tiers, extras, picture,
  is_published) on public.packs to authenticated;
grant update (title, description, platform, price_minor, currency, delivery_days, revisions,
  deliverables, usage_rights, stay_up_days, disclosure, needs_draft, tiers, extras, picture, is_published) on public.packs to authenticated;
create trigger packs_check_open_session before insert or update on public.packs
  for each statement when (current_user = 'authenticated') execute function private.check_open_session();
create trigger packs_are_few before insert or update on public.packs
  for each row when (current_user = 'authenticated') execute function private.refuse_long_list();
create trigger packs_are_plain before insert or update on public.packs
  for each row execute function private.check_plain();

-- Every choice that a buyer can make has to give an order that may be placed. The basic offer is the cheapest, so its price is
-- the lowest price of the pack.
create function private.check_choices() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_names text[] := array(select lower(normalize(left(choice ->> 'name', 100), NFKC)) from jsonb_array_elements(NEW.tiers || NEW.extras) as choice);
  v_prices bigint[] := NEW.price_minor || array(
    select (tier ->> 'price_minor')::bigint from jsonb_array_elements(NEW.tiers) with ordinality as t (tier, place) order by place);
  v_days int[] := NEW.delivery_days || array(select (tier ->> 'delivery_days')::int from jsonb_array_elements(NEW.tiers) as tier);
  v_extra_price bigint;
  v_days_less int;
  v_days_more int;
begin
  if cardinality(v_names) <> (select count(distinct name) from unnest(v_names) as name) then
    raise exception 'pack_names_repeated' using errcode = 'PT422';
  end if;
  if v_prices is distinct from array(select distinct price from unnest(v_prices) as price order by price) then
    raise exception 'pack_tiers_not_dearer' using errcode = 'PT422';
  end if;
  select coalesce(sum((extra ->> 'price_minor')::bigint), 0), coalesce(sum(least((extra ->> 'days')::int, 0)), 0),
    coalesce(sum(greatest((extra ->> 'days')::int, 0)), 0)
  into v_extra_price, v_days_less, v_days_more from jsonb_array_elements(NEW.extras) as extra;
  if (select min(days) + v_days_less < 1 or max(days) + v_days_more > 90 from unnest(v_days) as days) then
    raise exception 'pack_days_out_of_range' using errcode = 'PT422';
  end if;
  perform private.require_price(NEW.price_minor, NEW.currency);
  perform private.require_price(v_prices[cardinality(v_prices)] + v_extra_price, NEW.currency);
  perform private.require_steps(v_prices || array(select (extra ->> 'price_minor')::bigint from jsonb_array_elements(NEW.extras) as extra), NEW.currency);
  return null;
end;
$$;
comment on function private.check_choices is
  'Trigger: tiers and extras have names of their own, tiers get dearer, and every choice keeps to the bounds of prices and of days.';
create constraint trigger packs_price_in_bounds
  after insert or update of price_minor, currency, delivery_days, tiers, extras on public.packs
  for each row execute function private.check_choices();

create trigger packs_touch before update on public.packs
  for each row execute function private.touch_updated_at();

-- The locks serialise a change of role with the first pack, and the publishing of a pack with the deletion
-- of the account.
create function private.check_pack_seller() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_role text;
begin
  perform private.share_standing(NEW.kol_id);
  select p.role into v_role from public.profiles p where p.id = NEW.kol_id and p.deleted_at is null for share;
  if v_role is distinct from 'kol' then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if TG_OP = 'INSERT' then
    -- Inserts wait for each other: concurrent ones would not count each other.
    perform pg_advisory_xact_lock(hashtextextended('packs of ' || NEW.kol_id, 0));
    if (select count(*) from public.packs p where p.kol_id = NEW.kol_id) >= private.setting('packs_per_creator') then
      raise exception 'packs_full' using errcode = 'PT409';
    end if;
  end if;
  return NEW;
end;
$$;
comment on function private.check_pack_seller is 'Trigger: only creators offer packs, and not more than a creator may have.';
-- Runs once for each statement, before rows are locked: a deletion of the account locks the member's standing (share_standing) first, and then the row.
create function private.share_own_standing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.share_standing(private.my_profile_id());
  return null;
end;
$$;
comment on function private.share_own_standing is 'Trigger: waits for a concurrent suspension or deletion of the caller.';
create trigger packs_share_standing before update on public.packs
  for each statement execute function private.share_own_standing();
-- Policies refuse rows for other members after this trigger: it must report and lock nothing for those.
create trigger packs_check_seller before insert on public.packs
  for each row when (current_user <> 'authenticated' or NEW.kol_id = private.my_profile_id()) execute function private.check_pack_seller();
create trigger packs_check_seller_of_shown before update on public.packs
  for each row when (NEW.is_published and not OLD.is_published) execute function private.check_pack_seller();

-- One unit of any currency counts as one dollar, as in the filter by price (11_search/02_index).
create function public.from_prices(creator_ids uuid[])
returns table (kol_id uuid, price_minor bigint, currency text, delivery_days int)
language sql stable security invoker set search_path = '' as $$
  select private.require_plain(to_jsonb(creator_ids));
  select distinct on (p.kol_id) p.kol_id, p.price_minor, p.currency, min(p.delivery_days) over (partition by p.kol_id)
  from public.packs p join public.currencies c on c.code = p.currency
  where p.kol_id = any (creator_ids[1:200]) and p.is_published
  order by p.kol_id, p.price_minor / power(10::numeric, c.decimals), p.currency <> 'USD'
$$;
comment on function public.from_prices is
  'The lowest price of each of these creators, dollars first where two are equal, and the shortest time of delivery, not always of the same pack; at most 200 at a time.';
grant execute on function public.from_prices to authenticated;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('packs_per_creator', 200, 'count', 'Packs that a creator may have, drafts among them.', 1, 10000)
on conflict (key) do nothing;
