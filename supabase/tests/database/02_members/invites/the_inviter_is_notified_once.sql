-- cast: ann kol
select tests.sign_up('bob@kolpact.test', jsonb_build_object('invite_code', referral_code, 'role', 'brand')) from public.profiles where id = tests.id('ann');
insert into tests.people select 'bob', p.id from public.profiles p join auth.users u on u.id = p.user_id where u.email = 'bob@kolpact.test';
create function pg_temp.notified() returns setof text language sql as $$
  select n.message from public.notifications n
  where n.type = 'invite_accepted' and n.user_id = tests.user_id(tests.id('ann'))
    and n.data ->> 'profile_id' = tests.id('bob')::text
$$;
select is_empty('select pg_temp.notified()', 'the inviter is not notified of a sign-up');
update public.profiles set display_name = 'Bob', language = 'en' where id = tests.id('bob');
select results_eq('select pg_temp.notified()', array['Bob joined with your invite'], 'the inviter is notified of a completed onboarding');
select is((select data ->> 'profile_name' from public.notifications where type = 'invite_accepted'), 'Bob', 'the notice to the inviter holds the name of the new member');
update public.profiles set role = 'kol' where id = tests.id('bob');
update public.profiles set platforms = '{x}', categories = '{ai}' where id = tests.id('bob');
select results_eq('select pg_temp.notified()', array['Bob joined with your invite'], 'the inviter is not notified again when onboarding is completed again');
select tests.sign_up('cy@kolpact.test', jsonb_build_object('invite_code', referral_code, 'role', 'kol')) from public.profiles where id = tests.id('ann');
update public.profiles p set display_name = 'Cyrus', language = 'en', platforms = '{x}', categories = '{ai}' from auth.users u
where u.id = p.user_id and u.email = 'cy@kolpact.test';
select results_eq($$ select event, message, data from public.notifications n where n.user_id = tests.user_id(tests.id('ann')) and event <> 'invite_accepted' $$,
  $$ values ('invite_accepted_unseen', 'A member joined with your invite. Our team looks at the profile before others see it.', '{}'::jsonb) $$,
  'the name of a creator who waits for approval is not in the notice to the inviter');
