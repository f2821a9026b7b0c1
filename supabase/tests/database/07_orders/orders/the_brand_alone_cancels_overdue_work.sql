-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.move_time_as(tests.id('kol'));
select is((private.cancel_order(tests.order_id(), 'x', now() + interval '30 days')).status, 'in_progress', 'a late creator cannot walk away');
select tests.act_as(tests.id('brand'));
select is((select due_at from public.pack_orders), now() + interval '7 days', 'the work was due after the days of the pack');
select tests.act_as_owner();
update public.pack_orders set cancel_requested_by = null;
select tests.move_time_as(tests.id('brand'));
select is((private.cancel_order(tests.order_id(), 'x', now() + interval '8 days' - interval '1 second')).status, 'in_progress', 'a day late is not yet late');
select is((private.cancel_order(tests.order_id(), 'x', now() + interval '8 days')).status, 'cancelled', 'after a day it is');
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'wallet'), 10000::bigint, 'the brand has everything back');
