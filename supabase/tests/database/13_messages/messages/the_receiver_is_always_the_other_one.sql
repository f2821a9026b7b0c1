-- cast: ann kol, bob brand, eve brand
select tests.act_as(tests.id('bob'));
select public.get_or_create_conversation(tests.id('ann'));
insert into public.messages (conversation_id, sender_id, receiver_id, content)
select id, tests.id('bob'), tests.id('eve'), 'Hello' from public.conversations;
select results_eq('select sender_id, receiver_id, is_read from public.messages',
  $$ values (tests.id('bob'), tests.id('ann'), false) $$, 'whatever the client says');
select throws_ok($$ insert into public.messages (conversation_id, sender_id, content)
  select id, tests.id('ann'), 'Hello' from public.conversations $$, 'PT403', 'not_allowed', 'members cannot write in the name of the other');
select throws_ok($$ insert into public.messages (conversation_id, content, is_read)
  select id, 'Hello', true from public.conversations $$, '42501', null, 'nothing is born read');
select throws_ok($$ insert into public.messages (conversation_id, content, created_at)
  select id, 'Hello', '2020-01-01' from public.conversations $$, '42501', null, 'nor in the past');
