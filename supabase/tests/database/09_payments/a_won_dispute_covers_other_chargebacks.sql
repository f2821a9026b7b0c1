-- cast: brand brand, kol kol, rival brand, third brand
create temporary table refund (id uuid);

-- The refund was sent, but the dispute is reported before it: the provider has both, and wins the
-- dispute because there was a refund.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select (tests.payment()).*;
select tests.act_as(tests.id('brand'));
insert into refund select id from tests.refund((select id from paid), 10000, gen_random_uuid());
select tests.charge_back(tests.payment());
select tests.act_as_owner();
select private.record_provider_refund('sandbox', provider_ref, 're', 10000, 'USD') from paid;
select is(tests.balance(null, 'loss'), -10000::bigint, 'a payment that is both refunded and charged back is a loss');
select private.record_provider_dispute('sandbox', provider_ref, 'dispute of ' || provider_ref, 'won', 10000, 'USD') from paid;
select is(tests.balance(tests.id('brand'), 'wallet'), 0::bigint, 'a won dispute of a refunded payment returns nothing to the wallet');
select is(tests.balance(null, 'loss'), 0::bigint, 'a won dispute of a refunded payment covers the loss');
select is((select status from public.payments where id = (select id from paid)), 'charged_back', 'a payment that was refunded stays charged back when its dispute is won');

-- A payment is charged back in parts, and the market bore some of them.
select tests.make_order(tests.id('rival'), tests.id('kol'), 'declined');
select tests.charge_back(tests.payment(), 6000, 'one');
select tests.charge_back(tests.payment(), 6000, 'two');
select is(tests.balance(null, 'loss'), -2000::bigint, 'chargebacks above the payment are the market''s loss');
select private.record_provider_dispute('sandbox', (tests.payment()).provider_ref, 'one', 'won', 6000, 'USD');
select is(tests.balance(null, 'loss'), 0::bigint, 'a won dispute covers the loss of another chargeback of the payment');
select is(tests.balance(tests.id('rival'), 'wallet'), 4000::bigint, 'a won dispute returns the rest to the wallet');

-- An amount that the wallet does not cover is owed.
select tests.make_order(tests.id('third'), tests.id('kol'), 'completed');
select tests.charge_back(tests.payment(), 10000, 'all');
select tests.charge_back(tests.payment(), 3000, 'a part once more');
select private.record_provider_dispute('sandbox', (tests.payment()).provider_ref, 'all', 'won', 10000, 'USD');
select results_eq($$ select loss_minor, owed_minor from private.chargebacks where provider_ref = 'a part once more' $$,
  $$ values (3000::bigint, 3000::bigint) $$, 'a brand owes a chargeback that no other covers any more');

-- Money in suspense has no owner yet, so it covers the loss first.
select private.record_payment('sandbox', 'stray', null, 9000, 'USD');
select private.record_provider_dispute('sandbox', 'stray', 'ds', 'opened', 9000, 'USD');
select private.record_provider_refund('sandbox', 'stray', 'rs', 5000, 'USD');
select private.record_provider_dispute('sandbox', 'stray', 'ds', 'won', 9000, 'USD');
select results_eq($$ select status, suspense_minor from public.payments where provider_ref = 'stray' $$,
  $$ values ('suspense', 4000::bigint) $$, 'a won dispute leaves in suspense what a refund did not take');
select results_eq($$ select suspense_minor, loss_minor from private.chargebacks where provider_ref = 'rs' $$,
  $$ values (5000::bigint, 0::bigint) $$, 'a won dispute covers the refund of a payment in suspense');
select is(tests.balance(null, 'suspense'), 4000::bigint, 'suspense holds what is left of the payment');
