-- cast: bob brand
select plan(45);
select tests.make_member('kol ' || n, 'kol') from generate_series(1, 9) as n;
-- Every third one writes about rollups, two of each rating.
update public.profiles set bio = case when n % 3 = 0 then 'zk rollups and c#' else 'news' end,
  platforms = case when n % 2 = 0 then '{x}'::text[] else '{youtube}' end, rating = 5 - n / 2,
  follower_counts = jsonb_build_object('x', 600 * (10 - n))
from generate_series(1, 9) as n where id = tests.id('kol ' || n);

create function pg_temp.filter(term text, platforms text[] default null, ranges text[] default null)
returns private.creator_filter language sql as $$
  select private.parse_filters(jsonb_build_object('searchTerm', term, 'platforms', platforms, 'followersRanges', ranges))
$$;
create function pg_temp.verified(rating numeric default null, verified boolean default null) returns private.creator_filter language sql as $$
  select private.parse_filters(jsonb_build_object('rating', rating, 'verified', verified))
$$;
create function pg_temp.page(sort text default 'score', size int default 3) returns private.creator_page language sql as $$
  select row(null, array[tests.id('bob')], size, null, null, sort)::private.creator_page
$$;
create function pg_temp.names(ids uuid[]) returns text language sql as $$
  select string_agg(substr(m.display_name, 5), ' ' order by found.place)
  from unnest(ids) with ordinality as found (id, place) join public.members m on m.id = found.id
$$;
create function pg_temp.scanned(f private.creator_filter, page private.creator_page default pg_temp.page(), max_entries int default null)
returns text language sql as $$
  select pg_temp.names(private.scan_sort_index(f, page, max_entries, 1))
$$;
create function pg_temp.indexed(f private.creator_filter, page private.creator_page default pg_temp.page()) returns text language sql as $$
  select pg_temp.names(private.search_by_index(f, page, private.index_condition(f)))
$$;
create function pg_temp.found(f private.creator_filter, page private.creator_page default pg_temp.page()) returns text language sql as $$
  select pg_temp.names(private.page_of_creators(f, page))
$$;

select is(pg_temp.scanned(pg_temp.filter('rollup')), '3 6 9', 'the order has them');
select is(pg_temp.scanned(pg_temp.filter('rollup'), pg_temp.page(size => 1)), '3', 'until the page is full');
select is(pg_temp.scanned(pg_temp.filter('rollup'), pg_temp.page(size => 9)), '3 6 9', 'or to its end');
select is(pg_temp.indexed(pg_temp.filter('rollup')), '3 6 9', 'the index finds the same');
select is(pg_temp.indexed(pg_temp.filter('lups and c#')), '3 6 9', 'across words');
select is(pg_temp.indexed(pg_temp.filter('c#')), '3 6 9', 'by a term of two letters');
select is(pg_temp.indexed(pg_temp.filter('rollup', '{x}')), '6', 'with the other filters');
select is(pg_temp.scanned(pg_temp.filter(null, null, '{0-1k}'), pg_temp.page('follower_total'), 3), '9',
  'ranges of followers say where their order begins');
select is(pg_temp.scanned(pg_temp.filter(null, null, '{1k-10k}'), pg_temp.page('follower_total', 9), 9), '1 2 3 4 5 6 7 8', 'and ends');
select is(pg_temp.indexed(pg_temp.filter(null, null, '{0-1k}'), pg_temp.page('follower_total')), '9', 'the index needs no bounds');
-- Verified is the seventh, rated 2; rated 4.5 or better are the first and the third.
update public.profiles set rating = 4.5 where id = tests.id('kol 3');
update public.profiles set is_verified = true where id = tests.id('kol 7');
select is(pg_temp.scanned(pg_temp.verified(verified => true), max_entries => 7), '7', 'of verified creators an order of their own is read');
select is(pg_temp.scanned(pg_temp.verified(4.5), pg_temp.page('follower_total'), 4), '1 3', 'and of the best rated');
select is(pg_temp.scanned(pg_temp.verified(4.5, true)), null, 'both have to be satisfied');
select is(pg_temp.scanned(pg_temp.verified(4)), '1 3 2', 'other ratings are read of all');
select is(pg_temp.found(pg_temp.verified(2, true)), '7', 'and the page is the same');
select is(pg_temp.indexed(private.parse_filters(jsonb_build_object('platforms', '{x,youtube}'::text[], 'rating', rating))), found,
  'the index finds who is rated that well: ' || rating)
from (values (3.99, '1 3 2'), (4, '1 3 2'), (4.01, '1 3')) as given (rating, found);
select is(private.index_condition(pg_temp.verified(4)), null, 'a rating alone is not looked up');

select is(pg_temp.found(pg_temp.filter('rollup')), '3 6 9', 'a market of unknown size is searched');
analyze private.creators;
select is(pg_temp.found(pg_temp.filter('rollup')), '3 6 9', 'and one of nine creators');
select is(pg_temp.found(pg_temp.filter('c#')), '3 6 9', 'also a term of two letters');
select is(pg_temp.found(pg_temp.filter('c#', '{youtube}')), '3 9', 'or by the other filters');
select is(pg_temp.found(pg_temp.filter(null)), (
  select string_agg(substr(m.display_name, 5), ' ' order by m.rating desc, m.id desc) from (
    select * from public.members where role = 'kol' order by rating desc, id desc limit 3) m), 'without a filter');
select is(array_length(string_to_array(pg_temp.found(pg_temp.filter(null), pg_temp.page(size => 9)), ' '), 1), 9, 'to the end');

select ok(private.text_keys('news of zk-rollups, and c#') @@ private.term_query(term), 'whoever has the term has its ends of words: ' || term)
from unnest(array['rollups', 'f zk-r', 'f zk-', 'ws of zk-rollups, a', 'of zk-rollups', 'c#', ', and c', 's o']) as term;
select ok(not private.text_keys('news of zk rollups') @@ private.term_query(term), 'whoever does not have them is not looked at: ' || term)
from unnest(array['new of', 'news zk-roll', 'of zk-o', 'rollupz', 'f z rollups', 'zk oll', 'of zk-rollupz']) as term;
select ok(private.trigram_bits('a name' || E'\x1f' || term || 'x') & private.trigram_bits(term) = private.trigram_bits(term), 'who has the term has its bits: ' || term)
from unnest(array['rollups', 'c#', '区块链', 'of zk rollups']) as term;
select isnt(private.trigram_bits('news of zk') & private.trigram_bits('rollups'), private.trigram_bits('rollups'), 'others have not');
