-- cast: sam staff
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.verify_profile(tests.id('sam')) $$, 'PT403', 'not_allowed', 'verify');
select throws_ok($$ select public.approve_profile(tests.id('sam')) $$, 'PT403', 'not_allowed', 'approve');
select throws_ok($$ select public.suspend_profile(tests.id('sam')) $$, 'PT403', 'not_allowed', 'suspend');
select throws_ok($$ select public.set_trust_level(tests.id('sam'), 'trusted') $$, 'PT403', 'not_allowed', 'trust');
