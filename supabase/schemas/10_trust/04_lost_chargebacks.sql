-- Lost disputes of a provider: the brand owes the amount and is frozen. The creator's earnings by then
-- (delivered work by the written rule, or the ruling) are the market's loss within bounds: for
-- trusted creators only, at most a setting for each order and for all orders of a month,
-- and never more than the market has earned in fees with this creator. So a ring of accounts, with
-- cards of its own or stolen ones, gets back at most what it paid. Above the bounds two members of
-- staff decide; if they do not, the bounds hold. A small part ends no order.

-- Earnings that had been paid out, or were on their way, when the loss of their order was divided, less those that have
-- come back since (10_trust/07_returned_payouts). No rows if staff let creators keep everything.
create table private.missed_earnings (
  chargeback_id uuid not null references private.chargebacks (id),
  order_id uuid not null references public.pack_orders (id),
  amount_minor bigint not null,
  primary key (chargeback_id, order_id),
  constraint missed_earnings_amount_not_negative check (amount_minor >= 0),
  constraint missed_earnings_amount_within_limit check (amount_minor <= 1000000000000000)
);
comment on table private.missed_earnings is 'Earnings of creators that a lost chargeback did not reach, because payouts had begun.';
create index missed_earnings_order_id on private.missed_earnings (order_id);
alter table private.missed_earnings enable row level security;
create trigger missed_earnings_not_deleted before delete on private.missed_earnings
  for each row execute function private.refuse_change();
create trigger missed_earnings_not_truncated before truncate on private.missed_earnings
  for each statement execute function private.refuse_change();

-- Consequences -----------------------------------------------------------------------------
create function private.earned_share(o public.pack_orders) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(o.creator_share_minor, private.split_by_rule(o))
$$;
comment on function private.earned_share is 'The creator''s share of an open order in its present state: as ruled, or by the written rule.';

create function private.was_trusted_for(o public.pack_orders, at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(s.trust_override, case
    when p.trust_level = 'trusted' or private.qualifies_for_level('trusted',
      private.trade_record_of(p.id, at, o.brand_id), at - p.created_at) then 'trusted' end) = 'trusted'
  from public.profiles p left join private.standings s on s.profile_id = p.id
  where p.id = o.kol_id
$$;
comment on function private.was_trusted_for is 'True for a creator who is trusted, or would be if the brand of this order had taken no payment back and were not suspended.';

-- Amounts that the brand has paid since, or that the bank has given back, are no loss of the market.
create view private.losses_of_market with (security_invoker = true) as
select b.order_id, b.kol_id, b.currency, b.created_at, least(b.amount_minor, c.loss_minor) as amount_minor
from private.borne_losses b join private.chargebacks c on c.id = b.chargeback_id
where c.status <> 'won';
comment on view private.losses_of_market is 'Losses that the market bore for creators, less what was repaid since.';

create function private.bearable_minor(o public.pack_orders, at timestamptz) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when private.was_trusted_for(o, at) then greatest(0, least(
    private.in_minor_units(private.setting('chargeback_loss_order'), o.currency) - coalesce((
      select sum(b.amount_minor) from private.losses_of_market b where b.order_id = o.id), 0)::bigint,
    private.in_minor_units(private.setting('chargeback_loss_month'), o.currency) - coalesce((
      select sum(b.amount_minor) from private.losses_of_market b
      where b.currency = o.currency and b.created_at > at - interval '30 days'), 0)::bigint,
    floor((private.trade_record_of(o.kol_id, at, o.brand_id, false)).fees * private.minor_units_in_one(o.currency))::bigint - coalesce((
      select sum(b.amount_minor) from private.losses_of_market b
      where b.currency = o.currency and b.kol_id = o.kol_id), 0)::bigint)) else 0 end;
end;
$$;
comment on function private.bearable_minor is 'The most that the market bears for the creator of an order whose payment was taken back.';

create type private.chargeback_step as (
  order_id uuid,
  -- The creator's share of an order that is open; null: it has ended.
  share_minor bigint,
  -- The creator's share at which the brand's part covers what the brand owes for the order, as far as possible.
  least_share_minor bigint,
  -- Earnings of the creator from this order that are on hold or have not left.
  held_minor bigint,
  -- The part of inviters' rewards for this order that they lose. Staff cannot let them keep it.
  reward_minor bigint,
  -- The part of the creator's earnings from this order that no other money covers.
  at_risk_minor bigint
);

-- Payouts that nobody is sending can still be stopped. Earnings that were paid out are out of reach,
-- but nothing tells which orders they came from: the money of a member is one balance.
create function private.stoppable_payouts(profile_id uuid, currency text) returns setof public.payouts
language sql stable security definer set search_path = '' as $$
  select * from public.payouts p
  where p.profile_id = stoppable_payouts.profile_id and p.currency = stoppable_payouts.currency
    and p.source = 'available' and p.status = 'requested' and p.taken_at is null
  order by p.created_at desc, p.id
$$;
comment on function private.stoppable_payouts is 'Payouts of a creator that nobody has begun to send, the newest first.';

create function private.available_minor(profile_id uuid, currency text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(case a.kind when 'available' then a.balance_minor else l.amount_minor end), 0)::bigint
  from private.accounts a left join private.wallet_lots l on l.account_id = a.id and l.payment_id is null
  where a.owner_id = available_minor.profile_id and a.kind in ('available', 'wallet') and a.currency = available_minor.currency
$$;
comment on function private.available_minor is
  'The cleared earnings that a member still has: the balance that a creator can have paid out, or the part of a brand''s wallet that came from no payment.';

-- A chargeback of a payment takes only what that payment paid: a tip, the price, or what was repaid with it.
create function private.is_paid_by(h private.holds, payment_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.earning_funding f
    where f.order_id = h.order_id and f.payment_id = is_paid_by.payment_id and private.paid_for(f, h.reference));
end;
$$;
comment on function private.is_paid_by is 'True for earnings that the payment paid, at least in part.';

create function private.takeable_minor(order_id uuid, profile_id uuid, payment_id uuid default null) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(h.amount_minor) filter (where h.cleared_at is null), 0)::bigint
    + least(coalesce(sum(h.amount_minor) filter (where h.cleared_at is not null), 0),
      private.available_minor(takeable_minor.profile_id, min(h.currency)) + coalesce((
        select sum(p.amount_minor) from private.stoppable_payouts(takeable_minor.profile_id, min(h.currency)) as p), 0) + coalesce((
        select sum(p.suspense_minor) from private.former_suspense(takeable_minor.profile_id, min(h.currency)) as p), 0))::bigint
  from private.holds h
  where h.order_id = takeable_minor.order_id and h.profile_id = takeable_minor.profile_id
    and (takeable_minor.payment_id is null or private.is_paid_by(h, takeable_minor.payment_id))
