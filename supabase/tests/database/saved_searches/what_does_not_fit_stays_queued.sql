begin;
select plan(3);
update private.settings set value = 2 where key = 'match_batch';
select tests.make_member('bob', 'brand');
insert into public.saved_searches (profile_id, name, filters)
select tests.id('bob'), 'Search ' || n, '{"emailNotifications": true}' from generate_series(1, 5) n;
select tests.make_member('ann', 'kol');
select tests.make_member('ben', 'kol');
select results_eq('select private.work_match_queue() from generate_series(1, 6)', 'values (2), (2), (2), (2), (2), (0)', 'in batches');
select is((select count(distinct (data ->> 'profile_id', data ->> 'saved_search_id')) from public.notifications where type = 'new_kol_match'),
  10::bigint, 'everybody is told once');
select is_empty('select * from private.match_queue', 'and the queue is empty');
select * from finish();
rollback;
