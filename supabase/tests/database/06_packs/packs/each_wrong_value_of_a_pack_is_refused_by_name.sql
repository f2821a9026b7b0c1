-- cast: ann kol
select tests.make_pack(tests.id('ann'));
select tests.act_as(tests.id('ann'));
select is(tests.refusal($$ update public.packs set title = 'Two threads'$$), null, 'a valid title is not refused');
select is(tests.refusal('update public.packs set ' || change), 'packs_' || name, format('the constraint packs_%s refuses %s', name, left(change, 50))) from (values
  ('title_length', array[$$title = 'ab'$$, $$title = repeat('a', 121)$$]), ('title_printable', array[$$title = ' One thread'$$]),
  ('description_length', array[$$description = repeat('a', 4001)$$]), ('platform_known', array[$$platform = 'myspace'$$]),
  ('price_positive', array['price_minor = 0', 'price_minor = -5']), ('price_within_limit', array['price_minor = 1000000000000001']),
  ('delivery_days_in_range', array['delivery_days = 0', 'delivery_days = 91']), ('revisions_in_range', array['revisions = -1', 'revisions = 11']),
  ('currency_fkey', array[$$currency = 'DOGE'$$]), ('usage_rights_known', array[$$usage_rights = 'some'$$]),
  ('disclosure_known', array[$$disclosure = 'whispered'$$]), ('stay_up_days_in_range', array['stay_up_days = 0', 'stay_up_days = 3651']),
  ('deliverables_short', array[$$deliverables = array_fill('One post'::text, array[21])$$, $$deliverables = array[repeat('a', 201)]$$,
    $$deliverables = array['One ' || chr(10) || 'post']$$])
) as cases (name, changes), unnest(changes) as change;
select is(tests.refusal($$ update public.packs set deliverables = array_fill(repeat('a', 200), array[20]), usage_rights = 'all',
  disclosure = 'spoken', stay_up_days = 3650, needs_draft = true $$), null, 'the most that a pack may promise is not refused');
