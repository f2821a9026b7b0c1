-- cast: brand brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
select private.record_provider_dispute('sandbox', 'early', 'dp', 'opened', 7000, 'USD');
select is((private.record_payment('sandbox', 'early', tests.order_id(), 10000, 'USD')).problem, 'charged_back', 'a payment that was charged back before it arrived does not apply');
select results_eq($$ select status, suspense_minor from public.payments $$, $$ values ('suspense', 3000::bigint) $$, 'the rest of a payment that was charged back early waits in suspense');
select is((select status from public.pack_orders), 'pending_payment', 'an order is not paid by a payment that was charged back early');
select is_empty($$ select from public.notifications where event = 'payment_not_applied' $$, 'a brand receives no notice of a payment that was charged back early');
select is(tests.balance(null, 'loss'), 0::bigint, 'a payment that arrives covers the loss of its chargeback');
select isnt((select frozen_at from public.profiles where id = tests.id('brand')), null, 'a brand is frozen when its payment was charged back early');
select is((select count(*) from public.notifications where event = 'chargeback_opened'), 1::bigint, 'staff receive one notice of an early chargeback');
select private.record_provider_dispute('sandbox', 'early', 'dp', 'won', 7000, 'USD');
select results_eq($$ select status, suspense_minor from public.payments $$, $$ values ('suspense', 10000::bigint) $$, 'a dispute that is won returns the whole payment to suspense');
