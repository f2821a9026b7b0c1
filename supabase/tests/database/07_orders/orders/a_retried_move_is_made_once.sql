-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select tests.act_as(tests.id('kol'));
select public.accept_order(tests.order_id());
select is((public.accept_order(tests.order_id())).status, 'in_progress', 'accepting an order twice is not refused');
select throws_ok($$ select public.deliver_order(tests.order_id(), U&'\200B', array['https://a.b']) $$, 'PT422', 'delivery_incomplete', 'a note without visible characters counts as no note');
select public.deliver_order(tests.order_id(), 'Done.', array['https://a.b']);
select is((public.deliver_order(tests.order_id(), 'Done.', array['https://a.b'])).status, 'delivered', 'delivering an order twice in the same words is not refused');
select is((select count(*) from public.order_deliveries), 1::bigint, 'an order that is delivered twice has one delivery');
select throws_ok('select public.deliver_order(tests.order_id(), $$Other.$$, array[$$https://a.b$$])', 'PT409', 'order_not_in_progress',
  'a delivery with another note is no retry and is refused');
select throws_ok('select public.deliver_order(tests.order_id(), $$Done.$$, array[$$https://a.b/other$$])', 'PT409', 'order_not_in_progress',
  'a delivery with other links is no retry and is refused');
select tests.by('brand', 'select public.complete_order(tests.order_id())');
select tests.gets('brand', 'select (public.complete_order(tests.order_id())).status', 'completed', 'completing an order twice is not refused');
select tests.gets('brand', 'select count(*) from public.order_events', '5', 'retried moves are in the history once');
select is(tests.balance(tests.id('kol'), 'pending'), 9000::bigint, 'a retried completion pays the creator once');
