-- The books of the market for accountants: the balances at the end of each month, its movements, and the
-- closing of a month. A closed month keeps its balances as they were, and the ledger refuses a transfer
-- that is dated in it; a correction is booked today. It is closed only if everything since the last one adds up, so that
-- what counts again and again (private.count_solvency) begins with its balances. Balances are of all members together. The journal lists
-- each movement without names; it has the number of an order that the reader has opened, and the audit log
-- keeps that it was read.

create table private.closed_months (
  month date primary key,
  closed_at timestamptz not null default now(),
  constraint closed_months_first_day check (month = date_trunc('month', month))
);
comment on table private.closed_months is 'Months of which the books are closed; the audit log says by whom. Append-only.';
alter table private.closed_months enable row level security;
create trigger closed_months_append_only before update or delete on private.closed_months
  for each row execute function private.refuse_change();

create table private.closing_balances (
  month date not null references private.closed_months (month),
  currency text not null references public.currencies (code),
  kind text not null,
  balance_minor bigint not null,
  primary key (month, currency, kind)
);
comment on table private.closing_balances is 'The balances at the end of each closed month, by currency and kind of account. Append-only.';
create index closing_balances_currency on private.closing_balances (currency);
create trigger closed_months_not_truncated before truncate on private.closed_months
  for each statement execute function private.refuse_change();
create trigger closing_balances_not_truncated before truncate on private.closing_balances
  for each statement execute function private.refuse_change();
alter table private.closing_balances enable row level security;
create trigger closing_balances_append_only before update or delete on private.closing_balances
  for each row execute function private.refuse_change();

-- Transfers are written in the order of time but for transactions side by side, so that a small index
-- of ranges of blocks finds a month.
create index transfers_created_at on private.transfers using brin (created_at);

create function private.refuse_closed_month() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.closed_months c where c.month >= (date_trunc('month', NEW.created_at at time zone 'UTC'))::date) then
    raise exception 'month_closed' using errcode = 'PT409';
  end if;
  return NEW;
end;
$$;
comment on function private.refuse_closed_month is 'Trigger: no transfer is dated in a closed month, or before one.';
-- A transfer is dated when its transaction began, so that only one that was written by hand is older.
create trigger transfers_not_in_closed_month before insert on private.transfers
  for each row when (NEW.created_at < now()) execute function private.refuse_closed_month();

create function private.month_start(month date) returns timestamptz
language sql stable set search_path = '' as $$
  select case when isfinite(month)
    then make_timestamptz(extract(year from month)::int, extract(month from month)::int, 1, 0, 0, 0, 'UTC') end
$$;
comment on function private.month_start is 'When a month begins, by universal time; null for a date without end.';

-- Reading ----------------------------------------------------------------------------------
create type public.trial_balance_line as (currency text, kind text, opening_minor bigint, in_minor bigint, out_minor bigint, closing_minor bigint);

