select tests.sign_up('ann@kolpact.test', '{"invite_code": "TESTS-INVITE", "role": "kol"}');
insert into tests.people select 'ann', p.id from public.profiles p;
select tests.make_staff('sam');
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.approve_profile(tests.id('ann')) $$, 'PT409', 'profile_incomplete', 'there is nothing to approve yet');
select throws_ok($$ select public.verify_profile(tests.id('ann')) $$, 'PT409', 'profile_incomplete', 'nor to verify');
select throws_ok($$ select public.approve_profile(gen_random_uuid()) $$, 'PT404', 'profile_unknown', 'nor is an unknown profile');
