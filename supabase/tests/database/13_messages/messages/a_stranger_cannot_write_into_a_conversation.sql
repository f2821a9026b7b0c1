-- cast: ann kol, bob brand, eve brand
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
select lives_ok($$ insert into public.messages (conversation_id, content)
  values (current_setting('tests.conversation')::uuid, 'Hello') $$, 'a member can');
select tests.act_as(tests.id('eve'));
select throws_ok($$ insert into public.messages (conversation_id, content)
  values (current_setting('tests.conversation')::uuid, 'Hello') $$, 'PT403', 'not_allowed', 'a stranger cannot');
select throws_ok($$ insert into public.messages (conversation_id, sender_id, receiver_id, content)
  values (current_setting('tests.conversation')::uuid, tests.id('bob'), tests.id('ann'), 'Hello') $$,
  'PT403', 'not_allowed', 'not under the name of a member');
select throws_ok($$ insert into public.messages (conversation_id, content) values (gen_random_uuid(), 'Hello') $$,
  'PT403', 'not_allowed', 'nor into a conversation that does not exist');
select tests.act_as_anon();
select throws_ok($$ insert into public.messages (conversation_id, content)
  values (current_setting('tests.conversation')::uuid, 'Hello') $$, '42501', null, 'nor signed out');
