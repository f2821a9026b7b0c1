-- cast: ann kol
delete from private.email_outbox;
select tests.notify(tests.id('ann'), 'payment_received', 'Now');
update public.profiles set locale = 'tr' where id = tests.id('ann');
select tests.finds('service', 'select to_email, display_name, template, locale, attempts from public.claim_emails(10)',
  $$ values ('ann@kolpact.test', 'Ann', 'payment_received', 'tr', 1) $$, 'an e-mail is handed out with its receiver and language');
select tests.gets('service', 'select count(*) from public.claim_emails(10)', '0', 'an e-mail that was handed out is not handed out again');
select is_empty($$ select * from private.claim_emails(10, now() + interval '1 year') $$, 'an e-mail whose sender never answered is not handed out again');
select tests.allowed('service', $$ select public.mark_email_sent(gen_random_uuid()) $$, 'marking an unknown e-mail as sent does nothing');
select private.mark_email_sent(id) from private.email_outbox;
select ok((select status = 'sent' and sent_at is not null from private.email_outbox), 'an e-mail that was sent is marked with its time');
select private.mark_email_failed(id, 'late') from private.email_outbox;
select is((select status from private.email_outbox), 'sent', 'an e-mail that was sent cannot fail');
-- E-mails are marked in batches, and only those that were claimed.
delete from private.email_outbox;
insert into private.email_outbox (profile_id, template, send_after, created_at)
select tests.id('ann'), 'payment_received', now() - make_interval(secs => 502 - n), now() from generate_series(1, 502) n;
select is((select count(*) from private.claim_emails(0)), 1::bigint, 'at least one e-mail is handed out at a time');
select is((select count(*) from private.claim_emails(1000)), 500::bigint, 'at most five hundred e-mails are handed out at a time');
select is((select send_after from private.email_outbox where status = 'waiting'), now(), 'the oldest e-mails are handed out first');
select private.mark_email_sent(id) from private.email_outbox where status = 'waiting';
select is((select count(*) from private.email_outbox where status = 'sent'), 0::bigint, 'an e-mail that nobody claimed is not marked as sent');
select private.mark_email_sent((select id from private.email_outbox where status = 'claimed' limit 1));
select is((select count(*) from private.email_outbox where status = 'sent'), 1::bigint, 'one e-mail is marked as sent at a time');
select private.mark_email_failed((select id from private.email_outbox where status = 'claimed' limit 1), repeat('x', 501));
select is((select string_agg(length(last_error)::text, ',') from private.email_outbox), '500', 'the first 500 characters of an error are kept');
