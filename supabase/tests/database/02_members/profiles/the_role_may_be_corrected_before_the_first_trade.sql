-- cast: ann brand
update public.profiles set is_verified = true where id = tests.id('ann');
select tests.act_as(tests.id('ann'));
select isnt_empty($$ update public.profiles set role = 'kol' where id = tests.id('ann') returning id $$, 'a brand that has not traded can become a creator');
select results_eq('select is_approved, is_verified, onboarded_at is null from public.profiles', 'values (false, false, true)',
  'a changed role removes approval and verification and starts the onboarding again');
select tests.act_as_owner();
update public.profiles set verification_pending = true, bio = 'Still Ann.' where id = tests.id('ann');
select tests.act_as(tests.id('ann'));
update public.profiles set role = 'brand' where id = tests.id('ann');
select is(verification_pending, false, 'a changed role ends the wait for another verification') from public.profiles;
select throws_ok($$ update public.profiles set role = null where id = tests.id('ann') $$, 'PT409', 'role_fixed', 'a role cannot be removed');
select throws_ok($$ update public.profiles set role = 'staff' where id = tests.id('ann') $$, '23514', null, 'a member cannot give themselves the role of staff');
