select tests.make_member(name, 'kol', false) from unnest(array['ann', 'bob', 'cyd']) as name;
select tests.make_staff('sam');
select tests.act_as(tests.id('ann'));
select throws_ok($$ select public.reject_profile(tests.id('bob'), 'x') $$, 'PT403', 'not_allowed', 'staff reject');
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.reject_profile(tests.id('ann'), ' ') $$, 'PT422', 'reason_required', 'with a reason');
select public.reject_profile(tests.id('ann'), 'These are not your channels.');
select set_eq('select display_name from public.waiting_profiles()', array['Bob', 'Cyd'], 'a rejected member is not in the queue');
select tests.act_as(tests.id('ann'));
select is(rejection_reason, 'These are not your channels.', 'the member reads why') from public.profiles;
update public.profiles set role = 'brand' where id = tests.id('ann');
select is(onboarded_at is not null and not is_approved, true, 'another role is complete, and not approved') from public.profiles;
select is(public.can_buy_or_sell_own_gig(), false, 'so nothing is bought');
select tests.act_as(tests.id('bob'));
update public.profiles set role = 'brand' where id = tests.id('bob');
select is(is_approved, false, 'nor does another role go around the queue') from public.profiles;
update public.profiles set role = 'kol' where id = tests.id('bob');
update public.profiles set role = 'brand' where id = tests.id('bob');
select is(is_approved, false, 'not by changing twice') from public.profiles;
select throws_ok($$ update public.profiles set approval_by_staff = false where id = tests.id('bob') $$, '42501', null,
  'and members cannot decide that themselves');
select tests.act_as(tests.id('sam'));
select set_eq('select display_name from public.waiting_profiles()', array['Bob', 'Cyd'], 'who changed waits for staff');
select public.approve_profile(tests.id('bob')), public.approve_profile(tests.id('ann'));
select is((select rejected_at from public.find_profiles('ann')), null, 'staff may think again');
select is((select count(*) from public.members where id in (tests.id('ann'), tests.id('bob'))), 2::bigint, 'and approve');
select throws_ok($$ select public.reject_profile(tests.id('ann'), 'x') $$, 'PT409', 'profile_not_waiting', 'an approved member is suspended, not rejected');
select isnt_empty($$ select from public.staff_audit where action = 'reject_profile' $$, 'written down');
select tests.act_as_owner();
select tests.sign_up('dan@kolpact.test', '{"invite_code": "TESTS-INVITE", "role": "kol"}');
update public.profiles p set role = 'brand', display_name = 'Dan', language = 'en'
from auth.users u where u.id = p.user_id and u.email = 'dan@kolpact.test';
select is(p.is_approved, true, 'a slip before the profile was complete costs nothing')
from public.profiles p join auth.users u on u.id = p.user_id where u.email = 'dan@kolpact.test';
