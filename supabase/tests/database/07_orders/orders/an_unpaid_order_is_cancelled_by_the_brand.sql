-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
create temporary table notified as select count(*) as before from public.notifications;
select tests.refused('kol', $$ select public.cancel_order(tests.order_id(), 'No.') $$, 'PT403', 'not_allowed', 'a creator cannot cancel an order that is not paid');
select tests.finds('brand', $$ select status, due_at, completed_at from public.cancel_order(tests.order_id(), 'Changed my mind.') $$,
  $$ values ('cancelled', null::timestamptz, null::timestamptz) $$, 'a brand can cancel an order that is not paid');
select tests.gets('brand', 'select (public.cancel_order(tests.order_id(), null)).status', 'cancelled', 'a retried cancellation changes nothing');
select is((select count(*) from private.transfers), 0::bigint, 'the cancellation of an unpaid order moves no money');
select is((select count(*) from public.notifications), (select before from notified), 'the cancellation of an unpaid order sends no notification');
select is((private.record_payment('sandbox', 'late', tests.order_id(), 10000, 'USD')).problem, 'order_not_payable', 'a payment of a cancelled order is not applied');
