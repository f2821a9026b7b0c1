-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.gets('kol', $$ select (public.cancel_order(tests.order_id(), 'I am ill.')).status $$, 'in_progress', 'one side alone only requests a cancellation');
select tests.gets('kol', $$ select (public.cancel_order(tests.order_id(), 'I am ill.')).cancel_requested_by $$, tests.id('kol')::text, 'a retried request does not change who requested the cancellation');
select tests.finds('kol', 'select kind, actor_id, note from public.order_events order by id desc limit 1',
  $$ values ('cancellation_requested', tests.id('kol'), 'I am ill.') $$, 'the history says who requested a cancellation and why');
select tests.finds('brand', 'select title from public.notifications order by created_at desc, title limit 1',
  $$ values ('Cancel the order for One thread?') $$, 'the other side receives a notice of a request to cancel');
select tests.gets('brand', $$ select (public.cancel_order(tests.order_id(), 'Get well.')).status $$, 'cancelled', 'an order is cancelled when the other side agrees');
select is(tests.balance(tests.id('brand'), 'wallet'), 10000::bigint, 'a cancelled order returns its whole price to the brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.by('brand', $$ select public.cancel_order(tests.order_id(), 'Too late for us.') $$);
select tests.gets('kol', $$ select (public.deliver_order(tests.order_id(), 'Done.', array['https://a.b'])).cancel_requested_by $$, null,
  'a delivery withdraws the request of a cancellation');
