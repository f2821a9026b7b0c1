-- cast: brand brand, kol kol, sam staff, sue staff
create function pg_temp.pay_in(at timestamptz, amount bigint) returns void language sql as $$
  with t as (insert into private.transfers (event, created_at) values ('payment', at) returning id)
  insert into private.entries (transfer_id, account_id, amount_minor)
  select t.id, l.account_id, l.amount from t cross join (values
    (private.platform_account('cash', 'USD', tests.id('brand')), -amount),
    (private.platform_account('revenue', 'USD', tests.id('brand')), amount)) as l (account_id, amount) $$;
select pg_temp.pay_in('2026-01-31T23:59:59Z', 100), pg_temp.pay_in('2026-02-01T00:00:00Z', 20);
select tests.act_as(tests.id('sam'));
create function pg_temp.january() returns setof public.trial_balance_line language sql as $$ select * from public.trial_balance('2026-01-15') $$;
select results_eq('select * from pg_temp.january()', $$ values
  ('USD', 'cash', 0::bigint, 0::bigint, 100::bigint, -100::bigint), ('USD', 'revenue', 0, 100, 0, 100) $$,
  'the balance of a month counts bookings until its last second by universal time');
select throws_ok($$ select public.close_month('2026-01-20') $$, 'PT409', 'second_staff_required', 'one member of staff alone cannot close a month');
select tests.act_as_owner();
update auth.mfa_amr_claims set updated_at = now() - interval '15 minutes' where session_id = tests.session_id(tests.user_id(tests.id('sam')), 'aal2');
select tests.refused('sam', $$ select public.close_month('2026-01-20') $$, 'PT403', 'mfa_stale', 'nobody can close a month without a recent code');
update auth.mfa_amr_claims set updated_at = now();
select lives_ok($$ select tests.decide_by_two('sam', 'sue', 'close_month', '{"month": "2026-01-20"}') $$, 'two members of staff can close a month that is over');
select tests.act_as(tests.id('sam'));
select results_eq('select * from pg_temp.january()', $$ values
  ('USD', 'cash', 0::bigint, 0::bigint, 100::bigint, -100::bigint), ('USD', 'revenue', 0, 100, 0, 100) $$,
  'the balance of a closed month does not change');
select results_eq($$ select kind, opening_minor, closing_minor from public.trial_balance('2026-02-01') $$,
  $$ values ('cash', -100::bigint, -120::bigint), ('revenue', 100, 120) $$, 'a month begins with the balances of the closed one');
select results_eq($$ select kind, amount_minor from public.journal('2026-02-01') $$,
  $$ values ('cash', -20::bigint), ('revenue', 20) $$, 'the journal has the movements of its month alone');
select tests.refused('sam', $$ select public.close_month('2026-01-01') $$, 'PT409', 'month_not_over', 'a month is closed once');
select tests.refused('sam', $$ select public.close_month('2025-12-01') $$, 'PT409', 'month_not_over', 'a month before a closed one is closed with it');
select tests.refused('sam', format('select public.close_month(%L)', now()::date), 'PT409', 'month_not_over', 'a month that is not over stays open');
select is(private.can_close('2026-10-01'), can_close, 'a month can be closed a day after its end: ' || at) from (values ('2026-11-02T00:00:00Z', false), ('2026-11-02T00:00:01Z', true)) as c (at, can_close),
  set_config('kolpact.time', at, true);
select set_config('kolpact.time', '', true);
select tests.act_as_owner();
select throws_ok($$ select pg_temp.pay_in('2026-01-31T23:59:59Z', 1) $$, 'PT409', 'month_closed', 'nothing can be booked in a closed month');
select throws_ok($$ select pg_temp.pay_in('2025-11-30T12:00:00Z', 1) $$, 'PT409', 'month_closed', 'nothing can be booked before a closed month');
select lives_ok($$ select pg_temp.pay_in('2026-02-01T00:00:00Z', 1) $$, 'an open month takes bookings');
select throws_ok('delete from private.closed_months', 'PT403', 'append_only', 'a closed month cannot be opened again');
select bag_eq($$ select p.name, a.action from public.staff_audit a join tests.people p on p.profile_id = a.actor_id where '2026-01-01' in (a.details ->> 'month') or a.action ~ 'journal|propose' $$,
  $$ values ('sam', 'read_journal'), ('sam', 'propose_staff_act'), ('sue', 'close_month') $$, 'reading the journal and closing a month are in the audit log');

select tests.by('sam', $$ select public.journal('2026-02-01', 0) $$);
select is((select count(*) from public.staff_audit where details ->> 'month' = '2026-02-01' and action = 'read_journal'), 1::bigint, 'reading a later page of the journal is recorded in the audit log too');

