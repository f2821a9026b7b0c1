-- cast: ines staff, ann kol unapproved
insert into public.staff_audit (actor_id, action) values (tests.id('ines'), 'create_invite');
select tests.gets('ines', 'select count(*) > 0 from public.staff_audit', 'true', 'staff with a second factor read their own acts', 'aal2');
select tests.gets('ines', 'select count(*) from public.referrals', '0', 'staff read who invited others only through read_member, which records it', 'aal2');
select tests.act_as(tests.id('ines'), 'aal1');
select isnt_empty($$ select from public.profiles where id = tests.id('ines') and is_staff $$, 'staff with a password alone read that they are staff');
select throws_ok($$ select public.approve_profile(tests.id('ann')) $$, 'PT403', 'mfa_required', 'staff with a password alone approve nobody');
select throws_ok($$ select public.create_invite(1, null, null, null) $$, 'PT403', 'mfa_required', 'staff with a password alone issue no invite');
select is((select count(*)::int from public.staff_audit), 0, 'staff with a password alone read no acts');
-- Uses a token that does not say how its holder signed in.
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.user_id(tests.id('ines')), 'role', 'authenticated')::text, true);
select throws_ok($$ select public.create_invite(1, null, null, null) $$, 'PT403', 'mfa_required', 'staff with a token without a level issue no invite');
select is((select count(*)::int from public.staff_audit), 0, 'staff with a token without a level read no acts');
select tests.refused('ann', $$ select public.approve_profile(tests.id('ann')) $$, 'PT403', 'not_allowed', 'a member with a second factor is not staff', 'aal2');
select tests.allowed('ines', $$ select public.approve_profile(tests.id('ann')) $$, 'staff with a second factor approve a creator', 'aal2');
-- Lowers the level of the session, as when its factor was removed, while the token still says aal2.
update auth.sessions set aal = 'aal1' where id = tests.session_id(tests.user_id(tests.id('ines')), 'aal2');
select tests.refused('ines', $$ select public.approve_profile(tests.id('ann')) $$, 'PT403', 'mfa_required', 'staff whose second factor was removed approve nobody', 'aal2');
