begin;
select plan(12);
select tests.make_member('ann', 'kol');
delete from public.notifications;
select private.notify(tests.id('ann'), 'payout_sent', '{"amount_minor": 123450, "currency": "USD", "destination": "DE00 1234"}');
select results_eq('select type, event, title, message from public.notifications',
  $$ values ('payment_received', 'payout_sent', '1234.50 USD is on its way to you', 'Sent to DE00 1234.') $$, 'its type, title and message');
delete from public.notifications;
insert into public.notifications (user_id, type, event, title, message) values
  (tests.user_id(tests.id('ann')), 'order_update', 'profile_approved', 'Mine', 'Mine too'),
  (tests.user_id(tests.id('ann')), 'order_update', null, 'An old title', 'and {message}');
select set_eq('select type, title, message from public.notifications', $$ values
  ('profile_approved', 'Your profile is approved', 'Brands can find you now.'), ('order_update', 'An old title', 'and {message}') $$,
  'and no others; a row without an event keeps what it says');
select is(private.fill_notice(to_jsonb(words), data::jsonb), filled, what) from (values
  ('{name} of {name}', '{"name": "Ann"}', 'Ann of Ann', 'a value, as often as it is named'),
  ('{a}{b}.', '{"a": "{b}", "b": "\\1 & {a}"}', '{b}\1 & {a}.', 'what a value says is no pattern'),
  ('{price_minor} and {fee_minor}', '{"price_minor": 9000, "fee_minor": 1, "currency": "USD"}', '90.00 USD and 0.01 USD', 'amounts'),
  ('{price_minor}', '{"price_minor": 20000001, "currency": "USDC"}', '20.000001 USDC', 'of any currency'),
  ('{due_at}', '{"due_at": "2100-01-02T05:04:59+02:00"}', '2100-01-02 03:04 UTC', 'a time'),
  ('{rating} of 5', '{"rating": 4}', '4 of 5', 'a number'),
  ('{rating} of {best}', '{"rating": null}', '{rating} of {best}', 'what is missing leaves its place'),
  ('', '{}', '', 'nothing')
) as case_of (words, data, filled, what);
select is(private.fill_notice('{"one": "{count} day", "other": "{count} days"}', '{"count": 1}'), '1 day', 'one');
select is(private.fill_notice('{"one": "{count} day", "other": "{count} days"}', '{"count": 0}'), '0 days', 'and every other number');
select * from finish();
rollback;
