-- cast: ann kol, bob brand, eve brand
select plan(11);
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
create function pg_temp.refusal(columns text, given text) returns text language plpgsql as $$
begin
  execute format('insert into public.messages (conversation_id, %s) values (%L, %s)', columns, current_setting('tests.conversation'), given);
  return null;
exception when others then
  return regexp_replace(sqlerrm, '^.* check constraint "(.*)"$', '\1');
end;
$$;
select is(pg_temp.refusal('sender_id, receiver_id, content', $$ tests.id('bob'), tests.id('eve'), 'Hello' $$), null, 'a member sends a message');
select results_eq('select sender_id, receiver_id, is_read from public.messages',
  $$ values (tests.id('bob'), tests.id('ann'), false) $$, 'the receiver of a message is the other side of the conversation');
select is(pg_temp.refusal(columns, given), refusal, description) from (values
  ('sender_id, content', $$ tests.id('ann'), 'Hello' $$, 'not_allowed', 'a member cannot send a message in the name of another'),
  ('content', $$ E' \n ' $$, 'messages_not_empty', 'a message of spaces is refused'),
  ('content', $$ repeat('x', 4001) $$, 'messages_content_length', 'a message above 4,000 characters is refused'),
  ('content, file_name', $$ 'x', 'a.png' $$, 'messages_file_complete', 'a message with incomplete data of a file is refused')
) as wrong (columns, given, refusal, description);
select throws_ok($$ insert into public.messages (conversation_id, content) values (gen_random_uuid(), 'Hello') $$,
  'PT403', 'not_allowed', 'a message to an unknown conversation is refused');
select tests.gets('eve', $c$ select pg_temp.refusal('content', $$ 'Hello' $$) $c$, 'not_allowed', 'a stranger cannot write into a conversation');

-- The client makes the id, so that a retry finds the first message.
select tests.act_as(tests.id('bob'));
create function pg_temp.send() returns void language sql as $$
  insert into public.messages (id, conversation_id, content)
  values ('00000000-0000-4000-8000-000000000001', current_setting('tests.conversation')::uuid, 'Hello')
$$;
select lives_ok('select pg_temp.send()', 'a client sends a message with an id of its own');
select throws_ok('select pg_temp.send()', '23505', 'duplicate key value violates unique constraint "messages_pkey"', 'a retry of a message is refused by its id');
select is((select count(*) from public.messages), 2::bigint, 'a refused message leaves no row');
