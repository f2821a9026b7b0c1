-- cast: ann kol
delete from private.email_outbox;
select tests.notify(tests.id('ann'), 'payment_received', 'Now');
create temporary table tried as select * from private.claim_emails(10, now());
select is((select count(*) from tried), 1::bigint, 'a new e-mail is handed out');
select private.mark_email_failed(id, 'refused', now()) from private.email_outbox;
select is_empty('select * from private.claim_emails(10, now())', 'a failed e-mail is not handed out again at once');
select is((select count(*) from private.claim_emails(10, now() + interval '5 minutes')), 1::bigint, 'a failed e-mail is handed out again after five minutes');
select private.mark_email_failed(id, 'refused', now()) from private.email_outbox;
select is_empty($$ select * from private.claim_emails(10, now() + interval '9 minutes') $$, 'an e-mail that failed twice is not handed out after nine minutes');
select is((select count(*) from private.claim_emails(10, now() + interval '10 minutes')), 1::bigint, 'an e-mail that failed twice is handed out after ten minutes');
select private.mark_email_failed(id, 'refused', now()) from private.email_outbox;
select results_eq($$ select id, unsubscribe_token from private.claim_emails(10, now() + interval '1 day') $$, 'select id, unsubscribe_token from tried',
  'a failed e-mail has the same link on the next day, because the mail provider refuses another text under the same id');
update private.email_outbox set attempts = 5;
select private.mark_email_failed(id, 'refused', now()) from private.email_outbox;
select results_eq('select status, last_error from private.email_outbox', $$ values ('failed', 'refused') $$, 'an e-mail that failed five times is given up');
select is_empty($$ select * from private.claim_emails(10, now() + interval '1 year') $$, 'an e-mail that was given up is not handed out again');
