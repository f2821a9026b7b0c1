-- A custom offer: either side of a conversation between a brand and a creator writes its own terms
-- instead of using a pack. An offer never changes. The other side accepts it, declines it, or writes
-- a counter-offer that names it; the author can withdraw it; otherwise it expires. An accepted offer
-- is an order that waits for the brand's payment.

-- Terms ----------------------------------------------------------------------------------
create function private.offer_terms(
  title text, scope text, price_minor bigint, currency text, delivery_days int, revisions int, milestones jsonb
) returns jsonb
language sql immutable set search_path = '' as $$
  select private.terms(title, scope, null, price_minor, currency, delivery_days, revisions, null)
    || jsonb_build_object('milestones', milestones)
$$;
comment on function private.offer_terms is 'All terms of an offer, by the names that packs and applications use.';

create table public.offers (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id),
  brand_id uuid not null references public.profiles (id),
  kol_id uuid not null references public.profiles (id),
  author_id uuid not null references public.profiles (id),
  -- The offer of the other side that this one answers.
  counters_id uuid references public.offers (id),
  title text not null,
  scope text not null,
  price_minor bigint not null,
  currency text not null references public.currencies (code),
  -- For the whole work, or for each milestone.
  delivery_days int not null,
  revisions int not null,
  -- A list of {title, amount_minor}; empty: one delivery for the whole price.
  milestones jsonb not null default '[]',
  -- The version that the other side confirms to have seen.
  terms_hash text not null generated always as (private.terms_hash(private.offer_terms(
    title, scope, price_minor, currency, delivery_days, revisions, milestones))) stored,
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
  constraint offers_scope_length check (length(btrim(scope)) between 1 and 4000),
  constraint offers_price_positive check (price_minor > 0),
  constraint offers_price_within_limit check (price_minor <= 1000000000000000),
  constraint offers_delivery_days_in_range check (delivery_days between 1 and 90),
  constraint offers_revisions_in_range check (revisions between 0 and 10),
  constraint offers_milestones_at_most_five
    check (jsonb_typeof(milestones) = 'array' and jsonb_array_length(milestones) <= 5),
  constraint offers_milestones_well_formed check (private.milestones_are_valid(milestones)),
  constraint offers_milestones_add_up
    check (milestones = '[]' or private.milestones_total(milestones) = price_minor),
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
-- No insert, no update, no delete: functions write the rows.
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
-- What was offered, and how it ended, is final.
create trigger offers_final before update on public.offers
  for each row when (
    OLD.status <> 'sent'
    or (OLD.id, OLD.conversation_id, OLD.brand_id, OLD.kol_id, OLD.author_id, OLD.counters_id, OLD.title, OLD.scope,
      OLD.price_minor, OLD.currency, OLD.delivery_days, OLD.revisions, OLD.milestones, OLD.idempotency_key,
      OLD.expires_at, OLD.created_at)
    is distinct from
    (NEW.id, NEW.conversation_id, NEW.brand_id, NEW.kol_id, NEW.author_id, NEW.counters_id, NEW.title, NEW.scope,
      NEW.price_minor, NEW.currency, NEW.delivery_days, NEW.revisions, NEW.milestones, NEW.idempotency_key,
      NEW.expires_at, NEW.created_at)
  ) execute function private.refuse_change();

create function private.terms_of_offer(o public.offers) returns jsonb
language sql immutable set search_path = '' as $$
  select private.offer_terms(o.title, o.scope, o.price_minor, o.currency, o.delivery_days, o.revisions, o.milestones)
$$;
comment on function private.terms_of_offer is 'The terms of an offer; terms_hash is their hash.';

create function private.store_offer_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.store_terms(NEW.id, private.terms_of_offer(NEW));
  return null;
end;
$$;
comment on function private.store_offer_terms is 'Trigger: stores the terms of an offer.';
create trigger offers_store_terms after insert on public.offers
  for each row execute function private.store_offer_terms();

-- Notices --------------------------------------------------------------------------------
create function private.offer_reader(o public.offers) returns uuid
language sql immutable set search_path = '' as $$
  select case o.author_id when o.brand_id then o.kol_id else o.brand_id end
$$;
comment on function private.offer_reader is 'The side that an offer was written to.';

