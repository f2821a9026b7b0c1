-- An order is one purchase of a pack. Its status determines the work and the money, so only
-- move_order writes it: it looks the move up in order_moves, moves the money and writes the
-- history, while it holds the lock of the row. The following chapters define who may request which
-- move, and when.

-- Orders ---------------------------------------------------------------------------------
create table public.pack_orders (
  id uuid primary key default gen_random_uuid(),
  -- For people; every reference uses the id.
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
  -- How many milestones the order has (41_milestones); 0: one delivery for the whole price.
  milestone_count smallint not null default 0,
  brief text not null default '',
  -- The version that the brand agreed to, see private.terms_versions.
  terms_hash text not null,
  -- That version, with all that was promised. The brand agrees to it by placing the order. Null:
  -- ordered before versions were kept.
  terms jsonb,
  -- When the creator agreed to the same terms, by accepting.
  creator_agreed_at timestamptz,
  idempotency_key uuid not null,
  -- Progress.
  revisions_used int not null default 0,
  review_extended boolean not null default false,
  reminders_sent smallint not null default 0,
  cancel_requested_by uuid,
  creator_share_minor bigint,
  -- Of the price, what accepted milestones paid before the order ended. Escrow holds the rest.
  released_minor bigint not null default 0,
  -- Until when somebody has to act. The order moves by itself then, or after the state's grace.
  due_at timestamptz,
  -- The clock stops while a side is suspended: due_at is null, and this is the time that was left
  -- (negative if the work was overdue).
  clock_left_seconds bigint,
  clock_stopped_at timestamptz,
  -- How long the clock was stopped since the last delivery; reminders are delayed by as much.
  clock_stood_seconds bigint not null default 0,
  delivered_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint pack_orders_number_key unique (number),
  constraint pack_orders_number_well_formed check (number ~ '^K-[2-9A-HJKMNP-TV-Z]{5,8}$'),
  constraint pack_orders_idempotency_key_key unique (brand_id, idempotency_key),
  constraint pack_orders_application_id_key unique (application_id),
  constraint pack_orders_offer_id_key unique (offer_id),
  constraint pack_orders_two_sides check (brand_id <> kol_id),
  constraint pack_orders_price_positive check (price_minor > 0),
  constraint pack_orders_price_within_limit check (price_minor <= 1000000000000000),
  -- Less than the price: the creator always earns something.
  constraint pack_orders_fee_within_price check (fee_minor >= 0 and fee_minor < price_minor),
  constraint pack_orders_buyer_fee_within_price check (buyer_fee_minor between 0 and price_minor),
  constraint pack_orders_delivery_days_in_range check (delivery_days between 1 and 90),
  constraint pack_orders_revisions_in_range check (revisions_allowed between 0 and 10),
  constraint pack_orders_revisions_within_terms check (revisions_used between 0 and revisions_allowed),
  constraint pack_orders_clock_runs_or_stands check (due_at is null or clock_left_seconds is null),
  constraint pack_orders_clock_stands_since check ((clock_left_seconds is null) = (clock_stopped_at is null)),
  constraint pack_orders_brief_length check (length(brief) <= 5000),
  constraint pack_orders_share_within_price check (creator_share_minor between 0 and price_minor),
  constraint pack_orders_terms_have_their_hash check (terms_hash = private.terms_hash(terms)),
  constraint pack_orders_terms_are_those_of_the_order check (terms @> jsonb_build_object(
    'title', pack_title, 'price_minor', price_minor, 'currency', currency, 'delivery_days', delivery_days,
    'revisions', revisions_allowed)),
  constraint pack_orders_share_not_below_released check (creator_share_minor >= released_minor),
  constraint pack_orders_released_within_price check (released_minor between 0 and price_minor),
  constraint pack_orders_milestones_in_range check (milestone_count between 0 and 5),
  constraint pack_orders_cancel_requested_by_side check (cancel_requested_by in (brand_id, kol_id))
);
comment on table public.pack_orders is 'Purchases of packs. Written by place_order and move_order only.';
create index pack_orders_brand_id on public.pack_orders (brand_id, created_at desc);
create index pack_orders_kol_id on public.pack_orders (kol_id, created_at desc);
create index pack_orders_pack_id on public.pack_orders (pack_id);
create index pack_orders_currency on public.pack_orders (currency);
create index pack_orders_due on public.pack_orders (status, due_at);
create index pack_orders_to_remind on public.pack_orders (delivered_at)
  where status = 'delivered' and reminders_sent < 2;
