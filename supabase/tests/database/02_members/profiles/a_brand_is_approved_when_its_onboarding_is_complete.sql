select tests.sign_up('ann@kolpact.test', '{"invite_code": "TESTS-INVITE", "role": "brand"}');
insert into tests.people select 'ann', p.id from public.profiles p join auth.users u on u.id = p.user_id where u.email = 'ann@kolpact.test';
select tests.act_as(tests.id('ann'));
update public.profiles set display_name = 'Ann Inc' where id = tests.id('ann');
select is(is_approved, false, 'a name is not enough') from public.profiles;
select is(onboarded_at, null, 'the language is missing') from public.profiles;
update public.profiles set language = 'en' where id = tests.id('ann');
select is(is_approved, true, 'the last step opens the market') from public.profiles;
select isnt(onboarded_at, null, 'and the time is kept') from public.profiles;
