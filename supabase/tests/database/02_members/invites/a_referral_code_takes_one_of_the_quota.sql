-- cast: ann kol
select is(invites_left, 5, 'five at first') from public.profiles;
select tests.sign_up('bob@kolpact.test', (select jsonb_build_object('invite_code', referral_code) from public.profiles));
select is(invites_left, 4, 'one less') from public.profiles where id = tests.id('ann');
update public.profiles set invites_left = 1 where id = tests.id('ann');
select lives_ok($$ select tests.sign_up('dan@kolpact.test', jsonb_build_object('invite_code', (select referral_code from public.profiles where id = tests.id('ann')))) $$,
  'the last one is taken');
select is(invites_left, 0, 'then there is none') from public.profiles where id = tests.id('ann');
update public.profiles set invites_left = 0 where id = tests.id('ann');
select throws_ok($$ select tests.sign_up('cyd@kolpact.test', jsonb_build_object('invite_code', (select referral_code from public.profiles where id = tests.id('ann')))) $$,
  'PT422', 'invite_invalid', 'an exhausted quota admits no more members');
