-- While a provider's dispute is open, the orders that the payment funded are paused, with their clocks:
-- nobody can move them, and none of their earnings is paid out, cleared or not. Otherwise a brand that
-- has lost a ruling, or has received the work, could still get the money back through its bank.

create table private.borne_losses (
  id bigint primary key generated always as identity,
  chargeback_id uuid not null references private.chargebacks (id),
  order_id uuid not null references public.pack_orders (id),
  kol_id uuid not null references public.profiles (id),
  amount_minor bigint not null,
  currency text not null references public.currencies (code),
  created_at timestamptz not null,
  constraint borne_losses_amount_positive check (amount_minor > 0),
  constraint borne_losses_amount_within_limit check (amount_minor <= 1000000000000000)
);
comment on table private.borne_losses is 'Earnings that creators kept although a provider took back the payment of the order permanently. Append-only.';
create index borne_losses_chargeback_id on private.borne_losses (chargeback_id);
create index borne_losses_order_id on private.borne_losses (order_id);
create index borne_losses_kol_id on private.borne_losses (kol_id);
create index borne_losses_newest on private.borne_losses (currency, created_at);
alter table private.borne_losses enable row level security;
create trigger borne_losses_append_only before update or delete on private.borne_losses
  for each row execute function private.refuse_change();
create trigger borne_losses_not_truncated before truncate on private.borne_losses
  for each statement execute function private.refuse_change();

create function private.was_borne(c private.chargebacks) returns boolean
language sql stable security definer set search_path = '' as $$
  select c.apportioned_at is not null
    and (c.creator_minor > 0 or exists (select from private.borne_losses l where l.chargeback_id = c.id))
$$;
comment on function private.was_borne is 'True for a lost chargeback whose loss is already divided among creators and the market: it takes nothing more.';

create function private.owed_of_payment(payment_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(c.owed_minor), 0)::bigint from private.chargebacks c
  where c.payment_id = owed_of_payment.payment_id and c.status <> 'won' and not private.was_borne(c)
$$;
comment on function private.owed_of_payment is 'The debt of the payer for the chargebacks of a payment that nobody else has paid yet.';

-- Adds up the debts for all payments of the order, each up to what the payment paid for it: many small debts count together,
-- and a large one does not end an order of which its payment paid little.
create function private.is_small_part(order_id uuid, payment_id uuid, left_minor bigint) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce((
      select sum(least(p.amount_minor, case p.payment_id when is_small_part.payment_id then left_minor else private.owed_of_payment(p.payment_id) end))
      from (
        select f.payment_id, sum(f.amount_minor) as amount_minor from private.earning_funding f
        where f.order_id = o.id group by f.payment_id) as p), 0) * 100
    -- The debts for an order that is over are compared with the creator's pay, because the rest of the price was returned to the brand.
    <= private.share_of(o) * private.setting('chargeback_small')
  from public.pack_orders o where o.id = is_small_part.order_id);
end;
$$;
comment on function private.is_small_part is 'True when the debts for the payments of an order, each up to what it paid, are a small part of the price, or of the creator''s pay in the end. `left_minor` is the debt for the given payment.';

create function private.paid_for(f private.earning_funding, reference uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select f.reference = paid_for.reference
    or f.reference is null and not exists (select from private.later_funding l where l.reference = paid_for.reference)
$$;
comment on function private.paid_for is 'True if this funding paid for the earnings with this reference: those of a tip, of a repaid sum, or else of the price.';

-- `reference` is that of the hold: of a tip, of a repaid sum, or else of the price. A dispute about the payment of a tip holds
-- back only that tip, and one about the price neither tips nor repaid sums.
create function private.is_payment_disputed(order_id uuid, reference uuid default null) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.earning_funding f join private.chargebacks c on c.payment_id = f.payment_id
    where f.order_id = is_payment_disputed.order_id and private.paid_for(f, is_payment_disputed.reference)
      and c.kind = 'dispute' and c.status <> 'won'
      and c.apportioned_at is null and c.owed_minor > 0
      and not private.is_small_part(f.order_id, f.payment_id, private.owed_of_payment(f.payment_id)));
end;
$$;
comment on function private.is_payment_disputed is
  'True while a provider''s dispute about a payment for this order, or for that tip, is open, unless the brand''s other money covers it or it is only a small part.';

create function private.are_earnings_disputed(order_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.earning_funding f
    where f.order_id = are_earnings_disputed.order_id and private.is_payment_disputed(f.order_id, f.reference))
$$;
comment on function private.are_earnings_disputed is 'True while a payment for this order, or for a tip to its creator, is disputed.';

-- The view holds calls this function with the rights of the member.
grant execute on function private.is_payment_disputed to authenticated;
create view public.holds with (security_invoker = true) as
select (select o.id from public.pack_orders o where o.id = h.order_id) as order_id, h.currency, h.amount_minor, h.due_at as clears_at, private.is_payment_disputed(h.order_id, h.reference) as is_disputed
from private.holds h
where h.profile_id = (select private.my_profile_id()) and h.cleared_at is null and h.amount_minor > 0 and h.due_at <> 'infinity';
comment on view public.holds is
  'The signed-in member''s earnings that are not available yet, when they will be, and whether they wait for longer because the payment is disputed; order_id is null for a reward, which came from an order of others.';