-- The numbers of the transfers of a time, so that their entries, which begin with them, are read and no others. Planned for
-- its time: a plan for any two times reads all of all years, and `+ 0` keeps it from looking through all numbers.
create function private.transfers_between(since timestamptz, until timestamptz, out first_id bigint, out last_id bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  select min(t.id + 0), max(t.id + 0) into first_id, last_id from private.transfers t where t.created_at >= since and t.created_at < until;
end;
$$;
comment on function private.transfers_between is 'The first and the last number of the transfers of a time; there may be others between them.';

create function private.balances_before(month date) returns table (currency text, kind text, balance_minor bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_last constant date := (select max(c.month) from private.closed_months c where c.month < balances_before.month);
  v_since constant timestamptz := coalesce(private.month_start((v_last + interval '1 month')::date), '-infinity');
  v_until constant timestamptz := private.month_start(balances_before.month);
  v_ids constant record := private.transfers_between(v_since, v_until);
begin
  return query
  select b.currency, b.kind, sum(b.balance_minor)::bigint
  from (
    select c.currency, c.kind, c.balance_minor from private.closing_balances c where c.month = v_last
    union all
    select a.currency, a.kind, e.amount_minor
    from private.transfers t
    join private.entries e on e.transfer_id = t.id
    join private.accounts a on a.id = e.account_id
    where t.created_at >= v_since and t.created_at < v_until and e.transfer_id between v_ids.first_id and v_ids.last_id
  ) as b
  group by b.currency, b.kind;
end;
$$;
comment on function private.balances_before is 'The balances when a month begins, from the last closed month and the entries since.';

create function private.balances_now() returns table (currency text, kind text, balance_minor bigint)
language sql stable security definer set search_path = '' as $$
  select * from private.balances_before((now() + interval '2 months')::date)
$$;
comment on function private.balances_now is 'The balances of now, from the last closed month and the entries since.';

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
  select 'balance differs from entries', null::bigint, coalesce(a.balance_minor, 0) - coalesce(b.balance_minor, 0)
  from private.balances_now() as b
  full join (select x.currency, x.kind, sum(x.balance_minor) as balance_minor from private.accounts x group by x.currency, x.kind) as a using (currency, kind)
  where coalesce(b.balance_minor, 0) <> coalesce(a.balance_minor, 0)
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
    select a.currency, a.kind, coalesce(sum(e.amount_minor) filter (where e.amount_minor > 0), 0)::bigint as in_minor,
      coalesce(-sum(e.amount_minor) filter (where e.amount_minor < 0), 0)::bigint as out_minor
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
comment on function private.trial_balance is 'The body of public.trial_balance.';
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
  -- Once an hour for the pages of a month.
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
      and f.id > coalesce(journal.after, 0) and f.id between v_ids.first_id and v_ids.last_id
    order by f.id limit least(greatest(page_size, 1), v_most)
  ) as t
  join private.entries e on e.transfer_id = t.id
  join private.accounts a on a.id = e.account_id
  left join public.pack_orders o on o.id = t.order_id
  group by t.id, t.created_at, t.event, o.id, o.number, a.currency, a.kind
  order by t.id, a.currency, a.kind;
end;
$$;
comment on function private.journal is 'The body of public.journal.';
create function public.journal(month date, after bigint default null, page_size int default 500) returns setof public.journal_line
language sql volatile security invoker set search_path = '' as $$
  select * from private.journal(month, after, page_size)
$$;
comment on function public.journal is
  'Staff: the movements of a month by transfer and kind of account, whole transfers a page; after is the last transfer that was read, a page has at most 1,000 transfers.';

create type public.book_month as (month date, closed_at timestamptz, can_be_closed boolean);

-- A day after its end no transaction that began in the month is still running.
create function private.can_close(month date) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.month_start((date_trunc('month', can_close.month) + interval '1 month')::date) < now() - interval '1 day'
    and exists (select from private.transfers t where t.created_at < private.month_start((date_trunc('month', can_close.month) + interval '1 month')::date))
    and not exists (select from private.closed_months c where c.month >= can_close.month)
$$;
comment on function private.can_close is 'True for a month that ended a day ago or earlier, is not before the first transfer and is after the last closed one.';

create function private.book_months() returns setof public.book_month
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query
  select m::date, c.closed_at, private.can_close(m::date)
  from generate_series(
    date_trunc('month', (select coalesce(min(t.created_at), now()) from private.transfers t
      where t.id = (select min(f.id) from private.transfers f)) at time zone 'UTC'),
    date_trunc('month', now() at time zone 'UTC'), interval '1 month') as m
  -- Closing a month closes those before it.
  left join lateral (select x.closed_at from private.closed_months x where x.month >= m::date order by x.month limit 1) as c on true
  order by m desc;
end;
$$;
comment on function private.book_months is 'The body of public.book_months.';
create function public.book_months() returns setof public.book_month
language sql stable security invoker set search_path = '' as $$
  select * from private.book_months()
$$;
comment on function public.book_months is 'Staff: the months of the ledger, the newest first, and which of them are closed or can be.';

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
    raise exception 'ledger_faulty' using errcode = 'PT409';
  end if;
  -- It cannot be undone, and decides what the record of the money is.
  perform private.require_confirmation('close_month', close_month.month::text);
  -- One statement: the balances are those from before the month counts as closed.
  with closed as (
    insert into private.closed_months (month) values (v_month) returning *
  )
  insert into private.closing_balances (month, currency, kind, balance_minor)
  select c.month, b.currency, b.kind, b.balance_minor
  from closed c cross join private.balances_before((v_month + interval '1 month')::date) as b;
  perform private.audit('close_month', null, jsonb_build_object('month', v_month));
end;
$$;
comment on function private.close_month is 'The body of public.close_month.';
create function public.close_month(month date) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.close_month(month)
$$;
comment on function public.close_month is
  'Staff, always by two: closes the books of a month, with those of all months before it. It must have ended a day ago, and cannot be opened again.';
grant execute on function private.trial_balance, public.trial_balance, private.journal, public.journal,
  private.book_months, public.book_months, private.close_month, public.close_month to authenticated;
