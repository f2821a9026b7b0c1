-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select is(private.run_due_work(now() + interval '24 hours' - interval '1 second') ->> 'review_reminders', '0', 'not in the first day');
select is(private.run_due_work(now() + interval '24 hours') ->> 'review_reminders', '1', 'after a day');
select is(private.run_due_work(now() + interval '30 hours') ->> 'review_reminders', '0', 'once');
select is(private.run_due_work(now() + interval '60 hours') ->> 'review_reminders', '1', 'and after sixty hours');
select is(private.run_due_work(now() + interval '61 hours') ->> 'review_reminders', '0', 'once');
select is((select count(*) from public.notifications where user_id = tests.user_id(tests.id('brand')) and event = 'review_reminder'), 2::bigint,
  'the brand is reminded twice');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select is(private.run_due_work(now() + interval '65 hours') ->> 'review_reminders', '1', 'two that were missed become one');
select is(private.run_due_work(now() + interval '66 hours') ->> 'review_reminders', '0', 'and no more');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select is(private.run_due_work(now() + interval '72 hours') ->> 'review_reminders', '0', 'nor of what is over at this moment');
-- The clock of this one was stopped for twenty hours.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
update public.pack_orders set clock_stopped_since_delivery_seconds = 20 * 3600, due_at = due_at + interval '20 hours' where id = tests.order_id();
select is(private.run_due_work(now() + interval '44 hours') ->> 'review_reminders', '1', 'a day of a clock that stood');
select is((select reminders_sent from public.pack_orders where id = tests.order_id()), 1::smallint, 'is the first reminder');
select is(private.run_due_work(now() + interval '80 hours') ->> 'review_reminders', '1', 'and sixty hours of it');
select is((select reminders_sent from public.pack_orders where id = tests.order_id()), 2::smallint, 'the second');
