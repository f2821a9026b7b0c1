-- cast: brand brand, kol kol
create temporary table made as
select tests.put_order(tests.id('brand'), tests.id('kol')) as id from generate_series(1, 300);
select is(count(distinct o.number), 300::bigint, 'each order has a number of its own')
from public.pack_orders o join made using (id);
select is(count(*), 300::bigint, 'a number has five characters that cannot be mistaken for one another')
from public.pack_orders o join made using (id)
where o.number ~ '^K-[23456789ABCDEFGHJKMNPQRSTVWXYZ]{5}$';
select cmp_ok(count(distinct substr(o.number, 3, 1)), '>', 20::bigint, 'three hundred numbers begin with more than twenty different characters')
from public.pack_orders o join made using (id);
-- Numbers that are counted up would share most characters; random numbers of 30 characters share one in 30.
select cmp_ok((
  select avg((substr(a.number, place, 1) = substr(b.number, place, 1))::int)
  from (select o.number, lag(o.number) over (order by o.ctid) as before from public.pack_orders o join made using (id)) as a
  join public.pack_orders b on b.number = a.before, generate_series(3, 7) as place
), '<', 0.1, 'two consecutive orders have numbers that differ in most places');

select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select matches((select o.number from public.pack_orders o where o.id = tests.order_id()), '^K-.{5}$',
  'an order that is placed has a number');
select is(
  (select n.data ->> 'order_number' from public.notifications n where n.event = 'order_accepted'),
  (select o.number from public.pack_orders o where o.id = tests.order_id()), 'a notice names the number of its order');
select throws_ok(
  format($$update public.pack_orders set number = 'K-22222' where id = %L$$, tests.order_id()),
  'PT403', null, 'the number of an order cannot be changed');
select throws_ok($$
  insert into public.pack_orders (number, brand_id, kol_id, pack_title, price_minor, fee_minor, currency,
    delivery_days, revisions_allowed, terms_hash, idempotency_key)
  select o.number, o.brand_id, o.kol_id, 'One thread', 10000, 1000, 'USD', 7, 2, 'none', gen_random_uuid()
  from public.pack_orders o where o.id = tests.order_id()
$$, '23505', null, 'two orders cannot have the same number');

select is((
  select count(*)::int from generate_series(1, 200), private.new_order_number() as n
  where exists (select from public.pack_orders o where o.number = n)
), 0, 'a new number is never one that an order has');

-- Returns the number of an order for given random bits. A number in use is drawn again, and every fourth draw
-- makes it longer, up to eight characters.
create sequence pg_temp.draws;
create function pg_temp.number_of(bits text) returns text language plpgsql as $$
declare
  v_id uuid;
begin
  execute format('create or replace function private.random_bits() returns bigint language sql volatile set search_path = '''' as %L',
    format('select (%s)::bigint', bits));
  v_id := tests.put_order(tests.id('brand'), tests.id('kol'));
  return (select o.number from public.pack_orders o where o.id = v_id);
end;
$$;
select is(pg_temp.number_of(bits), wanted, wanted || ' ' || description) from (values
  ('0', 'K-22222', 'is the number of the first draw'),
  ('case when nextval(''pg_temp.draws'') > 3 then 1 else 0 end', 'K-32222', 'is as short after three draws that are in use'),
  ('case when nextval(''pg_temp.draws'') > 8 then 2 else 0 end', 'K-422222', 'is longer after four draws that are in use'),
  ('0', 'K-222222', 'has six characters, when those of five are in use'), ('0', 'K-2222222', 'has seven characters, when those of six are in use'),
  ('0', 'K-22222222', 'has eight characters, when those of seven are in use'),
  ('case when nextval(''pg_temp.draws'') > 29 then 1 else 0 end', 'K-32222222', 'is no longer than eight characters')) as draw (bits, wanted, description);
