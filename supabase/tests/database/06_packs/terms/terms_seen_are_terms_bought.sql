-- cast: brand brand, kol kol
select set_config('tests.pack', tests.make_pack(tests.id('kol'), 10000)::text, true);
select set_config('tests.seen', terms_hash, true) from public.packs;
select tests.act_as(tests.id('kol'));
create function pg_temp.place(terms text, key int default 1) returns public.pack_orders language sql as $$
  select public.place_order(current_setting('tests.pack')::uuid, 'Please.', ('00000000-0000-4000-8000-00000000000' || key)::uuid, terms)
$$;
-- The detail of the refusal
create function pg_temp.refusal(terms text) returns jsonb language plpgsql as $$
declare
  v_detail text;
begin
  perform pg_temp.place(terms);
  return null;
exception when sqlstate 'PT409' then
  get stacked diagnostics v_detail = pg_exception_detail;
  return v_detail::jsonb;
end;
$$;
update public.packs set price_minor = 900000, revisions = 0, delivery_days = 90;
select tests.act_as(tests.id('brand'));
select throws_ok($$ select pg_temp.place(current_setting('tests.seen')) $$, 'PT409', 'terms_changed', 'another price is refused');
select is_empty('select from public.pack_orders', 'and nothing is bought');
select results_eq($$ select d -> 'seen' -> 'price_minor', d -> 'now' -> 'price_minor', d -> 'seen' -> 'revisions', d -> 'now' -> 'revisions',
    d -> 'seen' ->> 'terms_hash', d -> 'now' ->> 'terms_hash'
  from pg_temp.refusal(current_setting('tests.seen')) as d $$,
  $$ select '10000'::jsonb, '900000'::jsonb, '2'::jsonb, '0'::jsonb, current_setting('tests.seen'), terms_hash from public.packs $$,
  'both versions are shown');
select is(pg_temp.refusal('no such hash') -> 'seen', 'null'::jsonb, 'of terms that were never offered there is nothing to show');
select throws_ok($$ select pg_temp.place(null) $$, 'PT409', 'terms_changed', 'who states nothing is not bound to a change of just now');
select is(pg_temp.refusal(null) -> 'seen' -> 'price_minor', '10000'::jsonb, 'and is shown what stood before');
select is((pg_temp.place((select terms_hash from public.packs))).price_minor, 900000::bigint, 'who states the present terms buys on them');
select is((select terms_hash from public.pack_orders), (select terms_hash from public.packs), 'the order keeps their hash');
select tests.act_as(tests.id('kol'));
update public.packs set price_minor = 10000;
select tests.act_as(tests.id('brand'));
select is((pg_temp.place((select terms_hash from public.pack_orders))).price_minor, 900000::bigint, 'a retry finds the order after the next change');
select throws_ok($$ select pg_temp.place((select terms_hash from public.packs)) $$, 'PT409', 'idempotency_key_reused',
  'the same key is not another purchase');
select tests.act_as_owner();
select throws_ok($$ update public.pack_orders set terms_hash = 'x', terms = null $$, 'PT403', 'append_only', 'what was agreed stays');
select throws_ok($$ update private.terms_versions set terms = '{}' $$, 'PT403', 'append_only', 'and so does what it meant');
create function pg_temp.changes_the_version(change text) returns boolean language plpgsql as $$
declare
  v_before text := (select p.terms_hash from public.packs p);
begin
  execute 'update public.packs set ' || change;
  return v_before <> (select p.terms_hash from public.packs p);
end;
$$;
select is_empty($$
  select change from unnest(array['price_minor = 10001', $a$currency = 'USDC', price_minor = 5000000$a$, 'delivery_days = 8', 'revisions = 3',
    $a$title = 'Two threads'$a$, $a$description = 'Less.'$a$, $a$platform = 'youtube'$a$]) as change
  where not pg_temp.changes_the_version(change)
$$, 'whatever is bought is part of the version');
select is((select count(distinct terms_hash) from private.terms_versions), 10::bigint, 'every version is remembered');
