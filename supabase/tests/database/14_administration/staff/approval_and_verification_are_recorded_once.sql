-- cast: ann kol unapproved, sam staff
select tests.act_as(tests.id('sam'));
select public.approve_profile(tests.id('ann')), public.verify_profile(tests.id('ann'), tests.shown_hash(tests.id('ann')));
select lives_ok($$ select public.approve_profile(tests.id('ann')), public.verify_profile(tests.id('ann'), tests.shown_hash(tests.id('ann'))) $$,
  'an approval and a verification may be repeated');
select is((select is_verified from public.members where id = tests.id('ann')), true, 'an approved creator is a member with the badge');
select results_eq($$ select action, actor_id, count(*) from public.staff_audit where subject_id = tests.id('ann') group by 1, 2 order by 1 $$,
  $$ values ('approve_profile', tests.id('sam'), 1::bigint), ('verify_profile', tests.id('sam'), 1) $$,
  'an approval and a verification are recorded once');
select tests.gets('ann', $$ select count(*) from public.notifications where type = 'profile_approved' $$, '1', 'the creator is notified of the approval once');
