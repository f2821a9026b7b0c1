-- cast: ann kol
delete from private.email_outbox;
select tests.notify(tests.id('ann'), 'payment_received', 'Now');
select is((select count(*) from private.claim_emails(10, now())), 1::bigint, 'first attempt');
select private.mark_email_failed(id, 'refused', now()) from private.email_outbox;
select is_empty('select * from private.claim_emails(10, now())', 'not at once again');
select is((select count(*) from private.claim_emails(10, now() + interval '5 minutes')), 1::bigint, 'after five minutes');
select private.mark_email_failed(id, 'refused', now()) from private.email_outbox;
select is_empty($$ select * from private.claim_emails(10, now() + interval '9 minutes') $$, 'the wait doubles');
select is((select count(*) from private.claim_emails(10, now() + interval '10 minutes')), 1::bigint, 'ten minutes');
update private.email_outbox set attempts = 5;
select private.mark_email_failed(id, 'refused', now()) from private.email_outbox;
select results_eq('select status, last_error from private.email_outbox', $$ values ('failed', 'refused') $$, 'the fifth is the last');
select is_empty($$ select * from private.claim_emails(10, now() + interval '1 year') $$, 'given up');
