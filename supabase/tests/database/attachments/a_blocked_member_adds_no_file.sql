begin;
select plan(1);
select tests.storage_does('storage.object.upload');
select tests.make_member('ann', 'kol');
select tests.make_member('bob', 'brand');
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
select tests.act_as(tests.id('ann'));
select public.block_member(tests.id('bob'));
select tests.act_as(tests.id('bob'));
select throws_ok($$ insert into storage.objects (bucket_id, name)
  values ('attachments', current_setting('tests.conversation') || '/one/brief.pdf') $$, '42501', null, 'blocked');
select * from finish();
rollback;
