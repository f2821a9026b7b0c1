-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.act_as(tests.id('brand'));
select throws_ok('select public.open_dispute(tests.order_id(), $$ $$)', 'PT422', 'reason_required', 'a dispute needs a reason');
select throws_ok('select public.open_dispute(tests.order_id(), $$x$$, $$sad$$)', '23514', null, 'a dispute is about one of the categories');
select is((public.open_dispute(tests.order_id(), 'Not what I ordered.', 'not_as_agreed')).status, 'disputed', 'a brand can dispute a delivery');
select is((public.open_dispute(tests.order_id(), 'Not what I ordered.', 'not_as_agreed')).status, 'disputed', 'opening a dispute twice is not refused');
select throws_ok($$ select public.open_dispute(tests.order_id(), 'Not what I ordered.', 'not_as_agreed', 1000) $$, 'PT409', 'order_not_disputable', 'a request with another split is no retry and is refused');
select throws_ok($$ select public.open_dispute(tests.order_id(), 'Not what I ordered.', 'late') $$, 'PT409', 'order_not_disputable', 'a request about another category is no retry and is refused');
select is((select category from public.order_events where to_status = 'disputed'), 'not_as_agreed', 'the history says what a dispute is about');
select is((select due_at from public.pack_orders), now() + interval '120 hours', 'a dispute has its own deadline');
select tests.act_as_owner();
select private.run_due_work(now() + interval '120 hours' - interval '1 second');
select is((select status from public.pack_orders), 'disputed', 'a dispute does not end with the time of the review');
select is(tests.balance(tests.id('brand'), 'escrow'), 10000::bigint, 'the price stays in escrow during a dispute');
select tests.refused('kol', 'select public.open_dispute(tests.order_id(), $$Me too$$)', 'PT409', 'order_not_disputable', 'an order in dispute cannot be disputed again');
select tests.refused('kol', 'select public.deliver_order(tests.order_id(), $$x$$, array[$$https://a.b$$])', 'PT409', 'order_not_in_progress', 'an order in dispute accepts no delivery');
select tests.finds('kol', $$ select type, title from public.notifications where event = 'dispute_opened' $$,
  $$ values ('dispute_update', 'Dispute about One thread') $$, 'the other side receives a notice of the dispute');