create index pack_orders_disputed on public.pack_orders (updated_at)
  where status in ('disputed', 'awaiting_ruling', 'ruled', 'appealed');

alter table public.pack_orders enable row level security;
create policy pack_orders_select on public.pack_orders for select to authenticated
  using (
    brand_id = (select private.my_profile_id())
    or kol_id = (select private.my_profile_id())
    or (select private.is_staff())
  );
-- No insert, no update, no delete, for clients and for the service role.
grant select on public.pack_orders to authenticated, service_role;
alter publication supabase_realtime add table public.pack_orders;

alter table private.accounts
  add constraint accounts_order_id_fkey foreign key (order_id) references public.pack_orders (id);
create index accounts_order_id on private.accounts (order_id);
alter table private.transfers
  add constraint transfers_order_id_fkey foreign key (order_id) references public.pack_orders (id);
alter table private.holds
  add constraint holds_order_id_fkey foreign key (order_id) references public.pack_orders (id);

-- History --------------------------------------------------------------------------------
create table public.order_events (
  id bigint primary key generated always as identity,
  order_id uuid not null references public.pack_orders (id),
  from_status text,
  to_status text not null,
  -- Null: moved by a deadline or by the payment provider.
  actor_id uuid references public.profiles (id),
  -- Written by the actor.
  note text,
  created_at timestamptz not null default now(),
  kind text not null default 'move',
  constraint order_events_note_length check (length(note) <= 5000),
  constraint order_events_kind_known check (kind in (
    'move', 'cancellation_requested', 'review_extended', 'clock_stopped', 'clock_started')),
  constraint order_events_move_changes_status check ((kind = 'move') = (from_status is distinct from to_status))
);
comment on table public.order_events is 'Every move of every order, and other events: `kind`.';
create index order_events_order_id on public.order_events (order_id, id);
create index order_events_actor_id on public.order_events (actor_id);

alter table public.order_events enable row level security;
create policy order_events_select on public.order_events for select to authenticated
  using (exists (select from public.pack_orders o where o.id = order_id));
grant select on public.order_events to authenticated, service_role;

create function private.delivery_files_are_valid(files jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(files) = 'array' then not exists (
    select from jsonb_array_elements(files) as file
    where case when jsonb_typeof(file) <> 'object' then true else
      file - array['path', 'name', 'type', 'size'] <> '{}'
      or jsonb_typeof(file -> 'path') is distinct from 'string'
      or length(file ->> 'path') not between 1 and 500
      or jsonb_typeof(file -> 'name') <> 'string'
      or length(file ->> 'name') not between 1 and 255
      or file ->> 'name' ~ '[[:cntrl:]]'
      or jsonb_typeof(file -> 'type') <> 'string'
      or length(file ->> 'type') > 255
      or file ->> 'type' ~ '[[:cntrl:]]'
      or jsonb_typeof(file -> 'size') <> 'number'
      or file ->> 'size' !~ '^[0-9]{1,12}$' end
  ) else false end
$$;
comment on function private.delivery_files_are_valid is
  'True for a list of objects with a path and optionally name, type and size, and no other keys.';

create table public.order_deliveries (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.pack_orders (id),
  milestone_id uuid,
  note text not null,
  links text[] not null default '{}',
  files jsonb not null default '[]',
  created_at timestamptz not null default now(),
  -- Shown to the brand before the work is published.
  is_draft boolean not null default false,
  constraint order_deliveries_note_length check (length(note) between 1 and 5000),
  constraint order_deliveries_links_short check (private.texts_are_within(links, 20, 2000)),
  constraint order_deliveries_files_are_list
    check (jsonb_typeof(files) = 'array' and jsonb_array_length(files) <= 20),
  constraint order_deliveries_files_well_formed check (private.delivery_files_are_valid(files))
);
comment on table public.order_deliveries is 'What the creator delivered or showed as a draft, each time.';
create index order_deliveries_order_id on public.order_deliveries (order_id, created_at);
create index order_deliveries_milestone_id on public.order_deliveries (milestone_id);

alter table public.order_deliveries enable row level security;
create policy order_deliveries_select on public.order_deliveries for select to authenticated
  using (exists (select from public.pack_orders o where o.id = order_id));
grant select on public.order_deliveries to authenticated, service_role;

create trigger order_events_append_only before update or delete on public.order_events
  for each row execute function private.refuse_change();
create trigger order_events_not_truncated before truncate on public.order_events
  for each statement execute function private.refuse_change();
-- A block must not be bypassed by a note that the work does not need.
create function private.drop_reason_of_blocked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.pack_orders o
    where o.id = NEW.order_id and private.are_blocked(o.brand_id, o.kol_id)
      and (NEW.kind = 'cancellation_requested' or NEW.to_status in ('cancelled', 'declined'))
  ) then
    NEW.note := null;
  end if;
  return NEW;
