-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.gets('kol', $$ select (public.cancel_order(tests.order_id(), 'x')).status $$, 'in_progress', 'a creator cannot cancel overdue work alone', at => now() + interval '30 days');
select tests.gets('brand', 'select due_at from public.pack_orders', (now() + interval '7 days')::text, 'work is due after the days of the pack');
update public.pack_orders set cancel_requested_by = null, cancel_requested_until = null;
select tests.gets('brand', $$ select (public.cancel_order(tests.order_id(), 'x')).status $$, 'in_progress',
  'a brand cannot cancel work alone that is less than a day late', at => now() + interval '8 days' - interval '1 second');
select tests.gets('brand', $$ select (public.cancel_order(tests.order_id(), 'x')).status $$, 'cancelled', 'a brand can cancel work alone that is a day late', at => now() + interval '8 days');
