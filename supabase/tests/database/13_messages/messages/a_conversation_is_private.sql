-- cast: ann kol, bob brand, eve brand, sam staff
select tests.act_as(tests.id('bob'));
select public.get_or_create_conversation(tests.id('ann'));
insert into public.messages (conversation_id, content) select id, 'Hello' from public.conversations;
select is((select count(*) from public.messages), 1::bigint, 'its members read it');
select tests.act_as(tests.id('ann'));
select is((select count(*) from public.messages), 1::bigint, 'both of them');
select tests.act_as(tests.id('eve'));
select is_empty('select * from public.conversations', 'a stranger sees no conversation');
select is_empty('select * from public.conversation_participants', 'nor its participants');
select is_empty('select * from public.messages', 'and no message');
select is_empty('select * from public.inbox()', 'not in the inbox either');
select is(public.mark_conversation_read((select conversation_id from public.messages limit 1)), 0, 'and marks nothing');
select tests.act_as(tests.id('sam'));
select is_empty('select * from public.messages', 'staff do not read along');
select tests.act_as_anon();
select throws_ok('select * from public.messages', '42501', null, 'signed out there is nothing');
select throws_ok('select * from public.conversations', '42501', null, 'nothing at all');
