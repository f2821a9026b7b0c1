insert into public.invites (code, max_uses, email) values ('FOR-ANN-ONLY', 5, 'ann@kolpact.test');
select throws_ok($$ select tests.sign_up('bob@kolpact.test', '{"invite_code": "FOR-ANN-ONLY"}') $$, 'PT422', 'invite_invalid', 'not for another');
select lives_ok($$ select tests.sign_up('Ann@Kolpact.test', '{"invite_code": "FOR-ANN-ONLY"}') $$, 'however it is written');
