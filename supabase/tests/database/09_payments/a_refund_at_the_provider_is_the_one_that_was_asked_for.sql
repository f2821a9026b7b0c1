-- cast: brand brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select (tests.payment()).*;
grant select on paid to authenticated, service_role;
select tests.make_member('rival', 'brand');
select tests.make_order(tests.id('rival'), tests.id('kol'), 'declined');
create temporary table of_rival as select (tests.payment()).*;
grant select on of_rival to authenticated, service_role;
select tests.act_as(tests.id('rival'));
select public.request_refund((select id from of_rival), 4000, gen_random_uuid());
select tests.act_as(tests.id('brand'));
select public.request_refund((select id from paid), 4000, gen_random_uuid());
create temporary table asked as select id from public.payouts;
grant select on asked to authenticated;
select tests.act_as(tests.id('stella'));
select lives_ok('select public.take_payout((select id from asked))', 'Staff take the refund to make it at the provider.');
select throws_ok($$ select public.record_payout_sent((select id from asked), 'any') $$, 'PT409', 'refund_reported_by_provider',
  'Staff do not record that a refund was sent: its provider reports it.');
select tests.act_as_owner();
select is((select status from public.payouts where id = (select id from asked)), 'requested', 'The refund waits for the report of its provider.');
select tests.act_as_service();
-- Other chargebacks share its provider, or its reference at another provider.
select public.record_provider_dispute(provider, 'other', reference, 'won', 4000, 'USD') from (values ('sandbox', 'other'), ('stripe', 're 1')) as c (provider, reference);
select public.record_provider_refund('sandbox', provider_ref, 're 1', 4000, 'USD') from paid;
select public.record_provider_refund('sandbox', provider_ref, 're 1', 4000, 'USD') from paid;
select results_eq('select status, provider_ref from public.payouts where payment_id = (select id from paid)', $$ values ('sent', 're 1') $$, 'it was sent');
select is((select status from public.payouts where payment_id = (select id from of_rival)), 'requested', 'that of another payment still waits');
select is((public.settle_payout((select id from public.payouts where payment_id = (select id from paid)), 're 1')).status, 'sent', 'and may be settled by hand too');
select is((select count(*) from private.chargebacks where status <> 'won'), 0::bigint, 'nothing is taken a second time');
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'wallet'), 6000::bigint, 'the rest is the brand''s');
-- Made in the provider's dashboard, without a request.
select tests.act_as_service();
select public.record_provider_refund('sandbox', provider_ref, 're 2', 5000, 'USD') from paid;
select public.record_provider_refund('sandbox', provider_ref, 're 2', 5000, 'USD') from paid;
select results_eq('select kind, brand_minor, loss_minor from private.chargebacks where status <> $$won$$', $$ values ('refund', 5000::bigint, 0::bigint) $$,
  'money that left otherwise is taken from where the payment is');
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'wallet'), 1000::bigint, 'once');
select is((select frozen_at from public.profiles where id = tests.id('brand')), null, 'the brand is not frozen');
select tests.act_as(tests.id('brand'));
select throws_ok('select public.request_refund((select id from paid), 1001, gen_random_uuid())', 'PT409', 'refund_exceeds_payment', 'it counts as given back');
select tests.act_as_owner();
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
-- Reported again after the brand asked for the same amount: that one has not left.
select tests.act_as_service();
select public.record_provider_refund('sandbox', provider_ref, 're 3', 400, 'USD') from paid;
select tests.act_as(tests.id('brand'));
select public.request_refund((select id from paid), 400, gen_random_uuid());
select tests.act_as_service();
select public.record_provider_refund('sandbox', provider_ref, 're 3', 400, 'USD') from paid;
select is((select status from public.payouts where amount_minor = 400), 'requested', 'a refund is not taken for one that was made before');
-- Refunds of unknown payments: of another provider, in another currency.
select public.record_provider_refund('stripe', provider_ref, 're 4', 400, 'USD') from paid;
select public.record_provider_refund('sandbox', provider_ref, 're 5', 400, 'USDC') from paid;
select is((select status from public.payouts where amount_minor = 400), 'requested', 'nor for one of another provider or currency');
select results_eq($$ select provider, payment_id, loss_minor from private.chargebacks where provider_ref in ('re 4', 're 5') order by 1 $$,
  $$ values ('sandbox', null::uuid, 400::bigint), ('stripe', null, 400) $$, 'which is a loss until its payment comes');
select tests.act_as_owner();
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
