select tests.storage_does('storage.object.upload');
select tests.make_member('ann', 'kol');
select tests.make_member('bob', 'brand');
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('attachments', 'brief.pdf') $$,
  '42501', null, 'not beside the conversations');
select throws_ok($$ insert into storage.objects (bucket_id, name) values ('attachments', 'x/y/brief.pdf') $$,
  '42501', null, 'not under a name that is no conversation');
select throws_ok($$ insert into storage.objects (bucket_id, name)
  values ('attachments', current_setting('tests.conversation') || '/brief.pdf') $$,
  '42501', null, 'not without a folder of its own');
