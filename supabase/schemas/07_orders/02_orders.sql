-- An order is one purchase of a pack. Its status determines the work and the money, so only
-- move_order writes it: it looks the move up in order_moves, moves the money and writes the
-- history, while it holds the lock of the row. The following chapters define who may request which
-- move, and when.

-- Numbers --------------------------------------------------------------------------------
-- The number of an order, for people to say, write down and search for: K-7F3Q9. It is random, so
-- that it says nothing about how many orders there are, and has no characters that are read as
-- another one (0 and O, 1, I and L, U and V as U).
create function private.random_bits() returns bigint
language sql volatile set search_path = '' as $$
  select ('x' || encode(extensions.gen_random_bytes(7), 'hex'))::bit(56)::bigint
$$;
comment on function private.random_bits is 'Fifty-six random bits.';

create function private.new_order_number() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_characters constant text := '23456789ABCDEFGHJKMNPQRSTVWXYZ';
  v_size constant bigint := length(v_characters);
  v_random bigint;
  v_number text;
  v_attempt int := 0;
begin
  loop
    v_random := private.random_bits();
    v_number := 'K-';
    -- Numbers become longer when the short ones are used up.
    for v_place in 1..5 + least(v_attempt / 4, 3) loop
      v_number := v_number || substr(v_characters, (v_random % v_size)::int + 1, 1);
      v_random := v_random / v_size;
    end loop;
    -- The lock is kept until the order is written: a concurrent request takes another number.
    if pg_try_advisory_xact_lock(hashtextextended('order_number ' || v_number, 0))
      and not exists (select from public.pack_orders o where o.number = v_number)
    then
      return v_number;
    end if;
    v_attempt := v_attempt + 1;
  end loop;
end;
$$;
comment on function private.new_order_number is 'A random number that no order has. Granted to nobody.';

