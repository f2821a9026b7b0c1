select tests.sign_up('ann@kolpact.test', '{"invite_code": "TESTS-INVITE"}');
insert into tests.people select 'ann', p.id from public.profiles p join auth.users u on u.id = p.user_id where u.email = 'ann@kolpact.test';
select tests.act_as(tests.id('ann'));
update public.profiles set role = 'kol', display_name = 'Ann', language = 'en', platforms = '{x}' where id = tests.id('ann');
select is(onboarded_at, null, 'a creator has categories too') from public.profiles;
update public.profiles set categories = '{defi}' where id = tests.id('ann');
select isnt(onboarded_at, null, 'now the onboarding is complete') from public.profiles;
select is(is_approved, false, 'and staff has the word') from public.profiles;
select is_empty($$ select * from public.members $$, 'other members do not see them yet');
