-- Chargebacks: money that a provider takes back. The provider already has it when it reports the
-- chargeback; the question is who pays for it. A chargeback belongs to a payment, not to an order, and
-- is taken from where that payment is now: suspense, the wallet, refunds that have not been sent;
-- then from the rest of the wallets and refunds of the same person. The brand owes the remainder. The
-- orders that the payment funded are paused until the provider has decided: escrow stays as it is,
-- and the platform covers the missing amount. A dispute that is won ends here; 10_trust/04_lost_chargebacks
-- handles one that is lost.

-- Chargebacks ----------------------------------------------------------------------------
create table private.chargebacks (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  -- The provider's reference of the dispute or refund, and of the payment that it concerns.
  provider_ref text not null,
  payment_ref text not null,
  -- `dispute`, or `refund`: one that was made at the provider without a request of the brand, who is not at fault.
  kind text not null default 'dispute',
  -- Null: the payment is not known (yet).
  payment_id uuid references public.payments (id),
  brand_id uuid references public.profiles (id),
  order_id uuid references public.pack_orders (id),
  amount_minor bigint not null,
  currency text not null references public.currencies (code),
  -- The parts of the amount, by who pays them.
  suspense_minor bigint not null default 0,
  brand_minor bigint not null default 0,
  -- Earnings that the creator and inviters did not keep (10_trust/04_lost_chargebacks).
  creator_minor bigint not null default 0,
  loss_minor bigint not null,
  -- The part of the loss that the brand should have paid but had no money for.
  owed_minor bigint not null default 0,
  -- The loss of creators and inviters, in `creator_minor` or with the orders that it ended. The brand owes it to them.
  repay_minor bigint not null default 0,
  status text not null default 'opened',
  -- Until when the bank accepts evidence (14_administration/05_chargeback_evidence). Null: it accepts none.
  evidence_due_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  -- The time since which the chargeback freezes the brand. Null: it does not, or staff have ended the freeze.
  frozen_at timestamptz,
  -- The time at which the orders that the payment funded ended or resumed. Null while they are paused.
  apportioned_at timestamptz,
  constraint chargebacks_provider_ref_key unique (provider, provider_ref),
  -- The limits are those of payment references, and keep the entries of the indexes small.
  constraint chargebacks_provider_length check (length(provider) between 1 and 40),
  constraint chargebacks_provider_ref_length check (length(provider_ref) between 1 and 200),
  constraint chargebacks_payment_ref_length check (length(payment_ref) between 1 and 200),
  constraint chargebacks_amount_positive check (amount_minor > 0),
  constraint chargebacks_amount_within_limit check (amount_minor <= 1000000000000000),
  constraint chargebacks_repay_within_limit check (repay_minor between 0 and 1000000000000000),
  constraint chargebacks_kind_known check (kind in ('dispute', 'refund')),
  constraint chargebacks_status_known check (status in ('opened', 'won', 'lost')),
  constraint chargebacks_evidence_due_finite check (isfinite(evidence_due_at)),
  constraint chargebacks_closed_has_time check ((status = 'opened') = (closed_at is null)),
  constraint chargebacks_shares_add_up check (
    suspense_minor >= 0 and brand_minor >= 0 and creator_minor between 0 and amount_minor and owed_minor between 0 and loss_minor
    and (suspense_minor + brand_minor + creator_minor + loss_minor = amount_minor))
);
comment on table private.chargebacks is 'Money that a provider took back, once per reference, and who pays for it. Won: it was returned.';
create index chargebacks_payment on private.chargebacks (payment_id);
create index chargebacks_payment_ref on private.chargebacks (provider, payment_ref);
create index chargebacks_brand_id on private.chargebacks (brand_id);
create index chargebacks_order_id on private.chargebacks (order_id);
create index chargebacks_currency on private.chargebacks (currency);
create index chargebacks_newest on private.chargebacks (created_at desc);
alter table private.chargebacks enable row level security;
create policy chargebacks_select on private.chargebacks for select to authenticated
  using ((select private.is_staff()));
grant select on private.chargebacks to authenticated, service_role;
create trigger chargebacks_not_deleted before delete on private.chargebacks
  for each row execute function private.refuse_change();
create trigger chargebacks_not_truncated before truncate on private.chargebacks
  for each statement execute function private.refuse_change();

create function private.decide_by(c private.chargebacks) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select private.window_end(c.closed_at, make_interval(hours => private.setting('ruling_window')::int))
  where c.status = 'lost' and c.apportioned_at is null
$$;
comment on function private.decide_by is 'Until when staff decide about a lost chargeback; null: nothing waits for them.';

create view public.chargebacks with (security_invoker = true) as
select c.id, c.provider, c.provider_ref, c.kind, c.payment_id, c.brand_id, c.order_id, c.amount_minor, c.currency,
  c.suspense_minor, c.brand_minor, c.creator_minor, c.loss_minor, c.owed_minor, c.repay_minor, c.status, c.created_at, c.closed_at,
  private.decide_by(c) as decide_by,
  c.frozen_at is not null as is_frozen
