begin;
select plan(8);
select tests.storage_does('storage.object.upload');
select tests.make_member('ann', 'kol');
select tests.make_member('bob', 'brand');
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
-- By its name in both buckets.
create function pg_temp.path(bucket text, name text) returns text language sql as $$
  select case bucket when 'avatars' then tests.id('bob')::text else current_setting('tests.conversation') || '/one' end || '/' || name
$$;
create function pg_temp.add(bucket text, name text) returns void language sql as $$
  insert into storage.objects (bucket_id, name, version, owner_id)
  values (bucket, pg_temp.path(bucket, name), 'v1', tests.user_id(tests.id('bob'))::text)
$$;
grant execute on all functions in schema pg_temp to authenticated;
create temporary table buckets as select unnest('{attachments,avatars}'::text[]) as bucket;
grant select on buckets to authenticated;
select pg_temp.add(bucket, 'a.png') from buckets;
select tests.act_as_owner();
select private.record_file_inspection(bucket, pg_temp.path(bucket, 'a.png'), 'v1', 'markup', false) from buckets;
select tests.act_as(tests.id('bob'));
select throws_ok($$ update storage.objects set version = 'v2' where bucket_id = 'avatars' $$, '42501', null, 'what waits for its removal is not written over');
-- The bytes and their row are gone, and nobody has reported it yet.
select tests.act_as_owner();
select tests.storage_does('storage.object.delete');
delete from storage.objects;
select tests.storage_does('storage.object.upload');
select tests.act_as(tests.id('bob'));
select throws_ok(format('select pg_temp.add(%L, %L)', bucket, 'a.png'), '42501', null, bucket || ': no other file takes its name') from buckets;
select lives_ok(format('select pg_temp.add(%L, %L)', bucket, 'b.png'), bucket || ': other names are free') from buckets;
select tests.act_as_owner();
select private.mark_file_removed(id) from private.file_removals where bucket_id = 'avatars';
select tests.act_as(tests.id('bob'));
select lives_ok($$ select pg_temp.add('avatars', 'a.png') $$, 'once it is removed the name is free');
select throws_ok($$ select pg_temp.add('attachments', 'a.png') $$, '42501', null, 'in that bucket alone');
select tests.act_as_owner();
select is((select status from private.file_inspections where name = pg_temp.path('avatars', 'a.png')), 'waiting', 'and the new file is looked at');
select * from finish();
rollback;
