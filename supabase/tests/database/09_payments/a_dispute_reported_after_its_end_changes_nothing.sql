-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
create temporary table paid as select (tests.payment()).*;
grant select on paid to service_role;
select tests.act_as_service();
create temporary table reported as select public.record_provider_dispute('sandbox', provider_ref, 'dp', 'won', 10000, 'USD') as dispute from paid;
select public.record_provider_dispute('sandbox', provider_ref, 'dp', 'opened', 10000, 'USD') from paid;
select public.record_provider_dispute('sandbox', provider_ref, 'dp', 'lost', 10000, 'USD') from paid;
select tests.act_as_owner();
select is((select dispute ->> 'status' from reported), 'won', 'it is written down as won');
select results_eq('select status from private.chargebacks', $$ values ('won') $$, 'recorded once, whatever is reported later');
select is((select status from public.pack_orders), 'in_progress', 'the work goes on');
select is((select frozen_at from public.profiles where id = tests.id('brand')), null, 'the brand is not frozen');
select is((select status from public.payments), 'received', 'the payment counts');
select is_empty($$ select from private.demerits $$, 'there is no demerit');
select is(tests.balance(tests.id('brand'), 'escrow'), 10000::bigint, 'no money moved');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
