begin;
select plan(5);
select tests.storage_does('storage.object.upload');
select tests.make_member('ann', 'kol');
select tests.make_member('bob', 'brand');
select tests.make_member('eve', 'brand');
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
select lives_ok($$ insert into storage.objects (bucket_id, name)
  values ('attachments', current_setting('tests.conversation') || '/' || gen_random_uuid() || '/brief.pdf') $$,
  'a member adds a file');
select tests.act_as(tests.id('ann'));
select is((select count(*) from storage.objects where bucket_id = 'attachments'), 1::bigint, 'the other one reads it');
select tests.act_as(tests.id('eve'));
select is_empty($$ select * from storage.objects where bucket_id = 'attachments' $$, 'a stranger does not');
select throws_ok($$ insert into storage.objects (bucket_id, name)
  values ('attachments', current_setting('tests.conversation') || '/' || gen_random_uuid() || '/virus.pdf') $$,
  '42501', null, 'and adds nothing');
select tests.act_as_anon();
select is_empty('select * from storage.objects', 'signed out there is nothing');
select * from finish();
rollback;
