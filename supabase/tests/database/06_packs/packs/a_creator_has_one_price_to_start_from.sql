-- cast: ann kol, ben kol, cid kol, dan kol, bob brand
create function pg_temp.pack(who text, price bigint, days int, currency text default 'USD', published boolean default true) returns void language sql as $$
  insert into public.packs (kol_id, title, price_minor, currency, delivery_days, is_published)
  values (tests.id(who), 'One thread', price, currency, days, published)
$$;
create function pg_temp.prices() returns text language sql as $$
  select string_agg(concat_ws(' ', p.name, f.price_minor, f.currency, f.delivery_days), ', ' order by p.name)
  from public.from_prices(array(select profile_id from tests.people)) f join tests.people p on p.profile_id = f.kol_id
$$;
grant select on tests.people to authenticated;
select pg_temp.pack('ann', 1000, 1, published => false);
select pg_temp.pack('ann', 20000, 10), pg_temp.pack('ann', 50000, 3);
select pg_temp.pack('ben', 260000000, 7, 'USDC'), pg_temp.pack('ben', 30000, 7), pg_temp.pack('ben', 250000000, 7, 'USDC');
select pg_temp.pack('cid', 300000000, 7, 'USDC'), pg_temp.pack('cid', 30000, 7);
select pg_temp.pack('dan', 1000, 1);
select tests.by('dan', $$ select public.block_member(tests.id('bob')) $$);
select tests.gets('bob', 'select pg_temp.prices()', 'ann 20000 USD 3, ben 250000000 USDC 7, cid 30000 USD 7',
  'a brand reads the cheapest published pack, counting a coin as a dollar, and the shortest delivery of each creator');
select tests.gets('bob', $$ select count(*) from public.from_prices(array_fill(gen_random_uuid(), array[199]) || array[tests.id('ann'), tests.id('ben')]) $$, '1',
  'a call names the prices of at most 200 creators');
select tests.act_as(tests.id('ann'));
select matches(pg_temp.prices(), '^ann 20000 USD 3', 'a creator reads no price of an own draft');
