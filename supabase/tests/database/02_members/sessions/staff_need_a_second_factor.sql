-- cast: ines staff, ann kol unapproved
select tests.act_as(tests.id('ines'), 'aal2');
select isnt_empty($$ select from public.referrals where invitee_id = tests.id('ann') $$, 'staff read who invited others');
select tests.act_as(tests.id('ines'), 'aal1');
select is_empty($$ select from public.referrals where invitee_id = tests.id('ann') $$, 'with a password alone they do not');
select isnt_empty($$ select from public.profiles where id = tests.id('ines') and is_staff $$, 'but can read that they are staff');
select throws_ok($$ select public.approve_profile(tests.id('ann')) $$, 'PT403', 'mfa_required', 'nor do they approve');
select throws_ok($$ select public.create_invite(1, null, null, null) $$, 'PT403', 'mfa_required', 'nor invite');
select is((select count(*)::int from public.invites), 0, 'nor read invites');
-- A token that says nothing of how its holder signed in.
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.user_id(tests.id('ines')), 'role', 'authenticated')::text, true);
select throws_ok($$ select public.create_invite(1, null, null, null) $$, 'PT403', 'mfa_required', 'nor with a token that does not say');
select is((select count(*)::int from public.invites), 0, 'which reads nothing either');
select tests.act_as(tests.id('ann'), 'aal2');
select throws_ok($$ select public.approve_profile(tests.id('ann')) $$, 'PT403', 'not_allowed', 'a second factor alone makes no member staff');
select tests.act_as(tests.id('ines'), 'aal2');
select lives_ok($$ select public.approve_profile(tests.id('ann')) $$, 'with it they approve');
select tests.act_as_owner();
-- The token still says aal2, but the session fell back when its factor was removed.
update auth.sessions set aal = 'aal1' where id = tests.session_id(tests.user_id(tests.id('ines')), 'aal2');
select tests.act_as(tests.id('ines'), 'aal2');
select throws_ok($$ select public.approve_profile(tests.id('ann')) $$, 'PT403', 'mfa_required', 'a removed factor proves nothing');
