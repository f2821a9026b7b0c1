select lives_ok($$ select tests.sign_up('ann@kolpact.test', '{"invite_code": "TESTS-INVITE", "role": "kol"}') $$, 'kol is one');
select throws_ok($$ select tests.sign_up('bob@kolpact.test', '{"invite_code": "TESTS-INVITE", "role": "staff"}') $$, 'PT422', 'role_unknown', 'nobody signs up as staff');
select is((select uses from public.invites where code = 'TESTS-INVITE'), 1, 'a refusal takes no place');
