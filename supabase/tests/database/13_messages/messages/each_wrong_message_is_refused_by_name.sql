-- cast: ann kol, bob brand
select tests.act_as(tests.id('bob'));
select public.get_or_create_conversation(tests.id('ann'));
select throws_ok($$ insert into public.messages (conversation_id, content) select id, E' \n ' from public.conversations $$,
  '23514', 'new row for relation "messages" violates check constraint "messages_not_empty"', 'nothing but space');
select throws_ok($$ insert into public.messages (conversation_id, content) select id, repeat('x', 4001) from public.conversations $$,
  '23514', 'new row for relation "messages" violates check constraint "messages_content_length"', 'too long');
select throws_ok($$ insert into public.messages (conversation_id, content, file_name) select id, 'x', 'a.png' from public.conversations $$,
  '23514', 'new row for relation "messages" violates check constraint "messages_file_complete"', 'half a file');