-- Orders ---------------------------------------------------------------------------------
create table public.pack_orders (
  id uuid primary key default gen_random_uuid(),
  -- The number for people; every reference uses the id.
  number text not null default private.new_order_number(),
  -- Null: the price was agreed in a campaign, without a pack.
  pack_id uuid references public.packs (id),
  -- The application that the order was made from; null: bought from the pack.
  application_id uuid,
  -- The custom offer that the order was made from.
  offer_id uuid,
  brand_id uuid not null references public.profiles (id),
  kol_id uuid not null references public.profiles (id),
  status text not null default 'pending_payment' references public.order_statuses (status),
  is_completed boolean not null generated always as (status = 'completed') stored,
  -- The terms, copied when the order is placed. Later changes of the pack or of fees do not affect
  -- them.
  pack_title text not null,
  price_minor bigint not null,
  fee_minor bigint not null,
  buyer_fee_minor bigint not null default 0,
  currency text not null references public.currencies (code),
  delivery_days int not null,
  revisions_allowed int not null,
  -- How many milestones the order has (07_orders/11_milestones); 0: one delivery for the whole price.
  milestone_count smallint not null default 0,
  -- The message of the brief; every other part may be empty (06_packs/04_briefs).
  brief text not null default '',
  brief_goal text not null default '',
  brief_dos text[] not null default '{}',
  brief_donts text[] not null default '{}',
  brief_links text[] not null default '{}',
  -- Objects of the bucket `attachments` that the brand uploaded: {path, name, type, size}.
  brief_files jsonb not null default '[]',
  brief_hash text not null generated always as (private.terms_hash(private.brief_content(
    brief, brief_goal, brief_dos, brief_donts, brief_links, brief_files))) stored,
  -- The version that the brand agreed to: what it chose of the terms on offer (06_packs/02_terms).
  terms_hash text not null,
  -- The full text of the version in terms_hash. The brand agrees to it by placing the order. Null: the order is
  -- older than the storage of versions.
  terms jsonb,
  -- The settings of the clocks when the order was placed. A setting that is missing here has its present value.
  windows jsonb not null default private.order_windows(),
  -- The time at which the creator agreed to the same terms and the brief by accepting the order; for an
  -- accepted offer, that of the payment.
  creator_agreed_at timestamptz,
  -- True for an order from an offer, to which both sides agreed: the creator need not accept it again, unless the brand adds or changes a brief.
  starts_when_paid boolean not null default false,
  -- When the brand would like to see the work published. It binds nobody and starts no clock.
  wished_on date,
  idempotency_key uuid not null,
  -- The revisions that the brand has requested, and whether it has extended its review.
  revisions_used int not null default 0,
  review_extended boolean not null default false,
  reminders_sent smallint not null default 0,
  cancel_requested_by uuid,
  -- The time at which a request to cancel ends if the other side does not answer.
  cancel_requested_until timestamptz,
  creator_share_minor bigint,
  -- The part of the price that accepted milestones paid before the order ended. Escrow holds the rest.
  released_minor bigint not null default 0,
  -- The deadline of the next action. The order moves by itself then, or after the state's grace period.
  due_at timestamptz,
  -- The time that was left when the clock stopped (negative if the work was overdue). The clock stops
  -- while a side is suspended or a payment is disputed; due_at is null then.
  clock_remaining_seconds bigint,
  clock_stopped_at timestamptz,
  -- The time that was left when the order was disputed (negative if it was overdue). A dispute that is withdrawn
  -- leaves no more than that.
  clock_before_dispute_seconds bigint,
  -- The latest time at which a stopped clock runs again, even if the suspension continues.
  clock_resumes_at timestamptz,
  -- The total time for which suspensions stopped the clock, without the present stop. It is limited.
  clock_suspended_seconds bigint not null default 0,
  -- The time at which the order and its clock stopped because the provider reported a dispute about
  -- its payment. Kept if the order ended during the dispute.
  payment_disputed_at timestamptz,
  -- The sum of stops of the clock since the last delivery; reminders are delayed by as much.
  clock_stopped_since_delivery_seconds bigint not null default 0,
  delivered_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint pack_orders_number_key unique (number),
  constraint pack_orders_number_well_formed check (number ~ '^K-[2-9A-HJKMNP-TV-Z]{5,8}$'),
  -- The order of an offer has a key of its own, the offer's id, which a brand may have used as well.
  constraint pack_orders_idempotency_key_key unique nulls not distinct (brand_id, offer_id, idempotency_key),
  constraint pack_orders_application_id_key unique (application_id),
  constraint pack_orders_offer_id_key unique (offer_id),
  constraint pack_orders_two_sides check (brand_id <> kol_id),
  constraint pack_orders_price_positive check (price_minor > 0),
  constraint pack_orders_price_within_limit check (price_minor <= 1000000000000000),
  -- The fee is less than the price: the creator always earns something.
  constraint pack_orders_fee_within_price check (fee_minor >= 0 and fee_minor < price_minor),
  constraint pack_orders_buyer_fee_within_price check (buyer_fee_minor between 0 and price_minor),
  constraint pack_orders_delivery_days_in_range check (delivery_days between 1 and 90),
  constraint pack_orders_revisions_in_range check (revisions_allowed between 0 and 10),
  constraint pack_orders_revisions_within_terms check (revisions_used between 0 and revisions_allowed),
  constraint pack_orders_clock_runs_or_is_stopped check (due_at is null or clock_remaining_seconds is null),
  constraint pack_orders_clock_stopped_has_time check ((clock_remaining_seconds is null) = (clock_stopped_at is null)),
  constraint pack_orders_clock_resumes check (
    (clock_stopped_at is null or payment_disputed_at is not null) = (clock_resumes_at is null)),
  constraint pack_orders_wished_on_near check (wished_on between (created_at at time zone 'UTC')::date - 1
    and (created_at at time zone 'UTC')::date + 366),
  constraint pack_orders_brief_length check (length(brief) <= 5000),
  constraint pack_orders_brief_whole_length check (private.brief_fits(brief, brief_goal, brief_dos, brief_donts, brief_links)),
  constraint pack_orders_brief_goal_length check (length(brief_goal) <= 500),
  constraint pack_orders_brief_dos_short check (private.texts_are_within(brief_dos, 20, 300)),
  constraint pack_orders_brief_donts_short check (private.texts_are_within(brief_donts, 20, 300)),
  constraint pack_orders_brief_links_short check (private.texts_are_within(brief_links, 20, 2000)),
  constraint pack_orders_brief_links_are_addresses check (private.are_web_addresses(brief_links)),
  constraint pack_orders_brief_files_are_list
    check (jsonb_typeof(brief_files) = 'array' and jsonb_array_length(brief_files) <= 10),
  constraint pack_orders_brief_files_well_formed check (private.delivery_files_are_valid(brief_files)),
  constraint pack_orders_share_within_price check (creator_share_minor between 0 and price_minor),
  constraint pack_orders_terms_have_their_hash check (terms_hash = private.terms_hash(terms)),
  constraint pack_orders_terms_are_those_of_the_order check (terms @> jsonb_build_object(
    'title', pack_title, 'price_minor', price_minor, 'currency', currency, 'delivery_days', delivery_days,
    'revisions', revisions_allowed)),
  constraint pack_orders_share_not_below_released check (creator_share_minor >= released_minor),
  constraint pack_orders_released_within_price check (released_minor between 0 and price_minor),
  constraint pack_orders_milestones_in_range check (milestone_count between 0 and 5),
  constraint pack_orders_cancel_requested_until_a_time check ((cancel_requested_by is null) = (cancel_requested_until is null)),
  constraint pack_orders_cancel_requested_by_side check (cancel_requested_by in (brand_id, kol_id))
);
comment on table public.pack_orders is 'Purchases of packs. Written by place_order and move_order only.';
create index pack_orders_brand_id on public.pack_orders (brand_id, created_at desc);
create index pack_orders_kol_id on public.pack_orders (kol_id, created_at desc);
create index pack_orders_pack_id on public.pack_orders (pack_id);
create index pack_orders_currency on public.pack_orders (currency);
create index pack_orders_due on public.pack_orders (status, due_at);
-- This index has the order of due work: without it the planner guesses that a third of all orders are due, and would read all of them.
create index pack_orders_due_first on public.pack_orders (due_at, id) where due_at is not null;
create index pack_orders_clock_resumes_at on public.pack_orders (clock_resumes_at)
  where clock_resumes_at is not null;