end;
$$;
comment on function private.drop_reason_of_blocked is 'Trigger: removes the reason when a blocked member cancels or declines.';
create trigger order_events_drop_reason_of_blocked before insert on public.order_events
  for each row when (NEW.note is not null and NEW.actor_id is not null)
  execute function private.drop_reason_of_blocked();

create trigger order_deliveries_append_only before update or delete on public.order_deliveries
  for each row execute function private.refuse_change();
create trigger order_deliveries_not_truncated before truncate on public.order_deliveries
  for each statement execute function private.refuse_change();
create constraint trigger pack_orders_price_in_bounds after insert on public.pack_orders
  for each row execute function private.check_price('price_minor');
create trigger pack_orders_not_deleted before delete on public.pack_orders
  for each row execute function private.refuse_change();
create trigger pack_orders_not_truncated before truncate on public.pack_orders
  for each statement execute function private.refuse_change();

-- The terms of an order do not change.
create trigger pack_orders_terms_are_final before update on public.pack_orders
  for each row when (
    (OLD.id, OLD.number, OLD.pack_id, OLD.brand_id, OLD.kol_id, OLD.pack_title, OLD.price_minor, OLD.fee_minor,
      OLD.buyer_fee_minor, OLD.currency, OLD.delivery_days, OLD.revisions_allowed, OLD.brief,
      OLD.idempotency_key, OLD.application_id, OLD.offer_id, OLD.milestone_count, OLD.terms_hash, OLD.terms, OLD.created_at)
    is distinct from
    (NEW.id, NEW.number, NEW.pack_id, NEW.brand_id, NEW.kol_id, NEW.pack_title, NEW.price_minor, NEW.fee_minor,
      NEW.buyer_fee_minor, NEW.currency, NEW.delivery_days, NEW.revisions_allowed, NEW.brief,
      NEW.idempotency_key, NEW.application_id, NEW.offer_id, NEW.milestone_count, NEW.terms_hash, NEW.terms, NEW.created_at)
  ) execute function private.refuse_change();

-- Funding ---------------------------------------------------------------------------------
-- Written when an order is paid, and kept. While the order is open, escrow holds these amounts and
-- the buyer's fee; money that returns to the brand returns to the lots of these payments.
create table private.order_funding (
  id bigint primary key generated always as identity,
  order_id uuid not null references public.pack_orders (id),
  -- Null: wallet money without a payment, such as a referral reward.
  payment_id uuid,
  amount_minor bigint not null,
  constraint order_funding_key unique nulls not distinct (order_id, payment_id),
  constraint order_funding_amount_positive check (amount_minor > 0)
);
comment on table private.order_funding is 'Which payments paid for an order, and how much each. Append-only.';
create index order_funding_payment_id on private.order_funding (payment_id);
alter table private.order_funding enable row level security;
grant select on private.order_funding to service_role;
create trigger order_funding_append_only before update or delete on private.order_funding
  for each row execute function private.refuse_change();
create trigger order_funding_not_truncated before truncate on private.order_funding
  for each statement execute function private.refuse_change();

-- The oldest payment is spent first, so what is left belongs to the latest.
create function private.funding_left(order_id uuid, left_minor bigint)
returns table (payment_id uuid, amount_minor bigint)
language sql stable security definer set search_path = '' as $$
  select f.payment_id, least(f.amount_minor, f.upto - f.total + left_minor)::bigint
  from (
    select f.payment_id, f.amount_minor, sum(f.amount_minor) over (order by f.id) as upto,
      sum(f.amount_minor) over () as total
    from private.order_funding f where f.order_id = funding_left.order_id
  ) as f
  where f.upto > f.total - left_minor
