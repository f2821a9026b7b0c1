-- cast: ann kol, bob brand, eve brand, sam staff
select tests.act_as(tests.id('bob'));
select public.get_or_create_conversation(tests.id('ann'));
insert into public.messages (id, conversation_id, content)
select '00000000-0000-4000-8000-000000000001', id, 'Send me your seed phrase' from public.conversations;
select throws_ok($$ select public.report_message('00000000-0000-4000-8000-000000000001', 'spam') $$,
  'PT403', 'not_allowed', 'the sender does not report');
select tests.act_as(tests.id('eve'));
select throws_ok($$ select public.report_message('00000000-0000-4000-8000-000000000001', 'spam') $$,
  'PT403', 'not_allowed', 'nor does a stranger');
select tests.act_as(tests.id('ann'));
select throws_ok($$ select public.report_message('00000000-0000-4000-8000-000000000001', ' ') $$,
  '23514', null, 'a reason is given');
select is(public.report_message('00000000-0000-4000-8000-000000000001', 'A scam'),
  public.report_message('00000000-0000-4000-8000-000000000001', 'Again'), 'the receiver does, once');
select tests.act_as(tests.id('sam'));
select results_eq('select sender_id, sender_name, content, reason, reports_of_sender from public.open_reports()',
  $$ values (tests.id('bob'), 'Bob', 'Send me your seed phrase', 'A scam', 1) $$, 'staff read what was reported');
select is_empty('select * from public.message_reports', 'and not by whom');
select is(to_jsonb(r)::text like '%' || tests.id('ann') || '%', false, 'in no column of the report') from public.open_reports() as r;
select tests.act_as(tests.id('bob'));
select is_empty('select * from public.message_reports', 'the sender does not learn of it');
select throws_ok('select * from public.open_reports()', 'PT403', 'not_allowed', 'nor by asking as staff would');
