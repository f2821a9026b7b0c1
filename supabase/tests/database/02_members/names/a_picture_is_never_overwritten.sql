-- Staff look at a picture by its name: approval and badge are for the bytes that they saw.
-- cast: ann kol
select tests.storage_does('storage.object.upload');
select tests.act_as(tests.id('ann'));
insert into storage.objects (bucket_id, name) values ('avatars', tests.id('ann') || '/face.png'), ('avatars', tests.id('ann') || '/next.png');
select tests.check_files();
select is_empty($$ update storage.objects set metadata = '{}', version = 'v2' returning 1 $$, 'before it is shown');
update public.profiles set profile_image = id || '/face.png' where id = tests.id('ann');
select is_empty($$ update storage.objects set metadata = '{}', version = 'v2' returning 1 $$, 'while it is shown');
update public.profiles set profile_image = id || '/next.png' where id = tests.id('ann');
select is_empty($$ update storage.objects set metadata = '{}', version = 'v2' returning 1 $$, 'while another one is shown');
select throws_ok($$ insert into storage.objects (bucket_id, name, version) values ('avatars', tests.id('ann') || '/face.png', 'v2')
  on conflict (bucket_id, name) do update set version = excluded.version $$, '42501', null, 'not by an upload that writes over it');
select tests.storage_does('storage.object.delete');
select isnt_empty($$ delete from storage.objects where name like '%/face.png' returning 1 $$, 'it may be removed');
select tests.storage_does('storage.object.upload');
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', tests.id('ann') || '/face.png') $$,
  '23505', null, 'and nothing is put in its place');
select lives_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', tests.id('ann') || '/third.png') $$, 'a new picture has a new name');
