-- cast: ann kol, bob brand, cid kol
select tests.act_as(tests.id('bob'));
select public.get_or_create_conversation(tests.id('ann'));
insert into public.messages (conversation_id, content) select id, 'Hello' from public.conversations;
select tests.act_as(tests.id('ann'));
select public.block_member(tests.id('bob'));
select public.block_member(tests.id('bob'));
select throws_ok($$ insert into public.messages (conversation_id, content) select id, 'No' from public.conversations $$,
  'PT403', 'blocked', 'who blocks does not write');
select results_eq('select blocked, blocked_by_me from public.inbox()', 'values (true, true)', 'and sees why');
select tests.act_as(tests.id('bob'));
select throws_ok($$ insert into public.messages (conversation_id, content) select id, 'Why' from public.conversations $$,
  'PT403', 'blocked', 'neither can the blocked member');
select results_eq('select blocked, blocked_by_me from public.inbox()', 'values (true, false)', 'the past stays readable');
select lives_ok($$ select public.unblock_member(tests.id('ann')) $$, 'one takes back only one''s own block');
select throws_ok($$ insert into public.messages (conversation_id, content) select id, 'Why' from public.conversations $$,
  'PT403', 'blocked', 'so it is still there');
select tests.act_as(tests.id('cid'));
select public.block_member(tests.id('bob'));
select tests.act_as(tests.id('bob'));
select throws_ok($$ select public.get_or_create_conversation(tests.id('cid')) $$, 'PT409', 'member_not_available',
  'a blocked member cannot open a conversation with the member who blocked');
select tests.act_as(tests.id('ann'));
select public.unblock_member(tests.id('bob'));
select lives_ok($$ insert into public.messages (conversation_id, content) select id, 'Well' from public.conversations $$,
  'peace again');
select throws_ok($$ select public.block_member(tests.id('ann')) $$, 'PT403', 'not_allowed', 'members cannot block themselves');
