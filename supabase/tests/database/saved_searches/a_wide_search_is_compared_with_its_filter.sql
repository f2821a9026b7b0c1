begin;
select plan(6);
select is(cardinality((private.filter_facet_keys(private.parse_filters(filters))).keys), keys, 'keys of ' || filters::text)
from (values ('{}'::jsonb, 1), ('{"platforms": ["x", "youtube"], "categories": ["ai", "nft", "dao"]}', 6),
  (jsonb_build_object('platforms', private.platforms(), 'categories', private.words('categories')), 10),
  ('{"followersRanges": ["0-1k", "1k-10k", "10k-100k", "100k-1m", "1m+"]}', 1)) as wide (filters, keys);
select tests.make_member('bob', 'brand');
insert into public.saved_searches (profile_id, name, filters) select tests.id('bob'), name, jsonb_build_object(
  'platforms', private.platforms(), 'categories', array_remove(private.words('categories'), without),
  'emailNotifications', true) from (values ('without defi', 'defi'), ('without ai', 'ai')) as wide (name, without);
select ok(bool_and(needs_recheck), 'the keys alone would find too much') from private.filter_keys;
select tests.make_member('ann', 'kol');
select private.work_match_queue();
select results_eq($$ select data ->> 'saved_search_name' from public.notifications where type = 'new_kol_match' $$,
  $$ values ('without ai') $$, 'who is found by a key and not by the filter is no match');
select * from finish();
rollback;
