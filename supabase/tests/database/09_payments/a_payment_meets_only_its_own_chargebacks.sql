-- cast: brand brand, kol kol, careful brand
-- Reports chargebacks that each differ in one point from the payment that comes later.
select private.record_provider_dispute(provider, payment_ref, dispute_ref, status, 3000, currency)
from (values
  ('stripe', 'late', 'other provider', 'opened', 'USD'),
  ('sandbox', 'early', 'other payment', 'opened', 'USD'),
  ('sandbox', 'late', 'other currency', 'opened', 'USDC'),
  ('sandbox', 'late', 'won before', 'won', 'USD'),
  ('sandbox', 'late', 'won since', 'opened', 'USD'),
  ('sandbox', 'late', 'won since', 'won', 'USD')) as reported (provider, payment_ref, dispute_ref, status, currency);
create temporary table before as select * from private.chargebacks;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
select is((private.record_payment('sandbox', 'late', tests.order_id(), 10000, 'USD')).problem, null, 'a payment without an earlier chargeback pays for its order');
select results_eq('select c.provider_ref, c.payment_id, c.status, c.loss_minor from private.chargebacks c order by c.id',
  'select b.provider_ref, b.payment_id, b.status, b.loss_minor from before b order by b.id', 'chargebacks of other payments, providers and currencies stay unchanged');
select is_empty('select from private.chargebacks where payment_id is not null', 'chargebacks of other payments, providers and currencies get no payment');

-- Reports three chargebacks of one payment in suspense, which does not cover them.
select private.record_payment('sandbox', 'stray', null, 4000, 'USD');
select private.record_provider_dispute(provider, payment_ref, 'b ' || nr, 'opened', 2500, currency)
from (values (1, 'sandbox', 'early', 'USD'), (2, 'stripe', 'early', 'USD'), (3, 'sandbox', 'early', 'USDC'), (4, 'sandbox', 'early', 'USD'), (5, 'sandbox', 'early', 'USD'))
  as reported (nr, provider, payment_ref, currency);
select is((private.record_payment('sandbox', 'early', null, 5501, 'USD')).status, 'charged_back', 'a payment in suspense that was charged back before is charged back');
select results_eq($$ select provider_ref, suspense_minor, loss_minor from private.chargebacks
    where payment_id = (select id from public.payments where provider_ref = 'early') order by created_at $$,
  $$ values ('other payment', 3000::bigint, 0::bigint), ('b 1', 2500, 0), ('b 4', 1, 2499), ('b 5', 0, 2500) $$, 'a payment covers the oldest of its chargebacks first');
select is((select count(*) from private.chargebacks where payment_id is null), 6::bigint, 'chargebacks of other payments still have no payment');
select is((select suspense_minor from public.payments where provider_ref = 'stray'), 4000::bigint, 'money of other payments stays in suspense');

-- A refund that the provider made before the payment was reported freezes nobody.
select tests.make_order(tests.id('careful'), tests.id('kol'), 'pending_payment');
select private.record_provider_refund('sandbox', 'soon', 'r', 10000, 'USD');
select private.record_payment('sandbox', 'soon', tests.order_id(), 10000, 'USD');
select is((select frozen_at from public.profiles where id = tests.id('careful')), null, 'a refund that is reported before its payment freezes no brand');

-- The brand named by the chargeback stays its brand when the payment itself names nobody.
select private.record_provider_dispute('sandbox', 'nameless', 'n', 'opened', 1000, 'USD');
update private.chargebacks set brand_id = tests.id('brand') where provider_ref = 'n';
select private.record_payment('sandbox', 'nameless', null, 1000, 'USD');
select results_eq($$ select brand_id, loss_minor from private.chargebacks where provider_ref = 'n' $$, $$ values (tests.id('brand'), 0::bigint) $$,
  'a chargeback keeps its brand when the payment names none');