$$;
comment on function private.takeable_minor is 'Earnings of a member from an order, or only those that one payment paid, that are on hold, or were on hold and have not left.';

create function private.inviters_rewarded(o public.pack_orders) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct h.profile_id from private.holds h
  where h.order_id = o.id and h.profile_id <> o.kol_id order by h.profile_id
$$;

-- The buyer's fee that is returned with a part of the price covers the debt too. Rounding gives the brand
-- two minor units at most.
create function private.covering_share(o public.pack_orders, share_minor bigint, wanted_minor bigint) returns bigint
language sql immutable set search_path = '' as $$
  select greatest(o.released_minor,
    share_minor - ceil(wanted_minor::numeric * o.price_minor / (o.price_minor + o.buyer_fee_minor))::bigint)
$$;
comment on function private.covering_share is 'The share of the price with which the brand gets `wanted_minor` more, as far as milestones have not paid it to the creator.';

create function private.charged_before(o public.pack_orders, c private.chargebacks, out borne_minor bigint, out charged_minor bigint)
language sql stable security definer set search_path = '' as $$
  with others as (
    select b.id from private.chargebacks b where b.payment_id = c.payment_id and b.id <> c.id and b.status <> 'won'
  ), borne as (
    select coalesce(sum(l.amount_minor), 0)::bigint as minor from private.borne_losses l
    where l.order_id = o.id and (l.chargeback_id in (select id from others)
      or l.chargeback_id in (select unnest(v.chargeback_ids) from private.payment_cover v where v.payment_id = c.payment_id))
  ), taken as (
    select coalesce(sum(t.amount_minor), 0)::bigint as minor from private.chargeback_holds t join private.holds h on h.id = t.hold_id
    where h.order_id = o.id and t.chargeback_id in (select id from others)
  )
  select borne.minor, borne.minor + taken.minor + case
    when exists (
      select from private.chargeback_cuts t join private.chargebacks b on b.id = t.chargeback_id
      where t.order_id = o.id and b.payment_id = c.payment_id)
    then o.price_minor - private.share_of(o)
    -- Money that was returned at the end is in the wallet, or has paid for another order.
    when not (private.order_status(o.status)).holds_escrow then coalesce((
      select f.amount_minor from private.funding_left(o.id, (private.split_settlement(o, private.share_of(o))).brand_minor) as f
      where f.payment_id = c.payment_id), 0)
    else 0 end
  from borne, taken
$$;
comment on function private.charged_before is
  'borne_minor: what the market bore of an order for other chargebacks of the payment, or in chains of chargebacks that it covers. charged_minor: the same, what other chargebacks took, and what came back when the order ended.';

create function private.left_to_charge(o public.pack_orders) returns bigint
language sql stable security definer set search_path = '' as $$
  select ceil(h.earned_minor * (1 + coalesce((s.creator_fee_minor + s.buyer_fee_kept_minor)::numeric / nullif(s.creator_minor, 0), 0)))::bigint
    - coalesce((select sum(l.amount_minor) from private.losses_of_market l where l.order_id = o.id), 0)::bigint
  from private.split_settlement(o, private.share_of(o)) as s,
    (select coalesce(sum(x.amount_minor), 0) as earned_minor from private.holds x where x.order_id = o.id and x.profile_id = o.kol_id) as h
$$;
comment on function private.left_to_charge is
  'The earnings of an order that is over, with the fees on them, that no chargeback took and the market did not bear. At most this much of a payment can still be in the order.';

-- Takes the order first that was paid last, because it has the least work done, until the brand's debt is reached.
create function private.chargeback_steps(c private.chargebacks) returns setof private.chargeback_step
language plpgsql stable security definer set search_path = '' as $$
declare
  -- A dispute that is still open takes nothing yet, because it may be won.
  v_lost constant bigint := (select coalesce(sum(b.owed_minor), 0) from private.chargebacks b
    where b.payment_id = c.payment_id and not private.was_borne(b)
      and (b.id = c.id or b.status = 'lost' or b.kind = 'refund' and b.status <> 'won'));
  -- Each chargeback takes only what is owed for it, so that two chargebacks of one payment take no more than the payment.
  v_left bigint := c.owed_minor;
  v_funded record;
  v_order public.pack_orders;
  v_before record;
  v_paid bigint;
  v_split record;
  v_least record;
  v_wanted bigint;
  v private.chargeback_step;
