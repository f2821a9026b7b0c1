-- cast: ann kol, bob brand
select tests.act_as(tests.id('bob'));
select lives_ok($$ select public.get_or_create_conversation(tests.id('ann')) $$, 'a brand opens it');
select lives_ok($$ insert into public.messages (conversation_id, content) select id, 'Hello' from public.conversations $$,
  'and writes');
