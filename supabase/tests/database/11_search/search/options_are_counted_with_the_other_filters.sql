-- cast: bob brand
select tests.make_member('kol ' || n, 'kol') from generate_series(1, 6) as n;
update public.profiles set
  platforms = case when n < 4 then '{x,youtube}' else '{x}' end::text[], categories = '{defi}', regions = '{}', language = case when n = 1 then 'tr' else 'en' end,
  other_languages = case when n = 2 then '{tr}' else '{}' end::text[], follower_counts = jsonb_build_object('x', 1000 * n), is_verified = n = 1
from generate_series(1, 6) as n where id = tests.id('kol ' || n);
create function pg_temp.counted(filters jsonb, key text) returns jsonb language sql as $$
  select options -> key from public.count_options(filters)
$$;

select tests.act_as(tests.id('bob'));
select is(pg_temp.counted(filters::jsonb, key), counts, description) from (values
  ('{}', 'platforms', '{"x": 6, "youtube": 3}'::jsonb, 'each platform of a creator is counted'),
  ('{}', 'categories', '{"defi": 6}', 'each topic of a creator is counted'),
  ('{}', 'regions', '{}', 'a group in which nobody is counted is empty'),
  ('{}', 'language', '{"en": 5, "tr": 2}', 'a creator of two languages is counted for both'),
  ('{}', 'followersRanges', '{"0-1k": 1, "1k-10k": 5}', 'ranges of followers are counted'),
  ('{}', 'verified', '{"true": 1}', 'verified creators are counted'),
  ('{"platforms": ["youtube"]}', 'platforms', '{"x": 6, "youtube": 3}', 'the filter of a group does not narrow its own counts'),
  ('{"platforms": ["youtube"]}', 'language', '{"en": 2, "tr": 2}', 'the filter of a group narrows the counts of the other groups'),
  ('{"platforms": ["youtube"], "language": "tr"}', 'followersRanges', '{"0-1k": 1, "1k-10k": 1}', 'the filters of several groups together narrow the counts of the others'),
  ('{"verified": true, "language": "tr"}', 'language', '{"tr": 1}', 'the filter of a switch narrows the counts of other groups'),
  ('{"maxPrice": 1}', 'platforms', '{}', 'filters without options narrow the counts of all groups')
) as c (filters, key, counts, description);
select is((select is_exact from public.count_options('{}')), true, 'a small market is counted exactly');
select throws_ok($$ select public.count_options('{"colour": "red"}') $$, 'PT422', 'filter_key_unknown', 'an unknown filter is refused');
select tests.act_as_owner();
insert into public.member_blocks (blocker_id, blocked_id) values (tests.id('kol 1'), tests.id('bob'));
select tests.gets('bob', $$ select pg_temp.counted('{}', 'language') $$, '{"en": 5, "tr": 1}', 'a creator who has blocked the caller is not counted');
select tests.gets('kol 1', $$ select pg_temp.counted('{}', 'verified') $$, '{}', 'a creator does not count themselves');
analyze private.creators;
select tests.move_time_as(tests.id('bob'));
select is((select is_exact from private.count_options('{}', 1)), false, 'the counts of a market above the size of the sample are estimates');
update public.profiles set suspended_at = now() where id = tests.id('bob');
select tests.refused('bob', $$ select public.count_options('{}') $$, 'PT403', 'not_allowed', 'a suspended member counts no options');
