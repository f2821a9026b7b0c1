-- cast: ann kol, bob brand
select plan(11);
-- Storage accepts `..` in a name. The policies refuse it, so that no file store has to handle it.
select tests.storage_does('storage.object.upload');
select tests.act_as(tests.id('bob'));
select set_config('tests.talk', public.get_or_create_conversation(tests.id('ann'))::text, true);
create function pg_temp.add(bucket text, name text) returns void language sql as $$
  insert into storage.objects (bucket_id, name) values (bucket, name)
$$;
select lives_ok(format('select pg_temp.add(%L, %L)', bucket, name), description) from (values
  ('attachments', current_setting('tests.talk') || '/a/x.txt', 'a member adds a file to a folder of the conversation'),
  ('avatars', tests.id('bob') || '/x.png', 'a member adds a picture to their own folder')
) as allowed (bucket, name, description);
select throws_ok(format('select pg_temp.add(%L, %L)', bucket, name), '42501', null, description) from (values
  ('attachments', current_setting('tests.talk') || '/../x.txt', 'a file cannot be above the folder of its conversation'),
  ('attachments', current_setting('tests.talk') || '/./x.txt', 'a file cannot be in a folder named by a dot'),
  ('attachments', current_setting('tests.talk') || '/x.txt', 'a file cannot be without a folder of its own'),
  ('attachments', 'x.txt', 'a file cannot be outside the folder of a conversation'),
  ('attachments', 'x/y/x.txt', 'a file cannot be under a name that is no conversation'),
  ('avatars', tests.id('bob') || '/../' || tests.id('ann') || '/x.png', 'a picture cannot reach the folder of another'),
  ('avatars', tests.id('bob') || '/deep/x.png', 'a picture cannot be deeper than a profile can show'),
  ('avatars', 'x.png', 'a picture cannot be outside the folder of a member')
) as refused (bucket, name, description);
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('bob');
select tests.refused('bob', $$ select pg_temp.add('avatars', tests.id('bob') || '/more.png') $$, '42501', null, 'a suspended member cannot add a picture');
