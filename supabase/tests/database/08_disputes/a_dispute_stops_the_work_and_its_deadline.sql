-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.act_as(tests.id('brand'));
select throws_ok('select public.open_dispute(tests.order_id(), $$ $$)', 'PT422', 'reason_required', 'a dispute says why');
select is((public.open_dispute(tests.order_id(), 'Not what I ordered.')).status, 'disputed', 'then it stops the order');
select is((select due_at from public.pack_orders), now() + interval '120 hours', 'the clock of the dispute runs instead');
select tests.act_as_owner();
select private.run_due_work(now() + interval '120 hours' - interval '1 second');
select is((select status from public.pack_orders), 'disputed', 'the review does not end meanwhile');
select is(tests.balance(tests.id('brand'), 'escrow'), 10000::bigint, 'and the money is where it was');
select tests.act_as(tests.id('kol'));
select throws_ok('select public.open_dispute(tests.order_id(), $$Me too$$)', 'PT409', 'order_not_disputable', 'one dispute at a time');
select throws_ok('select public.deliver_order(tests.order_id(), $$x$$, array[$$https://a.b$$])', 'PT409', 'order_not_in_progress', 'no work goes on');
select set_eq($$ select type, title from public.notifications where event = 'dispute_opened' $$,
  $$ values ('dispute_update', 'Dispute about One thread') $$, 'both sides are notified');
