-- cast: ann kol, bob brand, sam staff
select tests.by('bob', $$ select public.get_or_create_conversation(tests.id('ann')); insert into public.messages (id, conversation_id, content)
select '00000000-0000-4000-8000-000000000001', id, 'Hello' from public.conversations $$);
select tests.by('ann', $$ select set_config('tests.report', public.report_message('00000000-0000-4000-8000-000000000001', 'rude')::text, true) $$);
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.resolve_report(current_setting('tests.report')::uuid, ' ') $$,
  'PT422', 'note_required', 'a report cannot be closed without a note');
select public.resolve_report(current_setting('tests.report')::uuid, 'Spoke to both.');
select is_empty('select * from public.open_reports()', 'a closed report is not open');
select throws_ok($$ select public.resolve_report(current_setting('tests.report')::uuid, 'Again.') $$,
  'PT409', 'report_not_open', 'a report cannot be closed twice');
select isnt_empty($$ select * from public.staff_audit where action = 'resolve_report' $$, 'a closed report stands in the record of staff');
select tests.act_as_owner();
insert into public.messages (conversation_id, sender_id, content) select id, tests.id('bob'), 'Hello' from public.conversations, generate_series(1, 201);
insert into public.message_reports (message_id, reporter_id, sender_id, content, reason)
select id, receiver_id, sender_id, content, 'rude' from public.messages where id <> '00000000-0000-4000-8000-000000000001';
select tests.act_as(tests.id('sam'));
select is((select count(*) from public.open_reports()), 200::bigint, 'staff read at most 200 open reports');
