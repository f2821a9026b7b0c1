update private.settings set value = 2 where key = 'match_batch';
select tests.make_member('bob', 'brand');
insert into public.saved_searches (profile_id, name, filters)
select tests.id('bob'), 'Search ' || n, '{"emailNotifications": true}' from generate_series(1, 5) n;
select tests.make_member('ann', 'kol');
select tests.make_member('ben', 'kol');
select results_eq('select private.work_match_queue() from generate_series(1, 6)', 'values (2), (2), (2), (2), (2), (0)', 'in batches');
select is((select count(distinct (data ->> 'profile_id', data ->> 'saved_search_id')) from public.notifications where type = 'new_kol_match'),
  10::bigint, 'everybody is notified once');
select is_empty('select * from private.match_queue', 'and the queue is empty');

-- All searches of a creator who changes between two batches are looked at once more.
select tests.make_member('cleo', 'kol');
select private.work_match_queue();
insert into public.saved_searches (id, profile_id, name, filters)
values ('00000000-0000-4000-8000-000000000000', tests.id('bob'), 'First', '{"platforms": ["twitch"], "emailNotifications": true}');
update public.profiles set platforms = '{twitch}' where id = tests.id('cleo');
select private.work_match_queue() from generate_series(1, 6);
select is((select count(distinct data ->> 'saved_search_id') from public.notifications
  where type = 'new_kol_match' and data ->> 'profile_id' = tests.id('cleo')::text), 6::bigint, 'a change begins anew');
