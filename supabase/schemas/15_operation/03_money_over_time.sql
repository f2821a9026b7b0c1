-- Money by month or week, from the ledger, by universal time as the books are: what a member earned or spent,
-- and for staff what the market did. For money on a chain no account of the ledger belongs to a member, so it is
-- counted by the acts that orders decided. A request is for a bounded number of periods.

create function private.figures_from(step text, since date, until date) returns date
language plpgsql stable set search_path = '' as $$
declare
  v_most constant int := 27;
begin
  perform private.require_given(case when step in ('month', 'week') then step end, case when isfinite(since) and isfinite(until) then since::text end);
  return greatest(date_trunc(step, (since + time '00:00')),
    date_trunc(step, (until + time '00:00')) - (v_most - 1) * ('1 ' || step)::interval)::date;
end;
$$;
comment on function private.figures_from is 'The first day of the first period that is shown; two years of months or half a year of weeks are the most.';

create function private.figures_until(step text, until date) returns timestamptz
language sql stable set search_path = '' as $$
  select (date_trunc(step, (until + time '00:00')) + ('1 ' || step)::interval) at time zone 'UTC'
$$;
comment on function private.figures_until is 'When the last period that is shown ends.';

-- Members ----------------------------------------------------------------------------------
create type public.money_figure as (
  -- The first day of the month or week.
  period date,
  currency text,
  -- The member, the pack or the campaign; null for everything else, and for all together.
  group_id uuid,
  group_name text,
  amount_minor bigint
);

