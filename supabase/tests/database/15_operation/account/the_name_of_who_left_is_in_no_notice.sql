-- cast: ann kol, bob brand, cy kol
select tests.make_order(tests.id('bob'), tests.id('ann'), 'declined');
select private.notify(tests.id('bob'), 'invite_accepted', jsonb_build_object('profile_id', tests.id('ann'), 'profile_name', 'Ann'));
insert into private.email_outbox (profile_id, template, digest, send_after, created_at) values (tests.id('bob'), 'digest', jsonb_build_object(
  'searches', jsonb_build_array(jsonb_build_object('saved_search_id', gen_random_uuid(), 'saved_search_name', 'Mine', 'total', 2, 'creators',
    jsonb_build_array(jsonb_build_object('profile_id', tests.id('ann'), 'name', 'Ann'), jsonb_build_object('profile_id', tests.id('cy'), 'name', 'Cy')))),
  'others', jsonb_build_array(jsonb_build_object('data', jsonb_build_object('other_id', tests.id('ann'), 'other_name', 'Ann')))), now(), now());
insert into public.invites (code, email) values ('FOR-ANN-ALONE', 'ann@kolpact.test');
select isnt_empty($$ select from public.notifications where title ~ 'Ann' or data::text ~ 'Ann' $$, 'notices of others name a member');
insert into private.email_outbox (profile_id, template, send_after, created_at) values (tests.id('bob'), 'order_update', now(), now());
delete from auth.users u using public.profiles p where p.user_id = u.id and p.id = tests.id('ann');
select is_empty($$ select event, title from public.notifications where title ~ 'Ann' or message ~ 'Ann' or data::text ~ 'Ann' $$, 'no notice names a deleted member');
select isnt_empty($$ select from public.notifications where title ~ 'Former member' $$, 'notices call a deleted member a former member');
select is(digest #>> '{searches,0,creators,0,name}', 'Cy', 'a digest that waits still lists the other creators') from private.email_outbox where template = 'digest';
select is(digest, null, 'a deletion adds no digest to an e-mail about one subject') from private.email_outbox where template = 'order_update' and notification_ids = '{}';
select is_empty($$ select digest from private.email_outbox where digest::text ~ 'Ann' $$, 'a digest that waits names no member who has left');
select is_empty($$ select from public.invites where email = 'ann@kolpact.test' $$, 'no invite holds the address of a deleted member');
select is((select count(*) from public.invites where code = 'FOR-ANN-ALONE' and expires_at <= now() + interval '1 second'), 1::bigint,
  'an invite that lost its address has ended, so that it admits nobody');

-- Makes more notifications than fit in one batch.
update private.settings set value = 2 where key = 'due_work_batch';
select private.notify(tests.id('bob'), 'creator_matched', jsonb_build_object('profile_id', tests.id('cy'), 'profile_name', 'Cy',
  'saved_search_id', gen_random_uuid(), 'saved_search_name', 'Search ' || n)) from generate_series(1, 5) as n;
delete from auth.users u using public.profiles p where p.user_id = u.id and p.id = tests.id('cy');
create function pg_temp.naming() returns bigint language sql as $$ select count(*) from public.notifications where data::text ~ '"Cy"' $$;
select is(pg_temp.naming(), 3::bigint, 'a deletion replaces a name in one batch of notices');
select private.work_announcements(now(), now()) from generate_series(1, 2);
select is(pg_temp.naming(), 0::bigint, 'the clock replaces the name of a deleted member in the other notices');
select is_empty('select from private.names_to_forget', 'the clock has no more names to replace');
