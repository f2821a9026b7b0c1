-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
create temporary table notified as select count(*) as before from public.notifications;
select tests.act_as(tests.id('kol'));
select throws_ok($$ select public.cancel_order(tests.order_id(), 'No.') $$, 'PT403', 'not_allowed', 'not by the creator, who has nothing to do yet');
select tests.act_as(tests.id('brand'));
select results_eq($$ select status, due_at, completed_at from public.cancel_order(tests.order_id(), 'Changed my mind.') $$,
  $$ values ('cancelled', null::timestamptz, null::timestamptz) $$, 'the brand cancels at once');
select is((public.cancel_order(tests.order_id(), null)).status, 'cancelled', 'a retry changes nothing');
select tests.act_as_owner();
select is((select count(*) from private.transfers), 0::bigint, 'no money moves');
select is((select count(*) from public.notifications), (select before from notified), 'nobody is notified');
select tests.act_as_service();
select is((public.record_payment('sandbox', 'late', tests.order_id(), 10000, 'USD')).problem, 'order_not_payable', 'a payment that comes later waits for staff');
select tests.act_as_owner();
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
