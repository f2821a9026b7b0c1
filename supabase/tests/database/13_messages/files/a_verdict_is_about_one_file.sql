-- cast: ann kol, bob brand
select tests.by('bob', $$ select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true) $$);
create function pg_temp.path(name text) returns text language sql as $$ select current_setting('tests.conversation') || '/' || name $$;
insert into storage.objects (bucket_id, name, version, owner_id)
select bucket, pg_temp.path(name), 'v1', case bucket when 'attachments' then tests.user_id(tests.id('ann'))::text end
from unnest('{avatars,attachments}'::text[]) as bucket, unnest('{one,two}'::text[]) as name;
select private.record_file_inspection('attachments', pg_temp.path('one'), 'v1', repeat('x', 201), true, 'hash');
select results_eq('select bucket_id, name, length(found_type), sha256 from private.file_inspections where status = $$fine$$',
  $$ values ('attachments', pg_temp.path('one'), 200, 'hash') $$, 'a verdict names bucket and file, with the hash and at most 200 characters about the finding');
select private.record_file_inspection('attachments', pg_temp.path('one'), 'v1', 'markup', false);
select is((select count(*) from private.file_inspections where status = 'rejected'), 0::bigint, 'a second verdict on a file changes nothing');
select is_empty('select 1 from private.file_removals', 'an accepted file is not removed');
select tests.gets('ann', $$ select count(*) from public.file_verdicts(array_fill('x'::text, array[199]) || pg_temp.path('two')) $$, '1',
  'a member asks for the verdicts on 200 files');
select tests.gets('ann', $$ select count(*) from public.file_verdicts(array_fill('x'::text, array[200]) || pg_temp.path('two')) $$, '0', 'a member cannot ask for the verdicts on more than 200 files');
