-- cast: ann kol
select tests.make_pack(tests.id('ann'));
select tests.put_picture(tests.id('ann') || '/work.png');
create function pg_temp.tier(change jsonb, entries int default 1) returns text language sql as $$
  select format('tiers = %L', jsonb_agg('{"name": "Long", "price_minor": 20000, "delivery_days": 7, "revisions": 2}' || change)) from generate_series(1, entries)
$$;
create function pg_temp.extra(change jsonb, entries int default 1) returns text language sql as $$
  select format('extras = %L', jsonb_agg('{"name": "Rush", "price_minor": 500, "days": -1}' || change)) from generate_series(1, entries)
$$;
select tests.act_as(tests.id('ann'));
select is(tests.refusal($$ update public.packs set title = 'Two threads'$$), null, 'a valid title is not refused');
select is(tests.refusal('update public.packs set picture = kol_id || $$/work.png$$'), null, 'a picture among those of the creator is not refused');
select is(tests.refusal('update public.packs set ' || change), 'packs_' || name, format('the constraint packs_%s refuses %s', name, left(change, 50))) from (values
  ('title_length', array[$$title = 'ab'$$, $$title = repeat('a', 121)$$]), ('title_printable', array[$$title = ' One thread'$$]),
  ('description_length', array[$$description = repeat('a', 4001)$$]), ('platform_known', array[$$platform = 'myspace'$$]),
  ('price_positive', array['price_minor = 0', 'price_minor = -5']), ('price_within_limit', array['price_minor = 1000000000000001']),
  ('delivery_days_in_range', array['delivery_days = 0', 'delivery_days = 91']), ('revisions_in_range', array['revisions = -1', 'revisions = 11']),
  ('currency_fkey', array[$$currency = 'DOGE'$$]), ('usage_rights_known', array[$$usage_rights = 'some'$$]),
  ('disclosure_known', array[$$disclosure = 'whispered'$$]), ('stay_up_days_in_range', array['stay_up_days = 0', 'stay_up_days = 3651']),
  ('picture_is_own', array['picture = gen_random_uuid() || $$/work.png$$', 'picture = kol_id || $$/../work.png$$', 'picture = kol_id || $$/$$ || repeat($$a$$, 200)']),
  ('deliverables_short', array[$$deliverables = array_fill('One post'::text, array[21])$$, $$deliverables = array[repeat('a', 201)]$$,
    $$deliverables = array['One ' || chr(10) || 'post']$$]),
  ('tiers_well_formed', array[$$tiers = '{}'$$, $$tiers = '"name"'$$, $$tiers = '["long"]'$$, $$tiers = '[{"price_minor": 20000, "delivery_days": 7, "revisions": 2}]'$$,
    pg_temp.tier('{"price": 1}'), pg_temp.tier('{"price_minor": "20000"}'), pg_temp.tier('{"price_minor": 20000.5}'), pg_temp.tier('{"price_minor": 0}'),
    pg_temp.tier('{"price_minor": 1000000000000001}'), pg_temp.tier('{"delivery_days": 0}'), pg_temp.tier('{"delivery_days": 91}'),
    pg_temp.tier('{"revisions": 11}'), pg_temp.tier('{"revisions": null}'), pg_temp.tier('{"description": 1}'),
    pg_temp.tier(jsonb_build_object('description', repeat('a', 10000)))]),
  ('tier_names_short', array[pg_temp.tier('{"name": ""}'), pg_temp.tier('{"name": " Long"}'), pg_temp.tier('{"name": "Lo\u200bng"}'),
    pg_temp.tier(jsonb_build_object('name', repeat('a', 61))), pg_temp.tier('{}', 3)]),
  ('tier_texts_short', array[pg_temp.tier('{"description": ""}'), pg_temp.tier(jsonb_build_object('description', repeat('a', 301)))]),
  ('extras_well_formed', array[$$extras = '[1]'$$, pg_temp.extra('{"days": -90}'), pg_temp.extra('{"days": 90}'), pg_temp.extra('{"description": "Soon."}'),
    pg_temp.extra('{"price_minor": -1}')]),
  ('extra_names_short', array[pg_temp.extra('{"name": ""}'), pg_temp.extra('{}', 7)]),
  ('choices_without_address', array[pg_temp.tier('{"name": "evil.example"}'), pg_temp.tier('{"description": "See https://evil.example/a"}'),
    pg_temp.tier(jsonb_build_object('description', repeat('All of it. ', 20) || 'https://evil.example/a')),
    pg_temp.extra('{"name": "See www.evil.example"}')])
) as cases (name, changes), unnest(changes) as change;
select is(tests.refusal($$ update public.packs set deliverables = array_fill(repeat('a', 200), array[20]), usage_rights = 'all',
  disclosure = 'spoken', stay_up_days = 3650, needs_draft = true $$), null, 'a pack with every promise at its upper bound is not refused');
