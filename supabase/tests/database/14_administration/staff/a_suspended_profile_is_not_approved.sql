-- cast: ann kol unapproved, sam staff
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.approve_profile(tests.id('ann')) $$, 'PT409', 'profile_suspended', 'first the suspension is lifted');
select throws_ok($$ select public.verify_profile(tests.id('ann')) $$, 'PT409', 'profile_suspended', 'for a verification too');
select lives_ok($$ select public.unsuspend_profile(tests.id('ann'), 'Cleared.') $$, 'like this');
select lives_ok($$ select public.approve_profile(tests.id('ann')) $$, 'and then');
