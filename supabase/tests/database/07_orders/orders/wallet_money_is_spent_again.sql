-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 4000);
select tests.act_as(tests.id('brand'));
select is((public.pay_from_wallet(tests.order_id())).status, 'funded', 'what came back pays for another order');
select is((public.pay_from_wallet(tests.order_id())).status, 'funded', 'once');
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'wallet'), 6000::bigint, 'the rest stays');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 6001);
select tests.act_as(tests.id('brand'));
select throws_ok('select public.pay_from_wallet(tests.order_id())', 'PT409', 'insufficient_funds', 'more than there is cannot be spent');
