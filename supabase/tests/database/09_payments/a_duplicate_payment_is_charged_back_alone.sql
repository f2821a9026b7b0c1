-- cast: brand brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.act_as_service();
select public.record_payment('sandbox', 'twice', tests.order_id(), 10000, 'USD');
select public.record_payment('sandbox', 'thrice', tests.order_id(), 10000, 'USD');
select public.record_payment('sandbox', 'stray', null, 10000, 'USD');

-- The notification names the order, as the provider knows it.
select public.record_chargeback('sandbox', 'twice', tests.order_id(), 4000, 'USD');
select is((select status from public.pack_orders), 'in_progress', 'the order that was paid rightly goes on');
select results_eq($$ select status, suspense_minor from public.payments where provider_ref = 'twice' $$,
  $$ values ('suspense', 6000::bigint) $$, 'a part of the duplicate is gone');
select results_eq($$ select status, suspense_minor from public.payments where provider_ref in ('thrice', 'stray') $$,
  $$ values ('suspense', 10000::bigint), ('suspense', 10000::bigint) $$, 'other payments are as they were');
select is((tests.payment()).status, 'received', 'and so is the one that paid');
select tests.act_as_owner();
select is(tests.balance(null, 'suspense'), 26000::bigint, 'suspense agrees');
create temporary table paid as select id, provider_ref from public.payments;
grant select on paid to authenticated, service_role;
select tests.act_as(tests.id('stella'));
select public.resolve_suspense((select id from paid where provider_ref = 'twice'), tests.id('brand'), 'theirs');
select is(tests.balance(tests.id('brand'), 'wallet'), 6000::bigint, 'staff can give away only what is left');
select is((select details ->> 'amount_minor' from public.staff_audit where action = 'resolve_suspense'), '6000', 'and the record says so');

-- A chargeback of the whole payment in parts
select tests.act_as_service();
select public.record_provider_dispute('sandbox', 'thrice', 'd1', 'opened', 9000, 'USD');
select public.record_provider_dispute('sandbox', 'thrice', 'd2', 'opened', 1000, 'USD');
select is((select status from public.payments where provider_ref = 'thrice'), 'charged_back', 'pieces add up');
select tests.act_as(tests.id('stella'));
select throws_ok($$ select public.resolve_suspense((select id from paid where provider_ref = 'thrice'), tests.id('brand'), 'x') $$,
  'PT409', 'payment_not_in_suspense', 'nothing is left to give');

-- A chargeback after staff assigned the money to the brand, which spent it
select public.unfreeze_profile(tests.id('brand'), 'fine');
select tests.act_as_owner();
create temporary table first_order as select tests.order_id() as id;
grant select on first_order to authenticated, service_role;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 6000);
select tests.act_as(tests.id('brand'));
select public.pay_from_wallet(tests.order_id());
select tests.act_as_service();
select public.record_provider_dispute('sandbox', 'twice', 'd3', status, 6000, 'USD') from unnest(array['opened', 'lost']) as status;
select is((select status from public.pack_orders where id = (select id from first_order)), 'in_progress', 'the first order still goes on');
select is((select status from public.pack_orders where id = tests.order_id()), 'cancelled', 'the one that it paid for does not');
select is((select status from public.payments where provider_ref = 'twice'), 'charged_back', 'the payment is gone');
select tests.act_as_owner();
select is(tests.balance(null, 'loss'), 0::bigint, 'the platform has no loss');
select is_empty('select * from private.count_solvency() where held_minor <> owed_minor', 'the books agree');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
