-- cast: ann kol
delete from private.email_outbox;
select private.notify(tests.id('ann'), 'second_factor_added');
create temporary table sent as select * from private.claim_emails(50, now());
select private.mark_email_sent(id) from sent;
select private.notify(tests.id('ann'), 'suspension_ended');
select private.notify(tests.id('ann'), 'payout_method_added', '{"method": "IBAN •••• 3000"}');
insert into sent select * from private.claim_emails(50, now());
select set_eq($$ select notice ->> 'event' from sent, jsonb_array_elements(notices) as notice $$,
  $$ values ('second_factor_added'), ('suspension_ended'), ('payout_method_added') $$, 'a mail about a new payout account is due at once after one about a new factor');
select is((select count(*) from sent), 3::bigint, 'a mail that guards the account lists nothing else');
select results_eq($$ select template, unsubscribe_token is null, not_me_token is null from sent order by notices -> 0 ->> 'event' $$,
  $$ values ('account_update', true, false), ('account_update', true, false), ('account_update', false, true) $$,
  'a mail that guards the account has the link "This was not me", and no link that would not stop it');

-- Lets time pass without a report, as when a sender crashes.
select private.run_due_work(now() + interval '599 seconds');
select is_empty($$ select * from private.claim_emails(50, now() + interval '599 seconds') $$, 'a mail may stay with its sender for less than ten minutes');
select private.run_due_work(now() + interval '10 minutes');
create temporary table again as select * from private.claim_emails(50, now() + interval '10 minutes');
select results_eq('select id, attempts from again', $$ select id, 2 from sent where notices -> 0 ->> 'event' = 'payout_method_added' $$,
  'a mail that guards the account is handed out again, under its id, when its sender has crashed, and no other mail is');
select private.return_guards(now() + interval '10 minutes 1 second' + interval '1 day');
select is_empty($$ select from private.email_outbox where status = 'waiting' $$, 'a mail that guards the account is not handed out a day later, when its provider may have forgotten the id');
update private.email_outbox o set attempts = 5 from again where o.id = again.id;
select private.return_guards(now() + interval '20 minutes');
select is_empty($$ select from private.email_outbox where status = 'waiting' $$, 'a mail that guards the account is not handed out more often than any e-mail is tried');
update private.email_outbox o set attempts = 1 from again where o.id = again.id;
select private.return_guards(now() + interval '1 day');
select results_eq($$ select id, not_me_token from private.claim_emails(50, now() + interval '1 day') $$, 'select id, not_me_token from again',
  'a mail that guards the account has the same link on the next day, because the mail provider refuses another text under the same id');
