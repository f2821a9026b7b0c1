-- cast: ann kol, new kol unapproved, bob brand
select tests.refused('bob', $$ select public.get_or_create_conversation(tests.id('new')) $$, 'PT409', 'member_not_available',
  'a brand opens no conversation with a creator who waits for approval');
select tests.refused('bob', $$ select public.get_or_create_conversation(gen_random_uuid()) $$, 'PT409', 'member_not_available',
  'a brand opens no conversation with a member who does not exist');
select tests.by('bob', $$ select public.get_or_create_conversation(tests.id('ann')) $$);
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.refused('bob', $$ insert into public.messages (conversation_id, content) select id, 'Hello' from public.conversations $$, 'PT409', 'member_not_available',
  'a suspended member receives no message');
select tests.refused('ann', $$ insert into public.messages (conversation_id, content) select id, 'Hello' from public.conversations $$, 'PT403', 'cannot_transact',
  'a suspended member cannot write messages');
