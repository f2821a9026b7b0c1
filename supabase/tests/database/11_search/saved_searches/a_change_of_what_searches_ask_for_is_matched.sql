-- cast: ann kol
select private.work_match_queue();
select tests.make_member('bob', 'brand');
select tests.act_as(tests.id('bob'));
insert into public.saved_searches (name, filters) select name, filters || '{"emailNotifications": true}'
from (values ('platform', '{"platforms": ["youtube"]}'::jsonb), ('category', '{"categories": ["nft"]}'),
  ('language', '{"language": "de"}'), ('rating', '{"rating": 4}'), ('term', '{"searchTerm": "rollups"}'),
  ('nothing', '{}')) as wanted (name, filters);
select tests.act_as_owner();
create function pg_temp.notified() returns text[] language sql as $$
  select array(select data ->> 'saved_search_name' from public.notifications where type = 'new_kol_match' order by 1)
$$;
grant execute on function pg_temp.notified to authenticated;
update public.profiles set rating = 5, bio = 'rollups' where id = tests.id('ann');
select private.work_match_queue();
select is(pg_temp.notified(), '{}', 'rating and text alone start nothing');
update public.profiles set platforms = '{x,youtube}' where id = tests.id('ann');
select private.work_match_queue();
select is(pg_temp.notified(), '{nothing,platform,rating,term}', 'platforms do, and then everything counts');
update public.profiles set categories = '{defi,nft}' where id = tests.id('ann');
select private.work_match_queue();
select is(pg_temp.notified(), '{category,nothing,platform,rating,term}', 'categories do');
update public.profiles set language = 'de' where id = tests.id('ann');
select private.work_match_queue();
select is(pg_temp.notified(), '{category,language,nothing,platform,rating,term}', 'the language does');
