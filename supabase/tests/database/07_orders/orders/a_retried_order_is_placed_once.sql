-- cast: brand brand, kol kol
select tests.make_pack(tests.id('kol'));
select tests.act_as(tests.id('brand'));
select is(
  (public.place_order((select id from public.packs), 'First', '00000000-0000-4000-8000-000000000001')).id,
  (public.place_order((select id from public.packs), 'First', '00000000-0000-4000-8000-000000000001')).id,
  'a retry with the same key returns the first order');
select is((select count(*) from public.pack_orders), 1::bigint, 'a retry with the same key places one order');
select is((select count(*) from public.order_events), 1::bigint, 'a retry with the same key writes one line of history');
select isnt(
  (public.place_order((select id from public.packs), 'Second', '00000000-0000-4000-8000-000000000002')).id,
  (select id from public.pack_orders where brief = 'First'), 'another idempotency key places another order');
select tests.act_as_owner();
select tests.make_pack(tests.id('kol'), 777);
update public.packs set is_published = false where price_minor <> 777;
select tests.allowed('brand', $$ select public.place_order((select pack_id from public.pack_orders limit 1), 'First', '00000000-0000-4000-8000-000000000001') $$,
  'a retry finds its order when the pack is no longer published');
select tests.refused('brand', $$ select public.place_order((select id from public.packs where price_minor = 777), 'x', '00000000-0000-4000-8000-000000000001') $$,
  'PT409', 'idempotency_key_reused', 'a key cannot be used for another pack');
select tests.refused('brand', $$ select public.place_order((select pack_id from public.pack_orders limit 1), 'Again', '00000000-0000-4000-8000-000000000001') $$,
  'PT409', 'idempotency_key_reused', 'a key cannot be used for another brief');
select tests.make_offer(tests.id('kol'), tests.id('brand'));
create temporary table offer as select f.id, f.terms_hash from public.offers f;
grant select on offer to authenticated;
select tests.by('brand', $$ select public.accept_offer(id, terms_hash, 'The brief.') from offer $$);
select tests.refused('brand', $$ select public.place_order((select pack_id from public.pack_orders where pack_id is not null limit 1), 'x', id) from offer $$,
  'PT409', 'pack_not_available', 'the key of an offer''s order cannot order an unpublished pack');
select tests.refused('brand', $$ select public.place_order((select id from public.packs where price_minor = 777), 'x', null) $$,
  'PT422', 'idempotency_key_required', 'an order needs an idempotency key');
