-- Months of which the books are closed (14_administration/06_books closes them). A closed month keeps its balances as they
-- were, and the ledger refuses a transfer that is dated in it; a correction is booked today. The books
-- begin with the balances of the last closed month.
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

-- Transfers are written almost in the order of time, so a small index of block ranges finds
-- the transfers of a month.
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
-- A transfer has the time at which its transaction began; only a time that was set by hand is older.
create trigger transfers_not_in_closed_month before insert on private.transfers
  for each row when (NEW.created_at < now()) execute function private.refuse_closed_month();

create function private.month_start(month date) returns timestamptz
language sql stable set search_path = '' as $$
  select case when isfinite(month)
    then make_timestamptz(extract(year from month)::int, extract(month from month)::int, 1, 0, 0, 0, 'UTC') end
$$;
comment on function private.month_start is 'When a month begins, by universal time; null for a date without end.';

-- Reading ----------------------------------------------------------------------------------
-- Entries are found by the numbers of their transfers: with the first and the last one, only entries of that time are read. The query is
-- planned for the given times: a plan for any times would read all years. `+ 0` keeps the planner from searching through all numbers.
create function private.transfers_between(since timestamptz, until timestamptz, out first_id bigint, out last_id bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  select min(t.id + 0), max(t.id + 0) into first_id, last_id from private.transfers t where t.created_at >= since and t.created_at < until;
end;
$$;
comment on function private.transfers_between is 'The first and the last number of the transfers of a time; numbers between them may belong to transfers of other times.';

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
comment on function private.balances_now is 'The present balances, from the last closed month and the entries since.';
