-- cast: sam staff
select plan(23);
select tests.act_as(tests.id('sam'));
select public.update_setting('shortlist_size', 7);
select public.update_setting('shortlist_size', 7);
select is(private.setting('shortlist_size'), 7::numeric, 'a changed setting has its new value');
select results_eq($$ select details -> 'from', details -> 'to' from public.staff_audit where action = 'update_setting' $$,
  $$ values ('200'::jsonb, '7'::jsonb) $$, 'a change of a setting is recorded once, with before and after');
select is((select value from public.list_settings() where key = 'shortlist_size'), 7::numeric, 'staff read the settings');
select throws_ok($$ select public.update_setting('no_such_setting', 1) $$, 'PT422', 'setting_unknown', 'an unknown setting cannot be changed');
select throws_ok($$ select public.update_setting('shortlist_size', -1) $$, 'PT422', 'setting_out_of_range', 'a setting cannot be negative');
select throws_ok(format('select public.update_setting(%L, %s)', key, value), 'PT422', 'setting_out_of_range', format('the setting %s cannot be %s', key, left(value, 6)))
from (values ('shortlist_size', '5.5'), ('review_window', '100.5'), ('creator_fee', '10.001'), ('shortlist_size', '6.' || repeat('0', 100) || '1')) as v (key, value);
select lives_ok(format('select public.update_setting(%L, %s)', 'shortlist_size', '8.' || repeat('0', 1000)), 'zeros after the point are accepted');
select is(scale(private.setting('shortlist_size')), 0, 'zeros after the point are not kept');

-- One member of staff alone changes what decides about nothing but the size of lists, and how long mails are kept.
select set_eq('select key from public.list_settings() where not needs_two', array['emails_kept', 'messages_searched',
  'saved_searches_per_member', 'shortlist_lists', 'shortlist_size', 'unsubscribe_link_days'],
  'every setting but the sizes of lists, and how long mails and their links are kept, needs two members of staff');
select is_empty(format('select key from public.list_settings() where key = any (%L) and not needs_two', array['dispute_evidence_window',
  'dispute_answer_window', 'review_window', 'appeal_window', 'ruling_grace', 'sign_in_failures', 'factor_failures']),
  'clocks and limits of sign-in need two members of staff');
select throws_ok(format('select public.update_setting(%L, %s)', key, value), 'PT409', 'second_staff_required',
  format('one member of staff cannot hold back mails, files or notices by %s', key))
from (values ('emails_per_hour', 1), ('email_digest_every', 720), ('email_join_window', 1440), ('email_attempts', 1),
  ('email_backoff', 1440), ('file_retry_first', 1440), ('notices_per_second', 1), ('match_batch', 1)) as v (key, value);

select public.propose_staff_act('update_setting', '{"key": "hold_new", "value": 9}');
select results_eq($$ select key, value, proposed from public.list_settings() where proposed is not null $$, $$ values ('hold_new', 14::numeric, 9::numeric) $$,
  'a setting names the value that waits for a second member of staff');
select public.withdraw_staff_proposal((select id from public.staff_proposals));
select is_empty('select key from public.list_settings() where proposed is not null', 'a value that was withdrawn does not wait');
