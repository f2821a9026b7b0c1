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
grant execute on function pg_temp.found, pg_temp.offer to authenticated;
select is(pg_temp.offer(), '', 'no pack, no price');
select pg_temp.pack(1000, 1, published => false);
select is(pg_temp.offer(), '', 'a draft is no offer');
select pg_temp.pack(50000, 3);
select is(pg_temp.offer(), '50000 3', 'a published pack is');
select pg_temp.pack(20000, 10);
select is(pg_temp.offer(), '20000 3', 'the cheapest price and the shortest time, not always of the same pack');

select tests.act_as(tests.id('bob'));
select is(pg_temp.found('{"maxPrice": 20000}'), '{Ann}', 'up to a price, its own value included');
select is(pg_temp.found('{"maxPrice": 19999}'), '{}', 'up to a lower price');
select is(pg_temp.found('{"minPrice": 20000}'), '{Ann}', 'from a price, its own value included');
select is(pg_temp.found('{"minPrice": 20001}'), '{}', 'from a higher price: a dearer pack does not count');
select is(pg_temp.found('{"minPrice": 15000, "maxPrice": 25000}'), '{Ann}', 'between two prices');
select is(pg_temp.found('{"maxDeliveryDays": 3}'), '{Ann}', 'within days');
select is(pg_temp.found('{"maxDeliveryDays": 2}'), '{}', 'within fewer days');
select is(pg_temp.found('{"maxPrice": 20000, "maxDeliveryDays": 3}'), '{Ann}', 'each is compared alone');
select is(pg_temp.found('{"maxPrice": 1000000000000000, "maxDeliveryDays": 90}'), '{Ann}', 'who offers nothing has no price');
select is((select total from public.count_creators('{"maxPrice": 20000}')), 1::bigint, 'they are counted');

select tests.act_as_owner();
update public.packs set price_minor = 30000 where title = 'Pack of 20000';
select is(pg_temp.offer(), '30000 3', 'a price is raised');
update public.packs set delivery_days = 2 where title = 'Pack of 20000';
select is(pg_temp.offer(), '30000 2', 'a time is shortened');
update public.packs set price_minor = 12345678, currency = 'USDC' where title = 'Pack of 50000';
select is(pg_temp.offer(), '1235 2', 'one unit of each currency is one dollar; fractions of a cent are rounded up');
update public.packs set is_published = true where title = 'Pack of 1000';
select is(pg_temp.offer(), '1000 1', 'a draft is published');
update public.packs set is_published = false where title = 'Pack of 1000';
select is(pg_temp.offer(), '1235 2', 'and taken back');
update public.packs set title = 'A new title';
select is(pg_temp.offer(), '1235 2', 'other changes are none');
update public.profiles set suspended_at = now() where id = tests.id('ann');
update public.packs set price_minor = 600, currency = 'USD' where currency = 'USDC';
update public.profiles set suspended_at = null where id = tests.id('ann');
select is(pg_temp.offer(), '600 2', 'who comes back is found by what they offer now');
update public.profiles set bio = 'New' where id = tests.id('ann');
select is(pg_temp.offer(), '600 2', 'a change of the profile leaves it');
update private.creators set price_cents = null;
select private.sync_offer(tests.id('ann'));
select is(pg_temp.offer(), '600 2', 'of the named creator');
select is((select price_cents from private.creators where profile_id = tests.id('ben')), null, 'and of no other');