grant select on public.holds to authenticated;

create view public.clearing with (security_invoker = true) as
select h.currency,
  min(h.clears_at) filter (where not h.is_disputed) as clears_at,
  (array_agg(h.amount_minor order by h.clears_at) filter (where not h.is_disputed))[1] as clears_minor,
  coalesce(sum(h.amount_minor) filter (where h.is_disputed), 0)::bigint as disputed_minor
from public.holds h
group by h.currency;
comment on view public.clearing is
  'The signed-in member''s earnings on hold in each currency: what is available next and when, null for none, and the sum that waits for longer because its payment is disputed.';
grant select on public.clearing to authenticated;

-- Notifies about orders that are over; both sides of an open order are notified when it is paused.
create function private.notify_of_disputed_earnings(payment_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.notify_about_order(o.kol_id, o.found, 'earnings_disputed')
  -- The offset keeps the planner from calling the functions for other orders.
  from (
    select p as found, p.* from public.pack_orders p
    where p.id in (select f.order_id from private.earning_funding f where f.payment_id = notify_of_disputed_earnings.payment_id) offset 0) as o
  where not (private.order_status(o.status)).holds_escrow and private.are_earnings_disputed(o.id)
    and exists (select from private.holds h where h.order_id = o.id and h.profile_id = o.kol_id and h.amount_minor > 0)
  order by o.id;
end;
$$;
comment on function private.notify_of_disputed_earnings is 'Notifies creators whose orders are over that their earnings from a payment wait, because it is disputed.';

create function private.hold_rewards_again(c private.chargebacks) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_hold private.holds;
  v_accounts bigint[];
  v_part bigint;
begin
  for v_hold in select * from private.rewards_in_wallets(c.payment_id) as h where private.is_payment_disputed(h.order_id, h.reference) loop
    v_accounts := (private.hold_accounts(v_hold))[1:2];
    select least(v_hold.amount_minor, l.amount_minor) into v_part
    from private.wallet_lots l where l.account_id = v_accounts[2] and l.payment_id is null;
    -- Skips a reward that was spent.
    continue when coalesce(v_part, 0) = 0;
    -- The part that was spent stays in the cleared hold: it may be returned to the wallet before the dispute is over.
    update private.holds h set amount_minor = h.amount_minor - v_part where h.id = v_hold.id;
    -- Each side of an order may have an inviter, so the two rewards of one order have separate holds.
    insert into private.holds as h (order_id, profile_id, reference, currency, amount_minor, fees_minor, due_at)
    values (v_hold.order_id, v_hold.profile_id, md5(c.id::text || v_hold.profile_id)::uuid, v_hold.currency, v_part, 0, v_hold.due_at)
    on conflict on constraint holds_key do update set amount_minor = h.amount_minor + excluded.amount_minor;
    update private.wallet_lots l set amount_minor = l.amount_minor - v_part where l.account_id = v_accounts[2] and l.payment_id is null;
    perform private.post_transfer('held_again', v_accounts, array[v_part, -v_part], null, c.id);
  end loop;
end;
$$;
comment on function private.hold_rewards_again is
  'Puts rewards that are in a brand''s wallet on hold again, as far as they are not spent, until the dispute about the payment is over.';

create function private.paid_with(payment_id uuid) returns setof private.earning_funding
language plpgsql stable security definer rows 2 set search_path = '' as $$
begin
  return query
  select * from private.earning_funding f where f.payment_id = paid_with.payment_id;
end;
$$;
comment on function private.paid_with is 'The orders, tips and repaid sums that a payment paid for. A join with the view would evaluate the replacements of every payment of the market.';

-- The sum is at most the amount that the payers owe, and at most the amount that was earned, because lost disputes take no more.
create function private.disputed_earnings(profile_id uuid, currency text) returns bigint
language sql stable security definer set search_path = '' as $$
  with disputed as materialized (
    select distinct h.id, h.amount_minor, h.order_id, f.payment_id
    from (select distinct c.payment_id from private.chargebacks c
      where c.kind = 'dispute' and c.status <> 'won' and c.apportioned_at is null and c.currency = disputed_earnings.currency) as d
    cross join lateral private.paid_with(d.payment_id) as f
    join private.holds h on h.order_id = f.order_id and private.paid_for(f, h.reference)
    where h.profile_id = disputed_earnings.profile_id and h.currency = disputed_earnings.currency and h.cleared_at is not null),
  waiting as materialized (
    select w.* from disputed w where not private.is_small_part(w.order_id, w.payment_id, private.owed_of_payment(w.payment_id)))
  select least(
    (select sum(least(d.amount_minor, private.owed_of_payment(d.payment_id)))
      from (select w.payment_id, sum(w.amount_minor) as amount_minor from waiting w group by w.payment_id) as d),
    (select sum(e.amount_minor) from (select distinct w.id, w.amount_minor from waiting w) as e))::bigint
$$;
comment on function private.disputed_earnings is 'The cleared earnings of a member that open disputes can take; null for none.';

-- Runs before money leaves, with the amount. The refusal says only that some of the member's
-- earnings are disputed, so the member withdraws the payout and requests one of the others.
create function private.require_undisputed_earnings(profile_id uuid, currency text, leaving_minor bigint default 0) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (
    select a.balance_minor from private.accounts a
    where a.owner_id = require_undisputed_earnings.profile_id and a.kind = 'available' and a.currency = require_undisputed_earnings.currency
  ) - leaving_minor < private.disputed_earnings(profile_id, currency) then
    raise exception 'payout_disputed' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_undisputed_earnings is
  'Rejects a payout unless what stays available covers the cleared earnings of orders whose payment is disputed, up to what the payer owes.';

-- Orders are locked before accounts, as in every move; this includes orders that the caller pays or tips afterwards.
create function private.lock_open_orders(brand_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform from public.pack_orders o
  where o.brand_id in (select private.same_person(lock_open_orders.brand_id))
    -- This condition is no function, which would be called for each order that the brand ever had.
    and (o.status in (select s.status from public.order_statuses s where s.outcome is null)
      or o.completed_at > now() - make_interval(days => (select private.setting('tip_window'))::int)
        - (select coalesce(sum(m.ended_at - m.began_at), '0') from private.maintenances m))
  order by o.id for no key update;
end;
$$;
comment on function private.lock_open_orders is 'Locks the orders of a brand, and of every account of the same person, that are open or can be tipped.';

create function private.pause_order(o public.pack_orders, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- A suspension may have stopped the clock already: its time is counted until now.
  v_suspended bigint := coalesce(floor(extract(epoch from at - o.clock_stopped_at)), 0);
  v_order public.pack_orders;
begin
  update public.pack_orders p set updated_at = now(), payment_disputed_at = at, due_at = null,
    clock_remaining_seconds = coalesce(p.clock_remaining_seconds, floor(extract(epoch from p.due_at - at))),
    clock_stopped_at = at, clock_resumes_at = null,
    clock_suspended_seconds = p.clock_suspended_seconds + v_suspended,
    clock_stopped_since_delivery_seconds = p.clock_stopped_since_delivery_seconds + private.counted_seconds(p, v_suspended)
  where p.id = o.id
  returning * into strict v_order;
  perform private.add_order_event(v_order, 'payment_disputed', null);
  perform private.notify_about_order(id, v_order, 'payment_disputed') from unnest(array[o.brand_id, o.kol_id]) as id;
end;
$$;
comment on function private.pause_order is 'Pauses an order and its clock because a provider''s dispute is open; the caller has locked it.';

create function private.resume_order(o public.pack_orders, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_stop_left bigint := private.window_of(o, 'clock_stop_most') * 86400 - o.clock_suspended_seconds;
  v_stays boolean := private.has_suspended_side(o) and v_stop_left > 0;
  v_order public.pack_orders;
begin
  update public.pack_orders p set updated_at = now(), payment_disputed_at = null,
    clock_stopped_since_delivery_seconds = p.clock_stopped_since_delivery_seconds
      + private.counted_seconds(p, floor(extract(epoch from at - p.clock_stopped_at))::bigint),
    clock_stopped_at = case when v_stays then at end,
    clock_resumes_at = case when v_stays then at + make_interval(secs => v_stop_left) end,
    clock_remaining_seconds = case when v_stays then p.clock_remaining_seconds end,
    due_at = case when not v_stays then at + make_interval(secs => p.clock_remaining_seconds) end
  where p.id = o.id
  returning * into strict v_order;
  perform private.add_order_event(v_order, 'payment_dispute_over', null);
  perform private.notify_about_order(id, v_order, 'payment_dispute_over') from unnest(array[o.brand_id, o.kol_id]) as id;
end;
$$;
comment on function private.resume_order is 'Resumes an order with the time that was left, unless a side is suspended; the caller has locked it.';

create function private.sync_payment_disputes(brand_id uuid, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
  v_disputed boolean;
begin
  for v_order in
    select o.* from public.pack_orders o join public.order_statuses s using (status)
    where o.brand_id in (select private.same_person(sync_payment_disputes.brand_id)) and s.holds_escrow
      -- Only these orders can become disputed, or stop being disputed.
      and (o.payment_disputed_at is not null or o.id in (
        select f.order_id from private.chargebacks c cross join lateral private.paid_with(c.payment_id) as f
        where c.brand_id in (select private.same_person(sync_payment_disputes.brand_id))
          and c.kind = 'dispute' and c.status <> 'won' and c.apportioned_at is null and c.owed_minor > 0))
    order by o.id
  loop
    v_disputed := private.is_payment_disputed(v_order.id);
    if v_disputed and v_order.payment_disputed_at is null then
      perform private.pause_order(v_order, at);
    elsif not v_disputed and v_order.payment_disputed_at is not null then
      perform private.resume_order(v_order, at);
    end if;
  end loop;
end;
$$;
comment on function private.sync_payment_disputes is
  'Pauses the orders of a person whose payment is disputed, and resumes the others. The caller has locked them.';
