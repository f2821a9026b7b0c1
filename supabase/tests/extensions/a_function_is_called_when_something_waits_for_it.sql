select tests.imitate_net();
select tests.imitate_vault();
select vault.create_secret('https://ref.supabase.co/', 'kolpact_api_url');
select tests.make_member('ann');
update private.email_outbox set status = 'failed' where status = 'waiting';
select is_empty('select private.due_functions()', 'no function is due while it has no work');
select private.notify(tests.id('ann'), 'profile_approved');
update private.email_outbox set send_after = now() + interval '1 minute' where status = 'waiting';
select is_empty('select private.due_functions()', 'no function is due for an e-mail of later');
update private.email_outbox set send_after = now() where status = 'waiting';
select set_eq('select private.due_functions()', array['send-emails'], 'a due e-mail makes the sender of e-mails due');
insert into private.file_removals (bucket_id, name, reason) values ('attachments', 'a/b', 'rejected');
select set_eq('select private.due_functions()', array['send-emails', 'process-files'], 'a file to be removed makes the function of files due');
delete from private.file_removals;
insert into private.file_inspections (bucket_id, name, version, claimed_type, due_at) values ('attachments', 'a/b', '1', 'text/plain', now());
select set_eq('select private.due_functions()', array['send-emails', 'process-files'], 'a file to be inspected makes the function of files due');
update private.file_inspections set status = 'fine';
select set_eq('select private.due_functions()', array['send-emails'], 'an inspected file makes no function due');
update private.file_inspections set status = 'waiting', due_at = now() + interval '1 microsecond';
select set_eq('select private.due_functions()', array['send-emails'], 'a file to be inspected later makes no function due');
insert into private.file_removals (bucket_id, name, reason, due_at) values ('attachments', 'a/b', 'rejected', now() + interval '1 microsecond');
select set_eq('select private.due_functions()', array['send-emails'], 'a file to be removed later makes no function due');
update private.file_removals set due_at = now();
delete from private.file_inspections;
select private.call_due_functions();
select is_empty('select * from net.http_request_queue', 'no function is called without a key');
select vault.create_secret('the-key-of-the-clock', 'kolpact_clock_key');
select private.call_due_functions();
select bag_eq('select url, body::text from net.http_request_queue', $$ values
  ('https://ref.supabase.co/functions/v1/send-emails', '{}'),
  ('https://ref.supabase.co/functions/v1/process-files', '{}')
$$, 'each due function is called at the address of the project');
select set_eq($$ select headers ->> 'x-clock-key' from net.http_request_queue $$, array['the-key-of-the-clock'], 'functions are called with the key of the clock');
select set_eq('select timeout_milliseconds from net.http_request_queue', array[30000], 'a call waits as long as a function may take');
update private.email_outbox set status = 'failed' where status = 'waiting';
delete from private.file_removals where true;
delete from net.http_request_queue where true;
select private.call_due_functions();
select is_empty('select * from net.http_request_queue', 'no function is called once it has no work');
