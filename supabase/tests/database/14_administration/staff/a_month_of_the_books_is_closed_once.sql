-- cast: brand brand, kol kol, sam staff, sue staff
create function pg_temp.pay_in(at timestamptz, amount bigint) returns void language sql as $$
  with t as (insert into private.transfers (event, created_at) values ('payment', at) returning id)
  insert into private.entries (transfer_id, account_id, amount_minor)
  select t.id, l.account_id, l.amount from t cross join (values
    (private.platform_account('cash', 'USD', tests.id('brand')), -amount),
    (private.platform_account('revenue', 'USD', tests.id('brand')), amount)) as l (account_id, amount) $$;
select pg_temp.pay_in('2026-01-31T23:59:59Z', 100), pg_temp.pay_in('2026-02-01T00:00:00Z', 20);
select tests.refused('kol', $$ select public.trial_balance('2026-01-01') $$, 'PT403', 'not_allowed', 'a member cannot read the books');
select tests.refused('kol', $$ select public.journal('2026-01-01') $$, 'PT403', 'not_allowed', 'a member cannot read the journal');
select tests.refused('kol', $$ select public.close_month('2026-01-01') $$, 'PT403', 'not_allowed', 'a member cannot close a month');
select tests.act_as(tests.id('sam'));
create function pg_temp.january() returns setof public.trial_balance_line language sql as $$ select * from public.trial_balance('2026-01-15') $$;
select results_eq('select * from pg_temp.january()', $$ values
  ('USD', 'cash', 0::bigint, 0::bigint, 100::bigint, -100::bigint), ('USD', 'revenue', 0, 100, 0, 100) $$,
  'the balance of a month counts what was booked until its last second by universal time');
select throws_ok($$ select public.close_month('2026-01-20') $$, 'PT409', 'second_staff_required', 'one member of staff closes no month');
select lives_ok($$ select tests.decide_by_two('sam', 'sue', 'close_month', '{"month": "2026-01-20"}') $$, 'two close a month that is over');
select results_eq('select * from pg_temp.january()', $$ values
  ('USD', 'cash', 0::bigint, 0::bigint, 100::bigint, -100::bigint), ('USD', 'revenue', 0, 100, 0, 100) $$,
  'a closed month says what it said before');
select results_eq($$ select kind, opening_minor, closing_minor from public.trial_balance('2026-02-01') $$,
  $$ values ('cash', -100::bigint, -120::bigint), ('revenue', 100, 120) $$, 'a month begins with the balances of the closed one');
select results_eq($$ select kind, amount_minor from public.journal('2026-02-01') $$,
  $$ values ('cash', -20::bigint), ('revenue', 20) $$, 'the journal has the movements of its month alone');
select tests.refused('sam', $$ select public.close_month('2026-01-01') $$, 'PT409', 'month_not_over', 'a month is closed once');
select tests.refused('sam', $$ select public.close_month('2025-12-01') $$, 'PT409', 'month_not_over', 'a month before a closed one is closed with it');
select tests.refused('sam', format('select public.close_month(%L)', now()::date), 'PT409', 'month_not_over', 'a month that is not over stays open');
select tests.act_as_owner();
select throws_ok($$ select pg_temp.pay_in('2026-01-31T23:59:59Z', 1) $$, 'PT409', 'month_closed', 'nothing is booked in a closed month');
select throws_ok($$ select pg_temp.pay_in('2025-11-30T12:00:00Z', 1) $$, 'PT409', 'month_closed', 'nothing is booked before a closed month');
select lives_ok($$ select pg_temp.pay_in('2026-02-01T00:00:00Z', 1) $$, 'an open month takes bookings');
select throws_ok('delete from private.closed_months', 'PT403', 'append_only', 'a closed month cannot be opened again');
select bag_eq($$ select p.name, a.action from public.staff_audit a join tests.people p on p.profile_id = a.actor_id where '2026-01-01' in (a.details ->> 'month') or a.action ~ 'journal|propose' $$,
  $$ values ('sam', 'read_journal'), ('sam', 'propose_staff_act'), ('sue', 'close_month') $$, 'reading the journal and closing a month are in the audit log');

select tests.act_as(tests.id('sam'));
select public.journal('2026-02-01', 0);
select tests.act_as_owner();
select is((select count(*) from public.staff_audit where details ->> 'month' = '2026-02-01' and action = 'read_journal'), 1::bigint, 'a page after the first one is in the audit log as well');

-- Closing a month closes those before it.
select tests.decide_by_two('sam', 'sue', 'close_month', '{"month": "2026-04-01"}');
select results_eq($$ select month from public.book_months() where closed_at is not null and not can_be_closed $$,
  $$ values ('2026-04-01'::date), ('2026-03-01'), ('2026-02-01'), ('2026-01-01') $$, 'the months before a closed one are listed as closed');

-- A page.
select tests.act_as_owner();
select pg_temp.pay_in('2026-05-01T00:00:00Z', 1) from generate_series(1, 1001);
select tests.act_as(tests.id('sam'));
select is(count(*), 2000::bigint, 'a page of the journal has the sides of at most a thousand bookings') from public.journal('2026-05-01', 0, 1001);
