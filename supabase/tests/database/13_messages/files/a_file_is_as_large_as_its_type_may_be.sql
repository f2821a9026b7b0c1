-- cast: ann kol, bob brand
-- Storage says the declared length before it has a file, and the size once it has it.
select plan(10);
select tests.storage_does('storage.tus.upload.create');
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
create function pg_temp.add(type text, key text, size bigint) returns void language sql as $$
  insert into storage.objects (bucket_id, name, metadata)
  values ('attachments', tests.path(gen_random_uuid()::text), jsonb_build_object('mimetype', type, key, size))
$$;
select tests.act_as_owner();
update private.settings set value = 30 where key = 'video_mebibytes';
create temporary table largest as
  select * from (values ('video/mp4', 30 * 1024 * 1024), ('application/pdf', private.attachment_max_bytes())) as t (type, size);
select tests.allowed('bob', format('select pg_temp.add(%L, %L, %s)', type, key, size), format('a file of the type %s is accepted with its %s at the limit', type, key))
from largest, unnest('{contentLength,size}'::text[]) as key;
select tests.refused('bob', format('select pg_temp.add(%L, %L, %s)', type, key, size + 1), 'PT413', 'file_too_large', format('a file of the type %s is refused with its %s above the limit', type, key))
from largest, unnest('{contentLength,size}'::text[]) as key;
select tests.refused('bob', format('select pg_temp.add(null, ''size'', %s)', private.attachment_max_bytes() + 1), 'PT413', 'file_too_large',
  'a file without a type is refused above the limit of files that are no video');
update private.settings set value = 120 where key = 'upload_mebibytes_per_day';
select tests.refused('bob', $$ select pg_temp.add('video/mp4', 'contentLength', 30 * 1024 * 1024) $$, 'PT429', 'rate_limited',
  'a declared length counts in the limit of a day before its bytes are sent');
