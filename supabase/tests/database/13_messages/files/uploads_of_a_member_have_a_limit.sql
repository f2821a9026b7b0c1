-- cast: ann kol, bob brand
select plan(15);
select tests.storage_does('storage.object.upload');
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
create function pg_temp.add(name text, size bigint) returns void language sql as $$
  insert into storage.objects (bucket_id, name, metadata)
  values ('attachments', tests.path(name), jsonb_build_object('size', size, 'mimetype', 'video/mp4'))
$$;
select tests.act_as_owner();
create function pg_temp.waits_for_own(name text) returns boolean language sql as $$
  select tests.takes_lock(format('select private.limit_uploads(%L, 1)', tests.id(name)), 'uploads of ' || tests.id(name))
$$;
select ok(pg_temp.waits_for_own('ann'), 'uploads of a member are counted one at a time');
update private.settings set value = 3 where key = 'uploads_per_day';
select tests.allowed('bob', format('select pg_temp.add(%L, 1)', n), format('a member uploads file %s of 3', n)) from generate_series(1, 3) as n;
select tests.refused('bob', $$ select pg_temp.add('4', 1) $$, 'PT429', 'rate_limited', 'a member uploads no file beyond the limit of the day');
select tests.allowed('ann', $$ select pg_temp.add('of-ann', 1) $$, 'another member has a limit of their own');
update private.file_inspections set created_at = now() - interval '1 day' where name like '%/1';
select tests.allowed('bob', $$ select pg_temp.add('5', 1) $$, 'the limit of uploads starts again the next day');
update private.settings set value = 100 where key in ('uploads_per_day', 'upload_mebibytes_per_day', 'video_mebibytes');
select tests.allowed('bob', $$ select pg_temp.add('6', 100 * 1024 * 1024 - 3) $$, 'a member uploads as many bytes as a day allows');
select tests.refused('bob', $$ select pg_temp.add('7', 1) $$, 'PT429', 'rate_limited', 'a member uploads no byte beyond the limit');
-- Removing a file does not reduce the count; otherwise uploads and removals in turn would have no limit.
select tests.storage_does('storage.object.delete');
delete from storage.objects;
select tests.storage_does('storage.object.upload');
select tests.refused('bob', $$ select pg_temp.add('8', 1) $$, 'PT429', 'rate_limited', 'a removed file still counts in the limit of a day');
update private.settings set value = 3 where key = 'uploads_per_day';
select private.mark_person(tests.id('ann'), 'card', 'sandbox 1'), private.mark_person(tests.id('bob'), 'card', 'sandbox 1');
select tests.refused('ann', $$ select pg_temp.add('9', 1) $$, 'PT429', 'rate_limited', 'a second account of a person shares the limit');
-- Members of one tree of invites share the limit.
select tests.make_invitee('cid', 'kol', tests.id('bob'));
select tests.by('bob', $$ select set_config('tests.conversation', public.get_or_create_conversation(tests.id('cid'))::text, true) $$);
select tests.refused('cid', $$ select pg_temp.add('10', 1) $$, 'PT429', 'rate_limited', 'a new member shares the limit of the inviter');
select tests.make_order(tests.id('bob'), tests.id('cid'), 'in_progress');
select tests.allowed('cid', $$ select pg_temp.add('11', 1) $$, 'uploads of the inviter do not count as uploads of paid work');
select ok(pg_temp.waits_for_own('cid'), 'paid work does not wait for uploads of the inviter');
select tests.by('cid', $$ select pg_temp.add('12', 1), pg_temp.add('13', 1) $$);
select tests.refused('cid', $$ select pg_temp.add('14', 1) $$, 'PT429', 'rate_limited', 'paid work has a limit of its own');