from private.chargebacks c;
comment on view public.chargebacks is 'Staff: money that providers took back, and who pays for it.';
grant select on public.chargebacks to authenticated, service_role;
-- The view chargebacks calls these functions with the rights of staff.
grant execute on function private.is_frozen, private.decide_by to authenticated, service_role;

-- The parts of wallets that a chargeback took, which are returned if the chargeback is won.
create table private.chargeback_lots (
  chargeback_id uuid not null references private.chargebacks (id),
  -- The wallet of the payer, or of another account of the same person.
  wallet_id bigint not null references private.accounts (id),
  payment_id uuid references public.payments (id),
  amount_minor bigint not null,
  constraint chargeback_lots_key unique nulls not distinct (chargeback_id, wallet_id, payment_id),
  constraint chargeback_lots_amount_positive check (amount_minor > 0)
);
comment on table private.chargeback_lots is 'The lots of wallets that a chargeback took from.';
create index chargeback_lots_wallet_id on private.chargeback_lots (wallet_id);
create index chargeback_lots_payment_id on private.chargeback_lots (payment_id);
alter table private.chargeback_lots enable row level security;
grant select on private.chargeback_lots to service_role;
create trigger chargeback_lots_not_deleted before delete on private.chargeback_lots
  for each row execute function private.refuse_change();
create trigger chargeback_lots_not_truncated before truncate on private.chargeback_lots
  for each statement execute function private.refuse_change();

-- When a chargeback takes money from a wallet, the payments behind that money replace the one that was charged back: if they are
-- charged back as well, what the first one paid for is taken. Otherwise a second stolen card would pay for the first.
create table private.payment_cover (
  payment_id uuid not null references public.payments (id),
  covered_id uuid not null references public.payments (id),
  -- The chain of chargebacks that links the two payments: of the covered payment, and of those that covered it in between.
  chargeback_ids uuid[] not null,
  amount_minor bigint not null,
  -- Each chain between the same two payments has its own row, because its chargebacks can be won alone.
  constraint payment_cover_pkey primary key (payment_id, covered_id, chargeback_ids),
  constraint payment_cover_not_itself check (payment_id <> covered_id),
  constraint payment_cover_amount_positive check (amount_minor > 0),
  constraint payment_cover_amount_within_limit check (amount_minor <= 1000000000000000)
);
comment on table private.payment_cover is 'Payments that replace a payment which was charged back, because its chargeback took their money from a wallet.';
create index payment_cover_covered_id on private.payment_cover (covered_id);
alter table private.payment_cover enable row level security;
create trigger payment_cover_not_deleted before delete on private.payment_cover
  for each row execute function private.refuse_change();
create trigger payment_cover_not_truncated before truncate on private.payment_cover
  for each statement execute function private.refuse_change();

create function private.still_stands(v private.payment_cover) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from private.chargebacks c where c.id = any (v.chargeback_ids) and c.status = 'won')
$$;
comment on function private.still_stands is 'False once a chargeback between the two payments was won, because the money was returned.';

