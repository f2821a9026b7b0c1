-- cast: ann kol, ben kol, cid kol
delete from private.email_outbox;
select tests.notify(tests.id(name), 'payment_received', 'Now') from unnest(array['ann', 'ben']) name;
update auth.users set email_confirmed_at = null where id = tests.user_id(tests.id('ann'));
update public.profiles set suspended_at = now() where id = tests.id('ben');
select is_empty('select * from private.claim_emails(10)', 'a member who is suspended or without a confirmed address gets no e-mail');
select is((select count(*) from private.email_outbox where status = 'failed' and last_error = 'no_address'), 2::bigint, 'an e-mail without a receiver has failed with that reason');
select tests.notify(tests.id('cid'), 'payment_received', 'Now');
select results_eq('select to_email from private.claim_emails(10)', array['cid@kolpact.test'], 'an e-mail to another member is handed out');
