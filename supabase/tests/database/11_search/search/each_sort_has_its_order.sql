select tests.make_member(name, 'kol') from unnest(array['ann', 'ben', 'cid']) name;
select tests.make_member('bob', 'brand');
update public.profiles set rating = 4, bio = 'rollups', follower_counts = '{"x": 3000}' where id = tests.id('ann');
update public.profiles set rating = 5, expertise = '{rollups}', follower_counts = '{"x": 10}' where id = tests.id('ben');
update public.profiles set display_name = 'Rollups Cid', follower_counts = '{"x": 2000}' where id = tests.id('cid');
update public.members set created_at = case id when tests.id('ann') then '2024-01-02' when tests.id('ben') then '2024-01-01' else now() end::timestamptz;
create function pg_temp.sorted(filters jsonb, sort text) returns text language sql as $$
  select string_agg(right(found.display_name, 3), ' ' order by found.place)
  from (select display_name, row_number() over () as place from public.search_creators(filters, sort)) found
$$;
grant execute on function pg_temp.sorted to authenticated;
select tests.act_as(tests.id('bob'));
select is(pg_temp.sorted('{}', 'rating'), 'Ben Ann Cid', 'best first, without rating last');
select is(pg_temp.sorted('{}', 'followers'), 'Ann Cid Ben', 'most first');
select is(pg_temp.sorted('{}', 'newest'), 'Cid Ann Ben', 'newest first');
select is(pg_temp.sorted('{"searchTerm": "rollups"}', 'relevance'), 'Cid Ben Ann', 'name first, then by rating');
select is(pg_temp.sorted('{}', 'relevance'), 'Ben Ann Cid', 'without a term by rating');
select is(pg_temp.sorted('{"followersRanges": ["0-1k", "1k-10k"]}', 'followers'), 'Ann Cid Ben', 'several ranges are one order');
select is((select string_agg(display_name, ' ') from public.search_creators('{"followersRanges": ["0-1k", "1k-10k"]}', 'followers', 1)), 'Ann',
  'and a page of it begins with the most');
select throws_ok($$ select public.search_creators('{}', 'price') $$, 'PT422', 'sort_unknown', 'no other');
select throws_ok($$ select public.search_creators('{}', null) $$, 'PT422', 'sort_unknown', 'some order there must be');