create function private.cover_minor(payment_id uuid, covered_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select least(
    (select sum(v.amount_minor) from private.payment_cover v
      where v.payment_id = cover_minor.payment_id and v.covered_id = cover_minor.covered_id and private.still_stands(v)),
    (select sum(l.amount_minor) from private.chargeback_lots l join private.chargebacks c on c.id = l.chargeback_id
      where l.payment_id = cover_minor.payment_id and c.status <> 'won'))::bigint
$$;
comment on function private.cover_minor is 'How much of a payment replaces another one, over all chains that are still valid; at most the amount that chargebacks took of it.';

-- The view has one row for each pair of payments, that of its first chain. Grouping would sum up the rows of the whole market on each reading.
create view private.standing_cover with (security_invoker = true) as
select v.payment_id, v.covered_id, private.cover_minor(v.payment_id, v.covered_id) as amount_minor
from private.payment_cover v
where private.still_stands(v) and not exists (
  select from private.payment_cover w
  where w.payment_id = v.payment_id and w.covered_id = v.covered_id and w.chargeback_ids < v.chargeback_ids and private.still_stands(w));
comment on view private.standing_cover is 'Pairs of payments of which one replaces the other, and by how much.';

create view private.earning_funding with (security_invoker = true) as
select f.order_id, null::uuid as reference, f.payment_id, f.amount_minor, null::uuid as covered_id from private.order_funding f
union all
select t.order_id, t.reference, t.payment_id, t.amount_minor, null::uuid from private.later_funding t
union all
select f.order_id, null::uuid, v.payment_id, least(f.amount_minor, v.amount_minor), v.covered_id
from private.standing_cover v join private.order_funding f on f.payment_id = v.covered_id
union all
select t.order_id, t.reference, v.payment_id, least(t.amount_minor, v.amount_minor), v.covered_id
from private.standing_cover v join private.later_funding t on t.payment_id = v.covered_id;
comment on view private.earning_funding is
  'Which payments paid for an order (`reference` null), for its tips, and for what its brand repaid. '
  '`covered_id` is null, or the payment that was charged back and that this one replaces; the sum over all orders of that one is at most what was taken of this one.';

-- Losses of creators ----------------------------------------------------------------------
-- The amounts are returned if a lost dispute is won later, less those that the brand has repaid.
create table private.chargeback_holds (
  chargeback_id uuid not null references private.chargebacks (id),
  hold_id bigint not null references private.holds (id),
  amount_minor bigint not null,
  primary key (chargeback_id, hold_id),
  constraint chargeback_holds_amount_not_negative check (amount_minor >= 0),
  constraint chargeback_holds_amount_within_limit check (amount_minor <= 1000000000000000)
);
comment on table private.chargeback_holds is 'Earnings that a lost chargeback took, on hold or available, and that nobody has given back.';
create index chargeback_holds_hold_id on private.chargeback_holds (hold_id);
alter table private.chargeback_holds enable row level security;
create trigger chargeback_holds_not_deleted before delete on private.chargeback_holds
  for each row execute function private.refuse_change();
create trigger chargeback_holds_not_truncated before truncate on private.chargeback_holds
  for each statement execute function private.refuse_change();

-- The amounts return to the creator and the platform if the dispute is won later, less those
-- that have returned or were repaid.
create table private.chargeback_cuts (
  chargeback_id uuid not null references private.chargebacks (id),
  -- An order is ended by one chargeback at most.
  order_id uuid primary key references public.pack_orders (id),
  creator_minor bigint not null,
  fees_minor bigint not null,
  constraint chargeback_cuts_amounts_not_negative check (creator_minor >= 0 and fees_minor >= 0),
  constraint chargeback_cuts_amounts_within_limit check (creator_minor <= 1000000000000000 and fees_minor <= 1000000000000000)
);
comment on table private.chargeback_cuts is
  'The lost chargeback that ended an order, and what the creator and the platform lost by it: this money went to the brand, which owed it.';
create index chargeback_cuts_chargeback_id on private.chargeback_cuts (chargeback_id);
alter table private.chargeback_cuts enable row level security;
create trigger chargeback_cuts_not_deleted before delete on private.chargeback_cuts
  for each row execute function private.refuse_change();
create trigger chargeback_cuts_not_truncated before truncate on private.chargeback_cuts
  for each statement execute function private.refuse_change();

-- Chargebacks of a payment ---------------------------------------------------------------
create function private.charged_back_minor(payment_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(c.amount_minor), 0)::bigint from private.chargebacks c
  where c.payment_id = charged_back_minor.payment_id and c.status <> 'won'
$$;
comment on function private.charged_back_minor is 'How much of a payment its provider has taken back, finally or for now.';

create function private.is_taken_back(p public.payments) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.chargebacks c
    where c.provider = p.provider and c.payment_ref = p.provider_ref and c.currency = p.currency
      and c.payment_id is null and c.status <> 'won'
  )
$$;
comment on function private.is_taken_back is 'True for a payment whose chargeback was reported before the payment itself.';

create function private.update_payment_status(payment_id uuid) returns public.payments
language sql volatile security definer set search_path = '' as $$
  update public.payments p set status = case
    when private.charged_back_minor(p.id) >= p.amount_minor then 'charged_back'
    when p.suspense_minor is not null then 'suspense'
    when p.problem is null then 'received'
    else 'resolved'
  end
  where p.id = update_payment_status.payment_id
  returning p.*
$$;
comment on function private.update_payment_status is 'Sets the status of a payment according to its chargebacks.';

create function private.add_to_suspense(p public.payments, amount_minor bigint) returns public.payments
language sql volatile security definer set search_path = '' as $$
  select private.withdraw_proposals('{resolve_suspense}', array[p.id::text], 'more_in_suspense') where add_to_suspense.amount_minor > 0;
  update public.payments o set suspense_minor = case when o.suspense_minor is not null or add_to_suspense.amount_minor > 0
    then coalesce(o.suspense_minor, 0) + add_to_suspense.amount_minor end
  where o.id = p.id
  returning o.*
$$;
comment on function private.add_to_suspense is 'Adds money that has entered suspense to its payment. Withdraws proposals to assign the payment, which were made for a smaller amount.';

-- Notifying ------------------------------------------------------------------------------
create function private.chargeback_data(c private.chargebacks) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('chargeback_id', c.id, 'amount_minor', c.amount_minor, 'currency', c.currency,
    'other_id', c.brand_id, 'other_name', private.name_of(c.brand_id))
$$;
comment on function private.chargeback_data is 'The values that notifications about a chargeback use.';

create function private.notify_staff_of_chargeback(c private.chargebacks) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.notify(staff_id, 'chargeback_opened', private.chargeback_data(c)) from private.active_staff() as staff_id;
end;
$$;
