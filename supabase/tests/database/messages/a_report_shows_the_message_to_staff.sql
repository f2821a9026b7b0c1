begin;
select plan(6);
select tests.make_member('ann', 'kol');
select tests.make_member('bob', 'brand');
select tests.make_member('eve', 'brand');
select tests.make_staff('sam');
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
select results_eq('select sender_id, content, reason from public.message_reports',
  $$ values (tests.id('bob'), 'Send me your seed phrase', 'A scam') $$, 'staff read what was reported');
select tests.act_as(tests.id('bob'));
select is_empty('select * from public.message_reports', 'the sender does not learn of it');
select * from finish();
rollback;
