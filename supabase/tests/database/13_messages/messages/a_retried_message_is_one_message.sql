-- cast: ann kol, bob brand
select tests.act_as(tests.id('bob'));
select public.get_or_create_conversation(tests.id('ann'));
insert into public.messages (id, conversation_id, content)
select '00000000-0000-4000-8000-000000000001', id, 'Hello' from public.conversations;
select throws_ok($$ insert into public.messages (id, conversation_id, content)
  select '00000000-0000-4000-8000-000000000001', id, 'Hello' from public.conversations $$,
  '23505', 'duplicate key value violates unique constraint "messages_pkey"', 'the id says that it is there already');
select lives_ok($$ insert into public.messages (id, conversation_id, content)
  select '00000000-0000-4000-8000-000000000001', id, 'Hello' from public.conversations
  on conflict (id) do nothing $$, 'or the client asks to ignore it');
select is((select count(*) from public.messages), 1::bigint, 'one message');