-- Closing a month also closes all months before it.
select tests.by('sam', $$ select public.propose_staff_act('close_month', '{"month": "2026-03-01"}') $$);
select tests.finds('sue', 'select month from public.book_months() where is_proposed', $$ values ('2026-03-01'::date) $$, 'the list says which month waits for a second member of staff');
select tests.decide_by_two('sam', 'sue', 'close_month', '{"month": "2026-04-01"}');
select tests.finds('sam', $$ select month from public.book_months() where closed_at is not null and not can_be_closed $$,
  $$ values ('2026-04-01'::date), ('2026-03-01'), ('2026-02-01'), ('2026-01-01') $$, 'the months before a closed one are listed as closed');

-- The journal is read in pages.
select pg_temp.pay_in('2026-05-01T00:00:00Z', 1) from generate_series(1, 1001);
select tests.gets('sam', $$ select count(*) from public.journal('2026-05-01', 0, 1001) $$, '2000', 'a page of the journal has the sides of at most a thousand bookings');

-- Bookings at the ends of a month, numbered in another order than that of their times.
select pg_temp.pay_in('2026-06-01T00:00:00Z', 1), pg_temp.pay_in('2026-07-01T00:00:00Z', 20), pg_temp.pay_in('2026-05-31T23:59:59Z', 300), pg_temp.pay_in('2026-06-30T23:59:59Z', 4000), pg_temp.pay_in('2026-06-02T00:00:00Z', 50000);
create function pg_temp.june(after bigint, page_size int) returns text language sql as $$
  select string_agg(j.amount_minor::text, ' ' order by j.transfer_id) from public.journal('2026-06-01', after, page_size) as j where j.kind = 'revenue' $$;
select tests.act_as(tests.id('sam'));
select is(pg_temp.june(null, 9), '1 4000 50000', 'a month has its bookings, however they are numbered');
select is(pg_temp.june(j.transfer_id, 9), '50000', 'a page can begin after a given booking') from public.journal('2026-06-01') as j where j.amount_minor = 4000;
select is(pg_temp.june(null, 0), '1', 'the smallest page has one booking');
select results_eq($$ select kind, in_minor, out_minor from public.trial_balance('2026-06-01') $$, $$ values ('cash', 0::bigint, 54001::bigint), ('revenue', 54001, 0) $$, 'the trial balance has the sums of the journal');
select results_eq($$ select kind, opening_minor, in_minor, out_minor, closing_minor from public.trial_balance('2026-08-01') $$,
  $$ values ('cash', -55443::bigint, 0::bigint, 0::bigint, -55443::bigint), ('revenue', 55443, 0, 0, 55443) $$, 'a month without bookings has the balances of the one before');
select tests.act_as_owner();
select private.post_transfer('adjustment', array[private.platform_account('cash', 'USD', tests.id('brand')), private.platform_account('costs', 'USD', tests.id('brand'))], array[-minor, minor])
from unnest(array[5, -5]) as minor;
select tests.gets('sam', $$ select count(*) from public.trial_balance('2100-01-01') where kind = 'costs' $$, '0', 'an account without a balance is not listed');

-- Counts who has read a month of the journal.
create function pg_temp.readings() returns text language sql security definer as $$
  select string_agg(m.display_name || ' ' || n, ', ' order by m.display_name) from (
    select a.actor_id, count(*) as n from public.staff_audit a where a.action = 'read_journal' and a.details ->> 'month' = '2026-06-01' group by 1) as r
  join public.profiles m on m.id = r.actor_id
$$;
select tests.by('sue', 'select pg_temp.june(null, 9), pg_temp.june(null, 9)');
select tests.gets('sue', 'select pg_temp.readings()', 'Sam 1, Sue 1', 'each reader is in the audit log once');
select tests.unguarded('public.staff_audit', $$ update public.staff_audit set created_at = now() - interval '1 hour' where actor_id = tests.id('sam') $$);
select tests.act_as(tests.id('sam'));
select pg_temp.june(null, 9);
select is(pg_temp.readings(), 'Sam 2, Sue 1', 'a reading after an hour is in the audit log again');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
create function pg_temp.numbers() returns setof text language sql as $$ select distinct j.order_number from public.journal(date_trunc('month', now())::date) as j where j.event = 'escrow' $$;
select tests.act_as(tests.id('sam'));
select results_eq('select pg_temp.numbers()', array[null::text], 'the journal does not name an order that the reader has not opened');
select public.read_order(tests.order_id(), 'A question.');
select results_eq('select pg_temp.numbers()', 'select number from public.pack_orders where id = tests.order_id()', 'the journal names an order once the reader has opened it');
