-- cast: ann kol, ben kol, gone kol, sam staff
select plan(24);
select tests.sign_up('new@kolpact.test', '{"invite_code": "TESTS-INVITE", "role": "kol"}');
insert into tests.people select 'new', p.id from public.profiles p join auth.users u on u.id = p.user_id where u.email = 'new@kolpact.test';
update public.profiles set suspended_at = now() where id = tests.id('ben');
delete from auth.users where id = tests.user_id(tests.id('gone'));
select is(tests.outcome(format(case when act in ('reject_profile', 'unsuspend_profile') then 'select public.%I(%L, ''No.'')'
    when act in ('verify_profile', 'decline_verification') then 'select public.%I(%L, null)' else 'select public.%I(%L)' end, act, who), 'done', 'sam'),
  wanted, format('%s is refused: %s', act, wanted)) from (values
  ('approve_profile', tests.id('new'), 'profile_incomplete'),
  ('verify_profile', tests.id('new'), 'profile_incomplete'),
  ('approve_profile', tests.id('ben'), 'profile_suspended'),
  ('verify_profile', tests.id('ben'), 'profile_suspended'),
  ('reject_profile', tests.id('ben'), 'profile_not_waiting'),
  ('reject_profile', tests.id('new'), 'profile_not_waiting'),
  ('reject_profile', tests.id('ann'), 'profile_not_waiting'),
  ('decline_verification', tests.id('ann'), 'verification_not_pending'),
  ('suspend_profile', tests.id('sam'), 'not_allowed'),
  ('unsuspend_profile', tests.id('sam'), 'not_allowed'),
  ('suspend_profile', tests.id('gone'), 'profile_unknown'),
  ('suspend_profile', gen_random_uuid(), 'profile_unknown'),
  ('approve_profile', gen_random_uuid(), 'profile_unknown'),
  ('unsuspend_profile', tests.id('gone'), 'profile_unknown')
) as cases (act, who, wanted);
update public.profiles set is_verified = true where id = tests.id('ann');
select tests.by('sam', $$ select public.decline_verification(tests.id('ann'), tests.shown_hash(tests.id('ann'))) $$);
select is((select is_verified from public.profiles where id = tests.id('ann')), false, 'staff can remove a verification');
select private.appoint_staff(tests.id('ann'));
select private.appoint_staff(tests.id('ann'));
select set_eq($$ select display_name from public.profiles where is_staff $$, array['Ann', 'Sam'], 'an appointed member is staff');
select is((select count(*) from public.staff_audit where action = 'appoint_staff'), 1::bigint, 'an appointment is recorded once');
select private.appoint_staff(tests.id('ann'), false);
select set_eq($$ select display_name from public.profiles where is_staff $$, array['Sam'], 'a dismissed member is not staff');
select is((select count(*) from public.staff_audit where action = 'appoint_staff'), 2::bigint, 'a dismissal is recorded');

-- A proposal has exactly the arguments of its act, because the member of staff who confirms reads nothing else.
select tests.refused('sam', format('select public.propose_staff_act(%L, %L)', action, arguments::jsonb || jsonb_build_object('profile_id', tests.id('ann'))), 'PT422', 'proposal_malformed', format('%s is not proposed with %s', action, arguments))
from (values ('decide_suspension_appeal', '{"upheld": "false", "note": "No."}'), ('suspend_profile', '{"category": "fraud", "note": "No.", "without_end": "true"}'),
  ('suspend_profile', '{"category": "fraud", "note": "No.", "reason": "Other words."}'), ('set_trust_level', '{"trust_level": 3}'), ('set_trust_level', '{"trust_level": ["normal"]}')) as p (action, arguments);
