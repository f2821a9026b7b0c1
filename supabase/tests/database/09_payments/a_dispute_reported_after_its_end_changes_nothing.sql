-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
create temporary table paid as select (tests.payment()).*;
create temporary table reported as select private.record_provider_dispute('sandbox', provider_ref, 'dp', 'won', 10000, 'USD') as dispute from paid;
select private.record_provider_dispute('sandbox', provider_ref, 'dp', 'opened', 10000, 'USD') from paid;
select private.record_provider_dispute('sandbox', provider_ref, 'dp', 'lost', 10000, 'USD') from paid;
select is((select dispute ->> 'status' from reported), 'won', 'a dispute that is first reported as won is recorded as won');
select results_eq('select status from private.chargebacks', $$ values ('won') $$, 'a dispute that was won is recorded once, whatever is reported later');
select is((select status from public.pack_orders), 'in_progress', 'an order stays in progress when its dispute was won before it was reported');
select is((select frozen_at from public.profiles where id = tests.id('brand')), null, 'a brand is not frozen by a dispute that was won before it was reported');
select is((select status from public.payments), 'received', 'a payment counts when its dispute was won before it was reported');
select is_empty($$ select from private.demerits $$, 'a dispute that was won before it was reported is no demerit');
select is(tests.balance(tests.id('brand'), 'escrow'), 10000::bigint, 'a dispute that was won before it was reported moves no money');
