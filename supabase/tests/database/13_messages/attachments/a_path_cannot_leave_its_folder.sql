-- Storage accepts `..` in a name. The policies refuse it, so that no file store has to handle it.
select tests.storage_does('storage.object.upload');
select tests.make_member('ann', 'kol');
select tests.make_member('bob', 'brand');
select tests.act_as(tests.id('bob'));
select set_config('tests.talk', public.get_or_create_conversation(tests.id('ann'))::text, true);

create function pg_temp.add(bucket text, name text) returns void language sql as $$
  insert into storage.objects (bucket_id, name) values (bucket, name)
$$;
select lives_ok(format('select pg_temp.add(%L, %L)', 'attachments', current_setting('tests.talk') || '/a/x.txt'),
  'a folder of the conversation');
select throws_ok(format('select pg_temp.add(%L, %L)', 'attachments', current_setting('tests.talk') || '/../x.txt'),
  '42501', null, 'not above it');
select throws_ok(format('select pg_temp.add(%L, %L)', 'attachments', current_setting('tests.talk') || '/./x.txt'),
  '42501', null, 'not in it itself');
select lives_ok(format('select pg_temp.add(%L, %L)', 'avatars', tests.id('bob') || '/x.png'), 'one''s own folder');
select throws_ok(format('select pg_temp.add(%L, %L)', 'avatars', tests.id('bob') || '/../' || tests.id('ann') || '/x.png'),
  '42501', null, 'not another''s by way of it');
select throws_ok(format('select pg_temp.add(%L, %L)', 'avatars', tests.id('bob') || '/deep/x.png'),
  '42501', null, 'nothing deeper: a profile could not show it');
