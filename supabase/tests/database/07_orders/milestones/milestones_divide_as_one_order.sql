-- Tests with several prices, fees and milestones that the parts sum to what one division of the whole order
-- gives, wherever the order ends.
create temporary table orders (price bigint, fee bigint, buyer_fee bigint, parts bigint[]);
insert into orders values (10000, 1000, 500, '{3333,3333,3334}'), (10000, 1000, 0, '{1,9999}'), (9999, 1, 0, '{3333,3333,3333}'),
  (7, 6, 7, '{1,1,1,1,3}'), (1000000000000000, 333333333333333, 77777777777777, '{1,999999999999999}'), (500, 0, 0, '{100,400}');
create function pg_temp.an_order(o orders, released bigint) returns public.pack_orders language sql as $$
  select jsonb_populate_record(null::public.pack_orders, jsonb_build_object('price_minor', o.price, 'fee_minor', o.fee,
    'buyer_fee_minor', o.buyer_fee, 'released_minor', released))
$$;
create temporary table steps as
select o.price, o.fee, o.buyer_fee, p.place, p.amount,
  (sum(p.amount) over (partition by o.parts, o.fee order by p.place))::bigint as upto, o as whole, cardinality(o.parts) as parts
from orders o, unnest(o.parts) with ordinality as p (amount, place);
select is_empty($$
  select s.whole
  from steps s cross join lateral private.split_rest(pg_temp.an_order(s.whole, s.upto - s.amount), s.upto) as r
  group by s.whole
  having (sum(r.creator_minor), sum(r.creator_fee_minor), sum(r.buyer_fee_kept_minor)) is distinct from (
    select (w.creator_minor::numeric, w.creator_fee_minor::numeric, w.buyer_fee_kept_minor::numeric)
    from private.split_settlement(pg_temp.an_order(s.whole, 0), (s.whole).price) as w)
$$, 'all accepted milestones together pay what one completion pays');
select is_empty($$
  select s.price, s.place, k from steps s
  cross join lateral (values (s.upto), (s.upto + (s.price - s.upto) / 3), (s.price)) as e (k)
  cross join lateral private.split_settlement(pg_temp.an_order(s.whole, 0), s.upto) as paid
  cross join lateral private.split_rest(pg_temp.an_order(s.whole, s.upto), e.k) as r
  cross join lateral private.split_settlement(pg_temp.an_order(s.whole, 0), e.k) as w
  where (paid.creator_minor + r.creator_minor, paid.creator_fee_minor + r.creator_fee_minor,
      paid.buyer_fee_kept_minor + r.buyer_fee_kept_minor, r.brand_minor)
    is distinct from (w.creator_minor, w.creator_fee_minor, w.buyer_fee_kept_minor, w.brand_minor)
$$, 'an order that ends after any milestone pays what one settlement pays');
select is_empty($$
  select s.price, s.place from steps s
  cross join lateral private.split_rest(pg_temp.an_order(s.whole, s.upto - s.amount), s.upto) as r
  where r.creator_minor < 0 or r.creator_fee_minor < 0 or r.buyer_fee_kept_minor < 0 or r.creator_minor + r.creator_fee_minor <> s.amount
$$, 'no part of a milestone is negative, and the parts sum to its amount');
