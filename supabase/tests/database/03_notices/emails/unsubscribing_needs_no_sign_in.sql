-- cast: ann kol
delete from private.email_outbox;
select tests.notify(tests.id('ann'), 'payment_received', 'Now');
select set_config('tests.token', unsubscribe_token, true) from private.claim_emails(10);
select tests.act_as_anon();
select is(public.unsubscribe(current_setting('tests.token')), 'payment_received', 'the link ends this kind');
select is(public.unsubscribe(current_setting('tests.token')), 'payment_received', 'twice is once');
select tests.act_as_owner();
select results_eq('select type, mode from public.email_preferences', $$ values ('payment_received', 'off') $$, 'and no other');
select tests.notify(tests.id('ann'), 'payment_received', 'Again');
select is_empty($$ select * from private.email_outbox where private.notices(notification_ids) -> 0 ->> 'title' = 'Again' $$, 'no more of them');
