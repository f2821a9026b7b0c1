-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select tests.act_as(tests.id('kol'));
select public.accept_order(tests.order_id());
select is((public.accept_order(tests.order_id())).status, 'in_progress', 'accepting twice is accepting once');
select public.deliver_order(tests.order_id(), 'Done.', array['https://a.b']);
select is((public.deliver_order(tests.order_id(), 'Done.', array['https://a.b'])).status, 'delivered', 'so is delivering');
select is((select count(*) from public.order_deliveries), 1::bigint, 'one delivery');
select throws_ok('select public.deliver_order(tests.order_id(), $$Other.$$, array[$$https://a.b$$])', 'PT409', 'order_not_in_progress',
  'another delivery is no retry');
select tests.act_as(tests.id('brand'));
select public.complete_order(tests.order_id());
select is((public.complete_order(tests.order_id())).status, 'completed', 'so is completing');
select is((select count(*) from public.order_events), 5::bigint, 'history has each move once');
select tests.act_as_owner();
select is(tests.balance(tests.id('kol'), 'pending'), 9000::bigint, 'and the money moved once');
