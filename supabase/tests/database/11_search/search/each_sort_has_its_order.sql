select tests.make_member(name, 'kol') from unnest(array['ann', 'ben', 'cid']) name;
select tests.make_member('bob', 'brand');
update public.profiles set rating = 4, bio = 'rollups', follower_counts = '{"x": 3000}' where id = tests.id('ann');
update public.profiles set rating = 5, expertise = '{rollups}', follower_counts = '{"x": 10}' where id = tests.id('ben');
update public.profiles set display_name = 'Rollups Cid', follower_counts = '{"x": 2000}' where id = tests.id('cid');
update public.members set created_at = case id when tests.id('ann') then '2024-01-02' when tests.id('ben') then '2024-01-01' else now() end::timestamptz;
select tests.make_pack(tests.id('ann'), 1000);
select tests.make_pack(tests.id('ben'), 2000);
update public.packs set delivery_days = case kol_id when tests.id('ben') then 2 else 9 end;
create function pg_temp.sorted(filters jsonb, sort text) returns text language sql as $$
  select string_agg(right(found.display_name, 3), ' ' order by found.place)
  from (select display_name, row_number() over () as place from public.search_creators(filters, sort)) found
$$;
select tests.act_as(tests.id('bob'));
select is(pg_temp.sorted('{}', 'rating'), 'Ben Ann Cid', 'the sort by rating has the best first and those without rating last');
select is(pg_temp.sorted('{}', 'followers'), 'Ann Cid Ben', 'the sort by followers has the most first');
select is(pg_temp.sorted('{}', 'newest'), 'Cid Ann Ben', 'the sort by age has the newest first');
select is(pg_temp.sorted('{"searchTerm": "rollups"}', 'relevance'), 'Cid Ben Ann', 'the sort by relevance has matching names first, then ratings');
select is(pg_temp.sorted('{}', 'relevance'), 'Ben Ann Cid', 'the sort by relevance without a term is by rating');
select is(pg_temp.sorted('{"followersRanges": ["0-1k", "1k-10k"]}', 'followers'), 'Ann Cid Ben', 'several ranges of followers are sorted as one list');
select is((select string_agg(display_name, ' ') from public.search_creators('{"followersRanges": ["0-1k", "1k-10k"]}', 'followers', 1)), 'Ann',
  'a page of several ranges begins with the most followers');
select is(pg_temp.sorted('{}', 'price'), 'Ann Ben Cid', 'the sort by price has the cheapest pack first, and creators without packs last');
select is(pg_temp.sorted('{}', 'delivery'), 'Ben Ann Cid', 'the sort by delivery has the quickest pack first');
select is(pg_temp.sorted('{"minPrice": 2000}', 'price'), 'Ben', 'the sort by price begins at the lowest price that is asked for');
select is(pg_temp.sorted('{"minPrice": 1000}', 'price'), 'Ann Ben', 'a price that equals the lowest is found');
select throws_ok($$ select public.search_creators('{}', 'beauty') $$, 'PT422', 'sort_unknown', 'an unknown sort is refused');
select throws_ok($$ select public.search_creators('{}', null) $$, 'PT422', 'sort_unknown', 'a search without a sort is refused');
select is(array(
    select (select string_agg(f.display_name, ' ') from public.search_creators('{}', sort, 24, (
      select first.id from public.search_creators('{}', sort, 1) as first)) as f)
    from unnest(array['rating', 'followers', 'newest', 'price', 'delivery']) as sort),
  array['Ann Rollups Cid', 'Rollups Cid Ben', 'Ann Ben', 'Ben Rollups Cid', 'Ann Rollups Cid'], 'a page after the first creator of each sort has the others in its order');