create function private.notify_about_offer(to_id uuid, o public.offers, event text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_other_id uuid := case to_id when o.brand_id then o.kol_id else o.brand_id end;
begin
  perform private.notify(to_id, event,
    jsonb_build_object('offer_id', o.id, 'offer_title', o.title, 'price_minor', o.price_minor,
      'currency', o.currency, 'order_id', o.order_id, 'other_id', v_other_id,
      'other_name', coalesce((select p.display_name from public.profiles p where p.id = v_other_id), '')));
end;
$$;
comment on function private.notify_about_offer is 'Notifies one side of an offer.';

-- Writing --------------------------------------------------------------------------------
-- Locked, so that of two answers one finds the offer as the other left it.
create function private.lock_offer(offer_id uuid) returns public.offers
language plpgsql security definer set search_path = '' as $$
declare
  v_offer public.offers;
begin
  select * into v_offer from public.offers o
  where o.id = lock_offer.offer_id and private.my_profile_id() in (o.brand_id, o.kol_id)
  for no key update;
  if v_offer.id is null then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  return v_offer;
end;
$$;
comment on function private.lock_offer is 'An offer of the caller''s conversations, locked.';

create function private.end_offer(o public.offers, status text, order_id uuid default null) returns public.offers
language sql volatile security definer set search_path = '' as $$
  update public.offers x set status = end_offer.status, order_id = end_offer.order_id, updated_at = now()
  where x.id = o.id
  returning x.*
$$;
comment on function private.end_offer is 'Sets how an open offer ended.';

create function private.require_open_offer(o public.offers, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if o.status <> 'sent' or o.expires_at <= at then
    raise exception 'offer_not_open' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_open_offer is 'Rejects an answer to an offer that has ended, or whose time is over.';

-- The sides of the conversation: one brand and one creator, whoever of them writes.
create function private.offer_between(conversation_id uuid) returns public.offers
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_offer public.offers;
begin
  select c.id, b.id, k.id, v_me
  into v_offer.conversation_id, v_offer.brand_id, v_offer.kol_id, v_offer.author_id
  from public.conversations c
  join public.profiles b on b.id in (c.member_a, c.member_b) and b.role = 'brand'
  join public.profiles k on k.id in (c.member_a, c.member_b) and k.role = 'kol'
  where c.id = offer_between.conversation_id and v_me in (c.member_a, c.member_b);
  if v_offer.conversation_id is null then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  return v_offer;
end;
$$;
comment on function private.offer_between is 'An offer with the sides of the caller''s conversation and no terms yet.';

-- `terms` holds what is offered. A repeated key returns the offer of the first request.
create function private.send_offer(terms public.offers, at timestamptz) returns public.offers
language plpgsql security definer set search_path = '' as $$
declare
  v_offer public.offers;
  v_reader uuid;
begin
  insert into public.offers (conversation_id, brand_id, kol_id, author_id, counters_id, title, scope, price_minor,
    currency, delivery_days, revisions, milestones, idempotency_key, expires_at, created_at)
  values (terms.conversation_id, terms.brand_id, terms.kol_id, terms.author_id, terms.counters_id, terms.title,
    terms.scope, terms.price_minor, terms.currency, terms.delivery_days, terms.revisions, terms.milestones,
    terms.idempotency_key, terms.expires_at, at)
  on conflict on constraint offers_idempotency_key_key do nothing
  returning * into v_offer;
  -- A concurrent request with the same key was faster.
  if v_offer.id is null then
    return private.offer_of_key(terms);
  end if;
  -- The message has the checks of every message: both may transact, neither has blocked the other.
  insert into public.messages (conversation_id, sender_id, content, offer_id)
  values (v_offer.conversation_id, v_offer.author_id, v_offer.title, v_offer.id);
  v_reader := private.offer_reader(v_offer);
  if v_offer.counters_id is null then
    perform private.notify_about_offer(v_reader, v_offer, 'offer_received');
  else
    perform private.notify_about_offer(v_reader, v_offer, 'offer_countered');
  end if;
  return v_offer;
end;
$$;
comment on function private.send_offer is 'Writes an offer into the conversation and notifies the other side.';

create function private.offer_of_key(terms public.offers) returns public.offers
language plpgsql stable security definer set search_path = '' as $$
declare
  v_offer public.offers;
begin
  if terms.idempotency_key is null then
    raise exception 'idempotency_key_required' using errcode = 'PT422';
  end if;
  select * into v_offer from public.offers o
  where o.author_id = terms.author_id and o.idempotency_key = terms.idempotency_key;
  if v_offer.id is not null
    and (v_offer.conversation_id, v_offer.counters_id, v_offer.terms_hash) is distinct from (
      terms.conversation_id, terms.counters_id, private.terms_hash(private.terms_of_offer(terms)))
  then
    raise exception 'idempotency_key_reused' using errcode = 'PT409';
  end if;
  return v_offer;
end;
$$;
comment on function private.offer_of_key is 'The offer that an earlier request with this key wrote, if any.';

create function private.make_offer(
  conversation_id uuid, title text, scope text, price_minor bigint, currency text, delivery_days int,
  revisions int, idempotency_key uuid, milestones jsonb, expires_at timestamptz, counters_id uuid, at timestamptz
) returns public.offers
language plpgsql security definer set search_path = '' as $$
declare
  v_terms public.offers := private.offer_between(conversation_id);
  v_offer public.offers;
  v_former public.offers;
begin
  perform private.require_transact();
  v_terms.counters_id := make_offer.counters_id;
  v_terms.title := btrim(make_offer.title);
  v_terms.scope := btrim(make_offer.scope);
  v_terms.price_minor := make_offer.price_minor;
  v_terms.currency := make_offer.currency;
  v_terms.delivery_days := make_offer.delivery_days;
  v_terms.revisions := make_offer.revisions;
  v_terms.milestones := coalesce(make_offer.milestones, '[]');
  v_terms.idempotency_key := make_offer.idempotency_key;
  v_terms.expires_at := coalesce(make_offer.expires_at, at + make_interval(days => private.setting('offer_validity')::int));
  v_offer := private.offer_of_key(v_terms);
  if v_offer.id is not null then
    return v_offer;
  end if;
  if v_terms.expires_at <= at
    or v_terms.expires_at > at + make_interval(days => private.setting('offer_validity_most')::int)
  then
    raise exception 'offer_expiry_out_of_range' using errcode = 'PT422';
  end if;
  if v_terms.counters_id is not null then
    v_former := private.lock_offer(v_terms.counters_id);
    if v_former.conversation_id <> v_terms.conversation_id or v_former.author_id = v_terms.author_id then
      raise exception 'not_allowed' using errcode = 'PT403';
    end if;
    perform private.require_open_offer(v_former, at);
    perform private.end_offer(v_former, 'countered');
  end if;
  return private.send_offer(v_terms, at);
end;
$$;
comment on function private.make_offer(
  uuid, text, text, bigint, text, int, int, uuid, jsonb, timestamptz, uuid, timestamptz
) is 'One side of a conversation offers terms, or answers an offer with others.';

-- Answering ------------------------------------------------------------------------------
-- `terms` is the hash that the member saw. An offer never changes, so another hash is that of
-- another offer.
create function private.accept_offer(offer_id uuid, terms text, at timestamptz) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_transact();
  v_offer public.offers := private.lock_offer(offer_id);
  v_terms public.pack_orders;
  v_order public.pack_orders;
begin
  if v_offer.author_id = v_me then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_terms(v_offer.id, v_offer.terms_hash, coalesce(accept_offer.terms, ''), at);
  if v_offer.status = 'accepted' then
    select * into v_order from public.pack_orders o where o.id = v_offer.order_id;
    return v_order;
  end if;
  perform private.require_open_offer(v_offer, at);
  -- To the other side a block and a freeze look the same.
  if private.can_transact(v_offer.author_id) is not true
    or private.are_blocked(v_offer.brand_id, v_offer.kol_id)
    or v_offer.author_id = v_offer.brand_id and private.is_frozen(v_offer.brand_id)
  then
    raise exception 'offer_not_available' using errcode = 'PT409';
  end if;
  v_terms.offer_id := v_offer.id;
  v_terms.brand_id := v_offer.brand_id;
  v_terms.kol_id := v_offer.kol_id;
  v_terms.pack_title := v_offer.title;
  v_terms.price_minor := v_offer.price_minor;
  v_terms.currency := v_offer.currency;
  v_terms.delivery_days := v_offer.delivery_days;
  v_terms.revisions_allowed := v_offer.revisions;
  v_terms.milestone_count := jsonb_array_length(v_offer.milestones);
  -- The scope is the description among the terms.
  v_terms.brief := '';
  v_terms.terms_hash := v_offer.terms_hash;
  v_terms.terms := private.terms_of_offer(v_offer);
  -- One offer is one order.
  v_terms.idempotency_key := v_offer.id;
  v_order := private.open_order(v_terms, at);
  perform private.add_milestones(v_order.id, v_offer.milestones);
  v_offer := private.end_offer(v_offer, 'accepted', v_order.id);
  perform private.notify_about_offer(v_offer.author_id, v_offer, 'offer_accepted');
  return v_order;
end;
$$;
comment on function private.accept_offer(uuid, text, timestamptz) is
  'The side that an offer was written to accepts it: it becomes an unpaid order of the brand.';

create function private.decline_offer(offer_id uuid, at timestamptz) returns public.offers
language plpgsql security definer set search_path = '' as $$
declare
  v_offer public.offers := private.lock_offer(offer_id);
begin
  if v_offer.author_id = private.my_profile_id() then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if v_offer.status = 'declined' then
    return v_offer;
  end if;
  perform private.require_open_offer(v_offer, at);
  v_offer := private.end_offer(v_offer, 'declined');
  perform private.notify_about_offer(v_offer.author_id, v_offer, 'offer_declined');
  return v_offer;
end;
$$;
comment on function private.decline_offer(uuid, timestamptz) is 'The side that an offer was written to declines it.';

create function private.withdraw_offer(offer_id uuid, at timestamptz) returns public.offers
language plpgsql security definer set search_path = '' as $$
declare
  v_offer public.offers := private.lock_offer(offer_id);
  v_reader uuid := private.offer_reader(v_offer);
begin
  if v_offer.author_id <> private.my_profile_id() then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if v_offer.status = 'withdrawn' then
    return v_offer;
  end if;
  perform private.require_open_offer(v_offer, at);
  v_offer := private.end_offer(v_offer, 'withdrawn');
  perform private.notify_about_offer(v_reader, v_offer, 'offer_withdrawn');
  return v_offer;
end;
$$;
comment on function private.withdraw_offer(uuid, timestamptz) is 'The author takes an open offer back.';

create function private.work_offers(at timestamptz, batch int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_offer public.offers;
  v_count int := 0;
begin
  for v_offer in
    select * from public.offers o where o.status = 'sent' and o.expires_at <= at
    order by o.expires_at limit batch
    for no key update skip locked
  loop
    v_offer := private.end_offer(v_offer, 'expired');
    perform private.notify_about_offer(v_offer.author_id, v_offer, 'offer_expired');
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;
comment on function private.work_offers is 'Ends offers whose time is over; returns how many.';

-- Granted to members ---------------------------------------------------------------------
create function private.make_offer(
  conversation_id uuid, title text, scope text, price_minor bigint, currency text, delivery_days int,
  revisions int, idempotency_key uuid, milestones jsonb, expires_at timestamptz, counters_id uuid
) returns public.offers
language sql volatile security definer set search_path = '' as $$
  select * from private.make_offer(conversation_id, title, scope, price_minor, currency, delivery_days,
    revisions, idempotency_key, milestones, expires_at, counters_id, now())
$$;
create function public.make_offer(
  conversation_id uuid, title text, scope text, price_minor bigint, currency text, delivery_days int,
  revisions int, idempotency_key uuid, milestones jsonb default '[]', expires_at timestamptz default null,
  counters_id uuid default null
) returns public.offers
language sql volatile security invoker set search_path = '' as $$
  select * from private.make_offer(conversation_id, title, scope, price_minor, currency, delivery_days,
    revisions, idempotency_key, milestones, expires_at, counters_id)
$$;
comment on function public.make_offer is
  'Either side of a conversation: offers terms. `milestones` is a list of {title, amount_minor}; `counters_id` names the offer that it answers.';
create function private.accept_offer(offer_id uuid, terms text) returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.accept_offer(offer_id, terms, now())
$$;
create function public.accept_offer(offer_id uuid, terms text) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.accept_offer(offer_id, terms)
$$;
comment on function public.accept_offer is
  'The side that an offer was written to: makes it an order. `terms` is the terms_hash that it saw; another one is refused.';
create function private.decline_offer(offer_id uuid) returns public.offers
language sql volatile security definer set search_path = '' as $$
  select * from private.decline_offer(offer_id, now())
$$;
create function public.decline_offer(offer_id uuid) returns public.offers
language sql volatile security invoker set search_path = '' as $$
  select * from private.decline_offer(offer_id)
$$;
comment on function public.decline_offer is 'The side that an offer was written to: declines it.';
create function private.withdraw_offer(offer_id uuid) returns public.offers
language sql volatile security definer set search_path = '' as $$
  select * from private.withdraw_offer(offer_id, now())
$$;
create function public.withdraw_offer(offer_id uuid) returns public.offers
language sql volatile security invoker set search_path = '' as $$
  select * from private.withdraw_offer(offer_id)
$$;
comment on function public.withdraw_offer is 'The author: takes an open offer back.';
grant execute on function
  private.make_offer(uuid, text, text, bigint, text, int, int, uuid, jsonb, timestamptz, uuid),
  private.accept_offer(uuid, text), private.decline_offer(uuid), private.withdraw_offer(uuid),
  public.make_offer, public.accept_offer, public.decline_offer, public.withdraw_offer
  to authenticated;

-- Settings -------------------------------------------------------------------------------
-- Values changed by staff are kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('offer_validity', 7, 'days', 'How long an offer stands whose author names no time.', 1, 90, true),
  ('offer_validity_most', 30, 'days', 'The longest time that an offer may stand.', 1, 365, true)
on conflict (key) do nothing;
