-- cast: ann kol, bob brand
select tests.storage_does('storage.object.upload');
select tests.make_order(tests.id('bob'), tests.id('ann'), 'in_progress');
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
create function pg_temp.add(name text) returns text language sql as $$
  insert into storage.objects (bucket_id, name, owner_id)
  values ('attachments', tests.path(name), auth.uid()::text);
  select tests.path(name)
$$;
create function pg_temp.send(name text) returns void language sql as $$
  insert into public.messages (conversation_id, file_url)
  values (current_setting('tests.conversation')::uuid, tests.path(name))
$$;
select tests.allowed('ann', $$ select pg_temp.add(name) from unnest('{chat.pdf,work.pdf,unsent.pdf}'::text[]) as name $$, 'a member adds files to a conversation');
select tests.gets('ann', 'select tests.attachments()', 'chat.pdf unsent.pdf work.pdf', 'a member reads the files that they added');
select tests.storage_does('storage.object.list_v2');
select tests.gets('ann', 'select tests.attachments()', '', 'members cannot list files, because that would check the rights on every file');
select tests.storage_does('storage.object.upload');
select tests.gets('bob', 'select tests.attachments()', '', 'the other side reads no file that was not sent or delivered');
select tests.act_as(tests.id('ann'));
select pg_temp.send('chat.pdf');
select throws_ok($$ select public.deliver_order(tests.order_id(), 'Done.', files => tests.files('work.pdf')) $$,
  'PT409', 'file_not_checked', 'a file that is not checked cannot be delivered');
select tests.check_files();
select is((public.deliver_order(tests.order_id(), 'Done.', files => tests.files('work.pdf'))).status, 'delivered', 'a checked file is delivered');
select tests.act_as(tests.id('bob'));
select is(tests.attachments(), 'chat.pdf work.pdf', 'the other side reads files that were sent or delivered');
select throws_ok($$ select pg_temp.send('work.pdf') $$, 'PT422', 'file_unknown', 'a member cannot send a file of the other side');
select lives_ok($$ select public.open_dispute(tests.order_id(), 'This does not work.') $$, 'a brand opens a dispute about a delivery');
select throws_ok($$ select public.give_evidence(tests.order_id(), 'See this.', files => tests.files('work.pdf')) $$,
  'PT422', 'file_unknown', 'a member cannot give a file of the other side as evidence');
select lives_ok($$ select pg_temp.add('evidence.pdf') $$, 'a brand adds a file in a dispute');
select lives_ok($$ select public.give_evidence(tests.order_id(), 'See this.', files => tests.files('evidence.pdf')) $$, 'a brand gives its own file as evidence');
select tests.act_as(tests.id('ann'));
select is(tests.attachments(), 'chat.pdf evidence.pdf unsent.pdf work.pdf', 'the other side reads the file given as evidence');
-- A signed address would stay valid for as long as its maker chooses, even after a block.
select tests.storage_does(operation) from unnest('{storage.object.sign,storage.object.sign_many}'::text[]) as operation;
select is(tests.attachments(), '', 'a member cannot get a signed address of a file');
select tests.storage_does('storage.object.get_authenticated');
select is(tests.attachments(), 'chat.pdf evidence.pdf unsent.pdf work.pdf', 'a member reads the files of the conversation');
