-- cast: brand brand, kol kol
create temporary table made as
select tests.put_order(tests.id('brand'), tests.id('kol')) as id from generate_series(1, 300);
select is(count(distinct o.number), 300::bigint, 'each order has its own number')
from public.pack_orders o join made using (id);
select is(count(*), 300::bigint, 'short, and without characters that look or sound alike')
from public.pack_orders o join made using (id)
where o.number ~ '^K-[23456789ABCDEFGHJKMNPQRSTVWXYZ]{5}$';
select cmp_ok(count(distinct substr(o.number, 3, 1)), '>', 20::bigint, 'each of the thirty characters can be the first')
from public.pack_orders o join made using (id);
-- Consecutive numbers would differ in few places; of 30 characters, one in 30 is equal.
select cmp_ok((
  select avg((substr(a.number, place, 1) = substr(b.number, place, 1))::int)
  from (select o.number, lag(o.number) over (order by o.ctid) as before from public.pack_orders o join made using (id)) as a
  join public.pack_orders b on b.number = a.before, generate_series(3, 7) as place
), '<', 0.1, 'two orders that follow each other have nothing in common');

select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select matches((select o.number from public.pack_orders o where o.id = tests.order_id()), '^K-.{5}$',
  'a bought order has one');
select is(
  (select n.data ->> 'order_number' from public.notifications n where n.event = 'order_accepted'),
  (select o.number from public.pack_orders o where o.id = tests.order_id()), 'a notice names it');
select throws_ok(
  format($$update public.pack_orders set number = 'K-22222' where id = %L$$, tests.order_id()),
  'PT403', null, 'it is never changed');
select throws_ok($$
  insert into public.pack_orders (number, brand_id, kol_id, pack_title, price_minor, fee_minor, currency,
    delivery_days, revisions_allowed, terms_hash, idempotency_key)
  select o.number, o.brand_id, o.kol_id, 'One thread', 10000, 1000, 'USD', 7, 2, 'none', gen_random_uuid()
  from public.pack_orders o where o.id = tests.order_id()
$$, '23505', null, 'two orders never have the same number');

select is((
  select count(*)::int from generate_series(1, 200), private.new_order_number() as n
  where exists (select from public.pack_orders o where o.number = n)
), 0, 'a new number is one that no order has');
select tests.act_as(tests.id('brand'));
select throws_ok('select private.new_order_number()', '42501', null, 'nobody draws numbers');
