-- cast: ann kol, bob brand
select tests.storage_does('storage.object.upload');
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
select set_config('tests.file', current_setting('tests.conversation') || '/one/brief.pdf', true);
select set_config('tests.face', tests.id('bob') || '/face.png', true);
insert into storage.objects (bucket_id, name, version, owner_id) values
  ('attachments', current_setting('tests.file'), 'v1', tests.user_id(tests.id('bob'))::text),
  ('avatars', current_setting('tests.face'), 'v1', tests.user_id(tests.id('bob'))::text);
insert into public.messages (conversation_id, file_url) values (current_setting('tests.conversation')::uuid, current_setting('tests.file'));
select tests.act_as_service();
select public.record_file_inspection('attachments', current_setting('tests.file'), 'v1', 'markup', false);
select public.record_file_inspection('attachments', current_setting('tests.file'), 'v1', 'pdf', true);
select public.record_file_inspection('avatars', current_setting('tests.face'), 'v1', 'markup', false);
select results_eq('select bucket_id, name from public.claim_file_removals(10) order by 1',
  $$ values ('attachments', current_setting('tests.file')), ('avatars', current_setting('tests.face')) $$,
  'rejected files of both buckets are handed out for removal');
select is_empty('select 1 from public.claim_file_removals(10)', 'a claimed removal is not claimed again at once');
select tests.act_as_owner();
select isnt_empty($$ select 1 from private.claim_file_removals(10, now() + interval '2 minutes') $$,
  'a removal that is not done is claimed again later');
select tests.finds('bob', $$ select data ->> 'file_name', data ->> 'other_id' from public.notifications where type = 'file_removed' order by 1 $$,
  $$ values ('brief.pdf', tests.id('ann')::text), ('face.png', null) $$, 'the sender is notified once of each removed file');
insert into storage.objects (bucket_id, name, version, owner_id) values
  ('avatars', tests.id('bob') || '/huge.png', 'v1', tests.user_id(tests.id('bob'))::text);
select private.record_file_inspection('avatars', tests.id('bob') || '/huge.png', 'v1', 'too_many_pixels', false);
select is((select event from public.notifications where data ->> 'file_name' = 'huge.png'), 'picture_too_large',
  'the sender of a picture with too many pixels is notified of its size');
select tests.gets('ann', $$ select count(*) from public.notifications where type = 'file_removed' $$, '0', 'the other side is not notified of a removed file');
select tests.storage_does('storage.object.delete_many');
delete from storage.objects;
select tests.gets('ann', $$ select status from public.file_verdicts(array[current_setting('tests.file')]) $$, 'rejected',
  'the verdict on a removed file is still rejected');
select tests.allowed('service', $$ select public.mark_file_removed(id) from public.claim_file_removals(10) $$, 'a removal may be marked as done twice');
