-- A custom offer: either side of a conversation between a brand and a creator writes its own terms
-- instead of using a pack. An offer never changes. The other side accepts it, declines it, or writes
-- a counter-offer that names it; the author can withdraw it; otherwise it expires. An accepted offer
-- is an order that waits for the brand's payment.
--
-- The brand alone writes the brief: in its own offer, or when it accepts one of the creator.

-- Terms ----------------------------------------------------------------------------------
create function private.offer_terms_by_name(
  title text, scope text, price_minor bigint, currency text, delivery_days int, revisions int, milestones jsonb,
  needs_draft boolean
) returns jsonb
language sql immutable set search_path = '' as $$
  select private.terms(title, scope, null, price_minor, currency, delivery_days, revisions, null,
    private.promise('{}', null, null, null, needs_draft))
    || jsonb_build_object('milestones', milestones)
$$;
comment on function private.offer_terms_by_name is 'All terms of an offer, by the names that packs and applications use.';

create table public.offers (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id),
  brand_id uuid not null references public.profiles (id),
  kol_id uuid not null references public.profiles (id),
  author_id uuid not null references public.profiles (id),
  -- The offer of the other side that this offer answers.
  counters_id uuid references public.offers (id),
  title text not null,
  scope text not null,
  price_minor bigint not null,
  currency text not null references public.currencies (code),
  -- The days and the revisions of the whole work, or of each milestone.
  delivery_days int not null,
  revisions int not null,
  -- A list of {title, amount_minor}; empty: one delivery for the whole price.
  milestones jsonb not null default '[]',
  -- True if the brand approves a draft of the work, or of each milestone, before it is published.
  needs_draft boolean not null default false,
  -- The creator's fee when the offer was made, so that creators know what they earn by what they offer or accept.
  fee_minor bigint not null,
  -- The brief of the brand that makes the offer (06_packs/04_briefs); an offer of the creator has none.
  brief text not null default '',
  brief_goal text not null default '',
  brief_dos text[] not null default '{}',
  brief_donts text[] not null default '{}',
  brief_links text[] not null default '{}',
  brief_files jsonb not null default '[]',
  brief_hash text not null generated always as (private.terms_hash(private.brief_content(
    brief, brief_goal, brief_dos, brief_donts, brief_links, brief_files))) stored,
  -- The version that the other side confirms to have seen.
  terms_hash text not null generated always as (private.terms_hash(private.offer_terms_by_name(
    title, scope, price_minor, currency, delivery_days, revisions, milestones, needs_draft))) stored,
  status text not null default 'sent',
  order_id uuid references public.pack_orders (id),
  idempotency_key uuid not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint offers_idempotency_key_key unique (author_id, idempotency_key),
  constraint offers_countered_once unique (counters_id),
  constraint offers_two_sides check (brand_id <> kol_id),
  constraint offers_author_is_side check (author_id in (brand_id, kol_id)),
  constraint offers_title_length check (length(title) between 3 and 120),
  constraint offers_title_printable check (title = btrim(title) and title !~ '[[:cntrl:]]'),
  constraint offers_title_visible check (private.shows_all_characters(title)),
  constraint offers_title_without_address check (not private.holds_address(title)),
  constraint offers_scope_length check (length(btrim(scope)) >= 1 and length(scope) <= 4000 and not private.shows_nothing(scope)),
  constraint offers_price_positive check (price_minor > 0),
  constraint offers_price_within_limit check (price_minor <= 1000000000000000),
  -- Too long a text would break the index before the foreign key refuses it.
  constraint offers_currency_short check (length(currency) <= 5),
  constraint offers_delivery_days_in_range check (delivery_days between 1 and 90),
  constraint offers_revisions_in_range check (revisions between 0 and 10),
  constraint offers_milestones_at_most_five
    check (jsonb_typeof(milestones) = 'array' and jsonb_array_length(milestones) <= 5),
  constraint offers_milestones_well_formed check (private.milestones_are_valid(milestones)),
  constraint offers_milestones_add_up
    check (milestones = '[]' or private.milestones_total(milestones) = price_minor),
  constraint offers_brief_length check (length(brief) <= 5000),
  constraint offers_brief_whole_length check (private.brief_fits(brief, brief_goal, brief_dos, brief_donts, brief_links)),
  constraint offers_brief_goal_length check (length(brief_goal) <= 500),
  constraint offers_brief_dos_short check (private.texts_are_within(brief_dos, 20, 300)),
  constraint offers_brief_donts_short check (private.texts_are_within(brief_donts, 20, 300)),
  constraint offers_brief_links_short check (private.texts_are_within(brief_links, 20, 2000)),
  constraint offers_brief_links_are_addresses check (private.are_web_addresses(brief_links)),
  constraint offers_brief_files_are_list
    check (jsonb_typeof(brief_files) = 'array' and jsonb_array_length(brief_files) <= 10),
  constraint offers_brief_files_well_formed check (private.delivery_files_are_valid(brief_files)),
  constraint offers_expiry_after_creation check (expires_at > created_at),
  constraint offers_expiry_within_limit check (expires_at <= created_at + interval '366 days'),
  constraint offers_status_known
    check (status in ('sent', 'accepted', 'declined', 'countered', 'withdrawn', 'expired')),
  constraint offers_accepted_has_order check ((status = 'accepted') = (order_id is not null))
);
comment on table public.offers is 'Priced offers that the two sides of a conversation write to each other; an accepted one became an order.';
create index offers_conversation_id on public.offers (conversation_id, created_at);
create index offers_brand_id on public.offers (brand_id);
create index offers_kol_id on public.offers (kol_id);
create index offers_currency on public.offers (currency);
create index offers_order_id on public.offers (order_id);
create index offers_open on public.offers (expires_at) where status = 'sent';