begin
  for v_funded in
    select o as funded, sum(f.amount_minor)::bigint as amount_minor,
      coalesce(sum(f.amount_minor) filter (where not exists (select from public.order_tips t where t.id = f.reference)), 0)::bigint as price_minor
    from private.earning_funding f join public.pack_orders o on o.id = f.order_id
    where f.payment_id = c.payment_id group by o.id
    -- Orders for which the payment only replaces another one come last: how much of it belongs to which order is not known.
    order by bool_and(f.covered_id is not null), private.last_funding(o.id) desc, o.id
  loop
    exit when v_left <= 0;
    v_order := v_funded.funded;
    v := row(v_order.id, null, null, 0, 0, 0);
    v_before := private.charged_before(v_order, c);
    v.held_minor := greatest(0, private.takeable_minor(v_order.id, v_order.kol_id, c.payment_id) - v_before.borne_minor);
    select coalesce(sum(private.takeable_minor(v_order.id, i.id, c.payment_id)), 0) into v.reward_minor
    from private.inviters_rewarded(v_order) as i (id);
    -- Skips an order whose money has gone back to the wallet, or was paid out.
    continue when v.held_minor + v.reward_minor = 0 and not (private.order_status(v_order.status)).holds_escrow;
    continue when private.is_small_part(v_order.id, c.payment_id, v_lost);
    v_paid := greatest(0, least(v_left, v_funded.amount_minor - v_before.charged_minor));
    if (private.order_status(v_order.status)).holds_escrow then
      v.share_minor := private.earned_share(v_order);
      v_split := private.split_rest(v_order, v.share_minor);
      v_wanted := greatest(0, v_paid - v_split.brand_minor);
      v.least_share_minor := private.covering_share(v_order, v.share_minor, v_wanted);
      v_least := private.split_rest(v_order, v.least_share_minor);
      v.at_risk_minor := v_split.creator_minor - v_least.creator_minor
        + least(v.held_minor, greatest(0, v_wanted - v_least.brand_minor + v_split.brand_minor));
      -- The brand's whole part pays the debt, also the debt for other orders of the payment.
      v_left := v_left - greatest(v_paid, v_split.brand_minor);
    else
      v_paid := least(v_paid, private.left_to_charge(v_order));
      v_left := v_left - v_paid;
      v.reward_minor := least(v.reward_minor, v_paid, v_funded.price_minor);
      v.at_risk_minor := least(v.held_minor, v_paid - v.reward_minor);
    end if;
    return next v;
  end loop;
end;
$$;
comment on function private.chargeback_steps is
  'The effect of a lost chargeback on each order that its payment funded or tipped, without orders of which it is only a small part.';

create function private.is_above_bounds(c private.chargebacks, at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from (
      select s.*, sum(s.at_risk_minor) over (order by s.ordinality) as minor from private.chargeback_steps(c) with ordinality as s) as s
    join public.pack_orders o on o.id = s.order_id
    where s.at_risk_minor > 0 and s.minor > private.bearable_minor(o, at))
$$;
comment on function private.is_above_bounds is 'True when a creator would lose an amount above the bounds, which two members of staff may let them keep.';

-- Carrying a lost chargeback out ----------------------------------------------------------
-- The share has to fall by more than the amount, because a part of the share is the creator's fee.
create function private.reduced_share(o public.pack_orders, share_minor bigint, less_minor bigint) returns bigint
language sql immutable set search_path = '' as $$
  select share_minor - ceil(less_minor::numeric * o.price_minor / (o.price_minor - o.fee_minor))::bigint
$$;
comment on function private.reduced_share is 'The share of the price with which the creator gets `less_minor` less.';

create function private.share_kept(o public.pack_orders, step private.chargeback_step, kept_minor bigint) returns bigint
language sql immutable set search_path = '' as $$
  select case when kept_minor = 0 then step.least_share_minor
    else greatest(step.least_share_minor, private.reduced_share(o, step.share_minor, step.at_risk_minor - kept_minor)) end
$$;
comment on function private.share_kept is 'The share with which an open order ends when its creator keeps `kept_minor` of what no other money covers.';

create function private.borne_in_full(c private.chargebacks)
returns table (order_id uuid, kol_id uuid, creator_minor bigint, fees_minor bigint, borne_minor bigint)
language sql stable security definer set search_path = '' as $$
  select o.id, o.kol_id, coalesce(s.creator_minor, v.at_risk_minor), coalesce(s.creator_fee_minor + s.buyer_fee_kept_minor, 0), v.at_risk_minor
  from private.chargeback_steps(c) as v join public.pack_orders o on o.id = v.order_id
  left join lateral private.split_rest(o, private.share_kept(o, v, v.at_risk_minor)) as s on v.share_minor is not null
$$;
comment on function private.borne_in_full is 'The amounts that creators get or keep of each order, the market''s fees, and what the market bears, if two members of staff leave creators all that they earned.';

create function private.borne_minor(c private.chargebacks) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(f.borne_minor), 0)::bigint from private.borne_in_full(c) as f
$$;
comment on function private.borne_minor is 'The amount that the market bears if two members of staff leave creators all that they earned.';

create function private.stop_payouts(profile_id uuid, currency text, wanted_minor bigint) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_payout public.payouts;
  v_payment public.payments;
  v_part bigint;
begin
  for v_payout in select * from private.stoppable_payouts(profile_id, currency) loop
    exit when private.available_minor(profile_id, currency) >= wanted_minor;
    v_payout := private.return_payout(v_payout, 'failed', 'chargeback');
    perform private.notify(profile_id, 'payout_failed', jsonb_build_object('payout_id', v_payout.id,
      'amount_minor', v_payout.amount_minor, 'currency', v_payout.currency));
  end loop;
  for v_payment in
    select * from public.payments p
    where p.id in (select s.id from private.former_suspense(profile_id, stop_payouts.currency) as s) and p.suspense_minor > 0
    -- Skips a payment that staff are assigning at the same time.
    order by p.created_at, p.provider_ref for no key update skip locked
  loop
    v_part := least(v_payment.suspense_minor, wanted_minor - private.available_minor(profile_id, currency));
    perform private.assign_suspense(v_payment, profile_id, v_part) where v_part > 0;
  end loop;
  return least(wanted_minor, private.available_minor(profile_id, currency));
