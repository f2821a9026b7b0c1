select tests.imitate_net();
select tests.imitate_vault();
select vault.create_secret('https://ref.supabase.co/', 'kolpact_api_url');
select tests.make_member('ann');
update private.email_outbox set status = 'failed' where status = 'waiting';
select is_empty('select private.due_functions()', 'nothing waits');
select private.notify(tests.id('ann'), 'profile_approved');
update private.email_outbox set send_after = now() + interval '1 minute' where status = 'waiting';
select is_empty('select private.due_functions()', 'an e-mail that is to be sent later does not count');
update private.email_outbox set send_after = now() where status = 'waiting';
select set_eq('select private.due_functions()', array['send-emails'], 'one that is due does');
insert into private.file_removals (bucket_id, name, reason) values ('attachments', 'a/b', 'rejected');
select set_eq('select private.due_functions()', array['send-emails', 'process-files'], 'so does a file');
delete from private.file_removals;
insert into private.file_inspections (bucket_id, name, version, claimed_type, due_at) values ('attachments', 'a/b', '1', 'text/plain', now());
select set_eq('select private.due_functions()', array['send-emails', 'process-files'], 'and one that is to be looked at');
update private.file_inspections set status = 'fine';
select set_eq('select private.due_functions()', array['send-emails'], 'which was looked at once');
update private.file_inspections set status = 'waiting', due_at = now() + interval '1 microsecond';
select set_eq('select private.due_functions()', array['send-emails'], 'or is looked at later');
insert into private.file_removals (bucket_id, name, reason, due_at) values ('attachments', 'a/b', 'rejected', now() + interval '1 microsecond');
select set_eq('select private.due_functions()', array['send-emails'], 'or is removed later');
update private.file_removals set due_at = now();
delete from private.file_inspections;
select private.call_due_functions();
select is_empty('select * from net.http_request_queue', 'without a key nobody is called');
select vault.create_secret('the-key-of-the-clock', 'kolpact_clock_key');
select private.call_due_functions();
select bag_eq('select url, body::text from net.http_request_queue', $$ values
  ('https://ref.supabase.co/functions/v1/send-emails', '{}'),
  ('https://ref.supabase.co/functions/v1/process-files', '{}')
$$, 'each is called at the address of the project');
select set_eq($$ select headers ->> 'x-clock-key' from net.http_request_queue $$, array['the-key-of-the-clock'], 'with the key of the clock');
select set_eq('select timeout_milliseconds from net.http_request_queue', array[30000], 'and the time that a function may take');
update private.email_outbox set status = 'failed' where status = 'waiting';
delete from private.file_removals where true;
delete from net.http_request_queue where true;
select private.call_due_functions();
select is_empty('select * from net.http_request_queue', 'afterwards nobody is called');
