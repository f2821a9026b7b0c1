-- cast: brand brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select private.record_payment('sandbox', 'twice', tests.order_id(), 10000, 'USD');
select private.record_payment('sandbox', 'thrice', tests.order_id(), 10000, 'USD');
select private.record_payment('sandbox', 'stray', null, 10000, 'USD');

-- The provider's notification names the order.
select private.record_chargeback('sandbox', 'twice', tests.order_id(), 4000, 'USD');
select is((select status from public.pack_orders), 'in_progress', 'a chargeback of a duplicate payment leaves the order in progress');
select results_eq($$ select status, suspense_minor from public.payments where provider_ref = 'twice' $$,
  $$ values ('suspense', 6000::bigint) $$, 'a chargeback of a duplicate payment takes its part from suspense');
select results_eq($$ select status, suspense_minor from public.payments where provider_ref in ('thrice', 'stray') $$,
  $$ values ('suspense', 10000::bigint), ('suspense', 10000::bigint) $$, 'a chargeback of a duplicate payment leaves other payments in suspense');
select is((tests.payment()).status, 'received', 'a chargeback of a duplicate payment leaves the order''s own payment received');
select is(tests.balance(null, 'suspense'), 26000::bigint, 'suspense holds what is left of all payments');
create temporary table paid as select id, provider_ref from public.payments;
select tests.by('stella', $$ select public.resolve_suspense((select id from paid where provider_ref = 'twice'), tests.id('brand'), 'theirs', 6000) $$);
select tests.gets('stella', $$ select tests.balance(tests.id('brand'), 'wallet') $$, '6000', 'staff can assign only what a chargeback left of a payment');
select tests.gets('stella', $$ select details ->> 'amount_minor' from public.staff_audit where action = 'resolve_suspense' $$, '6000', 'the audit log has the amount that staff assigned');

-- A duplicate payment is charged back in two parts.
select private.record_provider_dispute('sandbox', 'thrice', 'd1', 'opened', 9000, 'USD');
select private.record_provider_dispute('sandbox', 'thrice', 'd2', 'opened', 1000, 'USD');
select is((select status from public.payments where provider_ref = 'thrice'), 'charged_back', 'a payment is charged back when its chargebacks sum to it');
select tests.refused('stella', $$ select public.resolve_suspense((select id from paid where provider_ref = 'thrice'), tests.id('brand'), 'x', 10000) $$,
  'PT409', 'payment_not_in_suspense', 'staff cannot assign a payment that is charged back');

-- The duplicate payment is charged back after staff assigned it to the brand, which spent it.
select tests.by('stella', $$ select public.unfreeze_profile(tests.id('brand'), 'fine', tests.causes(tests.id('brand'))) $$);
create temporary table first_order as select tests.order_id() as id;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 6000);
select tests.by('brand', $$ select public.pay_from_wallet(tests.order_id()) $$);
select private.record_provider_dispute('sandbox', 'twice', 'd3', status, 6000, 'USD') from unnest(array['opened', 'lost']) as status;
select is((select status from public.pack_orders where id = (select id from first_order)), 'in_progress', 'a lost dispute of an assigned payment leaves the order that it did not pay');
select is((select status from public.pack_orders where id = tests.order_id()), 'cancelled', 'a lost dispute of an assigned payment cancels the order that it paid');
select is((select status from public.payments where provider_ref = 'twice'), 'charged_back', 'an assigned payment whose rest is charged back counts as charged back');
select is(tests.balance(null, 'loss'), 0::bigint, 'a dispute that the cancelled order covers is no loss');
