-- cast: ann kol, bob brand, cyd kol, sam staff
delete from private.email_outbox;
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.suspend_profile(tests.id('ann'), false, 'spam') $$, 'PT422', 'reason_required', 'a category needs words');
select throws_ok($$ select public.suspend_profile(tests.id('ann'), false, 'spam', ' ') $$, 'PT422', 'reason_required', 'that say something');
select throws_ok($$ select public.suspend_profile(tests.id('ann'), false, 'weather', 'Rain.') $$, 'PT422', 'suspension_category_unknown', 'the categories are known');
select is(public.suspend_profile(tests.id('ann'), false, 'spam', ' The same message to forty brands. '), 1, 'with both it is done');
select is(public.suspend_profile(tests.id('ann'), false, 'fraud', 'And again.'), 0, 'not twice');
select is(public.suspend_profile(tests.id('bob')), 1, 'a client that knows no reasons still can');
select tests.act_as(tests.id('ann'));
select results_eq($$ select category, note, suspended_by, ends_at, due_at, ended_at from public.suspensions $$,
  $$ values ('spam', 'The same message to forty brands.', tests.id('sam'), now() + interval '7 days', now() + interval '7 days', null::timestamptz) $$,
  'the member reads why and until when');
select results_eq($$ select type, title, message from public.notifications where type = 'account_update' $$, $$ values ('account_update',
  'Your account is suspended until ' || to_char((now() + interval '7 days') at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'),
  'The same message to forty brands. If you think that this is wrong, sign in and appeal, once. Another member of our staff decides.') $$, 'and is notified');
select tests.act_as(tests.id('cyd'));
select is_empty('select from public.suspensions', 'nobody else reads it');
select tests.act_as_owner();
select results_eq($$ select category, note, ends_at from public.suspensions where profile_id = tests.id('bob') $$,
  $$ values ('other', 'Staff gave no further reason.', now() + interval '14 days') $$, 'without a reason it has the shortest words and a term');
select results_eq('select to_email, template from private.claim_emails(10) order by 1',
  $$ values ('ann@kolpact.test', 'account_update'), ('bob@kolpact.test', 'account_update') $$, 'and by mail, although other mails stop');
select tests.notify(tests.id('ann'), 'payment_received', 'Now');
select is_empty('select from private.claim_emails(10)', 'other mails do stop');
select is(details - 'suspended' - 'ends_at', '{"with_invitees": false, "category": "spam", "note": "The same message to forty brands."}', 'the audit log has the reason')
from public.staff_audit where action = 'suspend_profile' and subject_id = tests.id('ann');
-- In step with the profile.
update public.profiles set suspended_at = now() where id = tests.id('cyd');
select is((select category from public.suspensions where profile_id = tests.id('cyd') and ended_at is null), 'other',
  'a suspension by the owner of the database has a row as well');
update public.profiles set suspended_at = null where id = tests.id('cyd');
select is((select ended_because from public.suspensions where profile_id = tests.id('cyd')), 'lifted', 'which ends with it');
delete from auth.users where id = tests.user_id(tests.id('bob'));
select is((select ended_because from public.suspensions where profile_id = tests.id('bob')), 'account_deleted', 'and with the account');
select throws_ok('delete from public.suspensions', 'PT403', 'append_only', 'but stays written down');
