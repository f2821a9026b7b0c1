-- ledger: made by hand
-- cast: brand brand, sam staff, sue staff
create function pg_temp.pay_in(at timestamptz, amount bigint, other bigint default null) returns void language sql as $$
  with t as (insert into private.transfers (event, created_at) values ('payment', at) returning id)
  insert into private.entries (transfer_id, account_id, amount_minor, currency)
  select t.id, l.account_id, l.amount, 'USD' from t cross join (values
    (private.platform_account('cash', 'USD', tests.id('brand')), -amount),
    (private.platform_account('suspense', 'USD', tests.id('brand')), coalesce(other, amount))) as l (account_id, amount) $$;
create function pg_temp.owed() returns bigint language sql as $$ select owed_minor from private.count_solvency() where currency = 'USD' $$;
create function pg_temp.faults() returns setof text language sql as $$ select fault || ' ' || amount_minor from private.open_month_faults() order by 1 $$;
insert into private.closed_months (month) values ('2025-12-01');
select pg_temp.pay_in('2026-01-10', 100), pg_temp.pay_in('2026-02-10', 20);
select is(pg_temp.owed(), 120::bigint, 'the debts to others are counted while no month is closed');
select tests.decide_by_two('sam', 'sue', 'close_month', '{"month": "2026-01-01"}');
select is(pg_temp.owed(), 120::bigint, 'the debts to others are unchanged when a month is closed');
select bag_eq('select currency from private.count_solvency()', $$ values ('USD') $$, 'a currency of the ledger is counted once');
select is_empty('select * from private.open_month_faults()', 'a sound ledger has no fault in its open months');

-- Triggers and constraints prevent these faults, so the owner of the tables turns them off first.
set constraints all immediate;
set constraints all deferred;
alter table private.entries disable trigger user;
alter table private.transfers disable trigger user;
insert into private.transfers (event, created_at) values ('payment', '2026-01-11');
update private.entries set amount_minor = sign(amount_minor) * 7 where abs(amount_minor) = 100;
select is_empty('select pg_temp.faults()', 'a check of the open months reads no closed month');
select bag_eq('select distinct fault from private.account_faults()', $$ values ('balance differs from entries'), ('transfer without two entries') $$, 'a check of all accounts still reads every month');

update private.entries set amount_minor = 21 where amount_minor = 20;
insert into private.transfers (event, created_at) values ('payment', '2026-02-01T00:00:00Z');
select results_eq('select pg_temp.faults()', $$ values ('balance differs from entries -1'), ('transfer does not sum to zero 1'), ('transfer without two entries 0') $$,
  'each fault of an open month is reported');
select tests.refused('sam', $$ select public.close_month('2026-02-01') $$, 'PT409', 'month_faulty', 'a month that does not add up is not closed');
delete from private.entries;
alter table private.accounts disable trigger user;
update private.accounts set balance_minor = 1000 where kind = 'suspense' and balance_minor > 0;
select is(pg_temp.owed(), 120::bigint, 'the debts to others are read from the market''s own accounts, not from every account or entry');
