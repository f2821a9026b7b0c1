-- What is bought is copied onto the order with everything that was promised. The hash of terms
-- without the new promises stays the same, so that versions from before remain valid. Older orders
-- take their terms from the version that they were bought on.

create function private.usage_rights() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['repost', 'own_channels', 'advertising', 'all']
$$;
comment on function private.usage_rights is 'What a brand may do with the work: repost it, publish it on its own channels too, advertise with it too, or everything.';

create function private.disclosures() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['platform_label', 'in_text', 'spoken']
$$;
comment on function private.disclosures is 'How the work says that it is paid for: by the label of the platform, in its text, or aloud.';

create function private.promise(
  deliverables text[], usage_rights text, stay_up_days int, disclosure text, needs_draft boolean
) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'deliverables', case when cardinality(deliverables) > 0 then to_jsonb(deliverables) end,
    'usage_rights', usage_rights, 'stay_up_days', stay_up_days, 'disclosure', disclosure,
    'needs_draft', case when needs_draft then true end))
$$;
comment on function private.promise is 'What is promised beside price and time, by name.';

create function private.terms(
  title text, description text, platform text, price_minor bigint, currency text, delivery_days int,
  revisions int, pack_id uuid, promise jsonb default '{}'
) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('title', title, 'description', description, 'platform', platform,
    'price_minor', price_minor, 'currency', currency, 'delivery_days', delivery_days,
    'revisions', revisions, 'pack_id', pack_id) || promise
$$;
comment on function private.terms(text, text, text, bigint, text, int, int, uuid, jsonb) is 'All terms of a purchase, by name. An application may refer to a pack of its creator.';
grant execute on function private.usage_rights, private.disclosures, private.promise,
  private.terms(text, text, text, bigint, text, int, int, uuid, jsonb) to authenticated, service_role;

alter table public.packs
  add column deliverables text[] not null default '{}',
  add column usage_rights text,
  add column stay_up_days int,
  add column disclosure text,
  add column needs_draft boolean not null default false;
alter table public.packs alter column terms_hash set expression as (private.terms_hash(private.terms(
  title, description, platform, price_minor, currency, delivery_days, revisions, null,
  private.promise(deliverables, usage_rights, stay_up_days, disclosure, needs_draft))));
alter table public.campaign_applications add column promise jsonb not null default '{}';
alter table public.campaign_applications alter column terms_hash set expression as (private.terms_hash(private.terms(
  title, note, null, price_minor, currency, delivery_days, revisions, pack_id, promise)));

create or replace function private.store_pack_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.store_terms(NEW.id, private.terms(NEW.title, NEW.description, NEW.platform,
    NEW.price_minor, NEW.currency, NEW.delivery_days, NEW.revisions, null, private.promise(
      NEW.deliverables, NEW.usage_rights, NEW.stay_up_days, NEW.disclosure, NEW.needs_draft)));
  return null;
end;
$$;
drop function private.terms(text, text, text, bigint, text, int, int, uuid);

alter table public.pack_orders add column terms jsonb, add column creator_agreed_at timestamptz;
update public.pack_orders o set terms = v.terms
from private.terms_versions v
where v.subject_id in (o.pack_id, o.application_id) and v.terms_hash = o.terms_hash;
update public.pack_orders o set creator_agreed_at = accepted.at
from (
  select e.order_id, min(e.created_at) as at from public.order_events e
  where e.kind = 'move' and e.to_status = 'in_progress' group by e.order_id
) as accepted
where accepted.order_id = o.id;
alter table public.pack_orders
  add constraint pack_orders_terms_have_their_hash check (terms_hash = private.terms_hash(terms)),
  add constraint pack_orders_terms_are_those_of_the_order check (terms @> jsonb_build_object(
    'title', pack_title, 'price_minor', price_minor, 'currency', currency, 'delivery_days', delivery_days,
    'revisions', revisions_allowed));
