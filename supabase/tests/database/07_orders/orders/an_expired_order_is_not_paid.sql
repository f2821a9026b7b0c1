-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'expired');
select tests.act_as_service();
select is((public.record_payment('sandbox', 'late', tests.order_id(), 10000, 'USD')).problem, 'order_not_payable', 'late money goes to suspense');
select is((select status from public.pack_orders), 'expired', 'and the order stays as it is');
