-- Gives a run no time at all, so that it processes one item of each kind.
update private.settings set min_value = 0, value = 0 where key = 'due_work_seconds';
select tests.lift_limits();
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
insert into public.saved_searches (profile_id, name, filters) values (tests.id('brand'), 'All', '{"emailNotifications": true}');
select tests.make_member(name, 'kol') from unnest(array['ann', 'ben']) as name;
select tests.make_order(tests.id('brand'), tests.id('kol'), status)
from unnest(array['funded', 'funded', 'delivered', 'completed', 'completed']) as status;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered') from generate_series(1, 2);
update public.pack_orders set due_at = now() + interval '30 days' where status = 'delivered' and id <> (select min(id::text)::uuid from public.pack_orders where status = 'delivered');
update private.reassessments set due_at = now();
create temporary table runs as select n, private.run_due_work(now() + interval '15 days') as done from generate_series(1, 6) as n;

select results_eq($$ select n, (done ->> 'orders_expired')::int + (done ->> 'orders_completed')::int from runs where n <= 4 $$,
  'values (1, 1), (2, 1), (3, 1), (4, 0)', 'a run without time moves one order');
select results_eq($$ select n, (done ->> 'holds_cleared')::int from runs where n <= 3 $$, 'values (1, 1), (2, 1), (3, 0)', 'a run without time clears one hold');
select results_eq($$ select n, (done ->> 'review_reminders')::int from runs where n <= 3 $$, 'values (1, 1), (2, 1), (3, 0)', 'a run without time sends one reminder');
select results_eq($$ select n, (done ->> 'matches')::int from runs where n <= 4 $$, 'values (1, 1), (2, 1), (3, 1), (4, 0)', 'a run without time notifies the matches of one creator');
select set_eq($$ select (done ->> 'reassessed')::int from runs where n <= 2 $$, 'values (1)', 'a run without time reassesses one member');
select set_eq($$ select done ->> 'more' from runs $$, $$ values ('true') $$, 'a run without time says that there may be more');
select is((select sum((done ->> 'failed')::int) from runs), 0::bigint, 'a run without time has no failure');
update private.settings set value = 4 where key = 'due_work_seconds';
select is(private.run_due_work(now() + interval '15 days') ->> 'more', 'false', 'a run with time processes the remaining items');