end;
$$;
comment on function private.stop_payouts is
  'Cancels unsent payouts, and takes what came back to a former member out of suspense, until the amount is available; returns the available part of it.';

-- `reference` tells the transfer from an earlier one by which the chargeback took from the order.
create function private.take_holds(
  c private.chargebacks, o public.pack_orders, profile_id uuid, wanted_minor bigint, reference uuid default null
)
returns private.chargebacks
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_hold private.holds;
  v_left bigint := least(wanted_minor, c.loss_minor);
  v_taken bigint := 0;
  v_of_available bigint := 0;
  v_part bigint;
  v_accounts bigint[];
  v_chargeback private.chargebacks := c;
begin
  for v_hold in
    select * from private.holds h
    where h.order_id = o.id and h.profile_id = take_holds.profile_id and private.is_paid_by(h, c.payment_id)
    -- Earnings that other payments paid as well come last.
    order by h.cleared_at is not null, not exists (
      select from private.earning_funding f where f.reference = h.reference and f.payment_id = c.payment_id), h.id for update
  loop
    v_part := least(v_left - v_taken, v_hold.amount_minor);
    if v_hold.cleared_at is not null and v_part > 0 then
      v_part := private.stop_payouts(take_holds.profile_id, o.currency, v_of_available + v_part) - v_of_available;
      v_of_available := v_of_available + v_part;
    end if;
    continue when v_part <= 0;
    update private.holds h set amount_minor = h.amount_minor - v_part where h.id = v_hold.id;
    insert into private.chargeback_holds as t (chargeback_id, hold_id, amount_minor) values (c.id, v_hold.id, v_part)
    on conflict on constraint chargeback_holds_pkey do update set amount_minor = t.amount_minor + excluded.amount_minor;
    v_taken := v_taken + v_part;
    v_accounts := (private.hold_accounts(v_hold))[1:2];
  end loop;
  if v_taken > 0 then
    perform private.post_transfer('loss_recovered',
      v_accounts || private.platform_account('loss', o.currency, c.payment_id),
      array[v_of_available - v_taken, -v_of_available, v_taken], case when profile_id = o.kol_id then o.id end, coalesce(reference, c.id));
    -- Only a brand's wallet has lots.
    update private.wallet_lots l set amount_minor = l.amount_minor - v_of_available
    where l.account_id = v_accounts[2] and l.payment_id is null;
    update private.chargebacks b set creator_minor = b.creator_minor + v_taken, loss_minor = b.loss_minor - v_taken,
      owed_minor = least(b.owed_minor, b.loss_minor - v_taken),
      -- A deleted account cannot be repaid.
      repay_minor = b.repay_minor + case when private.has_left(take_holds.profile_id) then 0 else v_taken end
    where b.id = c.id
    returning * into v_chargeback;
    -- An inviter is no side of the order, and reads nothing of it.
    if profile_id = o.kol_id then
      perform private.notify_about_money(o.kol_id, o, 'earnings_taken_back', v_taken);
    else
      perform private.notify(profile_id, 'reward_taken_back', jsonb_build_object('amount_minor', v_taken, 'currency', o.currency));
    end if;
  end if;
  return v_chargeback;
end;
$$;
comment on function private.take_holds is 'Takes back what a member earned from an order for a lost chargeback: first earnings on hold, then available ones.';

-- Two concurrent disputes must not exceed the bound of the month together.
create function private.lock_borne_losses() returns void
language sql volatile security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('losses that the market bears', 0))
$$;
comment on function private.lock_borne_losses is 'Serialises changes of the sums that the bounds of losses limit. Locked before orders.';

create function private.lock_apportionment(c private.chargebacks, more_accounts bigint[] default '{}') returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_earners uuid[];
begin
  perform from public.pack_orders o
  where o.id in (select f.order_id from private.earning_funding f where f.payment_id = c.payment_id)
  order by o.id for no key update;
  perform from private.holds h
  where h.order_id in (select f.order_id from private.earning_funding f where f.payment_id = c.payment_id)
  order by h.id for update;
  v_earners := array(
    select distinct h.profile_id from private.holds h
    where h.order_id in (select f.order_id from private.earning_funding f where f.payment_id = c.payment_id)
    order by h.profile_id);
  perform from public.payouts p
  where p.id in (select s.id from unnest(v_earners) as e (id), private.stoppable_payouts(e.id, c.currency) as s)
  order by p.id for no key update;
  perform private.lock_accounts(more_accounts || private.recovery_accounts(c.brand_id)
    || array(select a.id from private.accounts a
      where a.owner_id = any (v_earners) and a.currency = c.currency and a.kind in ('pending', 'available', 'wallet', 'in_transit'))
    || array(select private.platform_account('suspense', p.currency, p.id) from unnest(v_earners) as e (id), private.former_suspense(e.id, c.currency) as p)
    || private.platform_account('loss', c.currency, c.payment_id) || array(
      select unnest(private.order_accounts(o)) from public.pack_orders o
      where o.id in (select f.order_id from private.earning_funding f where f.payment_id = c.payment_id)));
end;
$$;
comment on function private.lock_apportionment is 'Locks the orders, holds, payouts and accounts that a lost chargeback may change.';

-- A loss that is not known as a chargeback yet is allocated and apportioned in one transaction. Everything that the two steps
-- may change is locked first, because the first step moves money. No order may be locked after that: a new order may be
-- waiting for the accounts.
create function private.lock_new_loss(given private.chargebacks) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_loss private.chargebacks := given;
  v_payment public.payments;
