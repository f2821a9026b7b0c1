-- cast: ann kol, ben kol, cid kol
delete from private.email_outbox;
select tests.notify(tests.id(name), 'payment_received', 'Now') from unnest(array['ann']) name;
update auth.users set email_confirmed_at = null where id = tests.user_id(tests.id('ann'));
select is_empty('select * from private.claim_emails(10)', 'a member without a confirmed address gets no e-mail');
select is((select count(*) from private.email_outbox where status = 'failed' and last_error = 'no_address'), 1::bigint, 'an e-mail without a receiver has failed with that reason');
update public.profiles set suspended_at = now() where id = tests.id('ben');
select tests.notify(tests.id('ben'), type, 'Now') from unnest(private.notification_types()) as type;
select results_eq('select template from private.email_outbox where profile_id = tests.id(''ben'') order by 1', array['account_update', 'dispute_update', 'order_update', 'payment_received'],
  'a suspended member gets the e-mails about what silence decides');
select is((select count(*) from private.claim_emails(10)), 4::bigint, 'they are sent');
select is_empty($$ select from private.digest_items where profile_id = tests.id('ben') $$, 'no others');
select tests.notify(tests.id('cid'), 'payment_received', 'Now');
select results_eq('select to_email from private.claim_emails(10)', array['cid@kolpact.test'], 'an e-mail to another member is handed out');
