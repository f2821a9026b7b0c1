-- cast: ann kol, bob brand
-- If a name could be used again, either side could replace a delivery, evidence or a picture.
select plan(16);
select tests.storage_does('storage.object.upload');
-- Returns the path of a file with the given name in either bucket.
create function pg_temp.path(bucket text, name text) returns text language sql as $$
  select case bucket when 'avatars' then tests.id('bob')::text else current_setting('tests.conversation') || '/one' end || '/' || name
$$;
create function pg_temp.add(bucket text, name text) returns void language sql as $$
  insert into storage.objects (bucket_id, name, version, metadata)
  values (bucket, pg_temp.path(bucket, name), 'v1', '{"mimetype": "image/png", "size": 10}')
$$;
create temporary table buckets as select unnest('{attachments,avatars}'::text[]) as bucket;
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
select pg_temp.add(bucket, name) from buckets, unnest('{rejected.png,removed.png,kept.png}'::text[]) as name;

-- Storage checks the policies first and then writes as the service role, which may overwrite every row.
select tests.act_as_service();
select throws_ok(format('update storage.objects set version = ''v2'' where name = %L', pg_temp.path(bucket, 'kept.png')),
  '23505', null, bucket || ': a slower upload cannot write over a file') from buckets;
select throws_ok(format('update storage.objects set name = name || ''x'' where name = %L', pg_temp.path(bucket, 'kept.png')),
  '23505', null, bucket || ': a file cannot be renamed') from buckets;
select tests.act_as_owner();
select private.record_file_inspection(bucket, pg_temp.path(bucket, 'rejected.png'), 'v1', 'markup', false, 'abc') from buckets;
select tests.storage_does('storage.object.delete');
delete from storage.objects where name like '%/re%ed.png';
select private.mark_file_removed(id) from private.file_removals;
select tests.storage_does('storage.object.upload');
create function pg_temp.refusals(who text) returns setof text language sql as $$
  select throws_ok(format('select pg_temp.add(%L, %L)', bucket, name), '23505', null, format('%s: the name %s cannot be used again by %s', bucket, name, who))
  from buckets, unnest('{rejected.png,removed.png}'::text[]) as name
  where who = 'its owner' or bucket = 'attachments'
$$;
select tests.act_as(tests.id('bob'));
select pg_temp.refusals('its owner');
select tests.act_as(tests.id('ann'));
select pg_temp.refusals('the other side');
select tests.act_as(tests.id('bob'));
select lives_ok(format('select pg_temp.add(%L, %L)', bucket, 'new.png'), bucket || ': a new name is free') from buckets;
select tests.act_as_owner();
select results_eq($$ select storage.filename(i.name), i.status, i.sha256 from private.file_inspections i
  where i.bucket_id = 'attachments' and i.name not like '%/new.png' order by 1 $$,
  $$ values ('kept.png', 'waiting', null), ('rejected.png', 'rejected', 'abc'), ('removed.png', 'removed', null) $$,
  'each file has its own status and hash');

-- Storage updates the row a second time when the last part of an upload is sent twice.
select tests.act_as_service();
select lives_ok(format('update storage.objects set version = version where name = %L', pg_temp.path('attachments', 'kept.png')), 'the content of a file may be stored a second time');
select throws_ok(format('update storage.objects set version = %L where name = %L', 'v9', pg_temp.path('attachments', 'kept.png')), '23505', null, 'other content is not stored under the name of a file');

-- The operator restores one file from a backup.
select tests.act_as_service();
set local kolpact.restoring = 'on';
update storage.objects set version = 'v2' where bucket_id = 'attachments' and name = pg_temp.path('attachments', 'kept.png');
select tests.act_as_owner();
select results_eq($$ select bucket_id, storage.filename(name) from private.file_inspections where version = 'v2' $$, $$ values ('attachments', 'kept.png') $$,
  'the restored file has a new version, and no other file does');
