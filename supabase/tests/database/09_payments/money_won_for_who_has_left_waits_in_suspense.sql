-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select (tests.payment()).*;
select tests.charge_back(p, 6000) from public.payments p;
select private.unfreeze_profile(tests.id('brand'), 'Looked at.') from tests.make_staff('stella') as s, lateral tests.act_as(s);
select tests.by('brand', $$ select tests.refund((tests.payment()).id, 4000, gen_random_uuid()) $$);
select public.settle_payout(id, 'tr') from public.payouts;
delete from auth.users where id = tests.user_id(tests.id('brand'));
select is((select deleted_at is null from public.profiles where id = tests.id('brand')), false, 'a brand can leave while the bank decides');
select public.record_provider_dispute('sandbox', provider_ref, 'dispute of ' || provider_ref, 'won', 6000, 'USD') from paid;
select is(tests.balance(tests.id('brand'), 'wallet'), 0::bigint, 'a won dispute does not pay the wallet of a brand that has left');
select results_eq('select status, suspense_minor from public.payments', $$ values ('suspense', 6000::bigint) $$, 'a won dispute of a brand that has left puts the payment in suspense');
select is(tests.balance(null, 'suspense'), 6000::bigint, 'suspense holds what a brand that has left won');
