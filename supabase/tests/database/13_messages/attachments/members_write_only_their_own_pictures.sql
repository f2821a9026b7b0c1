select tests.storage_does('storage.object.upload');
select tests.make_member('ann', 'kol');
select tests.make_member('eve', 'brand');
select tests.act_as(tests.id('ann'));
select lives_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', tests.id('ann') || '/face.png') $$, 'one''s own');
select is_empty($$ update storage.objects set metadata = '{}' where bucket_id = 'avatars' returning 1 $$, 'never replaced');
select tests.act_as(tests.id('eve'));
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', tests.id('ann') || '/evil.png') $$,
  '42501', null, 'not into the folder of another');
select is_empty($$ update storage.objects set metadata = '{}' where bucket_id = 'avatars' returning 1 $$, 'nor over it');
select tests.storage_does('storage.object.delete');
select is_empty($$ delete from storage.objects where bucket_id = 'avatars' returning 1 $$, 'nor away');
select tests.storage_does('storage.object.upload');
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', 'face.png') $$, '42501', null, 'nor beside it');
select tests.act_as(tests.id('ann'));
select tests.storage_does('storage.object.delete');
select isnt_empty($$ delete from storage.objects where bucket_id = 'avatars' returning 1 $$, 'the owner removes it');
select tests.storage_does('storage.object.upload');
select lives_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', tests.id('ann') || '/new.png') $$, 'and adds another');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.act_as(tests.id('ann'));
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', tests.id('ann') || '/more.png') $$,
  '42501', null, 'a suspended member adds none');
