-- cast: brand brand, kol kol, other kol, sam staff
select set_config('tests.untouched', tests.make_order(tests.id('brand'), tests.id('other'), 'funded')::text, true);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
-- Dates the delivery two days back, so that one day of the review is left.
update public.pack_orders set due_at = due_at - interval '48 hours', delivered_at = delivered_at - interval '48 hours', reminders_sent = 1
where id = tests.order_id();
create function pg_temp.o() returns public.pack_orders language sql as $$
  select o from public.pack_orders o where o.id = tests.order_id()
$$;
select tests.by('sam', $$ select public.suspend_profile(tests.id('kol')) $$);
select results_eq($$ select (pg_temp.o()).due_at, (pg_temp.o()).clock_remaining_seconds, (pg_temp.o()).clock_stopped_at $$,
  $$ values (null::timestamptz, 24 * 3600::bigint, now()) $$, 'a suspension stops the clock and keeps the time that is left');
select isnt((select due_at from public.pack_orders where id = current_setting('tests.untouched')::uuid), null, 'a suspension leaves the orders of others running');
select results_eq($$ select kind, actor_id from public.order_events where order_id = tests.order_id() order by id desc limit 1 $$,
  $$ values ('clock_stopped', null::uuid) $$, 'the history of an order records that its clock was stopped');
select private.run_due_work(now() + interval '14 days' - interval '1 second');
select is((pg_temp.o()).status, 'delivered', 'a delivery is not accepted automatically while the clock is stopped');
select is(tests.balance(tests.id('kol'), 'pending'), 0::bigint, 'the creator is not paid while the clock is stopped');
select is((pg_temp.o()).reminders_sent, 1::smallint, 'no reminder is sent while the clock is stopped');

-- The side that is not suspended continues to work; a new state starts with its whole time.
select tests.act_as(tests.id('brand'));
select is((public.request_revision(tests.order_id(), 'Shorter.')).clock_remaining_seconds, 7 * 86400::bigint, 'a move to the next state puts its whole time on the stopped clock');
select tests.act_as_owner();
select is((pg_temp.o()).due_at, null, 'a move to the next state does not start the stopped clock');
-- Two sides are suspended: the end of one suspension does not start the clock.
update public.profiles set suspended_at = now() where id = tests.id('brand');
select tests.by('sam', $$ select public.unsuspend_profile(tests.id('kol'), 'Cleared.') $$);
select is((pg_temp.o()).due_at, null, 'the clock is stopped while either side is suspended');
update public.pack_orders set clock_stopped_at = now() - interval '10 days' where id = tests.order_id();
select tests.by('sam', $$ select public.unsuspend_profile(tests.id('brand'), 'Cleared.') $$);
select results_eq($$ select (pg_temp.o()).due_at, (pg_temp.o()).clock_remaining_seconds, (pg_temp.o()).clock_stopped_since_delivery_seconds $$,
  $$ values (now() + interval '7 days', null::bigint, 10 * 86400::bigint) $$, 'a stopped clock runs again with the time that was left');
select is((select kind from public.order_events where order_id = tests.order_id() order by id desc limit 1), 'clock_started', 'the history of an order records that its clock runs again');

-- Reminders count the time in which the clock ran.
select tests.by('kol', $$ select public.deliver_order(tests.order_id(), 'Here.', '{https://example.com/work}') $$);
select is((pg_temp.o()).clock_stopped_since_delivery_seconds, 0::bigint, 'a new delivery counts the stopped time from zero');
update public.profiles set suspended_at = now() where id = tests.id('kol');
update public.pack_orders set clock_stopped_at = now() - interval '20 hours', delivered_at = now() - interval '20 hours' where id = tests.order_id();
update public.profiles set suspended_at = null where id = tests.id('kol');
select is(private.run_due_work(now() + interval '24 hours' - interval '1 second') ->> 'review_reminders', '0', 'no reminder is sent before the clock has run for a day');
select is(private.run_due_work(now() + interval '24 hours') ->> 'review_reminders', '1', 'a reminder is sent when the clock has run for a day');
select is(private.run_due_work(now() + interval '72 hours') ->> 'orders_completed', '1', 'a delivery is accepted automatically once the clock has run to its end');

-- The clocks of a dispute stop as well.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
update public.profiles set suspended_at = now() where id = tests.id('kol');
select is((pg_temp.o()).clock_remaining_seconds, 5 * 86400::bigint, 'the clock of a dispute is stopped with the time for its answers');
update public.profiles set suspended_at = null where id = tests.id('kol');
select is((pg_temp.o()).due_at, now() + interval '5 days', 'the clock of a dispute runs again with the time for its answers');

-- Work that is late when the clock stops is equally late when it goes on.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
update public.pack_orders set due_at = now() - interval '23 hours' where id = tests.order_id();
update public.profiles set suspended_at = now() where id = tests.id('kol');
select tests.move_time_as(tests.id('brand'), now() + interval '30 days');
select is((private.cancel_order(tests.order_id(), 'Late.', false)).status, 'in_progress', 'stopped time does not count as lateness');
select is((pg_temp.o()).clock_remaining_seconds, -23 * 3600::bigint, 'late work stays as late as it was');
select tests.act_as_owner();
update public.pack_orders set clock_remaining_seconds = -24 * 3600 where id = tests.order_id();
select tests.gets('brand', $$ select (public.cancel_order(tests.order_id(), 'Late.')).status $$, 'cancelled', 'work that was late enough before the suspension can be cancelled');

select tests.make_order(tests.id('brand'), tests.id('other'), 'delivered');
update public.profiles set suspended_at = now() where id = tests.id('other');
select tests.act_as(tests.id('brand'));
select is((public.extend_review(tests.order_id())).clock_remaining_seconds, (72 + 96) * 3600::bigint, 'a review can be extended while the clock is stopped');
select is((public.complete_order(tests.order_id())).clock_remaining_seconds, null, 'an order that has ended has no clock');
