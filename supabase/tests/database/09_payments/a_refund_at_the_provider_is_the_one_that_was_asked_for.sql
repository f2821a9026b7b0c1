-- cast: brand brand, kol kol, stella staff, rival brand
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select (tests.payment()).*;
select tests.make_order(tests.id('rival'), tests.id('kol'), 'declined');
create temporary table of_rival as select (tests.payment()).*;
select tests.by('rival', $$ select tests.refund((select id from of_rival), 4000, gen_random_uuid()) $$);
select tests.act_as(tests.id('brand'));
select tests.refund((select id from paid), 4000, gen_random_uuid());
create temporary table asked as select id from public.payouts;
select tests.refused('stella', 'select public.take_payout((select id from asked))', 'PT409', 'payout_sent_by_provider', 'staff cannot take a refund, which its provider sends');
select tests.refused('stella', $$ select public.record_payout_sent((select id from asked), 'any') $$, 'PT409', 'payout_sent_by_provider',
  'staff cannot record a refund as sent, which its provider reports');
select is((select status from public.payouts where id = (select id from asked)), 'requested', 'a refund waits for the report of its provider');
-- Reports other chargebacks of the same provider, or with the same reference at another provider.
select private.record_provider_dispute(provider, 'other', reference, 'won', 4000, 'USD') from (values ('sandbox', 'other'), ('stripe', 're 1')) as c (provider, reference);
select private.record_provider_refund('sandbox', provider_ref, 're 1', 4000, 'USD') from paid;
select private.record_provider_refund('sandbox', provider_ref, 're 1', 4000, 'USD') from paid;
select results_eq('select status, provider_ref from public.payouts where payment_id = (select id from paid)', $$ values ('sent', 're 1') $$,
  'a reported refund is sent with the provider''s reference');
select is((select status from public.payouts where payment_id = (select id from of_rival)), 'requested', 'a reported refund leaves the refund of another payment open');
select is((private.settle_payout((select id from public.payouts where payment_id = (select id from paid)), 're 1')).status, 'sent',
  'a reported refund can be settled again with the same reference');
select is((select count(*) from private.chargebacks where status <> 'won'), 0::bigint, 'a reported refund of a request is no chargeback');
select is(tests.balance(tests.id('brand'), 'wallet'), 6000::bigint, 'a refund leaves the rest of the payment in the wallet');
-- Reports a refund made in the provider's dashboard, without a request of the brand.
select private.record_provider_refund('sandbox', provider_ref, 're 2', 5000, 'USD') from paid;
select private.record_provider_refund('sandbox', provider_ref, 're 2', 5000, 'USD') from paid;
select results_eq('select kind, brand_minor, loss_minor from private.chargebacks where status <> $$won$$', $$ values ('refund', 5000::bigint, 0::bigint) $$,
  'a refund that nobody requested is taken from the wallet that has the money, without a loss');
select is(tests.balance(tests.id('brand'), 'wallet'), 1000::bigint, 'a refund that nobody requested is taken once');
select is((select frozen_at from public.profiles where id = tests.id('brand')), null, 'a refund that nobody requested does not freeze the brand');
select tests.refused('brand', 'select tests.refund((select id from paid), 1001, gen_random_uuid())', 'PT409', 'insufficient_funds',
  'a refund that nobody requested counts as refunded');
-- The refund is reported again after the brand requested the same amount; the request has not been sent.
select private.record_provider_refund('sandbox', provider_ref, 're 3', 400, 'USD') from paid;
select tests.by('brand', $$ select tests.refund((select id from paid), 400, gen_random_uuid()) $$);
select private.record_provider_refund('sandbox', provider_ref, 're 3', 400, 'USD') from paid;
select is((select status from public.payouts where amount_minor = 400), 'requested', 'a refund reported again does not settle a later request of the same amount');
-- Reports refunds of payments that do not exist at that provider or in that currency.
select private.record_provider_refund('stripe', provider_ref, 're 4', 400, 'USD') from paid;
select private.record_provider_refund('sandbox', provider_ref, 're 5', 400, 'USDC') from paid;
select is((select status from public.payouts where amount_minor = 400), 'requested', 'a refund of another provider or currency does not settle a request');
select results_eq($$ select provider, payment_id, loss_minor from private.chargebacks where provider_ref in ('re 4', 're 5') order by 1 $$,
  $$ values ('sandbox', null::uuid, 400::bigint), ('stripe', null, 400) $$, 'a refund of an unknown payment is a loss until its payment arrives');
