-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 4000);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.by('brand', $$ select public.tip_order(tests.order_id(), 4000, 'Thanks.', gen_random_uuid()) $$);
select tests.charge_back(tests.payment(), null, 'price');
select is(private.is_payment_disputed(tests.order_id(), (select id from public.order_tips)), false, 'a dispute about the price does not affect a tip from another payment');
select is(private.is_payment_disputed(tests.order_id()), true, 'a dispute about the price affects the order');
select tests.gets('kol', 'select disputed_minor from public.settlement_preview(tests.order_id())', '9000', 'a creator reads that the price waits, without the tip');
select private.run_due_work(now() + interval '30 days') from generate_series(1, 2);
select is(tests.balance(tests.id('kol'), 'available'), 4000::bigint, 'a tip becomes available while the payment of the price is disputed');
