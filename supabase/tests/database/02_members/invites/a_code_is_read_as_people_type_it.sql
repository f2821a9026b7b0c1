select lives_ok($$ select tests.sign_up('ann@kolpact.test', '{"invite_code": " tests-invite "}') $$, 'small letters and spaces do not matter');
select lives_ok($$ select tests.sign_up('bob@kolpact.test', jsonb_build_object('invite_code', lower((select referral_code from public.profiles)))) $$, 'for a referral code either');
select is(private.normal_code(repeat(' ', 99) || 'a'), 'A', 'a hundred characters are read');
select is(private.normal_code(repeat(' ', 100) || 'a'), '', 'and no more');
