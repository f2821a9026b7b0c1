-- cast: brand brand, other brand brand, kol kol
update private.settings set value = 4 where key = 'buyer_fee';
create temporary table others as select tests.make_order(tests.id('other brand'), tests.id('kol'), 'pending_payment', 50000) as id;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 10000);
create function pg_temp.pay(amount bigint) returns text language sql as $$
  select format('select private.record_payment(%L, %L, %L, %s, %L)', 'sandbox', amount, tests.order_id(), amount, 'USD')
$$;
select is(price_minor + buyer_fee_minor, 10400::bigint, 'the total of the order is its price and the buyer''s fee') from public.pack_orders where id = tests.order_id();
select ok(not tests.takes_lock(pg_temp.pay(10400), 'spending of ' || tests.id('brand')), 'a payment of the total does not lock the brand''s spending');
select ok(tests.takes_lock(pg_temp.pay(10399), 'spending of ' || tests.id('brand')), 'a payment of less than the total locks the brand''s spending');
select ok(not tests.takes_lock(pg_temp.pay(10399), 'spending of ' || tests.id('other brand')), 'a payment of less than the total leaves other brands'' spending unlocked');