alter table public.offers enable row level security;
create policy offers_select on public.offers for select to authenticated
  using (brand_id = (select private.my_profile_id()) or kol_id = (select private.my_profile_id()));
-- Members get no right to write: functions write the rows.
grant select on public.offers to authenticated, service_role;
alter publication supabase_realtime add table public.offers;

-- An offer is a message, so it has its place in the conversation and is unread until it is seen.
alter table public.messages
  add constraint messages_offer_id_fkey foreign key (offer_id) references public.offers (id);
alter table public.pack_orders
  add constraint pack_orders_offer_id_fkey foreign key (offer_id) references public.offers (id);

create constraint trigger offers_price_in_bounds after insert on public.offers
  for each row execute function private.check_price('price_minor');
create trigger offers_not_deleted before delete on public.offers
  for each row execute function private.refuse_change();
create trigger offers_not_truncated before truncate on public.offers
  for each statement execute function private.refuse_change();
-- Refuses changes to the terms of an offer, and to any offer that has ended. Only its expiry can be moved to later, after maintenance.
create trigger offers_final before update on public.offers
  for each row when (
    OLD.status <> 'sent' or NEW.expires_at < OLD.expires_at
    or (OLD.id, OLD.conversation_id, OLD.brand_id, OLD.kol_id, OLD.author_id, OLD.counters_id, OLD.title, OLD.scope,
      OLD.price_minor, OLD.currency, OLD.delivery_days, OLD.revisions, OLD.milestones, OLD.needs_draft, OLD.fee_minor, OLD.brief,
      OLD.brief_goal, OLD.brief_dos, OLD.brief_donts, OLD.brief_links, OLD.brief_files, OLD.idempotency_key, OLD.created_at)
    is distinct from
    (NEW.id, NEW.conversation_id, NEW.brand_id, NEW.kol_id, NEW.author_id, NEW.counters_id, NEW.title, NEW.scope,
      NEW.price_minor, NEW.currency, NEW.delivery_days, NEW.revisions, NEW.milestones, NEW.needs_draft, NEW.fee_minor, NEW.brief,
      NEW.brief_goal, NEW.brief_dos, NEW.brief_donts, NEW.brief_links, NEW.brief_files, NEW.idempotency_key, NEW.created_at)
  ) execute function private.refuse_change();

create function private.offer_terms(o public.offers) returns jsonb
language sql immutable set search_path = '' as $$
  select private.offer_terms_by_name(o.title, o.scope, o.price_minor, o.currency, o.delivery_days, o.revisions, o.milestones,
    o.needs_draft)
$$;
comment on function private.offer_terms is 'The terms of an offer; terms_hash is their hash.';

create function private.brief_of_offer(o public.offers) returns private.brief
language sql immutable set search_path = '' as $$
  select row(o.brief, o.brief_goal, o.brief_dos, o.brief_donts, o.brief_links, o.brief_files)::private.brief
$$;
comment on function private.brief_of_offer is 'The brief of an offer; brief_hash is its hash.';

create function private.store_offer_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.store_terms(NEW.id, private.offer_terms(NEW));
  return null;
end;
$$;
create trigger offers_store_terms after insert on public.offers
  for each row execute function private.store_offer_terms();

-- Notices --------------------------------------------------------------------------------
create function private.offer_reader(o public.offers) returns uuid
language sql immutable set search_path = '' as $$
  select case o.author_id when o.brand_id then o.kol_id else o.brand_id end
$$;

create function private.notify_about_offer(to_id uuid, o public.offers, event text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_other_id uuid := case to_id when o.brand_id then o.kol_id else o.brand_id end;
begin
  -- After a block neither side is notified of acts of the other, only of deadlines.
  if private.my_profile_id() = v_other_id and private.are_blocked(to_id, v_other_id) then
    return;
  end if;
  perform private.notify(to_id, event,
    jsonb_build_object('offer_id', o.id, 'offer_title', o.title, 'price_minor', o.price_minor,
      'total_minor', o.price_minor + private.buyer_fee_of(o.price_minor, o.currency), 'currency', o.currency, 'order_id', o.order_id, 'other_id', v_other_id,
      'other_name', coalesce(private.name_of(v_other_id), '')));
end;
$$;

-- States ---------------------------------------------------------------------------------
-- The lock makes the second of two concurrent answers see the result of the first.
create function private.lock_offer(offer_id uuid) returns public.offers
language plpgsql security definer set search_path = '' as $$
declare
  v_offer public.offers;
begin
  select * into v_offer from public.offers o
  where o.id = lock_offer.offer_id and private.my_profile_id() in (o.brand_id, o.kol_id)
  for no key update;
  if v_offer.id is null or private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  return v_offer;
end;
$$;
comment on function private.lock_offer is 'An offer to or by the caller, locked; not_allowed for another one, and for suspended members.';

create function private.end_offer(o public.offers, status text, order_id uuid default null) returns public.offers
language sql volatile security definer set search_path = '' as $$
  update public.offers x set status = end_offer.status, order_id = end_offer.order_id, updated_at = now()
  where x.id = o.id
  returning x.*
$$;

create function private.require_open_offer(o public.offers, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if o.status <> 'sent' or o.expires_at <= at then
    raise exception 'offer_not_open' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_open_offer is 'Rejects an answer to an offer that has ended, or whose time is over.';
