-- cast: bob brand
select tests.act_as(tests.id('bob'));
insert into public.saved_searches (name, filters) values ('Changed', '{"platforms": ["discord"], "emailNotifications": true}'),
  ('Removed', '{"emailNotifications": true}');
update public.saved_searches set filters = '{"platforms": ["x"], "emailNotifications": true}' where name = 'Changed';
delete from public.saved_searches where name = 'Removed';
select tests.act_as_owner();
select is((select count(*) from private.filter_keys), 1::bigint, 'no key is left behind');
select tests.make_member('ann', 'kol');
select private.work_match_queue();
select results_eq($$ select data ->> 'saved_search_name' from public.notifications where type = 'new_kol_match' $$,
  $$ values ('Changed') $$, 'notified by the new filters');
