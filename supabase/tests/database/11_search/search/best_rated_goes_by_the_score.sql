select tests.make_member(name, 'kol') from unnest(array['ann', 'ben', 'cid']) as name;
select tests.make_member('bob', 'brand');
update public.profiles set rating = 5 where id = tests.id('ann');
update public.profiles set rating = 4.5 where id = tests.id('ben');
insert into private.standings (profile_id, rating_score) values (tests.id('ann'), 3.9), (tests.id('ben'), 4.2);
select tests.act_as(tests.id('bob'));
create function pg_temp.found(filters jsonb, sort text default 'rating') returns text language sql as $$
  select string_agg(f.display_name, ' ' order by f.place) from (
    select display_name, row_number() over () as place from public.search_creators(filters, sort)
  ) f
$$;
select is(pg_temp.found('{}'), 'Ben Ann Cid', 'the score decides, not the mean');
select is(pg_temp.found('{"searchTerm": "n"}', 'relevance'), 'Ben Ann', 'by relevance as well');
select is(pg_temp.found('{"rating": 4.6}'), 'Ann', 'the filter goes by the rating that is shown');
select is((select display_name from public.search_creators('{}', 'rating', 1, (select id from public.search_creators('{}', 'rating', 1)))),
  'Ann', 'and pages follow the score');
