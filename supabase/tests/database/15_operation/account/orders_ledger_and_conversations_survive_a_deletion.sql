-- cast: ann kol, bob brand
insert into public.conversations (id, member_a, member_b, opened_by)
values ('00000000-0000-4000-8000-00000000000c', least(tests.id('ann'), tests.id('bob')), greatest(tests.id('ann'), tests.id('bob')), tests.id('bob'));
insert into public.messages (conversation_id, sender_id, receiver_id, content) values
  ('00000000-0000-4000-8000-00000000000c', tests.id('bob'), tests.id('ann'), 'Hello Ann'),
  ('00000000-0000-4000-8000-00000000000c', tests.id('ann'), tests.id('bob'), 'Hello Bob');

select tests.make_order(tests.id('bob'), tests.id('ann'), 'cancelled');
-- Ann can leave: the refund is in bob's wallet, so she owes nothing and is owed nothing.
create temporary table before as select count(*) as entries from private.entries;
select tests.by('ann', $$ select public.delete_my_account() $$);
select tests.finds('bob', 'select content from public.messages order by content', $$ values ('Hello Ann'), ('Hello Bob') $$, 'the messages of both sides survive a deletion');
select tests.gets('bob', 'select count(*) from public.pack_orders', '1', 'the order survives a deletion');
select is((select count(*) from private.entries), (select entries from before), 'the ledger survives a deletion');
