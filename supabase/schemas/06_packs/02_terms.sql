-- A buyer gets the terms that they saw. A pack or an application can change while a buyer looks at
-- it, so the buyer sends the hash of the version they saw; if it is not current, the purchase is
-- refused with both versions. This chapter stores every version that was on offer.
create table private.terms_versions (
  id bigint primary key generated always as identity,
  -- The id of a pack, or of an application to a campaign.
  subject_id uuid not null,
  terms_hash text not null,
  terms jsonb not null,
  created_at timestamptz not null default now()
);
comment on table private.terms_versions is 'The terms that packs and applications offered, and since when: one row per change.';
create index terms_versions_subject_id on private.terms_versions (subject_id, id desc);
alter table private.terms_versions enable row level security;
create trigger terms_versions_append_only before update or delete on private.terms_versions
  for each row execute function private.refuse_change();
create trigger terms_versions_not_truncated before truncate on private.terms_versions
  for each statement execute function private.refuse_change();

-- Callers hold the lock of the subject's row.
create function private.store_terms(subject_id uuid, terms jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_hash text := private.terms_hash(terms);
begin
  if v_hash is distinct from (
    select v.terms_hash from private.terms_versions v
    where v.subject_id = store_terms.subject_id order by v.id desc limit 1
  ) then
    insert into private.terms_versions (subject_id, terms_hash, terms)
    values (store_terms.subject_id, v_hash, store_terms.terms);
  end if;
end;
$$;
comment on function private.store_terms is 'Stores the terms on offer from now on, if they are new.';

create function private.pack_terms(pack public.packs) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return private.terms(pack.title, pack.description, pack.platform, pack.price_minor, pack.currency,
    pack.delivery_days, pack.revisions, null,
    private.promise(pack.deliverables, pack.usage_rights, pack.stay_up_days, pack.disclosure, pack.needs_draft)
      || private.choices(pack.tiers, pack.extras));
end;
$$;
comment on function private.pack_terms is 'The terms that a pack offers now; terms_hash is their hash.';

-- The only function that decides what a choice costs, how long it takes and what it is called.
create function private.chosen_terms(offered jsonb, tier text, extras text[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_tier jsonb := (select t from jsonb_array_elements(offered -> 'tiers') as t where t ->> 'name' = chosen_terms.tier);
  v_extras jsonb := (
    select jsonb_agg(e order by place) from jsonb_array_elements(offered -> 'extras') with ordinality as x (e, place)
    where e ->> 'name' = any (chosen_terms.extras));
  v_base jsonb := coalesce(v_tier, offered);
begin
  if tier is not null and v_tier is null or cardinality(extras) <> coalesce(jsonb_array_length(v_extras), 0) then
    raise exception 'pack_choice_not_offered' using errcode = 'PT422';
  end if;
  return offered - array['tiers', 'extras'] || jsonb_strip_nulls(jsonb_build_object('tier', v_tier, 'extras', v_extras))
    || jsonb_build_object(
      'title', concat_ws(' · ', offered ->> 'title', v_tier ->> 'name'),
      'price_minor', (v_base ->> 'price_minor')::bigint
        + (select coalesce(sum((e ->> 'price_minor')::bigint), 0) from jsonb_array_elements(v_extras) as e),
      'delivery_days', (v_base ->> 'delivery_days')::int
        + (select coalesce(sum((e ->> 'days')::int), 0) from jsonb_array_elements(v_extras) as e),
      'revisions', (v_base ->> 'revisions')::int);
end;
$$;
comment on function private.chosen_terms is
  'The terms of an order of a pack: those on offer, with the tier and the extras that were chosen by name.';

create function private.store_pack_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.store_terms(NEW.id, private.pack_terms(NEW));
  return null;
end;
$$;
comment on function private.store_pack_terms is 'Trigger: stores the terms of a published pack. A draft is not on offer.';
create trigger packs_store_terms after insert or update on public.packs
  for each row when (NEW.is_published)
  execute function private.store_pack_terms();

create function private.terms_version(subject_id uuid, terms_hash text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select v.terms || jsonb_build_object('terms_hash', v.terms_hash)
  from private.terms_versions v
  where v.subject_id = terms_version.subject_id and v.terms_hash = terms_version.terms_hash
$$;
comment on function private.terms_version is
  'The terms of a hash that the subject offered at any time; null when it never offered them.';

-- A caller without a hash accepts the terms as of `settled_at`, or the first ones if those are
-- later; any change since then is refused.
create function private.require_terms(subject_id uuid, present text, stated text, settled_at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_settled bigint;
  v_seen text := stated;
begin
  if stated is null then
    select coalesce(max(v.id) filter (where v.created_at <= settled_at), min(v.id)) into v_settled
    from private.terms_versions v where v.subject_id = require_terms.subject_id;
    select v.terms_hash into v_seen from private.terms_versions v where v.id = v_settled;
  end if;
  if stated = present
    or stated is null and not exists (
      select from private.terms_versions v where v.subject_id = require_terms.subject_id and v.id > v_settled)
  then
    return;
  end if;
  raise exception 'terms_changed' using errcode = 'PT409', detail = jsonb_build_object(
    'seen', private.terms_version(subject_id, v_seen),
    'now', private.terms_version(subject_id, present))::text;
end;
$$;
comment on function private.require_terms is 'Rejects a purchase on other terms than the buyer saw, and reports both.';

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('unstated_terms', 24, 'hours', 'How long a pack must stand unchanged to be bought by a client that does not state its terms.', 0, 8760)
on conflict (key) do nothing;
