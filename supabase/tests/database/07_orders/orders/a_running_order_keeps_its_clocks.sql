-- cast: brand brand, kol kol, sam staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
create temporary table clocks as
select s.key, s.value as promised from private.settings s where s.key = any (array(select jsonb_object_keys(private.order_windows())));
select set_eq('select key from clocks', $$ select unnest(array['payment_window', 'acceptance_window', 'draft_window', 'review_window', 'late_work_window',
  'dispute_evidence_window', 'dispute_answer_window', 'ruling_window', 'ruling_grace', 'appeal_window', 'appeal_ruling_window',
  'late_cancellation', 'cancellation_window', 'review_extension', 'clock_stop_most']) $$, 'an order has a copy of the settings of all clocks');
-- Two members of staff change the settings of the clocks while the order runs.
update private.settings s set value = s.min_value + 1 where s.key in (select key from clocks);
create function pg_temp.the_order() returns public.pack_orders language sql as $$ select * from public.pack_orders where id = tests.order_id() $$;
select is_empty($$ select key from clocks where private.window_of(pg_temp.the_order(), key) <> promised $$, 'a change of the settings changes no clock of a running order');
select is(private.window_of(jsonb_populate_record(pg_temp.the_order(), '{"windows": {}}'), 'review_window'), 25::numeric, 'an order without stored clocks has the present ones');
select throws_ok($$ update public.pack_orders set windows = '{}' $$, 'PT403', 'append_only', 'the clocks of an order cannot be changed');
-- Work that is 23 hours late is late enough by the changed setting, but not by the 24 hours that were promised.
select is(private.is_overdue(o, o.due_at + interval '23 hours'), false, 'the brand cancels late work alone only at the time that was promised') from pg_temp.the_order() as o;
select is(private.moves_itself_at(o), o.due_at + interval '168 hours', 'late work ends at the time that was promised') from pg_temp.the_order() as o;
select private.run_due_work(o.due_at + interval '167 hours') from pg_temp.the_order() as o;
select is((pg_temp.the_order()).status, 'in_progress', 'no order is ended before its promised time');
select tests.by('kol', $$ select public.deliver_order(tests.order_id(), 'Done.', array['https://example.com/work']) $$);
select is((pg_temp.the_order()).due_at, now() + interval '72 hours', 'a delivery is accepted automatically at the time that was promised');
select tests.by('brand', 'select public.extend_review(tests.order_id())');
select is((pg_temp.the_order()).due_at, now() + interval '168 hours', 'a review is extended by the time that was promised');
select tests.by('brand', $$ select public.open_dispute(tests.order_id(), 'Not what I asked for.', 'other') $$);
select results_eq($$ select due_at - now(), private.evidence_closes_at(o, now()) - now() from pg_temp.the_order() as o $$,
  $$ values (interval '120 hours', interval '72 hours') $$, 'evidence and answers have the time that was promised');
select is(private.clock_stop_left(pg_temp.the_order(), now()), interval '720 hours', 'suspensions stop the clock of an order for as long as was promised');
select is(private.appeal_answer_closes_at(o, now()) - o.due_at, interval '-96 hours', 'an appeal is answered in the time that was promised') from pg_temp.the_order() as o;
select is(private.appeal_answer_closes_at(o, now()), private.clock_ends_at(o, now()), 'an appeal whose ruling takes no longer than its window is answered until the clock ends')
from jsonb_populate_record(pg_temp.the_order(), '{"windows": {"appeal_window": 48, "appeal_ruling_window": 48}}') as o;
select is(private.clock_of(jsonb_populate_record(pg_temp.the_order(), jsonb_build_object('clock_before_dispute_seconds', seconds)), 'in_progress'), wanted,
  format('work that was due in %s s when a dispute began is due in %s after it', seconds, wanted))
from (values (0, interval '24 hours'), (-60, interval '-60 seconds')) as t (seconds, wanted);
-- A new order has the new clocks.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select is((pg_temp.the_order()).due_at, now() + interval '25 hours', 'an order that is placed later has the changed settings');
