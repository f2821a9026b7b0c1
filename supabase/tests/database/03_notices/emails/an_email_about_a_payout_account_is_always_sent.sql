-- cast: ann kol
update private.settings set value = 1 where key = 'emails_per_hour';
delete from private.email_outbox;
insert into public.email_preferences (profile_id, type, mode) values (tests.id('ann'), 'account_update', 'off');
select private.notify(tests.id('ann'), 'profile_approved');
select private.notify(tests.id('ann'), 'suspension_ended');
select is((select count(*)::int from private.email_outbox), 1, 'an e-mail about the account can be switched off');
select private.notify(tests.id('ann'), 'payout_method_added', '{"method": "IBAN •••• 3000"}');
select results_eq($$ select template, send_after = created_at from private.email_outbox where template = 'account_update' $$,
  $$ values ('account_update', true) $$, 'a member gets an e-mail about a new payout account at once, though it was switched off and above the limit of the hour');
