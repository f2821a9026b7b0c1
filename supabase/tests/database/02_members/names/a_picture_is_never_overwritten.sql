-- Staff approve a picture by its file name, so the approval and the badge are for the bytes that they saw.
-- cast: ann kol
select tests.storage_does('storage.object.upload');
select tests.act_as(tests.id('ann'));
insert into storage.objects (bucket_id, name) values ('avatars', tests.id('ann') || '/face.png'), ('avatars', tests.id('ann') || '/next.png');
select tests.check_files();
update public.profiles set profile_image = id || '/face.png' where id = tests.id('ann');
select is_empty($$ update storage.objects set metadata = '{}', version = 'v2' returning 1 $$, 'no picture can be replaced, shown or not');
update public.profiles set profile_image = id || '/next.png' where id = tests.id('ann');
select throws_ok($$ insert into storage.objects (bucket_id, name, version) values ('avatars', tests.id('ann') || '/face.png', 'v2')
  on conflict (bucket_id, name) do update set version = excluded.version $$, '42501', null, 'an upload cannot write over a picture');
select tests.storage_does('storage.object.delete');
select isnt_empty($$ delete from storage.objects where name like '%/face.png' returning 1 $$, 'a picture can be removed');
select tests.storage_does('storage.object.upload');
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', tests.id('ann') || '/face.png') $$,
  '23505', null, 'nothing is uploaded under the name of a removed picture');
select lives_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', tests.id('ann') || '/third.png') $$, 'a new picture is uploaded under a new name');
