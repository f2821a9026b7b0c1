-- cast: ann kol
delete from private.email_outbox;
insert into private.email_outbox (profile_id, template, subject, status, sent_at, claimed_at, send_after, created_at)
select tests.id('ann'), 'payment_received', what, status, case status when 'sent' then now() end, now() - age, now() - interval '1 year', now()
from (values
  ('lost, oldest', 'claimed', interval '92 days'), ('sent, old', 'sent', '90 days'), ('sent, new', 'sent', '90 days - 1 second'),
  ('given up, old', 'failed', '90 days'), ('given up, new', 'failed', '90 days - 1 second'),
  ('nobody said, old', 'claimed', '91 days'), ('to be tried again', 'waiting', '180 days')) as e (what, status, age);
-- Forces the plan that Postgres chooses for small tables: a nested loop over the rows.
set local enable_hashjoin = off;
set local enable_mergejoin = off;
set local enable_hashagg = off;
set local enable_sort = off;
set local enable_material = off;
select is(private.purge_emails(now(), 1), 1, 'a batch of old e-mails is deleted, however it is planned');
select is(private.purge_emails(now(), 1), 1, 'the next batch of old e-mails is deleted');
select is((select count(*) from private.email_outbox where subject = 'nobody said, old'), 0::bigint, 'the oldest e-mails are deleted first');
select is((select private.run_due_work() ->> 'failed'), '0', 'the due work deletes the other old e-mails without a failure');
select set_eq('select subject from private.email_outbox', $$ values ('sent, new'), ('given up, new'), ('to be tried again') $$,
  'e-mails that were sent or given up are kept for 90 days, waiting ones for ever');
update private.settings set value = 2 where key = 'emails_kept';
update private.email_outbox set claimed_at = now() - interval '2 days';
select is(private.purge_emails(now(), 100), 2, 'e-mails are kept as long as the setting says');
