-- cast: ann kol, bob brand, cid kol
select tests.by('bob', $$ select public.get_or_create_conversation(tests.id('ann')) $$);
select tests.by('bob', $$ insert into public.messages (conversation_id, content) select id, 'Hello' from public.conversations $$);
select tests.act_as(tests.id('ann'));
select public.block_member(tests.id('bob'));
select public.block_member(tests.id('bob'));
select throws_ok($$ insert into public.messages (conversation_id, content) select id, 'No' from public.conversations $$,
  'PT403', 'blocked', 'a member who blocks the other cannot write');
select results_eq('select blocked, blocked_by_me from public.inbox()', 'values (true, true)', 'the inbox shows that the member blocks the other');
select tests.act_as(tests.id('bob'));
select throws_ok($$ insert into public.messages (conversation_id, content) select id, 'Why' from public.conversations $$,
  'PT403', 'blocked', 'a blocked member cannot write');
select results_eq('select blocked, blocked_by_me from public.inbox()', 'values (true, false)', 'a blocked member still has the conversation in the inbox');
select lives_ok($$ select public.unblock_member(tests.id('ann')) $$, 'a blocked member may call unblock');
select throws_ok($$ insert into public.messages (conversation_id, content) select id, 'Why' from public.conversations $$,
  'PT403', 'blocked', 'a member cannot lift the block of another');
select tests.by('cid', $$ select public.block_member(tests.id('bob')) $$);
select tests.refused('bob', $$ select public.get_or_create_conversation(tests.id('cid')) $$, 'PT409', 'member_not_available',
  'a blocked member cannot open a conversation with the member who blocked');
select tests.act_as(tests.id('ann'));
select public.unblock_member(tests.id('bob'));
select lives_ok($$ insert into public.messages (conversation_id, content) select id, 'Well' from public.conversations $$,
  'a member writes again after the block is lifted');
-- Blocks a third member for each of the two.
select public.block_member(tests.id('cid'));
select tests.by('cid', $$ select public.block_member(tests.id('ann')) $$);
select tests.by('bob', $$ select public.block_member(tests.id('cid')) $$);
select tests.finds('bob', 'select other_name, blocked, blocked_by_me from public.inbox()', $$ values ('Ann', false, false) $$,
  'the inbox of the brand shows no block of a third member');
select tests.finds('ann', 'select other_name, blocked, blocked_by_me from public.inbox()', $$ values ('Bob', false, false) $$,
  'the inbox of the creator shows no block of a third member');
