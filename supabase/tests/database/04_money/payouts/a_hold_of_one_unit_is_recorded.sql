-- cast: ann kol, bob brand
create temporary table o as
select tests.put_order(tests.id('bob'), tests.id('ann')) as id, amount, fees from (values (1, 0), (0, 1), (0, 0)) as of_order (amount, fees);
select private.create_hold(id, tests.id('ann'), 'USD', amount, fees, now()) from o;
select bag_eq('select h.amount_minor, h.fees_minor from private.holds h join o on o.id = h.order_id',
  $$ values (1::bigint, 0::bigint), (0, 1) $$, 'of the seller or of fees, but not of nothing');
