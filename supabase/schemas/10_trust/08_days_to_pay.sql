-- How long creators wait for the money of a brand: from the acceptance of the work until it left towards them,
-- by the ledger, as of now. The clock stands still while the money is available and nobody requests a payout: it runs
-- from the acceptance until the hold ends, and from the first request after that until that payout is sent.
-- Payouts that failed or came back do not count. No payment provider reports for all banks when money arrived. An order
-- whose hold should have ended, because its payment is disputed, counts with the time so far, so that a
-- brand's worst orders are not missing.
--
-- Orders are those of every account of the brand's person. A creator is a person who counts once, by the
-- median of their orders, and is neither the brand nor bound to somebody nor related by invite: second accounts
-- change nothing. Members see the number once so many creators count that it tells nothing about one of them.

-- Finds the transfer of a payout that was sent; other transfers are found by their order.
create unique index transfers_payout_sent on private.transfers (reference) where event = 'payout_sent';

create function private.left_after(
  profile_id uuid, currency text, cleared_at timestamptz, out asked_at timestamptz, out sent_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select p.created_at, t.created_at
  from public.payouts p
  join private.transfers t on t.event = 'payout_sent' and t.reference = p.id
  where p.profile_id = left_after.profile_id and p.currency = left_after.currency and p.source = 'available'
    and p.status in ('sent', 'arrived') and p.created_at >= left_after.cleared_at
  order by p.created_at
  limit 1
$$;
comment on function private.left_after is 'The first payout of a creator that was requested since earnings were cleared, and left: when it was asked for, and when it was sent.';

create function private.waits_for_pay(brand_id uuid, at timestamptz)
returns table (creator_id uuid, days numeric)
language sql stable security definer set search_path = '' as $$
  with ended as materialized (
    select o.id, o.kol_id, o.currency, o.completed_at, h.due_at, h.cleared_at is null as is_held
    from public.pack_orders o
    join private.holds h on h.order_id = o.id and h.profile_id = o.kol_id and h.reference is null
    join public.currencies c on c.code = o.currency
    where o.brand_id in (select private.same_person(waits_for_pay.brand_id)) and o.is_completed
      and o.completed_at between waits_for_pay.at - interval '1 year' and waits_for_pay.at
      and o.price_minor >= (select private.setting('trust_least_price')) * power(10::numeric, c.decimals)
    order by o.completed_at desc
    limit 200
  )
  select private.person_of(e.kol_id), extract(epoch from case
    when e.is_held then waits_for_pay.at - e.completed_at
    else cleared.created_at - e.completed_at + paid.sent_at - paid.asked_at end) / 86400
  from ended e
  left join private.transfers cleared
    on cleared.order_id = e.id and cleared.event = 'clearing' and cleared.reference = e.kol_id and not e.is_held
  left join lateral private.left_after(e.kol_id, e.currency, cleared.created_at) as paid on true
  where case when e.is_held then e.due_at < waits_for_pay.at else paid.sent_at is not null end
    and e.kol_id not in (select private.answers_for(waits_for_pay.brand_id))
    and not private.is_bound(e.kol_id)
    and e.kol_id not in (select private.invite_relatives(same.id) from private.same_person(waits_for_pay.brand_id) as same (id))
$$;
comment on function private.waits_for_pay is 'The person of the creator and the days of each counted order of a brand in the last year, at most its latest 200.';

create type public.days_to_pay as (
  -- The median of the days.
  days numeric,
  orders int,
  creators int
);

create function private.days_to_pay(brand_id uuid, at timestamptz default now()) returns setof public.days_to_pay
language sql stable security definer set search_path = '' as $$
  select round((percentile_cont(0.5) within group (order by w.days))::numeric, 1), sum(w.orders)::int, count(*)::int
  from (
    select percentile_cont(0.5) within group (order by w.days) as days, count(*) as orders
    from private.waits_for_pay(days_to_pay.brand_id, days_to_pay.at) as w
    group by w.creator_id
  ) as w
  where private.may_see(days_to_pay.brand_id)
  having count(*) >= private.setting('days_to_pay_creators')
$$;

create function public.days_to_pay(brand_id uuid) returns setof public.days_to_pay
language sql stable security invoker set search_path = '' as $$
  select * from private.days_to_pay(brand_id)
$$;
comment on function public.days_to_pay is
  'Members who find the brand: the median days from the acceptance of a brand''s orders of the last year until their money left towards the creator, without the time in which nobody asked for it. '
  'Each creator counts once; nothing is returned for too few.';
grant execute on function private.days_to_pay, public.days_to_pay to authenticated;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('days_to_pay_creators', 5, 'count', 'How many creators a brand must have paid before its days to pay are shown.', 3, 100, true)
on conflict (key) do nothing;
