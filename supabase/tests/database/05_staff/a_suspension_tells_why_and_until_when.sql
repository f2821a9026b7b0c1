-- cast: ann kol, bob brand, cyd kol, sam staff, joe staff, kim staff
delete from private.email_outbox;
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.suspend_profile(tests.id('ann'), false, 'spam') $$, 'PT422', 'reason_required', 'a suspension with a category has a reason');
select throws_ok($$ select public.suspend_profile(tests.id('ann'), false, 'spam', ' ') $$, 'PT422', 'reason_required', 'a suspension cannot have an empty reason');
select throws_ok($$ select public.suspend_profile(tests.id('ann'), false, 'weather', 'Rain.') $$, 'PT422', 'suspension_category_unknown', 'a suspension cannot have an unknown category');
select is(public.suspend_profile(tests.id('ann'), false, 'spam', ' The same message to forty brands. '), 1, 'staff suspend a member with a category and a reason');
select is(public.suspend_profile(tests.id('ann'), false, 'fraud', 'And again.'), 0, 'a suspended member is not suspended again');
select is(public.suspend_profile(tests.id('bob')), 1, 'staff can suspend a member without a category');
select tests.finds('ann', $$ select category, note, suspended_by, ends_at, due_at, ended_at from public.suspensions $$,
  $$ values ('spam', 'The same message to forty brands.', tests.id('sam'), now() + interval '7 days', now() + interval '7 days', null::timestamptz) $$,
  'a suspended member reads why and until when');
select tests.finds('ann', $$ select type, title, message from public.notifications where type = 'account_update' $$, $$ values ('account_update',
  'Your account is suspended until ' || to_char((now() + interval '7 days') at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'),
  'The same message to forty brands. If you think that this is wrong, sign in and appeal, once. Another member of our staff decides.') $$, 'a suspended member is notified of the reason and the end');
select tests.gets('cyd', 'select count(*) from public.suspensions', '0', 'another member cannot read a suspension');
select tests.gets('sam', 'select count(*) from public.suspensions', '0', 'staff read the suspensions of a member only through read_member, which records it');
select results_eq($$ select category, note, ends_at from public.suspensions where profile_id = tests.id('bob') $$,
  $$ values ('other', 'Staff gave no further reason.', now() + interval '14 days') $$, 'a suspension without a category has a general reason and an end');
select results_eq('select to_email, template from private.claim_emails(10) order by 1',
  $$ values ('ann@kolpact.test', 'account_update'), ('bob@kolpact.test', 'account_update') $$, 'suspended members get an e-mail about the suspension');
select tests.notify(tests.id('ann'), 'review_received', 'Now');
select is_empty('select from private.claim_emails(10)', 'suspended members get no e-mails about events that need no answer');
select is(details - 'suspended' - 'ends_at', '{"with_invitees": false, "category": "spam", "note": "The same message to forty brands."}', 'the audit has the category and the reason of a suspension')
from public.staff_audit where action = 'suspend_profile' and subject_id = tests.id('ann');
-- The record of the suspension is written when the profile changes.
update public.profiles set suspended_at = now() where id = tests.id('cyd');
select is((select category from public.suspensions where profile_id = tests.id('cyd') and ended_at is null), 'other',
  'a suspension by the owner of the database is recorded as well');
update public.profiles set suspended_at = null where id = tests.id('cyd');
select is((select ended_because from public.suspensions where profile_id = tests.id('cyd')), 'lifted', 'the record of a suspension is closed when the suspension ends');
select tests.by('bob', $$ select public.appeal_suspension('It was not.') $$);
update public.suspensions set proposed_by = tests.id('joe') where profile_id = tests.id('bob');
select tests.by('kim', $$ select public.propose_staff_act('decide_suspension_appeal', jsonb_build_object('profile_id', tests.id('bob'), 'upheld', false, 'note', 'Right.')) $$);
delete from auth.users where id = tests.user_id(tests.id('bob'));
select is((select status from public.staff_proposals where subject = tests.id('bob')::text), 'withdrawn', 'the deletion of an account withdraws a proposal to decide its appeal');
select is((select ended_at from public.suspensions where profile_id = tests.id('bob')), null, 'a suspension stays after the account is deleted');
select throws_ok('delete from public.suspensions', 'PT403', 'append_only', 'the record of a suspension cannot be deleted');