$$;
comment on function private.funding_left is 'Which payments that much of an order''s money belongs to.';

create function private.return_funding(o public.pack_orders, wallet_id bigint, back_minor bigint) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.wallet_lots as l (account_id, payment_id, amount_minor)
  select wallet_id, f.payment_id, f.amount_minor from private.funding_left(o.id, back_minor) as f
  on conflict on constraint wallet_lots_key do update set amount_minor = l.amount_minor + excluded.amount_minor
$$;
comment on function private.return_funding is 'Adds what an order returns to the wallet to the lots that it was paid from.';

-- Moves -----------------------------------------------------------------------------------
-- move_order stores the move in the transaction's setting `kolpact.order_move`; the trigger accepts
-- only that move.
create function private.guard_order_status() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_setting('kolpact.order_move', true)
    is distinct from format('%s:%s', NEW.id, NEW.status)
  then
    raise exception 'status_only_by_move' using errcode = 'PT403';
  end if;
  return NEW;
end;
$$;
comment on function private.guard_order_status is 'Trigger: the status of an order is changed by move_order only, for every role.';
create trigger pack_orders_status_only_by_move before update on public.pack_orders
  for each row when (OLD.status is distinct from NEW.status)
  execute function private.guard_order_status();
create trigger pack_orders_begin_unpaid before insert on public.pack_orders
  for each row when (NEW.status <> 'pending_payment')
  execute function private.guard_order_status();

-- A creator earns a referral reward; a brand may spend it.
create function private.reward_account(inviter_id uuid, currency text) returns bigint
language sql volatile security definer set search_path = '' as $$
  select private.member_account(p.id,
    case when p.role = 'kol' then 'pending' else 'wallet' end, reward_account.currency)
  from public.profiles p where p.id = reward_account.inviter_id
$$;
comment on function private.reward_account is 'The account that an inviter''s rewards are posted to.';

-- Includes the inviters, because the first completed order of an invitee rewards its inviter.
-- Missing accounts are created in order of their owners, so that two orders which create the same
-- accounts do not deadlock.
create function private.order_accounts(o public.pack_orders) returns bigint[]
language plpgsql security definer set search_path = '' as $$
declare
  v_inviters uuid[] := array(
    select distinct r.inviter_id from public.referrals r
    where r.invitee_id in (o.brand_id, o.kol_id) and r.status = 'joined' and r.inviter_id is not null);
  v_owner uuid;
begin
  for v_owner in select id from unnest(v_inviters || o.brand_id || o.kol_id) as id order by id loop
    perform private.reward_account(v_owner, o.currency);
  end loop;
  return array[
    private.member_account(o.brand_id, 'escrow', o.currency, o.id),
    private.member_account(o.brand_id, 'wallet', o.currency),
    private.member_account(o.kol_id, 'pending', o.currency),
    private.platform_account('fees_held', o.currency, o.id)
  ] || array(select private.reward_account(id, o.currency) from unnest(v_inviters) as id);
end;
$$;
comment on function private.order_accounts is
  'All accounts that a move of this order may change, created if missing: escrow, wallet, pending, fees held, and those of inviters.';

-- k: the creator's share of the price. The seller's and the buyer's fee are reduced in proportion;
-- remainders of the division go to the brand.
create function private.split_settlement(
  o public.pack_orders, k bigint,
  out creator_minor bigint, out brand_minor bigint, out creator_fee_minor bigint, out buyer_fee_kept_minor bigint
)
language plpgsql immutable set search_path = '' as $$
begin
  creator_fee_minor := div(o.fee_minor::numeric * k, o.price_minor);
  buyer_fee_kept_minor := div(o.buyer_fee_minor::numeric * k, o.price_minor);
  creator_minor := k - creator_fee_minor;
  brand_minor := o.price_minor - k + o.buyer_fee_minor - buyer_fee_kept_minor;
end;
$$;
comment on function private.split_settlement is 'How an order''s money is divided when the creator gets k of the price.';

