-- cast: bob brand, eve brand, kol kol
create temporary table o as
select tests.make_order(tests.id('bob'), tests.id('kol'), 'pending_payment') as unpaid,
  tests.make_order(tests.id('bob'), tests.id('kol'), 'funded') as paid,
  tests.make_order(tests.id('eve'), tests.id('kol'), 'funded', 90000) as of_others;
create function pg_temp.found(order_id uuid, currency text) returns uuid language sql as $$
  select (private.find_charged_payment(jsonb_populate_record(null::private.chargebacks, jsonb_build_object(
    'provider', 'sandbox', 'payment_ref', 'unknown', 'order_id', order_id, 'currency', currency)))).order_id
$$;
select is(pg_temp.found(paid, 'USD'), paid, 'the payment of the order') from o;
select is(pg_temp.found(paid, 'USDC'), null, 'not in another currency') from o;
select is(pg_temp.found(unpaid, 'USD'), null, 'nor that of another order, when its own is not known yet') from o;
