-- cast: brand brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
create temporary table done as select (tests.payment()).*;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table back as select (tests.payment()).*;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', 5000);
grant select on done, back to service_role;

-- The first chargeback takes the money of the second payment; then the second is charged back.
select tests.charge_back((select p from public.payments p where id = (select id from done)), null, 'd1');
select tests.charge_back((select p from public.payments p where id = (select id from back)), null, 'd2');
select is(tests.balance(null, 'loss'), -10000::bigint, 'one of the two is a loss');
select tests.act_as_service();
select public.record_provider_dispute('sandbox', provider_ref, 'd1', 'won', 10000, 'USD') from done;
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'wallet'), 0::bigint, 'what is won does not pay the brand a second time');
select is(tests.balance(null, 'loss'), 0::bigint, 'it covers the loss');

-- Money that comes to the wallet later is asked for before it can be spent.
select tests.charge_back((select p from public.payments p where id = (select id from done)), 4000, 'd3');
select is((select owed_minor from private.chargebacks where provider_ref = 'd3'), 4000::bigint, 'the brand owes');
select tests.act_as(tests.id('kol'));
select public.decline_order(tests.order_id());
select tests.act_as(tests.id('stella'));
select public.unfreeze_profile(tests.id('brand'), 'pays');
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'wallet'), 1000::bigint, 'and has paid when the freeze is lifted');
select results_eq('select brand_minor, loss_minor, owed_minor from private.chargebacks where provider_ref = $$d3$$',
  'values (4000::bigint, 0::bigint, 0::bigint)', 'the chargeback says so');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
