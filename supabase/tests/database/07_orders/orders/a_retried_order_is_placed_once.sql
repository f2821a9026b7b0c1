-- cast: brand brand, kol kol
select tests.make_pack(tests.id('kol'));
select tests.act_as(tests.id('brand'));
select is(
  (public.place_order((select id from public.packs), 'First', '00000000-0000-4000-8000-000000000001')).id,
  (public.place_order((select id from public.packs), 'First', '00000000-0000-4000-8000-000000000001')).id,
  'the same key answers with the first order');
select is((select count(*) from public.pack_orders), 1::bigint, 'there is one order');
select is((select count(*) from public.order_events), 1::bigint, 'and one line of history');
select isnt(
  (public.place_order((select id from public.packs), 'Second', '00000000-0000-4000-8000-000000000002')).id,
  (select id from public.pack_orders where brief = 'First'), 'another key is another order');
select tests.act_as_owner();
select tests.make_pack(tests.id('kol'), 777);
update public.packs set is_published = false where price_minor <> 777;
select tests.act_as(tests.id('brand'));
select lives_ok($$ select public.place_order((select pack_id from public.pack_orders limit 1), 'First', '00000000-0000-4000-8000-000000000001') $$,
  'a retry finds its order when the pack is gone');
select throws_ok($$ select public.place_order((select id from public.packs where price_minor = 777), 'x', '00000000-0000-4000-8000-000000000001') $$,
  'PT409', 'idempotency_key_reused', 'a key serves one pack only');
select throws_ok($$ select public.place_order((select pack_id from public.pack_orders limit 1), 'Again', '00000000-0000-4000-8000-000000000001') $$,
  'PT409', 'idempotency_key_reused', 'and one brief only');
select throws_ok($$ select public.place_order((select id from public.packs where price_minor = 777), 'x', null) $$,
  'PT422', 'idempotency_key_required', 'and there has to be one');
