begin;
select plan(7);
select tests.make_member('ann', 'kol');
select tests.make_member('eve', 'brand');
select tests.act_as(tests.id('ann'));
select lives_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', tests.id('ann') || '/face.png') $$, 'one''s own');
select isnt_empty($$ update storage.objects set metadata = '{}' where bucket_id = 'avatars' returning 1 $$, 'replaced');
select tests.act_as(tests.id('eve'));
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', tests.id('ann') || '/evil.png') $$,
  '42501', null, 'not into the folder of another');
select is_empty($$ update storage.objects set metadata = '{}' where bucket_id = 'avatars' returning 1 $$, 'nor over it');
select is_empty($$ delete from storage.objects where bucket_id = 'avatars' returning 1 $$, 'nor away');
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('avatars', 'face.png') $$, '42501', null, 'nor beside it');
select tests.act_as(tests.id('ann'));
select isnt_empty($$ delete from storage.objects where bucket_id = 'avatars' returning 1 $$, 'the owner removes it');
select * from finish();
rollback;
