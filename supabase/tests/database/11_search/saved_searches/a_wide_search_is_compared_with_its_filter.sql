select plan(9);
-- Makes a filter with so many words of each list. A filter has at most 64 keys; one that needs more is compared
-- with each creator.
create function pg_temp.filter(platforms int, categories int, ranges int) returns jsonb language sql as $$
  select jsonb_build_object('platforms', (private.platforms())[:platforms], 'categories', (private.words('categories'))[:categories],
    'followersRanges', (private.follower_ranges())[:ranges])
$$;
select is(cardinality(private.filter_facet_keys(private.parse_filters(pg_temp.filter(platforms, categories, ranges)))), keys,
  format('a search of %s platforms, %s categories and %s ranges has its keys', platforms, categories, ranges))
from (values (0, 0, 0, 1), (2, 3, 0, 6), (10, 12, 0, 10), (0, 0, 5, 1), (8, 8, 0, 64),
  (6, 11, 0, 6), (10, 0, 4, 40), (0, 12, 4, 48)) as wide (platforms, categories, ranges, keys);
select tests.make_member('bob', 'brand');
insert into public.saved_searches (profile_id, name, filters) select tests.id('bob'), name, jsonb_build_object(
  'platforms', private.platforms(), 'categories', array_remove(private.words('categories'), without),
  'emailNotifications', true) from (values ('without defi', 'defi'), ('without ai', 'ai')) as wide (name, without);
select tests.make_member('ann', 'kol');
select private.work_match_queue();
select results_eq($$ select data ->> 'saved_search_name' from public.notifications where type = 'new_kol_match' $$,
  $$ values ('without ai') $$, 'a creator found by a key is no match if the filter says no');
