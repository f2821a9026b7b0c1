-- cast: brand brand, kol kol
select tests.act_as(tests.id('kol'));
select throws_ok($$ insert into public.packs (kol_id, title, price_minor, delivery_days) values (tests.id('kol'), 'One thread', 499, 7) $$,
  'PT422', 'price_too_low', 'a new pack cannot cost less than the least price');
select lives_ok($$ insert into public.packs (kol_id, title, price_minor, delivery_days) values (tests.id('kol'), 'One thread', 500, 7) $$,
  'a new pack can cost the least price');
select lives_ok('update public.packs set price_minor = 100000000', 'a changed pack can cost the highest price');
update public.packs set price_minor = 500;
select throws_ok($$ update public.packs set price_minor = 499 $$, 'PT422', 'price_too_low', 'a changed pack cannot cost less than the least price');
select throws_ok($$ update public.packs set currency = 'USDC' $$, 'PT422', 'price_too_low', 'a pack cannot change to a currency in which its price is too low');
select throws_ok($$ update public.packs set price_minor = 100000001 $$, 'PT422', 'price_too_high', 'a changed pack cannot cost more than the highest price');
select tests.act_as_owner();
-- Raises the minimum price after the pack was made.
update public.packs set is_published = true;
update public.currencies set min_price_minor = 501 where code = 'USD';
select tests.refused('brand', $$ select public.place_order(id, 'Please.', gen_random_uuid()) from public.packs $$, 'PT422', 'price_too_low',
  'an old pack cannot be ordered below a raised least price');
update public.currencies set min_price_minor = 1 where code = 'USD';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', p) from unnest(array[2, 9, 10, 11]) as p;
select is((select array_agg(o.fee_minor order by o.price_minor) from public.pack_orders o),
  array[1, 1, 1, 2]::bigint[], 'a fee is rounded up, so that every order has a fee');
select throws_ok($$ select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 1) $$, '23514', null,
  'an order from which the creator would earn nothing is refused');
