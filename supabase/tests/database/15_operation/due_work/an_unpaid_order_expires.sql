-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
select is(private.run_due_work(now() + interval '24 hours' - interval '1 second') ->> 'orders_expired', '0', 'not before its day is over');
select is(private.run_due_work(now() + interval '24 hours') ->> 'orders_expired', '1', 'then');
select is((select status from public.pack_orders), 'expired', 'it is expired');
select is_empty('select from private.transfers', 'and no money moved');
select is((select actor_id from public.order_events where to_status = 'expired'), null, 'the clock did it');
