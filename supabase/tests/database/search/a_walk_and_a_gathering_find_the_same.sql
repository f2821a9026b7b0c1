begin;
select plan(15);
select tests.make_member('bob', 'brand');
select tests.make_member('kol ' || n, 'kol') from generate_series(1, 9) as n;
-- Every third one writes about rollups, two of each rating.
update public.profiles set bio = case when n % 3 = 0 then 'zk rollups and c#' else 'news' end,
  platforms = case when n % 2 = 0 then '{x}'::text[] else '{youtube}' end, rating = 5 - n / 2
from generate_series(1, 9) as n where id = tests.id('kol ' || n);

create function pg_temp.filter(term text, platforms text[] default null) returns private.creator_filter language sql as $$
  select private.parse_filters(jsonb_build_object('searchTerm', term, 'platforms', platforms))
$$;
create function pg_temp.page(size int default 3) returns private.creator_page language sql as $$
  select row('rating', null, array[tests.id('bob')], null, null, size)::private.creator_page
$$;
create function pg_temp.walked(f private.creator_filter, steps int, size int default 3) returns text language sql as $$
  select string_agg(substr(m.display_name, 5), ' ' order by found.place)
  from unnest(private.walk_creators(f, pg_temp.page(size), steps)) with ordinality as found (id, place)
  join public.members m on m.id = found.id
$$;
create function pg_temp.gathered(f private.creator_filter) returns text language sql as $$
  select string_agg(substr(m.display_name, 5), ' ' order by found.place)
  from unnest(private.gather_creators(f, pg_temp.page(), (private.rare_grams((f).term)).query, false)) with ordinality as found (id, place)
  join public.members m on m.id = found.id
$$;
create function pg_temp.found(f private.creator_filter) returns text language sql as $$
  select string_agg(substr(m.display_name, 5), ' ' order by found.place)
  from unnest(private.page_of_creators(f, pg_temp.page())) with ordinality as found (id, place)
  join public.members m on m.id = found.id
$$;

select is(pg_temp.walked(pg_temp.filter('rollup'), 9), '3 6 9', 'a walk meets them in order');
select is(pg_temp.walked(pg_temp.filter('rollup'), 7), '3 6', 'as far as it goes');
select is(pg_temp.walked(pg_temp.filter('rollup'), 9, 1), '3', 'and stops when the page is full');
select is(pg_temp.walked(pg_temp.filter('rollup'), null), '3 6 9', 'without an end it meets all');
select is(pg_temp.gathered(pg_temp.filter('rollup')), '3 6 9', 'gathering finds the same');
select is(pg_temp.gathered(pg_temp.filter('c#')), '3 6 9', 'by a short term too');
select is(pg_temp.gathered(pg_temp.filter('#')), '3 6 9', 'at the very end of the text');
select is(pg_temp.gathered(pg_temp.filter('rollup', '{x}')), '6', 'with the other filters');

analyze private.creators;
update private.settings set value = 7 where key = 'search_steps';
select is(pg_temp.found(pg_temp.filter('rollup')), '3 6 9', 'what a walk did not finish is gathered');
insert into private.frequencies values ('everyone', 1000), ('rollu', 900), ('ollup', 300);
select is(pg_temp.found(pg_temp.filter('rollup')), '3 6 9', 'when its grams are frequent');
select is((private.rare_grams('rollup')).creators, 300, 'the rarest counts');
update private.frequencies set creators = 0 where feature = 'ollup';
select is(pg_temp.found(pg_temp.filter('rollup')), '3 6 9', 'when one is rare');
select is(pg_temp.found(pg_temp.filter(null)), (
  select string_agg(substr(m.display_name, 5), ' ' order by m.rating desc, m.id desc) from (
    select * from public.members where role = 'kol' order by rating desc, id desc limit 3) m), 'without a filter');
update private.frequencies set creators = 900 where feature = 'ollup';
select is(pg_temp.found(pg_temp.filter('rollup')), '3 6 9', 'when all are, to the end');
update private.settings set value = 1 where key = 'search_steps';
select is(array_length(string_to_array(pg_temp.found(pg_temp.filter(null)), ' '), 1), 3, 'to the end, where nothing can be gathered by');
select * from finish();
rollback;
