-- cast: ann kol, bob brand
-- Lists every operation of the Storage server, and below every bucket and policy. A new one has to be added
-- here, with the operations that it allows.
create temporary table operations (name text);
insert into operations select regexp_split_to_table(btrim('
  storage.bucket.create storage.bucket.delete storage.bucket.empty storage.bucket.update
  storage.object.copy storage.object.delete storage.object.delete_many storage.object.move
  storage.object.sign_upload_url storage.object.upload storage.object.upload_signed
  storage.object.upload_update storage.object.get_authenticated storage.object.sign
  storage.object.list storage.object.list_v2 storage.tus.upload.create storage.tus.upload.part
  storage.tus.upload.get storage.tus.upload.delete storage.tus.upload.create_signed storage.tus.upload.part_signed
  storage.s3.upload storage.s3.upload.create_multipart storage.s3.upload.complete_multipart
  storage.s3.upload.part storage.s3.upload.part_copy storage.s3.object.copy
  storage.s3.object.delete storage.s3.object.delete_many', E' \n'), '\s+');
insert into operations values (''), ('storage.object.uploadx');

create temporary table intended (bucket text, command text, operation text);
insert into intended values
  ('attachments', 'insert', 'storage.object.upload'),
  ('attachments', 'insert', 'storage.tus.upload.create'),
  ('attachments', 'insert', 'storage.tus.upload.part'),
  ('avatars', 'insert', 'storage.object.upload'),
  ('avatars', 'delete', 'storage.object.delete'),
  ('avatars', 'delete', 'storage.object.delete_many');

select plan(2 + (select count(*)::int from operations));
select set_eq('select id from storage.buckets', 'select bucket from intended', 'the list of allowed operations has every bucket');
select is_empty($$ select 1 from pg_policies where schemaname = 'storage' and cmd <> 'SELECT' and permissive = 'PERMISSIVE'
  and coalesce(qual, '') || coalesce(with_check, '') not like '%storage.operation()%' $$,
  'every policy that writes files names the operations that it allows');

select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);

-- Tries to insert, update and delete files by one operation of Storage; returns what succeeded.
create function pg_temp.allowed(operation text) returns setof text language plpgsql as $$
declare
  v_folder text;
  v_bucket text;
  v_count int;
begin
  perform tests.storage_does(operation);
  foreach v_bucket in array array['attachments', 'avatars'] loop
    v_folder := case v_bucket when 'avatars' then tests.id('bob')::text
      else current_setting('tests.conversation') || '/' || gen_random_uuid() end;
    begin
      insert into storage.objects (bucket_id, name) values (v_bucket, v_folder || '/' || gen_random_uuid() || '.png');
      return next v_bucket || ' insert';
    exception when insufficient_privilege then null;
    end;
    update storage.objects set updated_at = now() where bucket_id = v_bucket and name like '%kept.png';
    get diagnostics v_count = row_count;
    if v_count > 0 then
      return next v_bucket || ' update';
    end if;
    delete from storage.objects where bucket_id = v_bucket and name like '%kept.png';
    get diagnostics v_count = row_count;
    if v_count > 0 then
      return next v_bucket || ' delete';
    end if;
  end loop;
end;
$$;
create function pg_temp.keep() returns void language plpgsql as $$
begin
  perform tests.act_as_owner();
  perform tests.storage_does('storage.object.upload');
  perform set_config('tests.kept', gen_random_uuid() || '.kept.png', true);
  insert into storage.objects (bucket_id, name) values
    ('attachments', current_setting('tests.conversation') || '/one/' || current_setting('tests.kept')),
    ('avatars', tests.id('bob') || '/' || current_setting('tests.kept'));
  perform tests.act_as(tests.id('bob'));
end;
$$;
select tests.act_as_owner();
select pg_temp.keep();
select set_eq(
  format('with kept as materialized (select pg_temp.keep()) select a from kept, pg_temp.allowed(%L) as a', o.name),
  format('select bucket || '' '' || command from intended where operation = %L', o.name),
  coalesce(nullif(o.name, ''), 'no operation of Storage') || ' allows a member to write in the buckets of the list and in no others')
from operations o;
