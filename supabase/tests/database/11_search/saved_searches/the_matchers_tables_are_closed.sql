-- cast: bob brand
select plan(6);
select tests.act_as(tests.id('bob'));
select throws_ok(format('select * from private.%I', name), '42501', null, name) from unnest(array['filter_keys',
  'saved_search_matches', 'match_queue', 'creators']) name;
select throws_ok('select private.work_match_queue()', '42501', null, 'nobody starts the worker');
select throws_ok($$ select private.store_filter_keys(gen_random_uuid(), '{}') $$, '42501', null, 'nobody stores keys by hand');
