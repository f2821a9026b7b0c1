-- In the order of their ratings; the platforms of each test say who matches.
select tests.make_member('kol ' || n, 'kol') from generate_series(1, 9) as n;
update public.profiles set rating = 5 - n / 10.0 from generate_series(1, 9) as n where id = tests.id('kol ' || n);
create function pg_temp.scanned(matching int[], max_entries real, sample_every int default 1) returns text language plpgsql as $$
begin
  update public.profiles set platforms = case when n = any (matching) then '{x}'::text[] else '{youtube}' end
  from generate_series(1, 9) as n where id = tests.id('kol ' || n);
  return (
    select coalesce(string_agg(substr(m.display_name, 5), ' ' order by place), min(ids.found::text), 'too few')
    from private.scan_sort_index(
      private.parse_filters('{"platforms": ["x"]}'), row(null, '{}', 3, null, null, 'score'), max_entries, sample_every) as ids (found)
    left join unnest(ids.found) with ordinality as listed (id, place) on true left join public.members m using (id));
end;
$$;
select is(pg_temp.scanned('{7,8,9}', 19), '7 8 9', 'as long as one more would be enough, the order is read on');
select is(pg_temp.scanned('{7,8,9}', 18), 'too few', 'until a page takes more entries than cost as much as the index');
select is(pg_temp.scanned('{1,7,8}', 10), '1 7 8', 'the more were found, the longer');
select is(pg_temp.scanned('{1,7,8}', 9), 'too few', 'but not for ever');
select is(pg_temp.scanned('{1,2,3}', 2.1), '1 2 3', 'a full page is a page');
select is(pg_temp.scanned('{}', null), '{}', 'without an index the order is read to its end');
select is(pg_temp.scanned('{1}', 20, 1000000000), '1', 'only at a mark it is decided');

create or replace function private.scan_sort_index(f private.creator_filter, page private.creator_page, max_entries real default null, sample_every int default 64) returns uuid[]
language sql as $$ select case when max_entries::int is distinct from 33 then array_fill(gen_random_uuid(), array[coalesce(max_entries::int, 0)]) end $$;
create or replace function private.search_by_index(f private.creator_filter, page private.creator_page, index_condition text) returns uuid[]
language plpgsql as $$ begin raise exception 'asked the index'; end $$;
create function pg_temp.max_entries(filters jsonb) returns int language sql as $$
  select cardinality(private.page_of_creators(private.parse_filters(filters), row(null, '{}', 4, null, null, 'score')))
$$;
analyze private.creators;
-- The roots of 4 * 9 * the cost of a row; of verified creators Postgres expects fewer than nine.
select is(pg_temp.max_entries('{"searchTerm": "defi", "rating": 4}'), 13, 'a row of a term alone costs 5 entries');
select is(pg_temp.max_entries('{"searchTerm": "defi", "language": "en"}'), 21, 'with another filter 12');
select throws_ok($$ select pg_temp.max_entries('{"language": "en"}') $$, 'asked the index', 'without a term 30, and the index is asked where the order had too few');
select cmp_ok(pg_temp.max_entries('{"verified": true}'), '<', 33, 'where an order is read of few creators, less of it costs as much as the index');
select is(pg_temp.max_entries('{"rating": 4}'), 0, 'what the index does not hold is read in the order');
select is(private.estimated_creators('c.follower_total >= 0'), 9::real, 'how many creators a condition leaves is the estimate of the planner');
