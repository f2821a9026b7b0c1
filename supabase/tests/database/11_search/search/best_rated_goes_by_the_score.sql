-- cast: ann kol, ben kol, cid kol, bob brand
update public.profiles set rating = 5 where id = tests.id('ann');
update public.profiles set rating = 4.5 where id = tests.id('ben');
insert into private.standings (profile_id, rating_score) values (tests.id('ann'), 3.9), (tests.id('ben'), 4.2);
select tests.act_as(tests.id('bob'));
create function pg_temp.found(filters jsonb, sort text default 'rating') returns text language sql as $$
  select string_agg(f.display_name, ' ' order by f.place) from (
    select display_name, row_number() over () as place from public.search_creators(filters, sort)
  ) f
$$;
select is(pg_temp.found('{}'), 'Ben Ann Cid', 'best rated creators are sorted by score, not by mean');
select is(pg_temp.found('{"searchTerm": "n"}', 'relevance'), 'Ben Ann', 'creators of equal relevance are sorted by score');
select is(pg_temp.found('{"rating": 4.6}'), 'Ann', 'a minimum rating is compared with the shown rating');
select is((select display_name from public.search_creators('{}', 'rating', 1, (select id from public.search_creators('{}', 'rating', 1)))),
  'Ann', 'the second page of best rated creators follows the score');
select tests.act_as_owner();
update private.creators set score = 7;
update private.standings set rating_score = 4 where profile_id = tests.id('ann');
select results_eq('select score::int from private.creators order by name', 'values (4000), (7), (7)',
  'a new weight of reviews refreshes the score of that creator alone');
