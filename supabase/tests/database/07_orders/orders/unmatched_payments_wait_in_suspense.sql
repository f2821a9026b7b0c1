-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
select is((private.record_payment('sandbox', 'less', tests.order_id(), 9999, 'USD')).problem, 'wrong_amount', 'a payment of too little does not apply');
select is((private.record_payment('sandbox', 'more', tests.order_id(), 10001, 'USD')).problem, 'wrong_amount', 'a payment of too much does not apply');
select is((private.record_payment('sandbox', 'coin', tests.order_id(), 10000, 'USDC')).problem, 'wrong_currency', 'a payment in another currency does not apply');
select is((private.record_payment('sandbox', 'none', gen_random_uuid(), 10000, 'USD')).problem, 'order_unknown', 'a payment for an unknown order does not apply');
select is((private.record_payment('sandbox', 'null', null, 10000, 'USD')).problem, 'order_unknown', 'a payment without an order does not apply');
select is((select status from public.pack_orders), 'pending_payment', 'an order whose payments do not apply still waits');
select is((private.record_payment('sandbox', 'good', tests.order_id(), 10000, 'USD')).status, 'received', 'a payment of the exact amount is received');
select is((private.record_payment('sandbox', 'again', tests.order_id(), 10000, 'USD')).problem, 'order_not_payable', 'a second payment of a paid order does not apply');
select is(tests.balance(null, 'suspense'), 50000::bigint, 'payments that do not apply are in suspense');
select is(tests.balance(null, 'suspense', 'USDC'), 10000::bigint, 'a payment in suspense keeps its currency');
select is(tests.balance(tests.id('brand'), 'escrow'), 10000::bigint, 'an order with several payments is paid once');
select throws_ok($$ select private.record_payment('sandbox', 'eur', tests.order_id(), 10000, 'XXX') $$, 'PT422', 'currency_unknown',
  'a payment in an unknown currency is refused');
select throws_ok($$ select private.record_payment('sandbox', 'zero', tests.order_id(), 0, 'USD') $$, '23514', null, 'a payment of nothing is refused');
