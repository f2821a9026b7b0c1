insert into public.invites (code, max_uses, role) values ('BRANDS-ONLY', 5, 'brand');
select throws_ok($$ select tests.sign_up('ann@kolpact.test', '{"invite_code": "BRANDS-ONLY", "role": "kol"}') $$, 'PT422', 'invite_invalid', 'not for the other');
select lives_ok($$ select tests.sign_up('ann@kolpact.test', '{"invite_code": "BRANDS-ONLY"}') $$, 'it may be left to the invite');
select is((select role from public.profiles), 'brand', 'which decides');
