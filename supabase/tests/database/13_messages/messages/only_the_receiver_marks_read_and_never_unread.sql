-- cast: ann kol, bob brand
select tests.act_as(tests.id('bob'));
select public.get_or_create_conversation(tests.id('ann'));
insert into public.messages (conversation_id, content) select id, 'One' from public.conversations;
insert into public.messages (conversation_id, content) select id, 'Two' from public.conversations;
update public.messages set is_read = true;
select is(public.mark_conversation_read((select id from public.conversations)), 0, 'the sender marks no message as read');
select tests.act_as(tests.id('ann'));
select is((select count(*) from public.messages where is_read), 0::bigint, 'an update by the sender marks no message as read');
select is(public.unread_count(), 2, 'the receiver has two unread messages');
update public.messages set is_read = true where content = 'One';
select throws_ok('update public.messages set is_read = false', '42501', null, 'a message cannot be marked as unread');
select is(public.mark_conversation_read((select id from public.conversations)), 1, 'the receiver marks the other messages of the conversation as read');
select is(public.unread_count(), 0, 'the receiver has no unread messages');
select is_empty(format('update public.messages set is_read = %s returning id', mark), format('a message that is read is not marked again, as %s', mark))
from unnest('{true,false}'::text[]) as mark;
select is(public.mark_conversation_read(null), 0, 'a missing conversation marks nothing');