-- Postgres plans this query at each call, because the orders of one member are found by their indexes.
create function private.chain_figures(kind text, starts timestamptz, ends timestamptz, member_id uuid default null)
returns table (at timestamptz, currency text, order_id uuid, brand_id uuid, kol_id uuid, amount_minor bigint, fee_minor bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return query
  select a.decided_at, o.currency, o.id, o.brand_id, o.kol_id, a.amount_minor, a.fee_minor
  from public.chain_acts a join public.pack_orders o on o.id = a.order_id
  where a.kind = chain_figures.kind and a.state not in ('failed', 'given_up') and a.decided_at >= starts and a.decided_at < ends
    -- Leaves out payments for orders that were over, which are no volume.
    and exists (select from private.order_funding f where f.order_id = o.id)
    and (member_id is null or o.brand_id = member_id or o.kol_id = member_id);
end;
$$;
comment on function private.chain_figures is 'Amounts that orders on a chain paid to creators (capture) or returned to brands (void), without acts that failed or were given up.';

-- The figure of a creator is what they earned, without payouts; that of a brand is what left its wallet and escrow for orders.
create function private.my_figures(starts timestamptz, ends timestamptz)
returns table (at timestamptz, currency text, order_id uuid, amount_minor bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me constant uuid := private.my_profile_id();
  v_is_brand constant boolean := private.my_role() = 'brand';
begin
  return query
  select t.created_at, a.currency, t.order_id, case when v_is_brand then -e.amount_minor else e.amount_minor end
  from private.accounts a
  join private.entries e on e.account_id = a.id
  join private.transfers t on t.id = e.transfer_id and t.created_at >= starts and t.created_at < ends
  where a.owner_id = v_me and not private.is_on_chain(a.currency)
    -- A dispute that was lost and won later gave the brand back the amount that it had repaid.
    and (t.event <> 'creator_repaid' or not v_is_brand or exists (
      select from private.earning_funding f join private.chargebacks c on c.payment_id = f.payment_id
      where f.order_id = t.order_id and c.status <> 'won'))
    and case when v_is_brand then t.event in ('escrow', 'refund', 'completion', 'settlement', 'milestone', 'tip', 'creator_repaid')
        -- From the money that a won dispute returns, the brand pays creators whose part was reduced.
        or t.event = 'chargeback_won' and e.amount_minor < 0
      else t.event not in ('payout_sent', 'payout_returned') end
  union all
  select c.at, c.currency, c.order_id, case when v_is_brand then c.amount_minor else c.amount_minor - c.fee_minor end
  from private.chain_figures('capture', starts, ends, v_me) as c;
end;
$$;
comment on function private.my_figures is 'The amounts that each transfer added to what the caller has earned, or spent if the caller is a brand, by account, and by capture of an order on a chain.';

create function private.money_figures(by text, step text, since date, until date) returns setof public.money_figure
language plpgsql stable security definer set search_path = '' as $$
declare
  v_groups constant int := 8;
  v_me constant uuid := private.my_profile_id();
  v_from constant date := private.figures_from(step, since, until);
begin
  return query
  with moved as materialized (
    select date_trunc(step, f.at at time zone 'UTC')::date as period, f.currency, f.amount_minor, case by
      when 'partner' then case v_me when o.brand_id then o.kol_id else o.brand_id end
      when 'pack' then o.pack_id when 'campaign' then a.campaign_id end as group_id,
      case by when 'pack' then o.pack_title end as title, o.created_at as ordered_at
    from private.my_figures((v_from + time '00:00') at time zone 'UTC', private.figures_until(step, until)) as f
    left join public.pack_orders o on o.id = f.order_id and v_me in (o.brand_id, o.kol_id)
    left join public.campaign_applications a on a.id = o.application_id and by = 'campaign'
  ), largest as (
    -- A pack as it was ordered last: what its creator calls it now may be a draft.
    select m.currency, m.group_id, m.title from (
      select m.currency, m.group_id, (array_agg(m.title order by m.ordered_at desc))[1] as title, row_number() over (partition by m.currency order by sum(m.amount_minor) desc, m.group_id) as place
      from moved m where m.group_id is not null group by m.currency, m.group_id
    ) as m where m.place <= v_groups
  )
  select m.period, m.currency, l.group_id, coalesce(p.display_name, l.title, c.title), sum(m.amount_minor)::bigint
  from moved m
  left join largest l on l.currency = m.currency and l.group_id = m.group_id
  -- Each table is joined for its own kind of group only, because the client chooses the ids of campaigns.
  left join public.profiles p on p.id = l.group_id and by = 'partner'
  left join public.campaigns c on c.id = l.group_id and by = 'campaign'
  group by m.period, m.currency, l.group_id, p.display_name, l.title, c.title
  having sum(m.amount_minor) <> 0
  order by m.currency, m.period, sum(m.amount_minor) desc;
end;
$$;

create function public.money_figures(by text, step text, since date, until date) returns setof public.money_figure
language sql stable security invoker set search_path = '' as $$
  select * from private.money_figures(by, step, since, until)
$$;
comment on function public.money_figures is
  'The amounts that the caller earned, or spent if the caller is a brand, by month or week (step) and by partner, pack, campaign or all (by): the eight largest groups, everything else together. '
  'At most 27 periods, those that end with until.';

-- Staff ------------------------------------------------------------------------------------
create type public.market_figure as (
  period date,
  currency text,
  -- Amounts that were paid into escrow, that returned to brands, and that became revenue.
  volume_minor bigint,
  refunded_minor bigint,
  take_minor bigint,
  disputes int,
  -- Payouts by when they were requested: the median days until they were sent, and how many were late or wait.
  payouts int,
  payouts_late int,
  payout_days numeric
);

create function private.payout_figures(step text, starts timestamptz, ends timestamptz)
returns table (period date, currency text, payouts int, late int, days numeric)
language sql stable security definer set search_path = '' as $$
  select date_trunc(step, p.created_at at time zone 'UTC')::date, p.currency, count(*)::int,
    -- The limit is the time that market_health lets a payout wait.
    (count(*) filter (where coalesce(t.created_at, now()) > greatest(p.created_at, p.waits_until) + interval '3 days'))::int,
    round((percentile_cont(0.5) within group (order by extract(epoch from t.created_at - p.created_at)::numeric))::numeric / 86400, 1)
  from public.payouts p
  left join private.transfers t on t.event = 'payout_sent' and t.reference = p.id
  where p.source = 'available' and p.created_at >= starts and p.created_at < ends
    and (t.id is not null or p.status = 'requested')
  group by 1, 2
$$;
comment on function private.payout_figures is 'Payouts of creators that were sent or wait, by the time of their request.';

create function private.market_figures(step text, since date, until date) returns setof public.market_figure
language plpgsql stable security definer set search_path = '' as $$
declare
  v_starts constant timestamptz := (private.figures_from(step, since, until) + time '00:00') at time zone 'UTC';
  v_ends constant timestamptz := private.figures_until(step, until);
begin
  perform private.require_staff();
  return query
  with money as (
    select date_trunc(step, t.created_at at time zone 'UTC')::date as period, a.currency,
      coalesce(sum(e.amount_minor) filter (where a.kind = 'escrow' and t.event = 'escrow'), 0)::bigint as volume,
      coalesce(sum(e.amount_minor) filter (where a.kind = 'wallet' and t.event in ('refund', 'settlement')), 0)::bigint as refunded,
      coalesce(sum(e.amount_minor) filter (where a.kind = 'revenue'), 0)::bigint as take
    from private.transfers t
    join private.entries e on e.transfer_id = t.id
    join private.accounts a on a.id = e.account_id
    where t.created_at >= v_starts and t.created_at < v_ends and a.kind in ('escrow', 'wallet', 'revenue')
    group by 1, 2
  ), returned as (
    select date_trunc(step, c.at at time zone 'UTC')::date as period, c.currency, sum(c.amount_minor)::bigint as refunded
    from private.chain_figures('void', v_starts, v_ends) as c group by 1, 2
  ), disputed as (
    select date_trunc(step, v.created_at at time zone 'UTC')::date as period, o.currency, count(*)::int as disputes
    from public.order_events v join public.pack_orders o on o.id = v.order_id
    where v.to_status = 'disputed' and v.kind = 'move' and v.created_at >= v_starts and v.created_at < v_ends
    group by 1, 2
  )
  select period, currency, coalesce(m.volume, 0), coalesce(m.refunded, 0) + coalesce(r.refunded, 0), coalesce(m.take, 0), coalesce(d.disputes, 0),
    coalesce(p.payouts, 0), coalesce(p.late, 0), p.days
  from money m
  full join returned r using (period, currency)
  full join disputed d using (period, currency)
  full join private.payout_figures(step, v_starts, v_ends) as p using (period, currency)
  order by currency, period;
end;
$$;

create function public.market_figures(step text, since date, until date) returns setof public.market_figure
language sql stable security invoker set search_path = '' as $$
  select * from private.market_figures(step, since, until)
$$;
comment on function public.market_figures is
  'Staff: volume, refunds, revenue (take_minor), disputes and payouts of the market by month or week (step). At most 27 periods, those that end with until.';
grant execute on function private.money_figures, public.money_figures, private.market_figures, public.market_figures to authenticated;
