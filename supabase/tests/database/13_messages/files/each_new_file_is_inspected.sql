-- cast: ann kol, bob brand, eve brand
select tests.storage_does('storage.object.upload');
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
select set_config('tests.file', current_setting('tests.conversation') || '/one/brief.pdf', true);
insert into storage.objects (bucket_id, name, version, metadata, owner_id)
values ('attachments', current_setting('tests.file'), 'v1', '{"mimetype": "application/pdf"}', tests.user_id(tests.id('bob'))::text);
create function pg_temp.verdict() returns text language sql as $$
  select status from public.file_verdicts(array[current_setting('tests.file')])
$$;
select is(pg_temp.verdict(), 'waiting', 'a new file waits for its inspection');
select tests.gets('eve', 'select pg_temp.verdict()', null, 'a stranger reads no verdict');
select tests.gets('ann', 'select pg_temp.verdict()', null, 'the other side reads no verdict on a file that was not sent');
select tests.by('bob', $$ insert into public.messages (conversation_id, file_url) values (current_setting('tests.conversation')::uuid, current_setting('tests.file')) $$);
select tests.finds('service', 'select * from public.claim_file_inspections(10)',
  $$ values ('attachments', current_setting('tests.file'), 'v1', 'application/pdf') $$, 'a new file is handed out with its declared type');
select tests.gets('service', 'select count(*) from public.claim_file_inspections(10)', '0', 'a claimed file is not claimed again');
select tests.by('service', $$ select public.record_file_inspection('attachments', current_setting('tests.file'), 'v0', 'pdf', true) $$);
select tests.gets('ann', 'select pg_temp.verdict()', 'waiting', 'a verdict on another version is ignored');
select results_eq($$ select bucket_id from private.claim_file_inspections(10, now() + interval '59 seconds') $$,
  array[]::text[], 'a claimed file is not claimed again within a minute');
select isnt_empty($$ select 1 from private.claim_file_inspections(10, now() + interval '61 seconds') $$, 'a claimed file is claimed again after a minute');
select is_empty($$ select 1 from private.claim_file_inspections(10, now() + interval '62 seconds' + interval '1 minute') $$,
  'a file that was claimed twice waits longer');
select tests.by('service', $$ select public.record_file_inspection('attachments', current_setting('tests.file'), 'v1', 'pdf', true, 'hash') $$);
select tests.gets('ann', 'select pg_temp.verdict()', 'fine', 'a file of its declared type is accepted');
select tests.storage_does('storage.object.delete');
delete from storage.objects where name = current_setting('tests.file');
select results_eq('select status, sha256 from private.file_inspections', $$ values ('removed', 'hash') $$, 'a removed file keeps its hash');
