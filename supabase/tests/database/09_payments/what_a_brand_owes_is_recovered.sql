-- cast: brand brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
create temporary table done as select (tests.payment()).*;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table back as select (tests.payment()).*;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', 5000);

-- The first chargeback takes the money of the second payment; then the second is charged back.
select tests.charge_back((select p from public.payments p where id = (select id from done)), null, 'd1');
select tests.charge_back((select p from public.payments p where id = (select id from back)), null, 'd2');
select is(tests.balance(null, 'loss'), -10000::bigint, 'a chargeback of money that another chargeback took is a loss');
select private.record_provider_dispute('sandbox', provider_ref, 'd1', 'won', 10000, 'USD') from done;
select is(tests.balance(tests.id('brand'), 'wallet'), 0::bigint, 'a dispute that is won does not pay the brand for money it owes');
select is(tests.balance(null, 'loss'), 0::bigint, 'a dispute that is won covers the loss of the other');

-- Money that comes to the wallet later is asked for before it can be spent.
select tests.charge_back((select p from public.payments p where id = (select id from done)), 4000, 'd3');
select is((select owed_minor from private.chargebacks where provider_ref = 'd3'), 4000::bigint, 'a brand owes a chargeback that its wallet does not cover');
select tests.act_as(tests.id('kol'));
select public.decline_order(tests.order_id());
select tests.act_as(tests.id('stella'));
select public.unfreeze_profile(tests.id('brand'), 'pays');
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'wallet'), 1000::bigint, 'a debt is recovered from the wallet when the freeze is lifted');
select results_eq('select brand_minor, loss_minor, owed_minor from private.chargebacks where provider_ref = $$d3$$',
  'values (4000::bigint, 0::bigint, 0::bigint)', 'a recovered chargeback is borne by the brand and no longer owed');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
