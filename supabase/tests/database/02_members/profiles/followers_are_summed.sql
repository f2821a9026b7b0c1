select results_eq($$ select private.follower_sum(counts) from unnest(array['{}', null, '[]', '{"x": 3, "y": 4}', '{"x": "many", "y": 4}']::jsonb[]) as counts $$,
  'values (0::bigint), (0), (0), (7), (4)', 'what is no number of followers counts nothing');
