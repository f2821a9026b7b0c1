-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select is(private.run_due_work(now() + interval '72 hours' - interval '1 second') ->> 'orders_expired', '0', 'the creator has 72 hours');
select is(private.run_due_work(now() + interval '72 hours') ->> 'orders_expired', '1', 'and no more');
select is(tests.balance(tests.id('brand'), 'wallet'), 10000::bigint, 'the brand has everything back');
