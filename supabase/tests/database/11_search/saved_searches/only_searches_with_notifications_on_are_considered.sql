-- cast: bob brand
select tests.act_as(tests.id('bob'));
insert into public.saved_searches (name, filters) values ('off', '{"emailNotifications": false}'), ('absent', '{}'),
  ('on', '{"emailNotifications": true}');
select tests.act_as_owner();
select tests.make_member('ann', 'kol');
select is(private.work_match_queue(), 1, 'one of three');
select is((select data ->> 'saved_search_name' from public.notifications where type = 'new_kol_match'), 'on', 'the one that asked');
update public.saved_searches set filters = '{"emailNotifications": false}' where name = 'on';
select is_empty('select * from private.filter_keys', 'switched off it leaves the index');
