-- cast: ann kol, bob brand, cid kol
select tests.storage_does('storage.object.upload');
select tests.by('bob', $$ select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true) $$);
select set_config('tests.order', tests.make_order(tests.id('bob'), tests.id('ann'), 'in_progress')::text, true);
select tests.act_as(tests.id('bob'));
insert into storage.objects (bucket_id, name, owner_id)
select 'attachments', tests.path('of-bob.txt'), tests.user_id(tests.id('bob'))::text;
select tests.act_as(tests.id('ann'));
insert into storage.objects (bucket_id, name, owner_id)
select 'attachments', tests.path(name), tests.user_id(tests.id('ann'))::text
from unnest(array['sent.txt', 'delivered.txt', 'never-sent.txt']) as name;
insert into storage.objects (bucket_id, name) values ('avatars', tests.id('ann') || '/face.png'), ('avatars', tests.id('ann') || '/old.png');
insert into public.messages (conversation_id, file_url) values (current_setting('tests.conversation')::uuid, tests.path('sent.txt'));
select tests.check_files();
select public.deliver_order(current_setting('tests.order')::uuid, 'Done.',
  files => jsonb_build_array(jsonb_build_object('path', tests.path('delivered.txt'), 'name', 'delivered.txt')));
select tests.by('bob', $$ select public.complete_order(current_setting('tests.order')::uuid) $$);
select is_empty('select 1 from private.file_removals', 'a file of a member is not removed before the account is deleted');
insert into storage.objects (bucket_id, name) values ('avatars', tests.id('bob') || '/face.png');
select lives_ok($$ select private.remove_files_of(tests.id('ann')) $$, 'the files of a member who deletes the account are queued for removal');
select set_eq('select bucket_id, name, reason from private.file_removals',
  $$ values ('avatars', tests.id('ann') || '/face.png', 'account_deleted'),
    ('avatars', tests.id('ann') || '/old.png', 'account_deleted'),
    ('attachments', tests.path('never-sent.txt'), 'account_deleted') $$,
  'pictures and files that were never sent are removed, others stay');
delete from private.file_removals;
select tests.by('bob', $$ insert into storage.objects (bucket_id, name, owner_id)
select 'attachments', tests.path('of-a-brief.txt'), tests.user_id(tests.id('bob'))::text $$);
select tests.by('bob', $$ select public.place_order(o.pack_id, '', gen_random_uuid(), null, files => jsonb_build_array(jsonb_build_object(
  'path', tests.path('of-a-brief.txt'), 'name', 'of-a-brief.txt'))) from public.pack_orders o $$);
select private.remove_files_of(tests.id('bob'));
select set_eq($$ select name from private.file_removals where bucket_id = 'attachments' $$, $$ values (tests.path('of-bob.txt')) $$,
  'a file of a brief stays with the creator');
select tests.by('cid', $$ insert into storage.objects (bucket_id, name) values ('avatars', tests.id('cid') || '/face.png'); select public.delete_my_account() $$);
select isnt_empty($$ select 1 from private.file_removals where name = tests.id('cid') || '/face.png' $$, 'a deleted account has its files removed');
update private.file_inspections i set sent_at = now() where i.name in (tests.path('of-bob.txt'), tests.id('ann') || '/old.png');
select set_eq('select name from private.claim_file_removals(100)', array[tests.id('bob') || '/face.png', tests.id('cid') || '/face.png'],
  'a file that was sent is not removed, others are');
update private.file_removals set reason = 'rejected' where name = tests.path('of-bob.txt');
select isnt_empty($$ select 1 from private.claim_file_removals(100, now() + interval '1 day') where name = tests.path('of-bob.txt') $$,
  'a rejected file is removed although it was sent');