begin
  if exists (select from private.chargebacks c where c.provider = given.provider and c.provider_ref = given.provider_ref) then
    return false;
  end if;
  v_payment := private.find_charged_payment(given);
  perform private.lock_person_spending(v_payment.payer_id);
  perform private.lock_borne_losses();
  if v_payment.payer_id is null then
    return true;
  end if;
  v_loss.payment_id := v_payment.id;
  v_loss.brand_id := v_payment.payer_id;
  perform private.lock_open_orders(v_payment.payer_id);
  perform private.lock_marks(v_payment.payer_id);
  perform private.lock_open_refunds(v_payment);
  perform private.lock_apportionment(v_loss, private.chargeback_accounts(v_payment));
  return true;
end;
$$;
comment on function private.lock_new_loss is 'Locks everything that a chargeback may change that is first reported as lost; false for a chargeback that is known already.';

-- Money that came to the wallets since the dispute was opened is taken before the earnings of creators: for the oldest debt
-- first, whichever dispute the bank decides first.
create function private.recover_before_creators(c private.chargebacks) returns private.chargebacks
language sql volatile security definer set search_path = '' as $$
  select private.lock_apportionment(c);
  select private.recover_losses(c.brand_id);
  select * from private.chargebacks b where b.id = c.id
$$;
comment on function private.recover_before_creators is 'Takes what a lost chargeback still lacks from the wallets of the person, and returns the chargeback as it is then.';

