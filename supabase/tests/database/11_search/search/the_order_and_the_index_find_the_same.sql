-- cast: bob brand
select tests.make_member('kol ' || n, 'kol') from generate_series(1, 9) as n;
-- Every third creator writes about rollups; each rating has two creators.
update public.profiles set bio = case when n % 3 = 0 then 'zk rollups and c#' else 'news' end,
  platforms = case when n % 2 = 0 then '{x}'::text[] else '{youtube}' end, rating = 5 - n / 2,
  follower_counts = jsonb_build_object('x', 600 * (10 - n))
from generate_series(1, 9) as n where id = tests.id('kol ' || n);

create function pg_temp.filter(term text, platforms text[] default null, ranges text[] default null)
returns private.creator_filter language sql as $$
  select private.parse_filters(jsonb_build_object('searchTerm', term, 'platforms', platforms, 'followersRanges', ranges))
$$;
create function pg_temp.page(sort text default 'score', size int default 3) returns private.creator_page language sql as $$
  select row(null, array[tests.id('bob')], size, null, null, sort)::private.creator_page
$$;
create function pg_temp.names(ids uuid[]) returns text language sql as $$
  select string_agg(substr(m.display_name, 5), ' ' order by found.place)
  from unnest(ids) with ordinality as found (id, place) join public.members m on m.id = found.id
$$;
create function pg_temp.scanned(f private.creator_filter, page private.creator_page default pg_temp.page(), most int default 9)
returns text language sql as $$
  select pg_temp.names(private.search_by_order(f, page, most))
$$;
create function pg_temp.indexed(f private.creator_filter, page private.creator_page default pg_temp.page()) returns text language sql as $$
  select pg_temp.names(private.search_by_index(f, page, private.index_condition(f)))
$$;
create function pg_temp.found(f private.creator_filter, page private.creator_page default pg_temp.page()) returns text language sql as $$
  select pg_temp.names(private.page_of_creators(f, page))
$$;

select is(pg_temp.scanned(pg_temp.filter('rollup')), '3 6 9', 'reading in order finds the matches');
select is(pg_temp.scanned(pg_temp.filter('rollup'), pg_temp.page(size => 1)), '3', 'reading in order ends with a full page');
select is(pg_temp.scanned(pg_temp.filter('rollup'), pg_temp.page(size => 9)), '3 6 9', 'reading in order continues to the last creator');
select is(pg_temp.indexed(pg_temp.filter('rollup')), '3 6 9', 'the index finds the same as reading in order');
select is(pg_temp.indexed(pg_temp.filter('lups and c#')), '3 6 9', 'the index finds a term across words');
select is(pg_temp.indexed(pg_temp.filter('c#')), '3 6 9', 'the index finds a term of two letters');
select is(pg_temp.indexed(pg_temp.filter('rollup', '{x}')), '6', 'the index applies the other filters');
select is(pg_temp.indexed(pg_temp.filter(null, null, '{0-1k}'), pg_temp.page('follower_total')), '9', 'the index finds a range of followers');
select is(pg_temp.found(pg_temp.filter('rollup')), '3 6 9', 'a market of unknown size is searched');
analyze private.creators;
select is(pg_temp.found(pg_temp.filter('rollup')), '3 6 9', 'a market of nine creators is searched');
select is(pg_temp.found(pg_temp.filter('c#')), '3 6 9', 'a page is found by a term of two letters');
select is(pg_temp.found(pg_temp.filter('c#', '{youtube}')), '3 9', 'a page is found by a term and a list');
select is(pg_temp.found(pg_temp.filter(null)), (
  select string_agg(substr(m.display_name, 5), ' ' order by m.rating desc, m.id desc) from (
    select * from public.members where role = 'kol' order by rating desc, id desc limit 3) m), 'a page without a filter has the best rated');
select is(array_length(string_to_array(pg_temp.found(pg_temp.filter(null), pg_temp.page(size => 9)), ' '), 1), 9, 'a page without a filter continues to the last creator');

select ok(private.text_grams('news of zk-rollups, and c#') @> private.text_grams(term), 'a text has the grams of a term in it: ' || term)
from unnest(array['rollups', 'ews of zk-r', 'of zk-rollups, a', 'c#', 's o']) as term;
select ok(not private.text_grams('news of zk rollups') @> private.text_grams(term), 'a text lacks a gram of a term that is not in it: ' || term)
from unnest(array['zk-rollups', 'rollupz', 'zk rolls']) as term;
select is(private.text_grams('abcde'), array[x'61626364'::int, x'62636465'::int], 'each group of four consecutive bytes is in the index');
select is(private.text_grams(E'abc\x1fdef ghi'), '{}', 'no group of four bytes crosses the border of two words');
