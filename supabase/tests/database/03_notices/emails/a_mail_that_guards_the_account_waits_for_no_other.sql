-- cast: ann kol
delete from private.email_outbox;
select private.notify(tests.id('ann'), 'second_factor_added');
create temporary table sent as select * from private.claim_emails(50, now());
select private.mark_email_sent(id) from sent;
select private.notify(tests.id('ann'), 'suspension_ended');
select private.notify(tests.id('ann'), 'payout_method_added', '{"method": "IBAN •••• 3000"}');
insert into sent select * from private.claim_emails(50, now());
select set_eq($$ select notice ->> 'event' from sent, jsonb_array_elements(notices) as notice $$,
  $$ values ('second_factor_added'), ('suspension_ended'), ('payout_method_added') $$, 'a mail about a new payout account leaves at once after one about a new factor');
select is((select count(*) from sent), 3::bigint, 'a mail that guards the account lists nothing else');
select results_eq($$ select template, unsubscribe_token is null, not_me_token is null from sent order by notices -> 0 ->> 'event' $$,
  $$ values ('account_update', true, false), ('account_update', true, false), ('account_update', false, true) $$,
  'a mail that guards the account has the link "This was not me", and no link that would not stop it');
