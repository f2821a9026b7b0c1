-- cast: brand brand, kol kol, stranger brand, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
create function pg_temp.o() returns public.pack_orders language sql as $$
  select o from public.pack_orders o where o.id = tests.order_id()
$$;
-- Suspends without an end, as two members of staff do.
create function pg_temp.suspend(name text, at timestamptz) returns void language sql as $$
  insert into public.suspensions (profile_id, category, note) values (tests.id(name), 'fraud', 'False.');
  update public.profiles set suspended_at = at where id = tests.id(name);
$$;
create function pg_temp.reinstate(name text) returns void language sql as $$
  update public.profiles set suspended_at = null where id = tests.id(name);
$$;
select pg_temp.suspend('kol', now());
select results_eq($$ select (pg_temp.o()).due_at, (pg_temp.o()).clock_resumes_at $$,
  $$ values (null::timestamptz, now() + interval '30 days') $$, 'a stopped clock has a latest time at which it runs again');
select throws_ok($$ update public.pack_orders set clock_resumes_at = null $$, '23514', null, 'a stopped clock cannot lose the time at which it runs again');
select is(private.run_due_work(now() + interval '30 days' - interval '1 second') ->> 'clocks_started', '0', 'a stopped clock does not run before its time');
-- A late run counts from the planned time.
select is(private.run_due_work(now() + interval '31 days') ->> 'clocks_started', '1', 'a stopped clock runs again at its time');
select results_eq($$ select (pg_temp.o()).due_at, (pg_temp.o()).clock_remaining_seconds, (pg_temp.o()).clock_resumes_at, (pg_temp.o()).clock_suspended_seconds $$,
  $$ values (now() + interval '33 days', null::bigint, null::timestamptz, 30 * 86400::bigint) $$, 'a clock that runs again has the time that was left, counted from the announced time');
select is((select kind from public.order_events where order_id = tests.order_id() order by id desc limit 1), 'clock_started', 'the history of an order records that its clock runs again');
select isnt((select suspended_at from public.profiles where id = tests.id('kol')), null, 'a clock runs again although the suspension goes on');
select tests.gets('stranger', 'select count(*) from public.order_sides(tests.order_id())', '0', 'a stranger does not read that a side is suspended');
select tests.act_as(tests.id('brand'));
select set_eq('select * from public.order_sides(tests.order_id())', $$ values (tests.id('brand'), false), (tests.id('kol'), true) $$,
  'the other side of an order reads that its creator is suspended');
select is((public.request_revision(tests.order_id(), 'Shorter.')).due_at, now() + interval '7 days', 'the next state of an order whose clock runs again has a running clock');
select tests.act_as_owner();
select private.run_due_work(now() + interval '14 days');
select is((pg_temp.o()).status, 'settled', 'an order of a suspended creator ends by its rule');
select tests.gets('brand', 'select count(*) from public.order_sides(tests.order_id())', '0', 'the other side no longer reads that its creator is suspended once the order has ended');
select tests.gets('stella', 'select count(*) > 0 from public.order_sides(tests.order_id()) where is_suspended', 'true', 'staff still read about the suspension after the order has ended');

-- The days of all suspensions during an order count together, in whichever state the order is.
select pg_temp.reinstate('kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select pg_temp.suspend('kol', now());
update public.pack_orders set clock_stopped_at = now() - interval '12 days', clock_resumes_at = now() + interval '18 days' where id = tests.order_id();
select tests.act_as(tests.id('brand'));
select results_eq($$ select o.clock_stopped_at, o.clock_resumes_at, o.clock_suspended_seconds from public.request_revision(tests.order_id(), 'Shorter.') as o $$,
  $$ values (now(), now() + interval '18 days', 12 * 86400::bigint) $$, 'a move to the next state gives a stopped clock no more time');
select results_eq($$ select deadline from public.order_actions(tests.order_id()) where action = 'open_dispute' $$,
  array[null::timestamptz], 'no deadline is announced for a stopped clock');
select tests.act_as_owner();
select pg_temp.suspend('brand', now() + interval '5 days');
select is((pg_temp.o()).clock_resumes_at, now() + interval '18 days', 'a suspension of the other side gives a stopped clock no more time');
select pg_temp.reinstate('kol');
select is((pg_temp.o()).clock_resumes_at, now() + interval '18 days', 'the end of one suspension gives a stopped clock no more time');
select pg_temp.reinstate('brand');
update public.pack_orders set clock_suspended_seconds = 30 * 86400 - 60 where id = tests.order_id();
select pg_temp.suspend('kol', now());
select is((pg_temp.o()).clock_resumes_at, now() + interval '1 minute', 'a clock that was stopped before is stopped only for the time that is left');
select pg_temp.reinstate('kol');
update public.pack_orders set clock_suspended_seconds = 30 * 86400 where id = tests.order_id();
select pg_temp.suspend('kol', now());
select isnt((pg_temp.o()).due_at, null, 'a clock that was stopped for the longest time is not stopped again');
select tests.gets('brand', $$ select deadline from public.order_actions(tests.order_id()) where action = 'open_dispute' $$, (now() + interval '5 days')::text, 'a deadline is announced for a clock that runs');
-- A setting that changes later does not reach an order whose clock is stopped.
select pg_temp.reinstate('kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select pg_temp.suspend('kol', now());
update private.settings set value = 3 where key = 'clock_stop_most';
select tests.gets('brand', $$ select (public.request_revision(tests.order_id(), 'Shorter.')).clock_resumes_at $$, (now() + interval '30 days')::text, 'a changed setting leaves the announced time of a stopped clock as it is');
-- With a batch size of one, each run starts one stopped clock.
update private.settings set value = 1 where key = 'due_work_batch';
select is(private.run_due_work(now() + interval '30 days') ->> 'more', 'true', 'a full batch of clocks says that there may be more');
