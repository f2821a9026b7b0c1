-- cast: ann kol, bob brand
-- `invoice` with a right-to-left override before `fdp.exe` would be read as `invoiceexe.pdf`.
select plan(46);
select tests.storage_does('storage.object.upload');
select tests.make_order(tests.id('bob'), tests.id('ann'), 'in_progress');
create temporary table hidden (what text, character text);
insert into hidden values ('zero width', U&'\200B'), ('right to left', U&'\202E'), ('isolate', U&'\2066'), ('soft hyphen', U&'\00AD'),
  ('filler', U&'\3164'), ('tag', U&'\+0E0041'), ('line separator', U&'\2028'), ('newline', E'\n'), ('bell', E'\x07'), ('next line', U&'\0085');
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
select set_config('tests.file', current_setting('tests.conversation') || '/one/invoice.pdf', true);
insert into storage.objects (bucket_id, name) values ('attachments', current_setting('tests.file'));
select tests.check_files();
create function pg_temp.send(name text) returns void language sql as $$
  insert into public.messages (conversation_id, file_url, file_name)
  values (current_setting('tests.conversation')::uuid, current_setting('tests.file'), name)
$$;
select throws_ok(format('select pg_temp.send(%L)', 'invoice' || character || 'fdp.exe'), '23514',
  'new row for relation "messages" violates check constraint "messages_file_name_visible"', 'a message refuses a name of a file with: ' || what) from hidden;
select lives_ok(format('select pg_temp.send(%L)', name), name || ' is a name that a message accepts')
from unnest(array['Fatura özeti (son).pdf', U&'\65E5\672C.pdf', U&'launch \+01F680.pdf']) as name;
-- Deliveries, evidence and briefs have one rule for their files.
select tests.act_as_owner();
select is(private.delivery_files_are_valid(jsonb_build_array(jsonb_build_object('path', 'x', 'name', 'invoice' || character || 'fdp.exe'))), false,
  'a delivery refuses a name of a file with: ' || what) from hidden;
select is(private.delivery_files_are_valid('[{"path": "x", "name": "Fatura özeti (son).pdf"}]'), true, 'a delivery accepts a visible name of a file');
select is(private.delivery_files_are_valid('[{"path": "x"}]'), true, 'a delivery accepts a file without a name');
-- Adds a file to Storage, whose name is what a program reads that saves the file.
create function pg_temp.add(bucket text, name text) returns void language sql as $$
  insert into storage.objects (bucket_id, name)
  values (bucket, case bucket when 'avatars' then tests.id('bob')::text else current_setting('tests.conversation') || '/two' end || '/' || name)
$$;
select tests.act_as(tests.id('bob'));
select throws_ok(format('select pg_temp.add(%L, %L)', bucket, 'final' || character || '.pdf'), '42501', null,
  format('%s: Storage refuses a name with %s', bucket, character))
from unnest('{attachments,avatars}'::text[]) as bucket, unnest(array['?', '#', '%', ' ', '/', E'\\', E'\n', U&'\202E', 'é']) as character;
select throws_ok($$ select pg_temp.add('attachments', '.hidden') $$, '42501', null, 'Storage refuses a name that begins with a dot');
select lives_ok($$ select pg_temp.add('attachments', 'final-2.v1_b.pdf') $$, 'Storage accepts a name of letters, digits and . _ -');
select throws_ok(format('select pg_temp.add(%L, %L)', 'attachments', repeat('x', 201)), '42501', null, 'Storage refuses a name of more than 200 characters');
