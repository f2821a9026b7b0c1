-- Checks of the ledger's invariants over all tables, for operators and tests. Each problem is one
-- row: the kind of fault, the account or payment, and the amount.

-- The place of each payment's money, or the way in which it left. The rest of the amount was earned.
create view private.payment_traces with (security_invoker = true) as
select p.id as payment_id, 'suspense' as place, p.suspense_minor as amount_minor
from public.payments p where p.suspense_minor > 0
union all
select l.payment_id, 'wallet', l.amount_minor
from private.wallet_lots l where l.payment_id is not null and l.amount_minor > 0
union all
select f.payment_id, 'escrow', f.amount_minor
from public.pack_orders o
join public.order_statuses s using (status)
cross join lateral private.funding_left(o.id, (private.split_settlement(o, o.released_minor)).brand_minor) as f
where f.payment_id is not null and s.holds_escrow
union all
select r.payment_id, 'refund', r.amount_minor
from public.payouts r where r.payment_id is not null and r.status in ('requested', 'sent', 'arrived')
union all
select l.payment_id, 'chargeback', l.amount_minor
from private.chargeback_lots l join private.chargebacks c on c.id = l.chargeback_id
where l.payment_id is not null and c.status <> 'won'
union all
select c.payment_id, 'chargeback', c.suspense_minor
from private.chargebacks c where c.payment_id is not null and c.status <> 'won' and c.suspense_minor > 0;
comment on view private.payment_traces is 'The known parts of each payment''s money, by place.';

create function private.account_faults() returns table (fault text, id bigint, amount_minor numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select 'balance differs from entries', a.id, a.balance_minor - coalesce(sum(e.amount_minor), 0)
  from private.accounts a left join private.entries e on e.account_id = a.id
  group by a.id
  having a.balance_minor <> coalesce(sum(e.amount_minor), 0)
  union all
  select 'transfer does not sum to zero', e.transfer_id, sum(e.amount_minor)
  from private.entries e
  group by e.transfer_id, e.currency
  having sum(e.amount_minor) <> 0
  union all
  select 'transfer without two entries', t.id, count(e.transfer_id)
  from private.transfers t left join private.entries e on e.transfer_id = t.id
  group by t.id
  having count(e.transfer_id) < 2
  union all
  select 'wallet differs from its lots', a.id, a.balance_minor - coalesce(sum(l.amount_minor), 0)
  from private.accounts a left join private.wallet_lots l on l.account_id = a.id
  where a.kind = 'wallet' or l.id is not null
  group by a.id
  having a.kind <> 'wallet' or a.balance_minor <> coalesce(sum(l.amount_minor), 0)
  union all
  select 'balance of a former member', a.id, a.balance_minor
  from private.accounts a join public.profiles p on p.id = a.owner_id
  where p.deleted_at is not null and a.balance_minor <> 0;
end;
$$;
comment on function private.account_faults is 'Accounts and transfers that do not add up.';

create function private.order_faults() returns table (fault text, id bigint, amount_minor numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select 'escrow differs from its funding', a.id, a.balance_minor + o.released_minor + o.buyer_fee_minor - coalesce(sum(f.amount_minor), 0)
  from private.accounts a
  join public.pack_orders o on o.id = a.order_id
  join public.order_statuses s using (status)
  left join private.order_funding f on f.order_id = o.id
  where s.holds_escrow
  group by a.id, o.id
  having a.balance_minor + o.released_minor + o.buyer_fee_minor is distinct from sum(f.amount_minor)
  union all
  select 'escrow of a closed order is not empty', a.id, a.balance_minor
  from private.accounts a
  join public.pack_orders o on o.id = a.order_id
  join public.order_statuses s using (status)
  where not s.holds_escrow and a.balance_minor <> 0
  union all
  select 'milestones differ from what they paid', null, o.released_minor - coalesce(sum(m.amount_minor), 0)
  from public.pack_orders o
  left join public.order_milestones m on m.order_id = o.id and m.accepted_at is not null
    -- The last milestone is paid by the completion.
    and (not o.is_completed or m.position < o.milestone_count)
  group by o.id
  having o.released_minor <> coalesce(sum(m.amount_minor), 0);
end;
$$;
comment on function private.order_faults is 'Orders whose escrow or milestones do not add up.';

create function private.payment_faults() returns table (fault text, id bigint, amount_minor numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select 'suspense differs from its payments', min(a.id), sum(a.balance_minor) - coalesce((
    select sum(p.suspense_minor) from public.payments p where p.currency = a.currency), 0)
  from private.accounts a where a.kind = 'suspense'
  group by a.currency
  having sum(a.balance_minor) <> coalesce((
    select sum(p.suspense_minor) from public.payments p where p.currency = a.currency), 0)
  union all
  select 'loss differs from its chargebacks', min(a.id), sum(a.balance_minor) + coalesce((
    select sum(c.loss_minor) from private.chargebacks c where c.currency = a.currency and c.status <> 'won'), 0)
  from private.accounts a where a.kind = 'loss'
  group by a.currency
  having sum(a.balance_minor) <> - coalesce((
    select sum(c.loss_minor) from private.chargebacks c where c.currency = a.currency and c.status <> 'won'), 0)
  union all
  select 'payment is in more places than it paid for', null, sum(t.amount_minor) - p.amount_minor
  from public.payments p
  join private.payment_traces t on t.payment_id = p.id
  group by p.id
  having sum(t.amount_minor) > p.amount_minor;
end;
$$;
comment on function private.payment_faults is 'Payments and chargebacks that do not add up.';

-- Operators run this check, which computes all from the entries. No row means no fault.
create function private.ledger_faults() returns table (fault text, id bigint, amount_minor numeric)
language sql stable security definer set search_path = '' as $$
  select * from private.account_faults()
  union all
  select * from private.order_faults()
  union all
  select * from private.payment_faults()
$$;
comment on function private.ledger_faults is 'Inconsistencies of the ledger; empty when there are none.';
grant execute on function private.ledger_faults to service_role;
