-- cast: brand brand, kol kol, stella staff, stranger kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
select tests.move_time_as(tests.id('stella'));
select is(tests.locked_rows('select private.lock_order_as_staff(tests.order_id())', 'public.pack_orders'), array[tests.order_id()::text], 'it waits for its sides, and they for staff');
select throws_ok('select private.lock_order_as_staff(gen_random_uuid())', 'PT404', 'order_unknown', 'there must be an order');
select tests.move_time_as(tests.id('stranger'));
select throws_ok('select private.lock_order_as_staff(tests.order_id())', 'PT403', 'not_allowed', 'callers who are not staff are rejected');
