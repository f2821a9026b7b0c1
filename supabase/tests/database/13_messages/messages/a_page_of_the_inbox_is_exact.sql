select plan(6);
-- Partners with smaller and larger ids than bob's, so that he is the first member of some pairs and the second of others.
select tests.make_member('bob', 'brand');
create temporary table partners as
select (case n % 2 when 0 then '00000000' else 'ffffffff' end || '-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id,
  now() - make_interval(mins => n) as at
from generate_series(1, 102) n;
insert into public.profiles (id) select id from partners;
alter table public.messages disable trigger messages_prepare;
insert into public.conversations (member_a, member_b, opened_by)
select least(id, tests.id('bob')), greatest(id, tests.id('bob')), tests.id('bob') from partners;
insert into public.messages (conversation_id, sender_id, receiver_id, content, created_at)
select c.id, p.id, tests.id('bob'), 'Hello', p.at - make_interval(secs => s)
from partners p join public.conversations c on p.id in (c.member_a, c.member_b), unnest(array[20, 0, 10]) as s;
select bag_eq('select last_message_at from public.conversations', 'select at from partners', 'a conversation has the time of its newest message, in whatever order they arrive');
select tests.act_as(tests.id('bob'));
select is((select count(*) from public.inbox(1000)), 100::bigint, 'a page of the inbox has at most a hundred conversations');
select results_eq('select other_id from public.inbox(4)', 'select id from partners order by at desc limit 4', 'the inbox lists the newest conversations first');
select results_eq(format('select other_id from public.inbox(3, %L)', at), format('select id from partners where at < %L order by at desc limit 3', at),
  'the next page of the inbox begins after the conversation with ' || id)
from partners order by at desc limit 2;
select tests.act_as_owner();
insert into public.messages (id, conversation_id, sender_id, receiver_id, content, created_at)
select v.id, c.id, tests.id('bob'), p.id, v.content, now()
from (values ('00000000-0000-4000-8000-000000000001'::uuid, 'First'), ('00000000-0000-4000-8000-000000000002', 'Second')) as v (id, content),
  partners p join public.conversations c on p.id in (c.member_a, c.member_b) where p.at = now() - interval '5 minutes';
select tests.gets('bob', 'select last_message from public.inbox(1)', 'Second', 'the message with the higher id is the last of two with equal times');
