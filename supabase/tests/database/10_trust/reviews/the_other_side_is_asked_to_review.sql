-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
delete from public.notifications;
select tests.act_as(tests.id('brand'));
select public.review_order(tests.order_id(), 5, 'Great.') from generate_series(1, 2);
select tests.act_as_owner();
select results_eq($$ select user_id, type::text, event, (data ->> 'order_id')::uuid from public.notifications $$,
  $$ values (tests.user_id(tests.id('kol')), 'review_received', 'review_waiting', tests.order_id()) $$, 'the first review asks the other side for theirs, once');
select tests.act_as(tests.id('kol'));
select public.review_order(tests.order_id(), 4, 'Thanks.');
select tests.act_as_owner();
select is((select count(*) from public.notifications where event = 'review_waiting'), 1::bigint, 'the second does not');
