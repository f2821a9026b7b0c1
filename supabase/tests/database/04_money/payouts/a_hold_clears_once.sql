-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.clear_hold(id, now() + interval '13 days') from private.holds;
select is(tests.balance(tests.id('kol'), 'available'), 0::bigint, 'not before it is due');
select private.clear_hold(id, now() + interval '14 days') from private.holds, generate_series(1, 2);
select is(tests.balance(tests.id('kol'), 'available'), 9000::bigint, 'then, and asked twice still once');
