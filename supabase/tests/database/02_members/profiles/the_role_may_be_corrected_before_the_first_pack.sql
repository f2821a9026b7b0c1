-- cast: ann brand
update public.profiles set is_verified = true where id = tests.id('ann');
select tests.act_as(tests.id('ann'));
select isnt_empty($$ update public.profiles set role = 'kol' where id = tests.id('ann') returning id $$, 'nothing was traded yet');
select is(is_approved, false, 'trust was given to the other role') from public.profiles;
select is(is_verified, false, 'verification too') from public.profiles;
select is(onboarded_at, null, 'and the onboarding asks for what a creator has') from public.profiles;
select tests.act_as_owner();
update public.profiles set verification_pending = true, bio = 'Still Ann.' where id = tests.id('ann');
select tests.act_as(tests.id('ann'));
update public.profiles set role = 'brand' where id = tests.id('ann');
select is(verification_pending, false, 'nor does a second look wait for staff any more') from public.profiles;
select throws_ok($$ update public.profiles set role = null where id = tests.id('ann') $$, 'PT409', 'role_fixed', 'but it is not undone');
select throws_ok($$ update public.profiles set role = 'staff' where id = tests.id('ann') $$, '23514', null, 'and there are two roles');
