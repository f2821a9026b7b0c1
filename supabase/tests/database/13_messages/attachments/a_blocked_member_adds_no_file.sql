-- cast: ann kol, bob brand, cid kol, dan kol, eva kol
select tests.storage_does('storage.object.upload');
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
create function pg_temp.add(name text) returns void language sql as $$
  insert into storage.objects (bucket_id, name) values ('attachments', tests.path(name))
$$;
select tests.by('ann', $$ select public.block_member(tests.id('bob')) $$);
select tests.refused('ann', $$ select pg_temp.add('a.pdf') $$, '42501', null, 'a member who blocks the other adds no file');
select tests.refused('bob', $$ select pg_temp.add('b.pdf') $$, '42501', null, 'a blocked member adds no file');

-- Files for paid work are possible despite a block.
select set_config('tests.order_id', tests.put_order(tests.id('bob'), tests.id('ann'), 'pending_payment')::text, true);
select tests.refused('bob', $$ select pg_temp.add('b.pdf') $$, '42501', null, 'an unpaid order does not let a blocked member add a file');
select tests.put_order(tests.id('bob'), tests.id('ann'), 'disputed');
select tests.allowed('ann', $$ select pg_temp.add('a.pdf') $$, 'the creator adds evidence to a paid order despite a block');
select tests.allowed('bob', $$ select pg_temp.add('b.pdf') $$, 'the brand adds evidence to a paid order despite a block');
select tests.refused('bob', $$ insert into public.messages (conversation_id, file_url, content)
  values (current_setting('tests.conversation')::uuid, tests.path('b.pdf'), '') $$, 'PT409', 'member_not_available',
  'a message with a file is refused despite a paid order');

-- Tests a pair that has no conversation yet.
select tests.put_order(tests.id('bob'), tests.id('cid'), 'in_progress');
select tests.by('bob', $$ select public.block_member(tests.id('cid')) $$);
select tests.allowed('cid', $$ select set_config('tests.conversation', public.get_or_create_conversation(tests.id('bob'))::text, true) $$,
  'a blocked creator gets the conversation that files of paid work belong to');
select tests.allowed('cid', $$ select pg_temp.add('c.pdf') $$, 'a blocked creator uploads the delivery');

-- A suspended member can add files of evidence, and no others.
select set_config('tests.order_id', tests.put_order(tests.id('bob'), tests.id('dan'), 'disputed')::text, true);
select tests.allowed('bob', $$ select public.get_or_create_conversation(tests.id('eva')) $$, 'a brand talks to a creator without an order');
update public.profiles set suspended_at = now() where id in (tests.id('dan'), tests.id('eva'));
select tests.allowed('dan', $$ select set_config('tests.conversation', public.get_or_create_conversation(tests.id('bob'))::text, true) $$,
  'a suspended creator gets the conversation that files of paid work belong to');
select tests.allowed('dan', $$ select pg_temp.add('d.pdf') $$, 'a suspended creator adds evidence to a paid order');
select tests.allowed('dan', $$ select public.give_evidence(tests.order_id(), 'Here it is.', array[]::text[],
  jsonb_build_array(jsonb_build_object('path', tests.path('d.pdf'), 'name', 'd.pdf', 'type', 'application/pdf', 'size', 10))) $$, 'a suspended creator gives evidence on a paid order');
select set_config('tests.conversation', (select c.id::text from public.conversations c where tests.id('eva') in (c.member_a, c.member_b)), true);
select tests.refused('eva', $$ select pg_temp.add('e.pdf') $$, '42501', null, 'a suspended creator without paid work adds no file');
select tests.refused('bob', $$ select pg_temp.add('f.pdf') $$, '42501', null, 'a file for a suspended creator is refused like one for a creator who blocked the brand');
