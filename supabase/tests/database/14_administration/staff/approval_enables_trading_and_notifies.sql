-- cast: ann kol unapproved, sam staff
select tests.act_as(tests.id('sam'));
select lives_ok($$ select public.approve_profile(tests.id('ann')) $$, 'staff approve');
select isnt_empty($$ select 1 from public.members where id = tests.id('ann') $$, 'the creator is a member');
select lives_ok($$ select public.approve_profile(tests.id('ann')) $$, 'approving twice is harmless');
select is((select count(*) from public.staff_audit where action = 'approve_profile' and subject_id = tests.id('ann') and actor_id = tests.id('sam')), 1::bigint, 'one act, one row');
select tests.act_as(tests.id('ann'));
select is((select count(*) from public.notifications where type = 'profile_approved'), 1::bigint, 'and one word to the creator');
