-- cast: brand brand, kol kol
select tests.act_as(tests.id('kol'));
select throws_ok($$ insert into public.packs (kol_id, title, price_minor, delivery_days) values (tests.id('kol'), 'One thread', 499, 7) $$,
  'PT422', 'price_too_low', 'a pack costs at least the least of its currency');
select lives_ok($$ insert into public.packs (kol_id, title, price_minor, delivery_days) values (tests.id('kol'), 'One thread', 500, 7) $$,
  'and may cost just that');
select throws_ok($$ update public.packs set price_minor = 499 $$, 'PT422', 'price_too_low', 'nor does a change go below it');
select throws_ok($$ update public.packs set currency = 'USDC' $$, 'PT422', 'price_too_low', 'nor a change of the currency');
select throws_ok($$ update public.packs set price_minor = 100000001 $$, 'PT422', 'price_too_high', 'or above the most');
select tests.act_as_owner();
-- A pack from before the least price was raised.
update public.packs set is_published = true;
update public.currencies set min_price_minor = 501 where code = 'USD';
select tests.act_as(tests.id('brand'));
select throws_ok($$ select public.place_order(id, 'Please.', gen_random_uuid()) from public.packs $$, 'PT422', 'price_too_low',
  'an order costs at least that, too');
select tests.act_as_owner();
update public.currencies set min_price_minor = 1 where code = 'USD';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', p) from unnest(array[2, 9, 10, 11]) as p;
select is((select array_agg(o.fee_minor order by o.price_minor) from public.pack_orders o),
  array[1, 1, 1, 2]::bigint[], 'a fee is rounded up: none is nothing');
select throws_ok($$ select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 1) $$, '23514', null,
  'and the creator earns something');
