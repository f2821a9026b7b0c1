-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
insert into public.member_blocks (blocker_id, blocked_id) values (tests.id('kol'), tests.id('brand'));
select tests.act_as(tests.id('brand'));
select throws_ok($$ select public.pay_from_wallet(tests.order_id()) $$, 'PT409', 'order_not_payable', 'out of the wallet');
select tests.act_as_service();
select is((public.record_payment('sandbox', 'card', tests.order_id(), 10000, 'USD')).problem, 'order_not_payable', 'and by card');
select is((select status from public.pack_orders where id = tests.order_id()), 'pending_payment', 'the order is not paid');
