-- The books of the market for accountants: the balances at the end of each month, its movements, and the closing of a
-- month (04_money/04_closed_months), which requires that everything since the last one adds up. Balances are of all members
-- together. The journal lists each movement without names; it has the number of an order that the reader has opened, and the
-- audit log keeps that it was read.

-- Reading ----------------------------------------------------------------------------------
create type public.trial_balance_line as (currency text, kind text, opening_minor bigint, in_minor bigint, out_minor bigint, closing_minor bigint);

-- A closed month was checked when it was closed, and private.ledger_faults() checks all of them.
create function private.open_month_faults() returns table (fault text, id bigint, amount_minor numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_since constant timestamptz := coalesce((select private.month_start((max(c.month) + interval '1 month')::date) from private.closed_months c), '-infinity');
  v_first constant bigint := (private.transfers_between(v_since, 'infinity')).first_id;
begin
  return query
  with open as materialized (
    select t.id, e.currency, e.amount_minor
    from private.transfers t left join private.entries e on e.transfer_id = t.id and e.transfer_id >= v_first
    where t.created_at >= v_since
  )
  select 'balance differs from entries', null::bigint, a.balance_minor - coalesce(b.balance_minor, 0)
  from (select x.currency, x.kind, sum(x.balance_minor) as balance_minor from private.accounts x group by x.currency, x.kind) as a
  left join private.balances_now() as b using (currency, kind)
  where a.balance_minor <> coalesce(b.balance_minor, 0)
  union all
  select 'transfer does not sum to zero', o.id, sum(o.amount_minor) from open o group by o.id, o.currency having sum(o.amount_minor) <> 0
  union all
  select 'transfer without two entries', o.id, count(o.amount_minor) from open o group by o.id having count(o.amount_minor) < 2;
end;
$$;
comment on function private.open_month_faults is
  'Transfers of the months that are not closed which do not add up, and kinds of accounts whose balances differ from closed balances and entries since.';
grant execute on function private.open_month_faults to service_role;

create function private.trial_balance(month date) returns setof public.trial_balance_line
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_month constant date := date_trunc('month', trial_balance.month);
  v_starts timestamptz; v_ends timestamptz; v_ids record;
begin
  perform private.require_staff();
  v_starts := private.month_start(v_month);
  v_ends := private.month_start((v_month + interval '1 month')::date);
  v_ids := private.transfers_between(v_starts, v_ends);
  return query
  with moved as (
    select a.currency, a.kind, sum(greatest(e.amount_minor, 0))::bigint as in_minor, -sum(least(e.amount_minor, 0))::bigint as out_minor
    from private.transfers t
    join private.entries e on e.transfer_id = t.id
    join private.accounts a on a.id = e.account_id
    where t.created_at >= v_starts and t.created_at < v_ends and e.transfer_id between v_ids.first_id and v_ids.last_id
    group by a.currency, a.kind
  )
  select currency, kind, coalesce(b.balance_minor, 0), coalesce(m.in_minor, 0), coalesce(m.out_minor, 0),
    coalesce(b.balance_minor, 0) + coalesce(m.in_minor, 0) - coalesce(m.out_minor, 0)
  from private.balances_before(v_month) b full join moved m using (currency, kind)
  where (b.balance_minor, m.in_minor, m.out_minor) is distinct from (0, null, null)
  order by currency, kind;
end;
$$;
create function public.trial_balance(month date) returns setof public.trial_balance_line
language sql stable security invoker set search_path = '' as $$
  select * from private.trial_balance(month)
$$;
comment on function public.trial_balance is
  'Staff: what each kind of account had when a month began, what came in and went out, and what it had at its end, by currency. The closing balances of a currency sum to zero.';

create type public.journal_line as (
  transfer_id bigint, created_at timestamptz, event text, order_number text, currency text, kind text, amount_minor bigint
);

create function private.journal(month date, after bigint, page_size int) returns setof public.journal_line
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_most constant int := 1000;
  v_starts timestamptz; v_ends timestamptz; v_ids record;
begin
  perform private.require_staff();
  v_starts := private.month_start(journal.month);
  v_ends := private.month_start((date_trunc('month', journal.month) + interval '1 month')::date);
  v_ids := private.transfers_between(v_starts, v_ends);
  -- The reading is recorded once an hour for all pages of a month.
  if not exists (
    select from public.staff_audit a
    where a.actor_id = private.my_profile_id() and a.action = 'read_journal' and a.created_at > now() - interval '1 hour'
      and a.details ->> 'month' = journal.month::text)
  then
    perform private.audit('read_journal', null, jsonb_build_object('month', journal.month));
  end if;
  return query
  select t.id, t.created_at, t.event::text, case when o.id in (select private.orders_read_by_me()) then o.number end, a.currency, a.kind, sum(e.amount_minor)::bigint
  from (
    select * from private.transfers f
    where f.created_at >= v_starts and f.created_at < v_ends
      and f.id between greatest(v_ids.first_id, journal.after + 1) and v_ids.last_id
    order by f.id limit least(greatest(page_size, 1), v_most)
  ) as t
  join private.entries e on e.transfer_id = t.id
  join private.accounts a on a.id = e.account_id
  left join public.pack_orders o on o.id = t.order_id
  group by t.id, t.created_at, t.event, o.id, o.number, a.currency, a.kind
  order by t.id, a.currency, a.kind;
end;
$$;
create function public.journal(month date, after bigint default null, page_size int default 500) returns setof public.journal_line
language sql volatile security invoker set search_path = '' as $$
  select * from private.journal(month, after, page_size)
$$;
comment on function public.journal is
  'Staff: the movements of a month by transfer and kind of account, whole transfers a page; after is the last transfer that was read, a page has at most 1,000 transfers.';

create type public.book_month as (month date, closed_at timestamptz, can_be_closed boolean, is_proposed boolean);

-- A day after its end no transaction that began in the month is still running.
create function private.can_close(month date) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.month_start((date_trunc('month', can_close.month) + interval '1 month')::date) < private.clock() - interval '1 day'
    and exists (select from private.transfers t where t.created_at < private.month_start((date_trunc('month', can_close.month) + interval '1 month')::date))
    and not exists (select from private.closed_months c where c.month >= can_close.month)
$$;
comment on function private.can_close is 'True for a month that ended a day ago or earlier, is not before the first transfer and is after the last closed one.';

create function private.book_months() returns setof public.book_month
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query
  select m::date, c.closed_at, private.can_close(m::date), exists (
    select from public.staff_proposals p where p.action = 'close_month' and p.subject = m::date::text and p.status = 'open' and p.expires_at > now())
  from generate_series(
    date_trunc('month', coalesce((select t.created_at from private.transfers t order by t.id limit 1), now()) at time zone 'UTC'),
    date_trunc('month', now() at time zone 'UTC'), interval '1 month') as m
  -- Closing a month closes those before it.
  left join lateral (select x.closed_at from private.closed_months x where x.month >= m::date order by x.month limit 1) as c on true
  order by m desc;
end;
$$;
create function public.book_months() returns setof public.book_month
language sql stable security invoker set search_path = '' as $$
  select * from private.book_months()
$$;
comment on function public.book_months is 'Staff: the months of the ledger, the newest first, which of them are closed or can be, and whether that waits for a second member of staff.';

-- Closing ----------------------------------------------------------------------------------
create function private.close_month(month date) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_month constant date := date_trunc('month', close_month.month);
begin
  perform private.require_staff();
  perform private.require_fresh_second_factor();
  lock table private.closed_months in share row exclusive mode;
  if private.can_close(v_month) is not true then
    raise exception 'month_not_over' using errcode = 'PT409';
  end if;
  if exists (select from private.open_month_faults()) then
    raise exception 'month_faulty' using errcode = 'PT409';
  end if;
  -- Closing cannot be undone, and decides what the record of the money is.
  perform private.require_confirmation('close_month', close_month.month::text);
  -- One statement does both, so that the balances are those from before the month counts as closed.
  with closed as (
    insert into private.closed_months (month) values (v_month) returning *
  )
  insert into private.closing_balances (month, currency, kind, balance_minor)
  select c.month, b.currency, b.kind, b.balance_minor
  from closed c cross join private.balances_before((v_month + interval '1 month')::date) as b;
  perform private.audit('close_month', null, jsonb_build_object('month', v_month));
end;
$$;
create function public.close_month(month date) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.close_month(month)
$$;
comment on function public.close_month is
  'Staff, always by two: closes the books of a month, with those of all months before it. It must have ended a day ago, and cannot be opened again.';
grant execute on function private.trial_balance, public.trial_balance, private.journal, public.journal,
  private.book_months, public.book_months, private.close_month, public.close_month to authenticated;
