-- cast: ann kol, bob kol, cy kol
delete from private.email_outbox;
delete from private.digest_items;
select tests.act_as(tests.id('ann'));
insert into public.email_preferences (type, mode) values ('order_update', 'digest'), ('review_received', 'digest');
select lives_ok($$ insert into public.email_preferences (profile_id, type, mode) values (tests.id('ann'), 'order_update', 'off')
  on conflict (profile_id, type) do update set profile_id = excluded.profile_id, type = excluded.type, mode = excluded.mode $$,
  'a member can change the mode of a type with an upsert');
select is(mode, 'off', 'the last chosen mode is stored') from public.email_preferences where type = 'order_update';
select throws_ok(format('insert into public.email_preferences (type, mode) values (%L, %L)', type, mode), '23514',
  format('new row for relation "email_preferences" violates check constraint "email_preferences_%s_known"', name), format('an unknown %s of e-mails is refused', name))
from (values ('type', 'gossip', 'off'), ('mode', 'new_kol_match', 'hourly')) as wrong (name, type, mode);
select tests.act_as_owner();
select tests.notify(tests.id('ann'), 'order_update', 'Off');
select tests.notify(tests.id('ann'), 'review_received', 'Later');
select tests.notify(tests.id('ann'), 'payment_received', 'Now', '{"order_id": "o1"}');
select tests.notify(tests.id('ann'), 'campaign_match', 'By default later');
select results_eq($$ select template, private.notices(notification_ids) -> 0 ->> 'title', private.notices(notification_ids) -> 0 -> 'data' ->> 'order_id' from private.email_outbox $$,
  $$ values ('payment_received', 'Now', 'o1') $$, 'a notification of a type that is sent at once becomes an e-mail');
select results_eq('select n.title from private.digest_items join public.notifications n on n.id = notification_id order by 1',
  $$ values ('By default later'), ('Later') $$, 'notifications of types that come by digest wait for the digest');
select is((select count(*) from public.notifications where type <> 'profile_approved'), 4::bigint, 'every notification is also in the notification list');
delete from private.email_outbox;
delete from private.digest_items;
insert into public.email_preferences (profile_id, type, mode) values (tests.id('ann'), 'payment_received', 'digest');
insert into public.notifications (user_id, type, title, message, data)
select user_id, 'payment_received', 'Paid', 'x', '{"order_id": "o1"}' from public.profiles;
select set_eq('select profile_id from private.email_outbox', $$ select tests.id(name) from unnest(array['bob', 'cy']) as name $$,
  'one statement for several members writes e-mails to those who chose them');
select set_eq('select profile_id from private.digest_items', $$ select tests.id('ann') $$, 'one statement for several members fills the digest of the others');
