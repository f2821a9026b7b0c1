begin;
select plan(5);
select tests.make_member('ann');
select tests.storage_does('storage.object.upload');
select tests.act_as(tests.id('ann'));
insert into storage.objects (bucket_id, name) values ('avatars', tests.id('ann') || '/face.png'), ('avatars', tests.id('ann') || '/next.png');
select isnt_empty($$ update storage.objects set metadata = '{}' where name like '%/face.png' returning 1 $$, 'before it is shown it is');
update public.profiles set profile_image = id || '/face.png' where id = tests.id('ann');
select is_empty($$ update storage.objects set metadata = '{}' where name like '%/face.png' returning 1 $$, 'while it is shown it is not');
select isnt_empty($$ update storage.objects set metadata = '{}' where name like '%/next.png' returning 1 $$, 'others are');
select tests.storage_does('storage.object.delete');
select isnt_empty($$ delete from storage.objects where name like '%/face.png' returning 1 $$, 'it may be removed');
select tests.storage_does('storage.object.upload');
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', tests.id('ann') || '/face.png') $$,
  '42501', null, 'and nothing is put in its place');
select * from finish();
rollback;
