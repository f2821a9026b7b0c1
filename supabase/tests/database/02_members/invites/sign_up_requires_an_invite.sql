select lives_ok($$ select tests.sign_up('ann@kolpact.test') $$, 'a valid code admits the user');
select throws_ok($$ select tests.sign_up('bob@kolpact.test', '{}') $$, 'PT422', 'invite_required', 'without one it does not');
select throws_ok($$ select tests.sign_up('bob@kolpact.test', '{"invite_code": "  "}') $$, 'PT422', 'invite_required', 'nor with an empty one');
select throws_ok($$ select tests.sign_up('bob@kolpact.test', null) $$, 'PT422', 'invite_required', 'nor without any metadata');
select throws_ok($$ select tests.sign_up('bob@kolpact.test', '{"invite_code": "NO-SUCH-CODE"}') $$, 'PT422', 'invite_invalid', 'nor with an invented one');
select is((select count(*) from auth.users), 1::bigint, 'there is one user');
