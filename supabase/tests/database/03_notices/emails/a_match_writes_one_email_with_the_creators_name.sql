-- cast: bob brand
select tests.by('bob', $$ insert into public.saved_searches (name, filters) values ('All', '{"emailNotifications": true}') $$);
select tests.make_member('ann', 'kol');
select private.work_match_queue();
select results_eq($$ select notice ->> 'event', notice -> 'data' ->> 'profile_name', notice -> 'data' ->> 'profile_id',
    notice -> 'data' ->> 'saved_search_name'
  from private.email_outbox, jsonb_array_elements(private.notices(notification_ids)) as notice where template = 'new_kol_match' $$,
  $$ values ('creator_matched', 'Ann', tests.id('ann')::text, 'All') $$, 'the e-mail of a match names the creator and the saved search');
