-- cast: ann kol, cid kol, bob brand
select tests.storage_does('storage.object.upload');
select tests.act_as(tests.id('bob'));
select set_config('tests.own', public.get_or_create_conversation(tests.id('ann'))::text, true);
select set_config('tests.other', public.get_or_create_conversation(tests.id('cid'))::text, true);
insert into storage.objects (bucket_id, name, metadata) values
  ('attachments', current_setting('tests.own') || '/one/brief.pdf', '{"size": 1234, "mimetype": "application/pdf"}'),
  ('attachments', current_setting('tests.other') || '/two/secret.pdf', '{"size": 1, "mimetype": "application/pdf"}');
insert into public.messages (conversation_id, file_url, file_name, file_type, file_size)
values (current_setting('tests.own')::uuid, current_setting('tests.own') || '/one/brief.pdf', 'Brief.pdf', 'image/png', 9);
select results_eq('select content, file_name, file_type, file_size from public.messages',
  $$ values ('', 'Brief.pdf', 'application/pdf', 1234::bigint) $$, 'a message has the type and size that Storage knows of its file');
select throws_ok($$ insert into public.messages (conversation_id, file_url)
  values (current_setting('tests.own')::uuid, current_setting('tests.other') || '/two/secret.pdf') $$,
  'PT422', 'file_unknown',
  'a message carries no file of another conversation');
select throws_ok($$ insert into public.messages (conversation_id, file_url)
  values (current_setting('tests.own')::uuid, current_setting('tests.own') || '/one/nothing.pdf') $$,
  'PT422', 'file_unknown', 'a message carries no unknown file');
select throws_ok($$ insert into public.messages (conversation_id, file_url)
  values (current_setting('tests.own')::uuid, 'https://example.com/tracker.png') $$,
  'PT422', 'file_unknown', 'a message cannot carry an address outside Storage');
insert into storage.objects (bucket_id, name) values ('attachments', current_setting('tests.own') || '/one/unknown');
insert into public.messages (conversation_id, file_url) values (current_setting('tests.own')::uuid, current_setting('tests.own') || '/one/unknown');
select results_eq($$ select file_name, file_type, file_size from public.messages where file_url like '%unknown' $$,
  $$ values ('unknown', 'application/octet-stream', 0::bigint) $$, 'a file without metadata in Storage has the unknown type and no size');
