-- cast: ann kol, bob brand, cy kol, sam staff
-- A brand was notified of a match and deleted the search; a dismissed member of staff was notified of an appeal.
select private.notify(tests.id('bob'), 'creator_matched', jsonb_build_object('profile_id', tests.id('ann'), 'profile_name', 'Ann',
  'saved_search_id', gen_random_uuid(), 'saved_search_name', 'Mine'));
select private.notify(tests.id('bob'), 'creator_matched', jsonb_build_object('profile_id', tests.id('cy'), 'profile_name', 'Cy',
  'saved_search_id', gen_random_uuid(), 'saved_search_name', 'Mine'));
select private.notify(tests.id('sam'), 'suspension_appealed', jsonb_build_object('profile_id', tests.id('ann'), 'profile_name', 'Ann', 'due_at', now()));
insert into private.email_outbox (profile_id, template, digest, send_after, created_at) values (tests.id('bob'), 'digest', jsonb_build_object(
  'searches', jsonb_build_array(jsonb_build_object('saved_search_id', gen_random_uuid(), 'saved_search_name', 'Mine', 'total', 1, 'creators',
    jsonb_build_array(jsonb_build_object('profile_id', tests.id('ann'), 'name', 'Ann')))), 'others', '[]'::jsonb), now(), now());
update public.profiles set is_staff = false where id = tests.id('sam');
delete from auth.users u using public.profiles p where p.user_id = u.id and p.id = tests.id('ann');
select is_empty($$ select event, title from public.notifications where title ~ 'Ann' or message ~ 'Ann' or data::text ~ 'Ann' $$,
  'a notice of a deleted search, or to a dismissed member of staff, does not name a deleted member');
select is((select count(*) from public.notifications where message ~ 'Former member' or title ~ 'Former member'), 2::bigint,
  'both notices name a former member instead');
select isnt_empty($$ select from public.notifications where message ~ 'Cy' $$, 'a notice of another creator still has that creator''s name');
select is_empty($$ select digest from private.email_outbox where digest::text ~ 'Ann' $$, 'a waiting digest of a deleted search names no deleted member');

-- One of a million notices is looked up.
set local enable_seqscan = off;
select matches(tests.plan_of($$ select from public.notifications n where coalesce(n.data ->> 'other_id', n.data ->> 'profile_id') = 'x'
  and coalesce(n.data ->> 'other_name', n.data ->> 'profile_name') <> 'Former member' $$), 'notifications_of_named', 'notices are looked up by whom they name');
