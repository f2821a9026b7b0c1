-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', price) from unnest(array[2000, 5000, 3000]) as price;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 10000);
select tests.act_as(tests.id('brand'));
select public.pay_from_wallet(tests.order_id());
select tests.act_as_service();
select public.record_chargeback('sandbox', 'a reference of its own', tests.order_id(), 100, 'USD');
select tests.act_as_owner();
select is((select p.amount_minor from private.chargebacks c join public.payments p on p.id = c.payment_id), 5000::bigint, 'of three payments, the largest');
