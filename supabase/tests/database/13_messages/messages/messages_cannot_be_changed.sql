-- cast: ann kol, bob brand
select tests.act_as(tests.id('bob'));
select public.get_or_create_conversation(tests.id('ann'));
insert into public.messages (conversation_id, content) select id, 'Hello' from public.conversations;
select throws_ok($$ update public.messages set content = 'Never said' $$, '42501', null, 'not edited');
select throws_ok('delete from public.messages', '42501', null, 'not deleted');
select throws_ok('delete from public.conversations', '42501', null, 'nor the conversation');
select throws_ok($$ update public.conversations set last_message_at = now() $$, '42501', null, 'nor its time');
select throws_ok($$ delete from public.conversation_participants $$, '42501', null, 'participants cannot be removed');
select throws_ok($$ insert into public.conversation_participants
  select id, tests.id('bob') from public.conversations $$, '42501', null, 'participants cannot be added');
select throws_ok($$ insert into public.conversations (member_a, member_b, opened_by)
  values (least(tests.id('ann'), tests.id('bob')), greatest(tests.id('ann'), tests.id('bob')), tests.id('bob')) $$,
  '42501', null, 'and none is made by hand');
