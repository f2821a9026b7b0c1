-- cast: ann kol
update public.profiles set suspended_at = now() where id = tests.id('ann');
select throws_ok($$ select tests.sign_up('bob@kolpact.test', jsonb_build_object('invite_code', (select referral_code from public.profiles))) $$,
  'PT422', 'invite_invalid', 'the code sleeps');
update public.profiles set suspended_at = null where id = tests.id('ann');
select lives_ok($$ select tests.sign_up('bob@kolpact.test', jsonb_build_object('invite_code', (select referral_code from public.profiles))) $$,
  'and wakes');
