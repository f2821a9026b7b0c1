insert into public.invites (code, max_uses) values ('TWO-PLACES', 2);
select lives_ok($$ select tests.sign_up('ann@kolpact.test', '{"invite_code": "TWO-PLACES"}') $$, 'the first place');
select lives_ok($$ select tests.sign_up('bob@kolpact.test', '{"invite_code": "TWO-PLACES"}') $$, 'the last place');
select throws_ok($$ select tests.sign_up('cyd@kolpact.test', '{"invite_code": "TWO-PLACES"}') $$, 'PT422', 'invite_invalid', 'no third');
select is((select uses from public.invites where code = 'TWO-PLACES'), 2, 'two were taken');
