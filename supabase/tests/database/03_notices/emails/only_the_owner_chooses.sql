-- cast: ann kol, eve brand
select tests.act_as(tests.id('ann'));
insert into public.email_preferences (type, mode) values ('order_update', 'off');
select lives_ok($$ insert into public.email_preferences (profile_id, type, mode) values (tests.id('ann'), 'order_update', 'digest')
  on conflict (profile_id, type) do update set profile_id = excluded.profile_id, type = excluded.type, mode = excluded.mode $$,
  'an upsert, as clients write it');
select is((select mode from public.email_preferences), 'digest', 'the last choice holds');
select throws_ok($$ insert into public.email_preferences (profile_id, type, mode) values (tests.id('eve'), 'order_update', 'off') $$, '42501', null, 'not for another');
select throws_ok($$ insert into public.email_preferences (type, mode) values ('gossip', 'off') $$, '23514',
  'new row for relation "email_preferences" violates check constraint "email_preferences_type_known"', 'a known type');
select throws_ok($$ insert into public.email_preferences (type, mode) values ('new_kol_match', 'hourly') $$, '23514',
  'new row for relation "email_preferences" violates check constraint "email_preferences_mode_known"', 'a known mode');
select tests.act_as(tests.id('eve'));
select is_empty('select * from public.email_preferences', 'a stranger reads nothing');
select is_empty($$ update public.email_preferences set mode = 'off' returning 1 $$, 'and changes nothing');
