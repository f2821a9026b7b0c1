insert into public.invites (code, role) values ('CREATORS-ONLY', 'kol');
select tests.sign_up('ann@kolpact.test', '{"invite_code": "CREATORS-ONLY"}');
select is(role, 'kol', 'the invite brings the role') from public.profiles;
select throws_ok($$ update public.profiles set role = 'brand' $$, 'PT409', 'role_fixed', 'which is not the newcomer''s to change');
