-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select is(private.run_due_work(now() + interval '24 hours' - interval '1 second') ->> 'review_reminders', '0', 'a brand is not reminded in the first day of a review');
select is(private.run_due_work(now() + interval '24 hours') ->> 'review_reminders', '1', 'a brand is reminded after a day');
select is(private.run_due_work(now() + interval '30 hours') ->> 'review_reminders', '0', 'the first reminder of a review is sent once');
select is(private.run_due_work(now() + interval '60 hours') ->> 'review_reminders', '1', 'a brand is reminded after 60 hours');
select is(private.run_due_work(now() + interval '61 hours') ->> 'review_reminders', '0', 'the second reminder of a review is sent once');
select is((select count(*) from public.notifications where user_id = tests.user_id(tests.id('brand')) and event = 'review_reminder'), 2::bigint,
  'a brand has two reminders of a review');
select set_eq($$ select (data ->> 'due_at')::timestamptz from public.notifications where event = 'review_reminder' $$, array[now() + interval '72 hours'],
  'a reminder says when the delivery is accepted automatically');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select is(private.run_due_work(now() + interval '65 hours') ->> 'review_reminders', '1', 'two missed reminders become one');
select is(private.run_due_work(now() + interval '66 hours') ->> 'review_reminders', '0', 'a missed reminder is not sent later');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select is(private.run_due_work(now() + interval '72 hours') ->> 'review_reminders', '0', 'an order whose review is over causes no reminder');
-- The clock of this order was stopped for twenty hours.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
update public.pack_orders set clock_stopped_since_delivery_seconds = 20 * 3600, due_at = due_at + interval '20 hours' where id = tests.order_id();
select is(private.run_due_work(now() + interval '44 hours') ->> 'review_reminders', '1', 'a stopped clock delays the first reminder');
select is((select reminders_sent from public.pack_orders where id = tests.order_id()), 1::smallint, 'a delayed reminder counts as the first one');
select is(private.run_due_work(now() + interval '80 hours') ->> 'review_reminders', '1', 'a stopped clock delays the second reminder');
select is((select reminders_sent from public.pack_orders where id = tests.order_id()), 2::smallint, 'a delayed second reminder counts as the second one');
