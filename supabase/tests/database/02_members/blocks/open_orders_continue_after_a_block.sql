-- cast: ann kol, bob brand
select set_config('tests.paid', tests.make_order(tests.id('bob'), tests.id('ann'), 'funded')::text, true);
select set_config('tests.other', tests.make_order(tests.id('bob'), tests.id('ann'), 'funded')::text, true);
select tests.make_order(tests.id('bob'), tests.id('ann'), 'in_progress');
select tests.act_as(tests.id('ann'));
select public.block_member(tests.id('bob'));
select tests.act_as(tests.id('bob'));
select is((public.cancel_order(current_setting('tests.paid')::uuid, 'Answer me!')).status, 'cancelled', 'the brand cancels');
select tests.act_as(tests.id('ann'));
select is((public.decline_order(current_setting('tests.other')::uuid, 'Never again.')).status, 'declined', 'the creator declines');
select tests.act_as(tests.id('bob'));
select lives_ok($$ select public.cancel_order(tests.order_id(), 'Answer me!') $$, 'the brand asks to cancel');
select is_empty($$ select * from public.order_events where note is not null $$, 'all without words');
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
select tests.act_as(tests.id('ann'));
select is((public.deliver_order(tests.order_id(), 'Here it is.', '{https://example.com}')).status, 'delivered', 'the work is handed over');
select tests.act_as(tests.id('bob'));
select is((public.complete_order(tests.order_id())).status, 'completed', 'and accepted');
select throws_ok($$ insert into public.messages (conversation_id, content) values (current_setting('tests.conversation')::uuid, 'Why?') $$,
  'PT409', 'member_not_available', 'A conversation without messages does not disclose the block.');
select tests.act_as_owner();
alter table public.messages disable trigger messages_prepare;
insert into public.messages (conversation_id, sender_id, receiver_id, content)
values (current_setting('tests.conversation')::uuid, tests.id('ann'), tests.id('bob'), 'Before the block.');
alter table public.messages enable trigger messages_prepare;
select tests.act_as(tests.id('bob'));
select throws_ok($$ insert into public.messages (conversation_id, content) values (current_setting('tests.conversation')::uuid, 'Why?') $$,
  'PT403', 'blocked', 'A conversation with messages says that one has blocked the other.');
