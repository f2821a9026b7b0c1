-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select is(private.run_due_work(now() + interval '72 hours' - interval '1 second') ->> 'orders_completed', '0', 'the brand has 72 hours');
select is(private.run_due_work(now() + interval '72 hours') ->> 'orders_completed', '1', 'then silence is consent');
select is((select is_completed from public.pack_orders), true, 'the order is completed');
select is(tests.balance(tests.id('kol'), 'pending'), 9000::bigint, 'and the creator paid');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.act_as(tests.id('brand'));
select public.extend_review(tests.order_id());
select tests.act_as_owner();
select is(private.run_due_work(now() + interval '168 hours' - interval '1 second') ->> 'orders_completed', '0', 'an extended review takes longer');
select is(private.run_due_work(now() + interval '168 hours') ->> 'orders_completed', '1', 'by 96 hours');
