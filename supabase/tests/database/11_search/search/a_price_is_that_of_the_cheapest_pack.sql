-- cast: ann kol, ben kol, bob brand
create function pg_temp.pack(price bigint, days int, currency text default 'USD', published boolean default true) returns uuid language sql as $$
  insert into public.packs (kol_id, title, price_minor, currency, delivery_days, is_published)
  values (tests.id('ann'), 'Pack of ' || price, price, currency, days, published) returning id
$$;
create function pg_temp.found(filters jsonb) returns text[] language sql as $$
  select array(select display_name from public.search_creators(filters) order by 1)
$$;
create function pg_temp.offer() returns text language sql security definer as $$
  select concat_ws(' ', price_cents, delivery_days) from private.creators where profile_id = tests.id('ann')
$$;
select is(pg_temp.offer(), '', 'a creator without packs has no price');
select pg_temp.pack(1000, 1, published => false);
select is(pg_temp.offer(), '', 'a draft gives no price');
select pg_temp.pack(50000, 3);
select is(pg_temp.offer(), '50000 3', 'a published pack gives a price and a delivery');
select pg_temp.pack(20000, 10);
select is(pg_temp.offer(), '20000 3', 'the cheapest price and the shortest delivery count, also of two packs');

select tests.act_as(tests.id('bob'));
select is(pg_temp.found('{"maxPrice": 20000}'), '{Ann}', 'a maximum price includes its own value');
select is(pg_temp.found('{"maxPrice": 19999}'), '{}', 'a price above the maximum is not found');
select is(pg_temp.found('{"minPrice": 20000}'), '{Ann}', 'a minimum price includes its own value');
select is(pg_temp.found('{"minPrice": 20001}'), '{}', 'a dearer pack does not satisfy a minimum price');
select is(pg_temp.found('{"minPrice": 15000, "maxPrice": 25000}'), '{Ann}', 'a price between minimum and maximum is found');
select is(pg_temp.found('{"maxDeliveryDays": 3}'), '{Ann}', 'a delivery within the days is found');
select is(pg_temp.found('{"maxDeliveryDays": 2}'), '{}', 'a delivery beyond the days is not found');
select is(pg_temp.found('{"maxPrice": 20000, "maxDeliveryDays": 3}'), '{Ann}', 'price and delivery may come from different packs');
select is(pg_temp.found('{"maxPrice": 1000000000000000, "maxDeliveryDays": 90}'), '{Ann}', 'a creator without a price satisfies no maximum');
select is((select total from public.count_creators('{"maxPrice": 20000}')), 1::bigint, 'creators are counted by price');

select tests.act_as_owner();
update public.packs set price_minor = 30000 where title = 'Pack of 20000';
select is(pg_temp.offer(), '30000 3', 'a raised price is the new price');
update public.packs set delivery_days = 2 where title = 'Pack of 20000';
select is(pg_temp.offer(), '30000 2', 'a shortened delivery is the new delivery');
update public.packs set price_minor = 12350000, currency = 'USDC' where title = 'Pack of 50000';
select is(pg_temp.offer(), '1235 2', 'a price in USDC counts as the same price in dollars');
update public.packs set is_published = true where title = 'Pack of 1000';
select is(pg_temp.offer(), '1000 1', 'a draft that is published gives a price');
update public.packs set is_published = false where title = 'Pack of 1000';
select is(pg_temp.offer(), '1235 2', 'a pack that is unpublished gives no price');
update public.packs set title = 'A new title';
select is(pg_temp.offer(), '1235 2', 'a new title does not change the price');
update public.profiles set suspended_at = now() where id = tests.id('ann');
update public.packs set price_minor = 600, currency = 'USD' where currency = 'USDC';
update public.profiles set suspended_at = null where id = tests.id('ann');
select is(pg_temp.offer(), '600 2', 'a creator whose suspension ended has the present price');
update public.profiles set bio = 'New' where id = tests.id('ann');
select is(pg_temp.offer(), '600 2', 'a change of the profile does not change the price');
update private.creators set price_cents = null;
update public.packs set delivery_days = 2 where not is_published;
select is(pg_temp.offer(), '2', 'a change of a draft refreshes nothing');
update public.packs set delivery_days = 3 where delivery_days = 2 and is_published;
select is(pg_temp.offer(), '600 3', 'a refresh writes the price of the named creator');
select is((select price_cents from private.creators where profile_id = tests.id('ben')), null, 'a refresh does not change the prices of others');
