-- cast: brand brand, kol kol
create temporary table refund (id uuid);
grant all on refund to authenticated, service_role;

-- The refund has left, but the dispute is reported before it: the provider has both, and wins the
-- dispute because there was a refund.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select (tests.payment()).*;
grant select on paid to authenticated, service_role;
select tests.act_as(tests.id('brand'));
insert into refund select id from public.request_refund((select id from paid), 10000, gen_random_uuid());
select tests.charge_back(tests.payment());
select tests.act_as_service();
select public.record_provider_refund('sandbox', provider_ref, 're', 10000, 'USD') from paid;
select tests.act_as_owner();
select is(tests.balance(null, 'loss'), -10000::bigint, 'one payment went out twice');
select tests.act_as_service();
select public.record_provider_dispute('sandbox', provider_ref, 'dispute of ' || provider_ref, 'won', 10000, 'USD') from paid;
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'wallet'), 0::bigint, 'the brand has its refund and nothing else');
select is(tests.balance(null, 'loss'), 0::bigint, 'and we have lost nothing');
select is((select status from public.payments where id = (select id from paid)), 'charged_back', 'the payment is spent');

-- In parts, of which some was ours to bear.
select tests.make_member('rival', 'brand');
select tests.make_order(tests.id('rival'), tests.id('kol'), 'declined');
select tests.charge_back(tests.payment(), 6000, 'one');
select tests.charge_back(tests.payment(), 6000, 'two');
select is(tests.balance(null, 'loss'), -2000::bigint, 'more than was paid is our loss');
select tests.act_as_service();
select public.record_provider_dispute('sandbox', (tests.payment()).provider_ref, 'one', 'won', 6000, 'USD');
select tests.act_as_owner();
select is(tests.balance(null, 'loss'), 0::bigint, 'until there is money of the payment for it');
select is(tests.balance(tests.id('rival'), 'wallet'), 4000::bigint, 'the rest is the brand''s again');

-- An amount that the wallet cannot cover is owed.
select tests.make_member('third', 'brand');
select tests.make_order(tests.id('third'), tests.id('kol'), 'completed');
select tests.charge_back(tests.payment(), 10000, 'all');
select tests.charge_back(tests.payment(), 3000, 'a part once more');
select tests.act_as_service();
select public.record_provider_dispute('sandbox', (tests.payment()).provider_ref, 'all', 'won', 10000, 'USD');
select tests.act_as_owner();
select results_eq($$ select loss_minor, owed_minor from private.chargebacks where provider_ref = 'a part once more' $$,
  $$ values (3000::bigint, 3000::bigint) $$, 'a brand owes what no other dispute takes any more');

-- Money in suspense belongs to nobody yet: it covers the loss first.
select tests.act_as_service();
select public.record_payment('sandbox', 'stray', null, 9000, 'USD');
select public.record_provider_dispute('sandbox', 'stray', 'ds', 'opened', 9000, 'USD');
select public.record_provider_refund('sandbox', 'stray', 'rs', 5000, 'USD');
select public.record_provider_dispute('sandbox', 'stray', 'ds', 'won', 9000, 'USD');
select results_eq($$ select status, suspense_minor from public.payments where provider_ref = 'stray' $$,
  $$ values ('suspense', 4000::bigint) $$, 'what is left of it waits for staff');
select tests.act_as_owner();
select results_eq($$ select suspense_minor, loss_minor from private.chargebacks where provider_ref = 'rs' $$,
  $$ values (5000::bigint, 0::bigint) $$, 'the refund took the other part');
select is(tests.balance(null, 'suspense'), 4000::bigint, 'and the account says the same');
select is_empty('select * from private.count_solvency() where held_minor <> owed_minor', 'the books agree');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
