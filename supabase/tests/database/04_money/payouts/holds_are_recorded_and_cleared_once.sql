-- cast: brand brand, kol kol
create temporary table o as
select tests.put_order(tests.id('brand'), tests.id('kol')) as id, name, amount, fees
from (values ('seller', 1, 0), ('fees', 0, 1), ('nothing', 0, 0), ('two', 900, 100)) as of_order (name, amount, fees);
select private.create_hold(id, tests.id('kol'), 'USD', amount, fees, now()) from o;
-- A member who sells to somebody whom they invited earns the price and the reward.
select private.create_hold(id, tests.id('kol'), 'USD', 30, 70, now()) from o where name = 'two';
select results_eq(format('select h.amount_minor, h.fees_minor from private.holds h join o on o.id = h.order_id where name = %L', name), expected, description)
from (values ('seller', 'values (1::bigint, 0::bigint)', 'one unit for the seller is held'), ('fees', 'values (0::bigint, 1::bigint)', 'one unit of fees is held'),
  ('two', 'values (930::bigint, 100::bigint)', 'two earnings of one member from one order are one hold')) as of_order (name, expected, description);
select is_empty('select from private.holds h join o on o.id = h.order_id where name = ''nothing''', 'earnings of zero make no hold');
delete from private.holds;

select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.clear_hold(id, now() + interval '14 days' - interval '1 second') from private.holds;
select is(tests.balance(tests.id('kol'), 'available'), 0::bigint, 'earnings are not available before their hold ends');
select private.clear_hold(id, now() + interval '14 days') from private.holds, generate_series(1, 2);
select is(tests.balance(tests.id('kol'), 'available'), 9000::bigint, 'a hold that is cleared twice makes its earnings available once');
