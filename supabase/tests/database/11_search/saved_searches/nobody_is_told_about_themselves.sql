-- cast: ann kol unapproved, ben kol
insert into public.saved_searches (profile_id, name, filters) values
  (tests.id('ann'), 'Rivals', '{"emailNotifications": true}'), (tests.id('ben'), 'Rivals', '{"emailNotifications": true}');
select private.work_match_queue();
delete from public.notifications;
update public.profiles set is_approved = true where id = tests.id('ann');
select private.work_match_queue();
select results_eq($$ select user_id from public.notifications where type = 'new_kol_match' $$,
  $$ values (tests.user_id(tests.id('ben'))) $$, 'others are');
