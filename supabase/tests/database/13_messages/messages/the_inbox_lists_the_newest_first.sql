-- cast: bob brand
select tests.make_member('ann' || n, 'kol') from generate_series(1, 5) n;
select tests.by('bob', $$ select public.get_or_create_conversation(tests.id('ann' || n)) from generate_series(1, 5) n $$);
select tests.gets('bob', 'select count(*) from public.inbox()', '0', 'an empty conversation is not shown');
insert into public.messages (conversation_id, sender_id, content, created_at)
select c.id, tests.id('ann' || n), 'Number ' || n || ' wrote ' || k, now() - make_interval(hours => n, mins => -k)
from generate_series(1, 5) n
join public.conversations c on tests.id('ann' || n) in (c.member_a, c.member_b), generate_series(1, 2) k;
select tests.act_as(tests.id('bob'));
select results_eq('select other_name, last_message, unread_count, blocked from public.inbox(2)',
  $$ values ('Ann1', 'Number 1 wrote 2', 2, false), ('Ann2', 'Number 2 wrote 2', 2, false) $$,
  'the inbox has each last message and the number of unread ones');
select is(public.unread_count(), 10, 'the unread messages of all conversations are counted');
select public.mark_conversation_read(conversation_id) from public.inbox(1);
select is(public.unread_count(), 8, 'messages that were read are not counted');
select results_eq('select other_name from public.inbox(2, null, true)', $$ values ('Ann2'), ('Ann3') $$, 'only conversations with unread messages are listed on request');
select results_eq($$ select other_name from public.inbox(term => ' nN5') $$, $$ values ('Ann5') $$, 'conversations are found by the name of the other member');
select is_empty($$ select from public.inbox(only_unread => true, term => 'ann1') $$, 'unread conversations can be searched by name');
select results_eq($$ select other_name from public.inbox(1, with_id => tests.id('ann4')) $$, $$ values ('Ann4') $$, 'an old conversation is found by the id of the other member');
select tests.act_as_owner();
select tests.make_order(tests.id('bob'), tests.id('ann3'), 'funded');
create temporary table ordered as select number from public.pack_orders where id = tests.order_id();
grant select on ordered to authenticated;
select tests.finds('bob', $$ select other_name from public.inbox(term => 'one THREAD') $$, $$ values ('Ann3') $$, 'conversations are found by the title of an order with the other member');
select tests.finds('bob', $$ select other_name from public.inbox(term => (select lower(number) from ordered)) $$, $$ values ('Ann3') $$, 'conversations are found by the number of an order');
select tests.gets('ann5', $$ select count(*) from public.inbox(with_id => tests.id('ann4')) $$, '0', 'a member to whom the caller never wrote is found in no conversation');
select tests.gets('ann5', $$ select count(*) from public.inbox(term => 'thread') $$, '0', 'an order of other members finds no conversation');
select tests.finds('ann3', 'select other_name, other_role, unread_count from public.inbox()', $$ values ('Bob', 'brand', 0) $$,
  'the inbox of the other side has its own number of unread messages');
