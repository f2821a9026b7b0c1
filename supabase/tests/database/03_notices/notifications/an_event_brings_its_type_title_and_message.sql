-- cast: ann kol
delete from public.notifications;
select private.notify(tests.id('ann'), 'payout_sent', '{"amount_minor": 123450, "currency": "USD", "method": "IBAN •••• 3000"}');
select results_eq('select type, event, title, message from public.notifications',
  $$ values ('payment_received', 'payout_sent', '1234.50 USD is on its way to you', 'Sent to IBAN •••• 3000.') $$, 'a notification gets type, title and message from its event');
delete from public.notifications;
insert into public.notifications (user_id, type, event, title, message) values
  (tests.user_id(tests.id('ann')), 'order_update', 'profile_approved', 'Mine', 'Mine too'),
  (tests.user_id(tests.id('ann')), 'order_update', null, 'An old title', 'and {message}');
select set_eq('select type, title, message from public.notifications', $$ values
  ('profile_approved', 'Your profile is approved', 'Brands can find you now.'), ('order_update', 'An old title', 'and {message}') $$,
  'a row cannot replace the texts of its event, and one without an event keeps its own');
select private.notify(tests.id('ann'), 'order_accepted', '{"other_name": "%s {pack_title} \\1 & ''", "pack_title": null}');
select is((select title from public.notifications where event = 'order_accepted'),
  '%s {pack_title} \1 & '' accepted your order for {pack_title}', 'a value with special characters is shown as it is, and a missing value keeps its placeholder');
select private.notify(tests.id('ann'), 'order_declined', '{"brand_minor": 20000001, "currency": "USDC"}');
select is((select message from public.notifications where event = 'order_declined'),
  '20.000001 USDC goes back to your wallet.', 'amounts are shown in units of their currency');
select private.notify(tests.id('ann'), 'review_reminder', '{"due_at": "2100-01-02T05:04:59+02:00"}');
select is((select message from public.notifications where event = 'review_reminder'),
  'Without an answer it is accepted on 2100-01-02 03:04 UTC.', 'times are shown in UTC');
select throws_ok($$ select private.notify(tests.id('ann'), 'gossip') $$, '20000', 'case not found', 'an unknown event is refused');
