begin;
select plan(9);
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select is(private.run_due_work(now() + interval '24 hours' - interval '1 second') ->> 'review_reminders', '0', 'not in the first day');
select is(private.run_due_work(now() + interval '24 hours') ->> 'review_reminders', '1', 'after a day');
select is(private.run_due_work(now() + interval '30 hours') ->> 'review_reminders', '0', 'once');
select is(private.run_due_work(now() + interval '60 hours') ->> 'review_reminders', '1', 'and after sixty hours');
select is(private.run_due_work(now() + interval '61 hours') ->> 'review_reminders', '0', 'once');
select is((select count(*) from public.notifications where user_id = tests.user_id(tests.id('brand')) and event = 'review_reminder'), 2::bigint,
  'the brand heard it twice');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select is(private.run_due_work(now() + interval '65 hours') ->> 'review_reminders', '1', 'two that were missed become one');
select is(private.run_due_work(now() + interval '66 hours') ->> 'review_reminders', '0', 'and no more');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select is(private.run_due_work(now() + interval '72 hours') ->> 'review_reminders', '0', 'nor of what is over at this moment');
select * from finish();
rollback;
