-- cast: ann kol
delete from private.email_outbox;
insert into public.email_preferences (profile_id, type, mode) values (tests.id('ann'), 'order_update', 'off'), (tests.id('ann'), 'review_received', 'digest');
select tests.notify(tests.id('ann'), 'order_update', 'Off');
select tests.notify(tests.id('ann'), 'review_received', 'Later');
select tests.notify(tests.id('ann'), 'payment_received', 'Now', '{"order_id": "o1"}');
select tests.notify(tests.id('ann'), 'campaign_match', 'By default later');
select results_eq($$ select template, private.notices(notification_ids) -> 0 ->> 'title', private.notices(notification_ids) -> 0 -> 'data' ->> 'order_id' from private.email_outbox $$,
  $$ values ('payment_received', 'Now', 'o1') $$, 'one at once');
select results_eq('select n.title from private.digest_items join public.notifications n on n.id = notification_id order by 1',
  $$ values ('By default later'), ('Later') $$, 'two for the digest');
select is((select count(*) from public.notifications where title <> 'x' and type <> 'profile_approved'), 4::bigint, 'every one of them can be read');
