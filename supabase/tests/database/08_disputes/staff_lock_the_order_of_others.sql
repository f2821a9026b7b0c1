-- cast: brand brand, kol kol, stella staff, stranger kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
select tests.move_time_as(tests.id('stella'));
select is(tests.locked_rows('select private.lock_order_as_staff(tests.order_id())', 'public.pack_orders'), array[tests.order_id()::text], 'staff lock an order before they act on it');
select throws_ok('select private.lock_order_as_staff(gen_random_uuid())', 'PT404', 'order_unknown', 'staff cannot lock an unknown order');
select tests.move_time_as(tests.id('stranger'));
select throws_ok('select private.lock_order_as_staff(tests.order_id())', 'PT403', 'not_allowed', 'a member who is not staff cannot lock an order as staff');
