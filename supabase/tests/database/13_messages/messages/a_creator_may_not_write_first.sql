-- cast: ann kol, bob brand, cid kol
select tests.act_as(tests.id('ann'));
select throws_ok($$ select public.get_or_create_conversation(tests.id('bob')) $$, 'PT403', 'may_not_write_first',
  'not to a brand that never dealt with them');
select throws_ok($$ select public.get_or_create_conversation(tests.id('cid')) $$, 'PT403', 'may_not_write_first',
  'and not to another creator');
select tests.act_as(tests.id('bob'));
select public.get_or_create_conversation(tests.id('ann'));
select tests.act_as(tests.id('ann'));
select lives_ok($$ insert into public.messages (conversation_id, content) select id, 'Hello' from public.conversations $$,
  'but answers in a conversation that the brand opened');