-- Milestones have paid a part already; the brand's part is the same.
create function private.split_rest(
  o public.pack_orders, k bigint,
  out creator_minor bigint, out brand_minor bigint, out creator_fee_minor bigint, out buyer_fee_kept_minor bigint
)
language plpgsql immutable set search_path = '' as $$
declare
  v_whole record;
  v_paid record;
begin
  select * into v_whole from private.split_settlement(o, k);
  creator_minor := v_whole.creator_minor;
  brand_minor := v_whole.brand_minor;
  creator_fee_minor := v_whole.creator_fee_minor;
  buyer_fee_kept_minor := v_whole.buyer_fee_kept_minor;
  if o.released_minor > 0 then
    select * into v_paid from private.split_settlement(o, o.released_minor);
    creator_minor := creator_minor - v_paid.creator_minor;
    creator_fee_minor := creator_fee_minor - v_paid.creator_fee_minor;
    buyer_fee_kept_minor := buyer_fee_kept_minor - v_paid.buyer_fee_kept_minor;
  end if;
end;
$$;
comment on function private.split_rest is
  'How the money that an order still holds is divided when the creator gets k of the price in all.';

-- One posting for all three outcomes: a refund has the share that milestones have paid, a completion
-- the whole price, a settlement anything between. The fee of the whole order is earned here.
create function private.post_outcome(
  o public.pack_orders, event private.transfer_event, k bigint, at timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_accounts bigint[] := private.order_accounts(o);
  v record;
  v_whole record;
begin
  select * into v from private.split_rest(o, k);
  select * into v_whole from private.split_settlement(o, k);
  perform private.lock_accounts(v_accounts);
  perform private.post_transfer(event, v_accounts,
    array[
      o.released_minor - o.price_minor,
      v.brand_minor,
      v.creator_minor,
      v.creator_fee_minor + v_whole.buyer_fee_kept_minor - o.buyer_fee_minor
    ], o.id);
  perform private.return_funding(o, v_accounts[2], v.brand_minor);
  if k > 0 then
    perform private.create_hold(o.id, o.kol_id, o.currency, v.creator_minor,
      v_whole.creator_fee_minor + v_whole.buyer_fee_kept_minor, at);
  end if;
end;
$$;
comment on function private.post_outcome is 'Empties the escrow of an order: k of the price to the creator, the rest to the brand.';

create function private.post_escrow(o public.pack_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_accounts bigint[] := private.order_accounts(o);
  v_missing bigint;
begin
  perform private.lock_accounts(v_accounts);
  -- The payment made for this order is used first.
  select o.price_minor + o.buyer_fee_minor - coalesce(sum(f.amount_minor), 0) into v_missing
  from private.order_funding f where f.order_id = o.id;
  insert into private.order_funding (order_id, payment_id, amount_minor)
  select o.id, t.payment_id, t.amount_minor from private.take_lots(v_accounts[2], v_missing) as t;
  perform private.post_transfer('escrow', v_accounts,
    array[o.price_minor, -o.price_minor - o.buyer_fee_minor, 0, o.buyer_fee_minor], o.id);
end;
$$;
comment on function private.post_escrow is 'Moves the price and the buyer''s fee of an order from the brand''s wallet into escrow.';

-- Profiles are locked in order of their ids, after the accounts, as in run_due_work.
create function private.apply_completion_effects(o public.pack_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_profile_id uuid;
begin
  foreach v_profile_id in array array[least(o.brand_id, o.kol_id), greatest(o.brand_id, o.kol_id)] loop
    perform private.grant_completion_benefits(v_profile_id);
  end loop;
  foreach v_profile_id in array array[least(o.brand_id, o.kol_id), greatest(o.brand_id, o.kol_id)] loop
    perform private.activate_referral(v_profile_id, o.id);
  end loop;
end;
$$;
comment on function private.apply_completion_effects is 'Updates both members when an order completes: counts of orders, referrals.';

create function private.has_suspended_side(o public.pack_orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p where p.id in (o.brand_id, o.kol_id) and p.suspended_at is not null
  )
$$;
comment on function private.has_suspended_side is 'True while the clock of this order is stopped.';

create function private.clock_of(o public.pack_orders, status text) returns interval
language sql stable security definer set search_path = '' as $$
  select case
    when s.deadline_is_delivery then make_interval(days => o.delivery_days)
    when s.deadline_setting is not null then make_interval(hours => private.setting(s.deadline_setting)::int)
  end
  from private.order_status(clock_of.status) s
$$;
comment on function private.clock_of is 'The time limit of this state of an order; null for none.';

create function private.grace_of(status text) returns interval
language sql stable security definer set search_path = '' as $$
  select make_interval(hours => case when s.grace_setting is null then 0 else private.setting(s.grace_setting) end::int)
  from private.order_status(grace_of.status) s
$$;
comment on function private.grace_of is 'How long an order in this state waits after its deadline until it moves by itself.';

create function private.share_of(o public.pack_orders) returns bigint
language sql stable security definer set search_path = '' as $$
  select case s.outcome when 'refund' then o.released_minor when 'settlement' then o.creator_share_minor else o.price_minor end
  from private.order_status(o.status) s
$$;
comment on function private.share_of is
  'The creator''s share of the price as the order ended; for an open order, if the work is accepted.';

-- The two states determine what happens to the money. `moved` is the order after the move.
create function private.move_money(from_status text, moved public.pack_orders, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_from public.order_statuses := private.order_status(from_status);
  v_to public.order_statuses := private.order_status(moved.status);
  v_share bigint := private.share_of(moved);
begin
  if v_to.holds_escrow and not v_from.holds_escrow then
    perform private.post_escrow(moved);
  elsif v_from.holds_escrow and not v_to.holds_escrow then
    perform private.post_outcome(moved, v_to.outcome::private.transfer_event, v_share, at);
    if v_share = moved.price_minor then
      perform private.apply_completion_effects(moved);
    end if;
  end if;
end;
$$;
comment on function private.move_money is 'Fills or empties the escrow of an order that has just moved.';

-- `o` is the row as the caller locked it.
create function private.move_order(
  o public.pack_orders, to_status text, actor text, actor_id uuid, note text, at timestamptz,
  creator_share_minor bigint default null
) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_from text := o.status;
  v_clock interval := private.clock_of(o, to_status);
  v_stands boolean := v_clock is not null and private.has_suspended_side(o);
  v_outcome text := (private.order_status(to_status)).outcome;
  v_order public.pack_orders;
begin
  if not exists (
    select from private.order_moves m
    where m.from_status = v_from and m.to_status = move_order.to_status and m.actor = move_order.actor
  ) then
    raise exception 'order_move_not_allowed' using errcode = 'PT409',
      detail = format('%s to %s by %s', v_from, move_order.to_status, move_order.actor);
  end if;

  perform set_config('kolpact.order_move', format('%s:%s', o.id, move_order.to_status), true);
  update public.pack_orders p set
    status = move_order.to_status,
    due_at = case when not v_stands then at + v_clock end,
    clock_left_seconds = case when v_stands then extract(epoch from v_clock) end,
    clock_stopped_at = case when v_stands then at end,
    clock_stood_seconds = case when move_order.to_status = 'delivered' then 0 else p.clock_stood_seconds end,
    delivered_at = case when move_order.to_status = 'delivered' then at else p.delivered_at end,
    reminders_sent = 0,
    revisions_used = p.revisions_used + (move_order.to_status in ('in_revision', 'draft_revision'))::int,
    cancel_requested_by = null,
    creator_agreed_at = coalesce(p.creator_agreed_at, case when move_order.to_status = 'in_progress' then at end),
    creator_share_minor = move_order.creator_share_minor,
    completed_at = case when v_outcome in ('completion', 'settlement') then at end,
    updated_at = now()
  where p.id = o.id and p.status = v_from
  returning * into strict v_order;
  perform set_config('kolpact.order_move', '', true);

  insert into public.order_events (order_id, from_status, to_status, actor_id, note)
  values (o.id, v_from, move_order.to_status, move_order.actor_id, nullif(move_order.note, ''));
  perform private.record_demerits(o, v_order, move_order.actor, at);
  perform private.move_money(v_from, v_order, at);
  perform private.notify_order_move(v_order, v_from, move_order.actor_id);
  return v_order;
end;
$$;
comment on function private.move_order is
  'The only function that changes the status of an order: looks up the move, moves the money, writes history, notifies the members.';

-- Tests and the seed pass a time; two rows of one transaction still differ by the time between them.
create function private.moment(at timestamptz) returns timestamptz
language sql volatile set search_path = '' as $$
  select at + (clock_timestamp() - now())
$$;
comment on function private.moment is 'The present time of a transaction that takes place at this time.';

create function private.add_order_event(o public.pack_orders, kind text, actor_id uuid, note text default null)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_events (order_id, from_status, to_status, kind, actor_id, note)
  values (o.id, o.status, o.status, add_order_event.kind, add_order_event.actor_id, nullif(add_order_event.note, ''));
end;
$$;
comment on function private.add_order_event is 'Adds to the history of an order without moving it.';

-- Referral rewards -----------------------------------------------------------------------
-- Called by activate_referral during the completion, which has locked the accounts.
create function private.post_referral_reward(referral_id uuid, order_id uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
  v_inviter public.profiles;
  v_fees bigint;
  v_reward bigint;
begin
  select * into strict v_order from public.pack_orders o where o.id = post_referral_reward.order_id;
  select p.* into v_inviter from public.referrals r join public.profiles p on p.id = r.inviter_id
  where r.id = post_referral_reward.referral_id;
  select v_order.fee_minor + v_order.buyer_fee_minor into v_fees;
  v_reward := least(
    div(v_fees * private.setting('referral_reward'), 100)::bigint,
    private.in_minor_units(private.setting('referral_reward_most'), v_order.currency));
  if v_inviter.id is null or v_reward = 0 then
    return 0;
  end if;
  perform private.post_transfer('referral_reward',
    array[
      private.platform_account('fees_held', v_order.currency, v_order.id),
      private.reward_account(v_inviter.id, v_order.currency)
    ],
    array[-v_reward, v_reward], v_order.id, post_referral_reward.referral_id);
  update private.holds h set fees_minor = h.fees_minor - v_reward
  where h.order_id = v_order.id and h.profile_id = v_order.kol_id and h.reference is null;
  if v_inviter.role = 'kol' then
    perform private.create_hold(v_order.id, v_inviter.id, v_order.currency, v_reward, 0, now());
  else
    perform private.add_to_lot(private.reward_account(v_inviter.id, v_order.currency), null, v_reward);
  end if;
  update public.referrals r set reward_minor = v_reward, currency = v_order.currency
  where r.id = post_referral_reward.referral_id;
  return v_reward;
end;
$$;
comment on function private.post_referral_reward is 'The inviter''s share of our fee on the first order of an invitee.';

-- Notices --------------------------------------------------------------------------------
create function private.notify_about_order(
  to_id uuid, o public.pack_orders, event text, data jsonb default '{}'
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_other_id uuid := case to_id when o.brand_id then o.kol_id else o.brand_id end;
begin
  perform private.notify(to_id, event,
    jsonb_build_object('order_id', o.id, 'order_number', o.number, 'pack_title', o.pack_title, 'other_id', v_other_id,
      'other_name', coalesce((select p.display_name from public.profiles p where p.id = v_other_id),
        case v_other_id when o.brand_id then 'Unknown Brand' else 'Unknown Creator' end),
      'price_minor', o.price_minor, 'currency', o.currency) || data);
end;
$$;
comment on function private.notify_about_order is
  'Notifies one side of an order; `data` has further values that the texts of the event use.';

create function private.notify_about_money(
  to_id uuid, o public.pack_orders, event text, amount_minor bigint
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_about_order(to_id, o, event, jsonb_build_object('amount_minor', amount_minor));
end;
$$;
comment on function private.notify_about_money is 'Notifies one side of an order of an amount that it receives.';

create function private.notify_of_refund(o public.pack_orders, event text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_about_money(o.brand_id, o, event,
    (private.split_settlement(o, private.share_of(o))).brand_minor);
end;
$$;
comment on function private.notify_of_refund is 'Notifies the brand of what an ended order returned.';

create function private.notify_order_end(o public.pack_orders, from_status text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if from_status = 'funded' then
    perform private.notify_of_refund(o, 'order_expired_refunded');
    perform private.notify_about_order(o.kol_id, o, 'order_expired_creator');
  else
    perform private.notify_of_refund(o, 'order_ended_late');
    perform private.notify_about_order(o.kol_id, o, 'order_ended_late_creator');
  end if;
end;
$$;
comment on function private.notify_order_end is 'Notifies both sides of a paid order that a deadline has ended.';

create function private.notify_dispute_move(to_id uuid, o public.pack_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_data jsonb := jsonb_build_object('amount_minor', o.creator_share_minor, 'due_at', o.due_at);
begin
  case o.status
    when 'disputed' then perform private.notify_about_order(to_id, o, 'dispute_opened');
    when 'awaiting_ruling' then perform private.notify_about_order(to_id, o, 'ruling_awaited', v_data);
    when 'ruled' then perform private.notify_about_order(to_id, o, 'ruling_made', v_data);
    when 'appealed' then perform private.notify_about_order(to_id, o, 'ruling_appealed', v_data);
  end case;
end;
$$;
comment on function private.notify_dispute_move is 'Notifies one side of a move of a dispute.';

create function private.notify_order_move(o public.pack_orders, from_status text, actor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_split record;
begin
  case o.status
    when 'funded' then
      perform private.notify_about_money(o.kol_id, o, 'order_funded', o.price_minor);
    when 'in_progress' then
      -- After a milestone the creator goes on; see post_milestone.
      if from_status = 'funded' then
        perform private.notify_about_order(o.brand_id, o, 'order_accepted');
      end if;
    when 'declined' then
      perform private.notify_of_refund(o, 'order_declined');
    when 'delivered' then
      perform private.notify_about_order(o.brand_id, o, 'order_delivered');
    when 'in_revision' then
      perform private.notify_about_order(o.kol_id, o, 'revision_requested');
    when 'draft_review' then
      perform private.notify_about_order(o.brand_id, o, 'draft_shown', jsonb_build_object('due_at', o.due_at));
    when 'draft_revision' then
      perform private.notify_about_order(o.kol_id, o, 'draft_changes_requested');
    when 'draft_approved' then
      perform private.notify_about_order(o.kol_id, o, 'draft_approved');
    when 'expired' then
      -- The creator was not notified of an order that was not paid.
      if from_status = 'pending_payment' then
        perform private.notify_about_order(o.brand_id, o, 'order_expired_unpaid');
      else
        perform private.notify_order_end(o, from_status);
      end if;
    when 'cancelled' then
      -- Nobody is waiting for an order that was not paid.
      if from_status = 'pending_payment' then
        return;
      end if;
      -- Only a chargeback cancels without an actor.
      if actor_id is null then
        perform private.notify_about_order(o.brand_id, o, 'order_cancelled_charged_back');
      else
        perform private.notify_of_refund(o, 'order_cancelled_refunded');
      end if;
      perform private.notify_about_order(o.kol_id, o, 'order_cancelled_creator');
    when 'completed' then
      perform private.notify_about_order(o.kol_id, o, 'order_completed_creator');
      perform private.notify_about_order(o.brand_id, o, 'order_completed_brand');
    when 'disputed', 'awaiting_ruling', 'ruled', 'appealed' then
      perform private.notify_dispute_move(id, o) from unnest(array[o.brand_id, o.kol_id]) as id;
    else null;
  end case;

  if o.status in ('completed', 'settled') then
    select * into v_split from private.split_rest(o, private.share_of(o));
    if o.status = 'settled' then
      perform private.notify_about_money(o.brand_id, o, 'dispute_settled_brand', v_split.brand_minor);
      perform private.notify_about_money(o.kol_id, o, 'dispute_settled_creator', v_split.creator_minor);
    end if;
    if v_split.creator_minor > 0 then
      perform private.notify_about_money(o.kol_id, o, 'order_earned', v_split.creator_minor);
    end if;
  end if;
end;
$$;
comment on function private.notify_order_move is 'Notifies the sides of an order of a move.';

-- Settings -------------------------------------------------------------------------------
-- Values changed by staff are kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('creator_fee', 10, 'percent', 'Our share of the price, paid by the creator.', 0, 50, true),
  ('buyer_fee', 0, 'percent', 'What a brand pays on top of the price.', 0, 50, true),
  -- Both sides of an order may have an inviter: both rewards come out of one fee.
  ('referral_reward', 10, 'percent', 'The inviter''s share of our fees on the first order of who they invited.', 0, 50, true),
  ('referral_reward_most', 100, 'units', 'The most that one referral can bring, in whole units of the currency.', 0, 1000000, true)
on conflict (key) do nothing;
