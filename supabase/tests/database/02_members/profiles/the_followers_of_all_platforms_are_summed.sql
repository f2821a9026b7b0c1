-- cast: ann kol
select results_eq($$ select private.follower_sum(counts) from unnest(array['{}', null, '[]', '{"x": 3, "y": 4}', '{"x": "many", "y": 4}']::jsonb[]) as counts $$,
  'values (0::bigint), (0), (0), (7), (4)', 'a value that is no number of followers adds nothing to the sum');
update public.profiles set follower_counts = '{"x": 9999999999, "youtube": 1, "discord": 0}';
select is(follower_total, 10000000000, 'the sum of followers may be greater than 32 bits') from public.profiles;
update public.profiles set follower_counts = '{}';
select is(follower_total, 0::bigint, 'a member without counts has no followers') from public.profiles;
