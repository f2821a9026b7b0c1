-- cast: brand brand, kol kol
select set_config('tests.pack', tests.make_pack(tests.id('kol'), 10000)::text, true);
select set_config('tests.seen', terms_hash, true) from public.packs;
select tests.act_as(tests.id('kol'));
create function pg_temp.place(terms text, key int default 1) returns public.pack_orders language sql as $$
  select public.place_order(current_setting('tests.pack')::uuid, 'Please.', ('00000000-0000-4000-8000-00000000000' || key)::uuid, terms)
$$;
update public.packs set price_minor = 900000, revisions = 0, delivery_days = 90;
select tests.act_as(tests.id('brand'));
select throws_ok($$ select pg_temp.place(current_setting('tests.seen')) $$, 'PT409', 'terms_changed', 'a brand that names other terms is refused');
select is_empty('select from public.pack_orders', 'a refused order is not placed');
select results_eq($$ select d -> 'seen' -> 'price_minor', d -> 'now' -> 'price_minor', d -> 'seen' -> 'revisions', d -> 'now' -> 'revisions',
    d -> 'seen' ->> 'terms_hash', d -> 'now' ->> 'terms_hash'
  from tests.detail_of('select pg_temp.place(current_setting(''tests.seen''))') as d $$,
  $$ select '10000'::jsonb, '900000'::jsonb, '2'::jsonb, '0'::jsonb, current_setting('tests.seen'), terms_hash from public.packs $$,
  'the refusal shows the terms that were named and the present ones');
select is(tests.detail_of($$ select pg_temp.place('no such hash') $$) -> 'seen', 'null'::jsonb, 'the refusal shows no terms that were never offered');
select throws_ok($$ select pg_temp.place(null) $$, 'PT409', 'terms_changed', 'a brand that names no terms is refused after a change');
select is(tests.detail_of($$ select pg_temp.place(null) $$) -> 'seen' -> 'price_minor', '10000'::jsonb, 'the refusal shows the last terms to a brand that names none');
select is((pg_temp.place((select terms_hash from public.packs))).price_minor, 900000::bigint, 'a brand that names the present terms can order');
select is((select terms_hash from public.pack_orders), (select terms_hash from public.packs), 'an order keeps the hash of its terms');
select tests.by('kol', $$ update public.packs set price_minor = 10000 $$);
select tests.gets('brand', 'select (pg_temp.place((select terms_hash from public.pack_orders))).price_minor', '900000', 'a retry returns the order after the next change of the pack');
select tests.refused('brand', $$ select pg_temp.place((select terms_hash from public.packs)) $$, 'PT409', 'idempotency_key_reused',
  'an idempotency key with other terms is refused');
select throws_ok($$ update public.pack_orders set terms_hash = 'x', terms = null $$, 'PT403', 'append_only', 'the terms of an order cannot be changed');
select throws_ok($$ update private.terms_versions set terms = '{}' $$, 'PT403', 'append_only', 'a version of terms cannot be changed');
select is((select count(distinct terms_hash) from private.terms_versions), 3::bigint, 'every version of the terms is kept');
