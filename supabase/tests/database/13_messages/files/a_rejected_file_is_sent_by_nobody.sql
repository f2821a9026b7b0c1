-- cast: ann kol, bob brand
select tests.storage_does('storage.object.upload');
select tests.make_order(tests.id('bob'), tests.id('ann'), 'in_progress');
select tests.act_as(tests.id('ann'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('bob'))::text, true);
create function pg_temp.send(name text) returns void language sql as $$
  insert into public.messages (conversation_id, file_url) values (current_setting('tests.conversation')::uuid, tests.path(name))
$$;
create function pg_temp.deliver(name text) returns text language sql as $$
  select (public.deliver_order(tests.order_id(), 'Done.', files => tests.files(name))).status
$$;
insert into storage.objects (bucket_id, name, version, owner_id)
select 'attachments', tests.path(name), 'v1', tests.user_id(tests.id('ann'))::text from unnest('{sent.pdf,work.pdf,gone.pdf}'::text[]) as name;
select pg_temp.send('sent.pdf');
select tests.gets('bob', 'select tests.attachments()', 'sent.pdf', 'the receiver reads a sent file');
select private.record_file_inspection('attachments', tests.path(name), 'v1', 'unknown', false) from unnest('{sent.pdf,work.pdf}'::text[]) as name;
select tests.gets('bob', 'select tests.attachments()', '', 'a rejected file is hidden before it is removed');
select tests.refused('ann', $$ select pg_temp.deliver('work.pdf') $$, 'PT409', 'file_rejected', 'a rejected file cannot be delivered');
select tests.refused('ann', $$ select pg_temp.send('work.pdf') $$, 'PT409', 'file_rejected', 'a rejected file cannot be sent');
select tests.storage_does('storage.object.delete');
delete from storage.objects;
select tests.act_as(tests.id('ann'));
select throws_ok($$ select pg_temp.deliver('work.pdf') $$, 'PT409', 'file_rejected', 'a rejected file cannot be delivered after its removal');
select throws_ok($$ select pg_temp.deliver('gone.pdf') $$, 'PT422', 'file_unknown', 'a removed file cannot be delivered');
select throws_ok($$ select pg_temp.send('gone.pdf') $$, 'PT422', 'file_unknown', 'a removed file cannot be sent');
select is((select status from public.pack_orders where id = tests.order_id()), 'in_progress', 'a refused delivery leaves the order in progress');
select is((select status from public.file_verdicts(array[tests.path('sent.pdf')])), 'rejected', 'the verdict of a removed file says why it was removed');
