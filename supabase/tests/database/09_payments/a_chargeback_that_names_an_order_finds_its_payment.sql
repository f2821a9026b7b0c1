-- cast: bob brand, eve brand, kol kol, dora brand
create temporary table o as
select tests.make_order(tests.id('bob'), tests.id('kol'), 'pending_payment') as unpaid,
  tests.make_order(tests.id('bob'), tests.id('kol'), 'funded') as paid,
  tests.make_order(tests.id('eve'), tests.id('kol'), 'funded', 90000) as of_others;
create function pg_temp.found(order_id uuid, currency text) returns uuid language sql as $$
  select (private.find_charged_payment(jsonb_populate_record(null::private.chargebacks, jsonb_build_object(
    'provider', 'sandbox', 'payment_ref', 'unknown', 'order_id', order_id, 'currency', currency)))).order_id
$$;
select is(pg_temp.found(paid, 'USD'), paid, 'a chargeback that names an order finds the payment of that order') from o;
select is(pg_temp.found(paid, 'USDC'), null, 'a chargeback in another currency finds no payment') from o;
select is(pg_temp.found(unpaid, 'USD'), null, 'a chargeback of an unpaid order finds no payment of other orders') from o;
-- Makes an order that the wallet pays for, with the money of three payments.
select tests.make_order(tests.id('dora'), tests.id('kol'), 'declined', price) from unnest(array[2000, 5000, 3000]) as price;
select tests.make_order(tests.id('dora'), tests.id('kol'), 'pending_payment', 10000);
select tests.move_time_as(tests.id('dora'));
select public.pay_from_wallet(tests.order_id());
select is((select p.amount_minor from public.payments p where p.id = (private.find_charged_payment(jsonb_populate_record(null::private.chargebacks,
  jsonb_build_object('provider', 'sandbox', 'payment_ref', 'unknown', 'order_id', tests.order_id(), 'currency', 'USD')))).id), 5000::bigint,
  'a chargeback that names an order of three payments finds the largest');
