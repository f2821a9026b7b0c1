-- cast: ann kol, bob brand
select set_config('tests.paid', tests.make_order(tests.id('bob'), tests.id('ann'), 'funded')::text, true);
select set_config('tests.other', tests.make_order(tests.id('bob'), tests.id('ann'), 'funded')::text, true);
select tests.make_order(tests.id('bob'), tests.id('ann'), 'in_progress');
select tests.by('ann', $$ select public.block_member(tests.id('bob')) $$);
select tests.gets('bob', $$ select (public.cancel_order(current_setting('tests.paid')::uuid, 'Answer me!')).status $$, 'cancelled', 'a blocked brand can cancel a paid order');
select tests.gets('ann', $$ select (public.decline_order(current_setting('tests.other')::uuid, 'Never again.')).status $$, 'declined', 'a creator who blocked the brand can decline a paid order');
select tests.allowed('bob', $$ select public.cancel_order(tests.order_id(), 'Answer me!') $$, 'a blocked brand can ask to cancel work in progress');
select tests.gets('bob', 'select count(*) from public.order_events where note is not null', '0', 'orders of a blocked pair are cancelled and declined without a note');
select tests.by('bob', $$ select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true) $$);
select tests.gets('ann', $$ select (public.deliver_order(tests.order_id(), 'Here it is.', '{https://example.com}')).status $$, 'delivered', 'a creator who blocked the brand can deliver');
select tests.gets('bob', 'select (public.complete_order(tests.order_id())).status', 'completed', 'a blocked brand can complete the order');
select tests.refused('bob', $$ insert into public.messages (conversation_id, content) values (current_setting('tests.conversation')::uuid, 'Why?') $$,
  'PT409', 'member_not_available', 'a conversation without messages does not disclose the block');
select tests.unguarded('public.messages', $$ insert into public.messages (conversation_id, sender_id, receiver_id, content)
values (current_setting('tests.conversation')::uuid, tests.id('ann'), tests.id('bob'), 'Before the block.') $$, 'messages_prepare');
select tests.refused('bob', $$ insert into public.messages (conversation_id, content) values (current_setting('tests.conversation')::uuid, 'Why?') $$, 'PT403', 'blocked',
  'a conversation with messages refuses further ones for the block');
