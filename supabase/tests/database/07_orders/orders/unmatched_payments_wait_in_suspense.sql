-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
select tests.act_as_service();
select is((public.record_payment('sandbox', 'less', tests.order_id(), 9999, 'USD')).problem, 'wrong_amount', 'too little');
select is((public.record_payment('sandbox', 'more', tests.order_id(), 10001, 'USD')).problem, 'wrong_amount', 'too much');
select is((public.record_payment('sandbox', 'coin', tests.order_id(), 10000, 'USDC')).problem, 'wrong_currency', 'the wrong currency');
select is((public.record_payment('sandbox', 'none', gen_random_uuid(), 10000, 'USD')).problem, 'order_unknown', 'no such order');
select is((public.record_payment('sandbox', 'null', null, 10000, 'USD')).problem, 'order_unknown', 'no order at all');
select is((select status from public.pack_orders), 'pending_payment', 'the order still waits');
select is((public.record_payment('sandbox', 'good', tests.order_id(), 10000, 'USD')).status, 'received', 'for the exact amount');
select is((public.record_payment('sandbox', 'again', tests.order_id(), 10000, 'USD')).problem, 'order_not_payable', 'paying twice');
select tests.act_as_owner();
select is(tests.balance(null, 'suspense'), 50000::bigint, 'everything else is in suspense');
select is(tests.balance(null, 'suspense', 'USDC'), 10000::bigint, 'in its own currency');
select is(tests.balance(tests.id('brand'), 'escrow'), 10000::bigint, 'and the order was paid once');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
select tests.act_as_service();
select throws_ok($$ select public.record_payment('sandbox', 'eur', tests.order_id(), 10000, 'XXX') $$, 'PT422', 'currency_unknown',
  'a currency that we do not have cannot come');
select throws_ok($$ select public.record_payment('sandbox', 'zero', tests.order_id(), 0, 'USD') $$, '23514', null, 'nor can nothing');
