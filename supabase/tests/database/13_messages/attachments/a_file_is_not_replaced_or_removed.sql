select tests.storage_does('storage.object.upload');
select tests.make_member('ann', 'kol');
select tests.make_member('bob', 'brand');
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
insert into storage.objects (bucket_id, name)
values ('attachments', current_setting('tests.conversation') || '/one/brief.pdf');
select is_empty($$ update storage.objects set metadata = '{"size": 1}' where bucket_id = 'attachments' returning 1 $$, 'not replaced');
select tests.storage_does('storage.object.delete');
select is_empty($$ delete from storage.objects where bucket_id = 'attachments' returning 1 $$, 'not removed');
select tests.act_as_owner();
select isnt_empty($$ select * from storage.objects where bucket_id = 'attachments' $$, 'it is still there');
