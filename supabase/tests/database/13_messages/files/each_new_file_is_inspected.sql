select tests.storage_does('storage.object.upload');
select tests.make_member('ann', 'kol');
select tests.make_member('bob', 'brand');
select tests.make_member('eve', 'brand');
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
select set_config('tests.file', current_setting('tests.conversation') || '/one/brief.pdf', true);
insert into storage.objects (bucket_id, name, version, metadata, owner_id)
values ('attachments', current_setting('tests.file'), 'v1', '{"mimetype": "application/pdf"}', tests.user_id(tests.id('bob'))::text);
create function pg_temp.verdict() returns text language sql as $$
  select status from public.file_verdicts(array[current_setting('tests.file')])
$$;
select is(pg_temp.verdict(), 'waiting', 'a new file waits');
select tests.act_as(tests.id('eve'));
select is(pg_temp.verdict(), null, 'a stranger learns nothing of it');
select tests.act_as(tests.id('ann'));
select is(pg_temp.verdict(), null, 'The other side of the conversation learns nothing of a file that was not sent.');
select tests.act_as(tests.id('bob'));
insert into public.messages (conversation_id, file_url) values (current_setting('tests.conversation')::uuid, current_setting('tests.file'));
select tests.act_as_service();
select results_eq('select * from public.claim_file_inspections(10)',
  $$ values ('attachments', current_setting('tests.file'), 'v1', 'application/pdf') $$, 'it is handed out with what it claims');
select is_empty('select * from public.claim_file_inspections(10)', 'once');
select public.record_file_inspection('attachments', current_setting('tests.file'), 'v0', 'pdf', true);
select tests.act_as(tests.id('ann'));
select is(pg_temp.verdict(), 'waiting', 'a verdict about other bytes is ignored');
select tests.act_as_owner();
select results_eq($$ select bucket_id from private.claim_file_inspections(10, now() + interval '59 seconds') $$,
  array[]::text[], 'work that was claimed is not handed out again at once');
select isnt_empty($$ select 1 from private.claim_file_inspections(10, now() + interval '61 seconds') $$, 'but after a while');
select is_empty($$ select 1 from private.claim_file_inspections(10, now() + interval '62 seconds' + interval '1 minute') $$,
  'and later with each attempt');
select tests.act_as_service();
select public.record_file_inspection('attachments', current_setting('tests.file'), 'v1', 'pdf', true, 'hash');
select tests.act_as(tests.id('ann'));
select is(pg_temp.verdict(), 'fine', 'what is what it claims is fine');
select tests.act_as_owner();
select tests.storage_does('storage.object.delete');
delete from storage.objects where name = current_setting('tests.file');
select results_eq('select status, sha256 from private.file_inspections', $$ values ('removed', 'hash') $$, 'of a removed one the hash is kept');
