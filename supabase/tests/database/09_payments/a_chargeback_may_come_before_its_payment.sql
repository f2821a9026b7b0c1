-- cast: brand brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
select tests.act_as_service();
select public.record_provider_dispute('sandbox', 'early', 'dp', 'opened', 7000, 'USD');
select is((public.record_payment('sandbox', 'early', tests.order_id(), 10000, 'USD')).problem, 'charged_back', 'the payment pays for no order');
select results_eq($$ select status, suspense_minor from public.payments $$, $$ values ('suspense', 3000::bigint) $$, 'what is left waits for staff');
select is((select status from public.pack_orders), 'pending_payment', 'the order is not paid');
select tests.act_as_owner();
select is_empty($$ select from public.notifications where event = 'payment_not_applied' $$, 'and the brand is not asked to wait for it');
select is(tests.balance(null, 'loss'), 0::bigint, 'the loss is covered');
select isnt((select frozen_at from public.profiles where id = tests.id('brand')), null, 'the payer is frozen');
select is((select count(*) from public.notifications where event = 'chargeback_opened'), 1::bigint, 'staff are notified once');
select tests.act_as_service();
select public.record_provider_dispute('sandbox', 'early', 'dp', 'won', 7000, 'USD');
select results_eq($$ select status, suspense_minor from public.payments $$, $$ values ('suspense', 10000::bigint) $$, 'a dispute that is won gives it all back');
select tests.act_as_owner();
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
