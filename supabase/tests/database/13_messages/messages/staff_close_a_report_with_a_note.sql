-- cast: ann kol, bob brand, sam staff
select tests.by('bob', $$ select public.get_or_create_conversation(tests.id('ann')); insert into public.messages (id, conversation_id, content)
select '00000000-0000-4000-8000-000000000001', id, 'Hello' from public.conversations $$);
select tests.by('ann', $$ select set_config('tests.report', public.report_message('00000000-0000-4000-8000-000000000001', 'rude')::text, true) $$);
select tests.refused('sam', $$ select public.resolve_reports('{00000000-0000-4000-8000-000000000001}', ' ') $$,
  'PT422', 'note_required', 'a report cannot be closed without a note');
select tests.by('sam', $$ select public.resolve_reports('{00000000-0000-4000-8000-000000000001}', 'Spoke to both.') $$);
select tests.gets('sam', 'select count(*) from tests.reports()', '0', 'a closed report is not open');
select tests.refused('ann', 'select resolution from public.message_reports', '42501', null, 'the reporter reads no note of staff about the reported member');
select tests.gets('ann', $$ select public.export_my_data() #> '{message_reports,0}' ?& array['reason', 'resolved_at'] $$, 'true', 'the export tells the reporter that a report was closed');
select tests.gets('ann', $$ select public.export_my_data()::text like '%Spoke to both%' $$, 'false', 'the export of the reporter has no note of staff about the reported member');
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.resolve_reports('{00000000-0000-4000-8000-000000000001}', 'Again.') $$,
  'PT409', 'report_not_open', 'a report cannot be closed twice');
select is(public.resolve_reports('{00000000-0000-4000-8000-000000000001}', 'Spoke to both.'), 1, 'a repeated request to close a report returns the first answer');
select isnt_empty($$ select * from public.staff_audit where action = 'resolve_reports' $$, 'closing a report is in the audit log');
select public.reopen_report('00000000-0000-4000-8000-000000000001');
select isnt_empty('select * from tests.reports()', 'a closed report is opened again');
select lives_ok($$ select public.reopen_report('00000000-0000-4000-8000-000000000001') $$, 'staff who opened a report again may repeat the request');
select is((select count(*)::int from public.staff_audit where action in ('resolve_reports', 'reopen_report')), 2, 'closing and reopening a report are in the audit log once each');
select tests.act_as_owner();
select tests.make_staff('sue');
select tests.refused('sue', $$ select public.reopen_report('00000000-0000-4000-8000-000000000001') $$, 'PT409', 'report_not_closed', 'an open report is not opened again');
select tests.by('sam', $$ select public.resolve_reports('{00000000-0000-4000-8000-000000000001}', 'Spoke to both.') $$);
insert into public.messages (conversation_id, sender_id, content) select id, tests.id('bob'), 'Hello' from public.conversations, generate_series(1, 3);
insert into public.message_reports (message_id, reporter_id, sender_id, content, reason)
select id, receiver_id, sender_id, content, 'rude' from public.messages where id <> '00000000-0000-4000-8000-000000000001';
select tests.make_member('cyd');
insert into public.message_reports (message_id, reporter_id, sender_id, content, reason)
select r.message_id, tests.id('cyd'), r.sender_id, r.content, 'also rude' from public.message_reports r where r.resolved_at is null limit 1;
select tests.act_as(tests.id('sam'));
select set_eq('select jsonb_array_length(reports) from tests.reports()', array[2, 1], 'the reports of one message are one case');
select is((select count(*)::int from tests.reports()), 3, 'every reported message is listed');
select is(public.resolve_reports(array(select id from tests.reports()), 'Spoke to both.'), 3, 'several reported messages are closed at once');
select is_empty('select * from tests.reports()', 'every report of a closed message is closed');
select is(count(*)::int, 5, 'each reported message has a row in the audit log') from public.staff_audit where action = 'resolve_reports';
