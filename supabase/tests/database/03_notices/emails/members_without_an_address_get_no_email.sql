-- cast: ann kol, ben kol, cid kol
delete from private.email_outbox;
select tests.notify(tests.id(name), 'payment_received', 'Now') from unnest(array['ann']) name;
update auth.users set email_confirmed_at = null where id = tests.user_id(tests.id('ann'));
select is_empty('select * from private.claim_emails(10)', 'a member without a confirmed address gets no e-mail');
select is((select count(*) from private.email_outbox where status = 'failed' and last_error = 'no_address'), 1::bigint, 'an e-mail without a receiver has failed with that reason');
update public.profiles set suspended_at = now() where id = tests.id('ben');
select tests.notify(tests.id('ben'), type, 'Now') from unnest(private.notification_types()) as type;
select results_eq('select template from private.email_outbox where profile_id = tests.id(''ben'') order by 1', array['account_update', 'dispute_update', 'order_update', 'payment_received'],
  'a suspended member gets the e-mails about deadlines that decide');
select is((select count(*) from private.claim_emails(10)), 4::bigint, 'the e-mails to a suspended member are sent');
select is_empty($$ select from private.digest_items where profile_id = tests.id('ben') $$, 'a suspended member gets no other e-mails');
insert into public.email_preferences (profile_id, type, mode) values (tests.id('ben'), 'dispute_update', 'digest');
select tests.notify(tests.id('ben'), 'dispute_update', 'By digest');
insert into private.digest_items (notification_id, profile_id, created_at)
select n.id, tests.id('ben'), now() from public.notifications n where n.user_id = tests.user_id(tests.id('ben')) and n.type = 'new_kol_match';
select is(private.work_email_digests(now() + interval '1 day'), 1, 'several notifications of a digest are one e-mail');
select results_eq($$ select e.digest -> 'others' -> 0 ->> 'title', jsonb_array_length(e.digest -> 'others'), e.digest -> 'searches' from private.claim_emails(10, now() + interval '1 day') e $$,
  $$ values ('By digest', 1, '[]'::jsonb) $$, 'the digest of a suspended member leaves out notifications that no suspended member gets by e-mail');
insert into private.digest_items (notification_id, profile_id, created_at)
select n.id, tests.id('ben'), now() from public.notifications n where n.user_id = tests.user_id(tests.id('ben')) and n.type = 'new_kol_match';
select is(private.work_email_digests(now() + interval '1 day'), 0, 'no digest is made of notifications alone that no suspended member gets by e-mail');
select tests.notify(tests.id('cid'), 'payment_received', 'Now');
select results_eq('select to_email from private.claim_emails(10)', array['cid@kolpact.test'], 'an e-mail to another member is handed out');