create index pack_orders_to_remind on public.pack_orders (delivered_at)
  where status = 'delivered' and reminders_sent < 2;
create index pack_orders_disputed on public.pack_orders (updated_at)
  where status in ('disputed', 'awaiting_ruling', 'ruled', 'appealed');

alter table public.pack_orders enable row level security;
-- Neither clients nor the service role get a right to write: functions write the rows.
grant select on public.pack_orders to authenticated, service_role;
alter publication supabase_realtime add table public.pack_orders;

alter table private.order_readers
  add constraint order_readers_order_id_fkey foreign key (order_id) references public.pack_orders (id);
create index order_readers_order_id on private.order_readers (order_id);
alter table private.accounts
  add constraint accounts_order_id_fkey foreign key (order_id) references public.pack_orders (id);
create index accounts_order_id on private.accounts (order_id);
alter table private.transfers
  add constraint transfers_order_id_fkey foreign key (order_id) references public.pack_orders (id);
alter table private.holds
  add constraint holds_order_id_fkey foreign key (order_id) references public.pack_orders (id);

create constraint trigger pack_orders_price_in_bounds after insert on public.pack_orders
  for each row execute function private.check_price('price_minor');
create trigger pack_orders_not_deleted before delete on public.pack_orders
  for each row execute function private.refuse_change();
create trigger pack_orders_not_truncated before truncate on public.pack_orders
  for each statement execute function private.refuse_change();

-- Compares the old and the new row in its body: Postgres would parse a condition of the trigger in each
-- update. Runs after the update, because a trigger before it makes Postgres compute the generated
-- columns of the row again.
create function private.refuse_changed_terms() returns trigger
language plpgsql set search_path = '' as $$
begin
  if
    (OLD.id, OLD.number, OLD.pack_id, OLD.brand_id, OLD.kol_id, OLD.pack_title, OLD.price_minor, OLD.fee_minor,
      OLD.buyer_fee_minor, OLD.currency, OLD.delivery_days, OLD.revisions_allowed,
      OLD.idempotency_key, OLD.application_id, OLD.offer_id, OLD.milestone_count, OLD.terms_hash, OLD.terms, OLD.windows, OLD.created_at)
    is distinct from
    (NEW.id, NEW.number, NEW.pack_id, NEW.brand_id, NEW.kol_id, NEW.pack_title, NEW.price_minor, NEW.fee_minor,
      NEW.buyer_fee_minor, NEW.currency, NEW.delivery_days, NEW.revisions_allowed,
      NEW.idempotency_key, NEW.application_id, NEW.offer_id, NEW.milestone_count, NEW.terms_hash, NEW.terms, NEW.windows, NEW.created_at)
    or NEW.starts_when_paid and not OLD.starts_when_paid
    -- The brand may change the brief until it pays.
    or (OLD.status <> 'pending_payment' or NEW.status <> 'pending_payment')
      and (OLD.brief, OLD.brief_goal, OLD.brief_dos, OLD.brief_donts, OLD.brief_links, OLD.brief_files, OLD.wished_on, OLD.starts_when_paid)
      is distinct from (NEW.brief, NEW.brief_goal, NEW.brief_dos, NEW.brief_donts, NEW.brief_links, NEW.brief_files, NEW.wished_on, NEW.starts_when_paid)
  then
    raise exception 'append_only' using errcode = 'PT403',
      detail = format('%s of %I.%I', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME);
  end if;
  return NEW;
end;
$$;
comment on function private.refuse_changed_terms is 'Trigger: the terms of an order do not change, nor does its brief from the payment on.';
create trigger pack_orders_terms_are_final after update on public.pack_orders
  for each row execute function private.refuse_changed_terms();
