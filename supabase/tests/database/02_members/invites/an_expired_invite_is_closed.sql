insert into public.invites (code, max_uses, created_at, expires_at) values
  ('OPEN-STILL', 5, now(), now() + interval '1 minute'),
  ('OVER-ALREADY', 5, now() - interval '1 day', now());
select lives_ok($$ select tests.sign_up('ann@kolpact.test', '{"invite_code": "OPEN-STILL"}') $$, 'in time');
select throws_ok($$ select tests.sign_up('bob@kolpact.test', '{"invite_code": "OVER-ALREADY"}') $$, 'PT422', 'invite_invalid', 'too late');