-- `owed_minor` is what the brand owed for the payment before creators lost anything.
create function private.note_missed_earnings(c private.chargebacks, owed_minor bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into private.missed_earnings (chargeback_id, order_id, amount_minor)
  select c.id, e.order_id, e.earned_minor - private.takeable_minor(e.order_id, e.kol_id, c.payment_id)
  from (
    select o.id as order_id, o.kol_id, sum(h.amount_minor)::bigint as earned_minor
    from public.pack_orders o join private.holds h on h.order_id = o.id and h.profile_id = o.kol_id and private.is_paid_by(h, c.payment_id)
    where o.id in (select f.order_id from private.earning_funding f where f.payment_id = c.payment_id)
    group by o.id) as e
  where e.earned_minor > private.takeable_minor(e.order_id, e.kol_id, c.payment_id)
    and not private.is_small_part(e.order_id, c.payment_id, note_missed_earnings.owed_minor);
end;
$$;
comment on function private.note_missed_earnings is 'Stores which earnings a lost chargeback did not reach, in case they come back.';

-- The caller has locked the payment, the payer's spending and its open orders.
create function private.apportion_chargeback(c private.chargebacks, in_full boolean, at timestamptz)
returns private.chargebacks
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks := private.recover_before_creators(c);
  v_owed constant bigint := private.owed_of_payment(c.payment_id);
  v_order public.pack_orders;
  v private.chargeback_step;
  v_kept bigint;
  v_less bigint;
  v_share bigint;
  v_inviter uuid;
  v_before bigint;
begin
  for v in select * from private.chargeback_steps(v_chargeback) loop
    select * into v_order from public.pack_orders o where o.id = v.order_id;
    v_before := v_chargeback.creator_minor;
    -- The bound is computed only if something is at risk, because the record of a creator is a sum over all of their orders.
    v_kept := case when in_full or v.at_risk_minor = 0 then v.at_risk_minor
      else least(v.at_risk_minor, private.bearable_minor(v_order, at)) end;
    v_less := v.at_risk_minor - v_kept;
    if v.share_minor is not null then
      v_share := private.share_kept(v_order, v, v_kept);
      v_less := v_less - (private.split_rest(v_order, v.share_minor)).creator_minor
        + (private.split_rest(v_order, v_share)).creator_minor;
    end if;
    for v_inviter in select private.inviters_rewarded(v_order) loop
      v_chargeback := private.take_holds(v_chargeback, v_order, v_inviter,
        v.reward_minor - (v_chargeback.creator_minor - v_before));
    end loop;
    v_chargeback := private.take_holds(v_chargeback, v_order, v_order.kol_id, greatest(0, v_less));
    if v.share_minor is not null then
      insert into private.chargeback_cuts (chargeback_id, order_id, creator_minor, fees_minor)
      select c.id, v_order.id, earned.creator_minor - got.creator_minor,
        earned.creator_fee_minor + earned.buyer_fee_kept_minor - got.creator_fee_minor - got.buyer_fee_kept_minor
      from private.split_rest(v_order, v.share_minor) as earned, private.split_rest(v_order, v_share) as got;
      update private.chargebacks b set repay_minor = b.repay_minor + t.creator_minor
      from private.chargeback_cuts t where b.id = c.id and t.chargeback_id = c.id and t.order_id = v_order.id;
      perform private.move_order(v_order, case when v_share > v_order.released_minor then 'settled' else 'cancelled' end,
        'provider', null, 'chargeback', at, case when v_share > v_order.released_minor then v_share end);
    end if;
    insert into private.borne_losses (chargeback_id, order_id, kol_id, amount_minor, currency, created_at)
    select c.id, v_order.id, v_order.kol_id, v_kept, v_order.currency, at where v_kept > 0;
  end loop;
  perform private.note_missed_earnings(v_chargeback, v_owed) where not in_full;
  update private.chargebacks b set apportioned_at = at where b.id = c.id;
  -- Pays the debt from money that the ended orders returned to the wallet; it is given back if the dispute is won later.
  perform private.recover_losses(c.brand_id, c.id);
  perform private.sync_payment_disputes(c.brand_id, at);
  select * into v_chargeback from private.chargebacks b where b.id = c.id;
  return v_chargeback;
end;
$$;
comment on function private.apportion_chargeback is
  'Ends the orders whose payment was taken back: creators keep what they earned within the bounds, or in full if staff decided so.';

create function private.lose_chargeback(c private.chargebacks, at timestamptz, is_locked boolean default false) returns private.chargebacks
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks;
begin
  if not is_locked then
    perform from public.payments p where p.id = c.payment_id for no key update;
    perform private.lock_person_spending(c.brand_id);
    perform private.lock_borne_losses();
    perform private.lock_open_orders(c.brand_id);
    perform private.lock_marks(c.brand_id);
  end if;
  update private.chargebacks b set status = 'lost', closed_at = coalesce(b.closed_at, lose_chargeback.at)
  where b.id = c.id and b.status <> 'won'
  returning * into v_chargeback;
  if v_chargeback.apportioned_at is not null or v_chargeback.id is null then
    return v_chargeback;
  end if;
  v_chargeback := private.recover_before_creators(v_chargeback);
  perform private.sync_payment_disputes(v_chargeback.brand_id, at);
  if c.status = 'opened' and private.is_above_bounds(v_chargeback, at) then
    perform private.notify(staff_id, 'chargeback_to_decide', private.chargeback_data(v_chargeback))
    from private.active_staff() as staff_id;
  else
    v_chargeback := private.apportion_chargeback(v_chargeback, false, at);
  end if;
  -- Staff may have lifted the freeze while the dispute was open.
  perform private.freeze_brand(v_chargeback, at)
  where c.status = 'opened' and v_chargeback.creator_minor + v_chargeback.loss_minor > 0;
  return v_chargeback;
end;
$$;
comment on function private.lose_chargeback is
  'Ends the orders of a lost chargeback within the bounds, or leaves them paused until staff decide or their time is over. A brand that did not cover it all is frozen again.';

-- Winning a lost dispute later ---------------------------------------------------------------
create function private.lots_of_others(c private.chargebacks) returns setof private.chargeback_lots
language sql stable security definer set search_path = '' as $$
  select l.* from private.chargeback_lots l
  join private.accounts a on a.id = l.wallet_id join public.profiles o on o.id = a.owner_id
  where l.chargeback_id = c.id and o.id <> c.brand_id and o.deleted_at is null
$$;
comment on function private.lots_of_others is
  'The lots that a chargeback took from other accounts of the payer''s person. What it took from an account that was deleted since goes to the payer.';

create function private.left_lot_account(l private.chargeback_lots, currency text) returns bigint
language sql stable security definer set search_path = '' as $$
  select private.platform_account(case when l.payment_id is null then 'revenue' else 'suspense' end, currency, coalesce(l.payment_id, a.owner_id))
  from private.accounts a where a.id = l.wallet_id
$$;
comment on function private.left_lot_account is 'The account that gets a lot back when the owner of its wallet has deleted the account: suspense of its payment, revenue for a reward.';

create function private.left_lot_accounts(c private.chargebacks) returns bigint[]
language sql volatile security definer set search_path = '' as $$
  select array(
    select unnest(private.left_lot_account(l, c.currency) || array(
      select private.platform_account('loss', c.currency, b.id) from private.chargebacks b where b.payment_id = l.payment_id))
    from private.chargeback_lots l where l.chargeback_id = c.id)
$$;
comment on function private.left_lot_accounts is 'The accounts that suspend_lots may change besides suspense of the disputed payment.';

create function private.taken_accounts(c private.chargebacks) returns bigint[]
language sql volatile security definer set search_path = '' as $$
  select array(
    select unnest((private.hold_accounts(h))[1:2]) from private.chargeback_holds t join private.holds h on h.id = t.hold_id
    where t.chargeback_id = c.id
    union
    select l.wallet_id from private.lots_of_others(c) as l
    union
    select unnest(array[private.member_account(o.kol_id, 'pending', o.currency), private.platform_account('fees_held', o.currency, o.id)])
    from private.chargeback_cuts t join private.chargebacks b on b.id = t.chargeback_id join public.pack_orders o on o.id = t.order_id
    where b.payment_id = c.payment_id)
$$;
comment on function private.taken_accounts is 'The accounts that give_back_holds, give_back_to_others and give_back_cuts may change besides `loss` and the accounts of the brand.';

-- An order has one transfer for each event and reference: that of the brand's part has the reference of the chargeback.
create function private.won_part_reference(c private.chargebacks, part text) returns uuid
language sql immutable set search_path = '' as $$
  select md5(part || c.id)::uuid
$$;
comment on function private.won_part_reference is 'The reference of the transfer by which a won dispute returns a hold, or what an order lost.';

-- The new payment uses the shard of the payment that was charged back, whose suspense the money has entered. Added to that
-- payment itself, the money would belong to the brand, which has the work.
create function private.keep_for_former(c private.chargebacks, profile_id uuid, amount_minor bigint) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.payments (id, provider, provider_ref, payer_id, amount_minor, currency, status, problem, suspense_minor)
  select (left(gen_random_uuid()::text, 34) || right(c.payment_id::text, 2))::uuid, c.provider, 'given back ' || gen_random_uuid(),
    keep_for_former.profile_id, keep_for_former.amount_minor, c.currency, 'suspense', 'payee_left', keep_for_former.amount_minor
  where keep_for_former.amount_minor > 0
$$;
comment on function private.keep_for_former is 'A payment in suspense for what a won dispute gives back to a member who has left.';

create function private.give_back_holds(c private.chargebacks, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v record;
  v_hold private.holds;
  v_order public.pack_orders;
  v_left_minor bigint := 0;
begin
  for v in
    select h as taken_from, t.amount_minor, o as earned_from
    from private.chargeback_holds t join private.holds h on h.id = t.hold_id join public.pack_orders o on o.id = h.order_id
    -- Skips earnings that the brand has repaid in full.
    where t.chargeback_id = c.id and t.amount_minor > 0 order by h.id for update of h
  loop
    v_hold := v.taken_from;
    v_order := v.earned_from;
    if private.has_left(v_hold.profile_id) then
      v_left_minor := v_left_minor + v.amount_minor;
      perform private.keep_for_former(c, v_hold.profile_id, v.amount_minor);
      continue;
    end if;
    update private.holds h set amount_minor = h.amount_minor + v.amount_minor where h.id = v_hold.id;
    if v_hold.profile_id = v_order.kol_id then
      perform private.notify_about_money(v_order.kol_id, v_order, 'earnings_given_back', v.amount_minor);
    else
      perform private.notify(v_hold.profile_id, 'reward_given_back', jsonb_build_object('amount_minor', v.amount_minor, 'currency', c.currency));
    end if;
    perform private.post_transfer('chargeback_won',
      array[
        private.platform_account('loss', c.currency, coalesce(c.payment_id, c.id)),
        (private.hold_accounts(v_hold))[case when v_hold.cleared_at is null then 1 else 2 end]
      ],
      array[-v.amount_minor, v.amount_minor],
      -- The reward of an inviter names no order, because the order is one of other members.
      case when v_hold.profile_id = v_order.kol_id then v_order.id end, private.won_part_reference(c, 'hold ' || v_hold.id));
    if v_hold.cleared_at is not null then
      perform private.add_cleared_to_lot(v_hold, v.amount_minor);
    end if;
  end loop;
  perform private.post_transfer('chargeback_won',
    array[private.platform_account('loss', c.currency, c.payment_id), private.platform_account('suspense', c.currency, c.payment_id)],
    array[-v_left_minor, v_left_minor], null, c.id)
  where v_left_minor > 0;
end;
$$;
comment on function private.give_back_holds is 'Returns the earnings that a chargeback took, now that the dispute is won; those of a former member enter suspense.';

create function private.give_back_to_others(c private.chargebacks) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_lots private.chargeback_lots[] := array(select l from private.lots_of_others(c) as l);
  v_total bigint := (select coalesce(sum(l.amount_minor), 0) from unnest(v_lots) as l);
begin
  perform private.post_transfer('chargeback_won',
    private.platform_account('cash', c.currency, coalesce(c.payment_id, c.id)) || array_agg(w.wallet_id),
    -v_total || array_agg(w.amount_minor), null, c.id)
  from (select l.wallet_id, sum(l.amount_minor)::bigint as amount_minor from unnest(v_lots) as l group by l.wallet_id) as w
  having v_total > 0;
  perform private.add_to_lot(l.wallet_id, l.payment_id, l.amount_minor) from unnest(v_lots) as l;
  return v_total;
end;
$$;
comment on function private.give_back_to_others is 'Returns what a chargeback took from other accounts of the payer''s person; returns how much.';

-- Includes the cuts by every chargeback of the payment, because each order covered what the brand owed for all of
-- them. Creators come before fees, and both before the brand.
create function private.give_back_cuts(
  c private.chargebacks, was_lost boolean, from_id bigint, suspense_id bigint, at timestamptz, out taken_minor bigint
)
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_left bigint := case when was_lost then c.brand_minor else 0 end;
  v_fees_left bigint;
  v_cut private.chargeback_cuts;
  v_order public.pack_orders;
  v_to bigint;
  v_part bigint;
begin
  taken_minor := 0;
  select greatest(0, v_left - sum(t.creator_minor)) into v_fees_left
  from private.chargeback_cuts t join private.chargebacks b on b.id = t.chargeback_id where b.payment_id = c.payment_id;
  for v_cut in
    select t.* from private.chargeback_cuts t join private.chargebacks b on b.id = t.chargeback_id
    where b.payment_id = c.payment_id order by t.order_id
  loop
    v_cut.creator_minor := least(v_cut.creator_minor, v_left);
    v_cut.fees_minor := least(v_cut.fees_minor, v_fees_left);
    continue when v_cut.creator_minor + v_cut.fees_minor = 0;
    v_fees_left := v_fees_left - v_cut.fees_minor;
    v_left := v_left - v_cut.creator_minor - v_cut.fees_minor;
    select * into strict v_order from public.pack_orders o where o.id = v_cut.order_id;
    update private.chargeback_cuts t set creator_minor = t.creator_minor - v_cut.creator_minor,
      fees_minor = t.fees_minor - v_cut.fees_minor
    where t.order_id = v_cut.order_id;
    update private.chargebacks b set repay_minor = greatest(0, b.repay_minor - v_cut.creator_minor) where b.id = v_cut.chargeback_id;
    v_to := case when private.has_left(v_order.kol_id) then suspense_id
      else private.member_account(v_order.kol_id, 'pending', c.currency) end;
    v_part := case when v_to = from_id then 0 else v_cut.creator_minor end;
    perform private.post_transfer('chargeback_won',
      array[from_id, v_to, private.platform_account('fees_held', c.currency, v_order.id)],
      array[-v_part - v_cut.fees_minor, v_part, v_cut.fees_minor], v_order.id, private.won_part_reference(c, 'cut'))
    where v_part + v_cut.fees_minor > 0;
    taken_minor := taken_minor + v_cut.creator_minor + v_cut.fees_minor;
    if v_to = suspense_id then
      perform private.keep_for_former(c, v_order.kol_id, v_cut.creator_minor);
      v_cut.creator_minor := 0;
    end if;
    perform private.create_hold(v_order.id, v_order.kol_id, c.currency, v_cut.creator_minor, v_cut.fees_minor, at, c.id);
    if v_cut.creator_minor > 0 then
      perform private.notify_about_money(v_order.kol_id, v_order, 'earnings_given_back', v_cut.creator_minor);
    end if;
  end loop;
end;
$$;
comment on function private.give_back_cuts is
  'Gives creators and the platform what a lost chargeback cut from their orders, out of the money that returns for the brand; returns how much. The part of a former creator enters suspense.';

-- Clock ------------------------------------------------------------------------------------
-- Leaves out earnings that came back, which are no payment, and money of frozen persons, which may come from a stolen card.
create function private.own_suspense(profile_id uuid, currency text) returns setof public.payments
language sql stable security definer set search_path = '' as $$
  select p.* from public.payments p join public.profiles o on o.id = p.payer_id
  where p.payer_id in (select private.same_person(own_suspense.profile_id)) and p.currency = own_suspense.currency
    and p.suspense_minor > 0 and p.problem not in ('payee_left', 'payer_frozen') and o.deleted_at is null
  order by p.created_at, p.provider_ref
$$;
comment on function private.own_suspense is 'Payments of a person that paid for no order, and that pay debts while they wait for staff, the oldest first.';

create function private.pay_from_suspense(profile_id uuid, currency text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids constant uuid[] := array(select p.id from private.own_suspense(profile_id, currency) as p);
  v_left bigint;
  v_part bigint;
  v_payment public.payments;
begin
  -- Locks in the same order as a chargeback of these payments and their assignment by staff.
  perform from public.payments p where p.id = any (v_ids) order by p.id for no key update;
  perform private.lock_person_spending(profile_id);
  perform private.lock_open_orders(profile_id);
  v_left := (
    select coalesce(sum(c.owed_minor + c.repay_minor), 0) from private.chargebacks c
    where c.brand_id in (select private.same_person(profile_id)) and c.currency = pay_from_suspense.currency and c.status <> 'won'
  ) - private.person_wallets_minor(profile_id, currency);
  if v_ids = '{}' or v_left <= 0 then
    return;
  end if;
  perform private.lock_accounts(private.recovery_accounts(profile_id) || array(
    select unnest(array[private.platform_account('suspense', p.currency, p.id), private.member_account(p.payer_id, 'wallet', p.currency)])
    from public.payments p where p.id = any (v_ids)));
  for v_payment in select * from private.own_suspense(profile_id, currency) as p where p.id = any (v_ids) loop
    exit when v_left = 0;
    v_part := least(v_left, v_payment.suspense_minor);
    perform private.withdraw_proposals('{resolve_suspense}', array[v_payment.id::text], 'debt_paid');
    perform private.assign_suspense(v_payment, v_payment.payer_id, v_part);
    v_left := v_left - v_part;
  end loop;
end;
$$;
comment on function private.pay_from_suspense is
  'Locks the spending and the open orders of a person, and moves what the wallets lack for the debts out of suspense; the rest stays there.';

-- Money of an order that expired, that a settlement returned or that waits in suspense pays what its brand owes; one debtor in a run.
create function private.work_debts(at timestamptz) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_brand_id uuid;
  v_currency text;
begin
  select c.brand_id, c.currency into v_brand_id, v_currency from private.chargebacks c
  where c.status <> 'won' and c.owed_minor + c.repay_minor > 0
    and (exists (select from private.person_wallets(c.brand_id, c.currency) as w where w.balance_minor > 0)
      or exists (select from private.own_suspense(c.brand_id, c.currency)))
  order by random() limit 1;
  if v_brand_id is not null then
    -- Open orders are locked here and never after the accounts, because a new order may be waiting for the accounts.
    perform private.pay_from_suspense(v_brand_id, v_currency);
    perform private.take_debts(v_brand_id, at);
  end if;
  return 0;
exception when others then
  raise warning 'debts of % stay: %', v_brand_id, sqlerrm;
  return 1;
end;
$$;
comment on function private.work_debts is 'Pays the debts of a person out of the wallets; returns the number of failures.';
create index chargebacks_owed on private.chargebacks (brand_id) where status <> 'won' and owed_minor + repay_minor > 0;

-- Processes one chargeback in a run, because its locks come before all others. A dispute that stays
-- open too long counts as lost, and one that staff have not decided is apportioned within the bounds.
create function private.work_chargebacks(at timestamptz, out ended int, out failed int)
language plpgsql security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks;
begin
  ended := 0;
  failed := 0;
  select * into v_chargeback from private.chargebacks c
  where c.kind = 'dispute' and c.apportioned_at is null and (
    c.status = 'opened' and c.created_at <= at - make_interval(days => private.setting('chargeback_wait_most')::int)
    or private.decide_by(c) <= at)
  -- Chosen at random: a chargeback that always fails does not keep the others from their turn.
  order by random() limit 1;
  if v_chargeback.id is not null then
    begin
      perform private.lock_chargeback(v_chargeback.provider, v_chargeback.provider_ref, v_chargeback.payment_ref);
      select * into v_chargeback from private.chargebacks c where c.id = v_chargeback.id and c.apportioned_at is null;
      perform private.lose_chargeback(v_chargeback, at);
      ended := 1;
    exception when others then
      -- Ends the locks of the chargeback, because what was done for it is rolled back.
      failed := 1;
      raise warning 'chargeback % stays: %', v_chargeback.id, sqlerrm;
    end;
  end if;
  if ended = 0 then
    failed := failed + private.work_debts(at);
  end if;
end;
$$;
comment on function private.work_chargebacks is 'Processes a chargeback whose time for the provider or for staff is over.';
create index chargebacks_open on private.chargebacks (created_at) where kind = 'dispute' and apportioned_at is null;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('chargeback_small', 5, 'percent', 'A lost chargeback of at most this part of the price ends no order: the brand owes it.', 0, 20, false),
  ('chargeback_loss_order', 500, 'units', 'What the market bears at most for one order whose payment is taken back, in whole units of the currency.', 0, 100000, false),
  ('chargeback_loss_month', 2000, 'units', 'What the market bears at most for all such orders of thirty days, in whole units of the currency.', 0, 1000000, false),
  ('chargeback_wait_most', 180, 'days', 'A provider''s dispute that is open for longer counts as lost.', 30, 720, true)
on conflict (key) do nothing;
