-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select (tests.payment()).*;
select tests.by('brand', $$ select tests.refund((tests.payment()).id, 6000, gen_random_uuid()) $$);
select public.settle_payout(id, 're') from public.payouts;
select tests.charge_back(p, 3000) from public.payments p;
select tests.charge_back(p, 5000, 'second') from public.payments p;
delete from auth.users where id = tests.user_id(tests.id('brand'));
select results_eq($$ select owed_minor, loss_minor from private.chargebacks where provider_ref = 'second' $$, $$ values (4000::bigint, 4000::bigint) $$, 'a brand with a debt can delete its account');
select public.record_provider_dispute('sandbox', provider_ref, 'dispute of ' || provider_ref, 'won', 3000, 'USD') from paid;
select results_eq($$ select owed_minor, loss_minor from private.chargebacks where provider_ref = 'second' $$, $$ values (1000::bigint, 1000::bigint) $$, 'money that a deleted brand wins pays its debt');
select public.record_provider_refund('sandbox', provider_ref, 're', 6000, 'USD', true) from paid;
select results_eq($$ select owed_minor, loss_minor from private.chargebacks where provider_ref = 'second' $$, $$ values (0::bigint, 0::bigint) $$, 'a refund that failed pays the debt of a deleted brand');
select is(tests.balance(null, 'suspense'), 5000::bigint, 'money that pays no debt of a deleted brand waits in suspense');
