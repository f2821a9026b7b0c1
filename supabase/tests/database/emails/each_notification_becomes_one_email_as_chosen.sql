begin;
select plan(3);
select tests.make_member('ann', 'kol');
delete from private.email_outbox;
insert into public.email_preferences (profile_id, type, mode) values (tests.id('ann'), 'order_update', 'off'), (tests.id('ann'), 'review_received', 'digest');
select private.notify(tests.id('ann'), 'order_update', 'Off', 'x');
select private.notify(tests.id('ann'), 'review_received', 'Later', 'x');
select private.notify(tests.id('ann'), 'payment_received', 'Now', 'x', '{"order_id": "o1"}');
select private.notify(tests.id('ann'), 'campaign_match', 'By default later', 'x');
select results_eq($$ select template, data ->> 'title', data ->> 'order_id' from private.email_outbox $$,
  $$ values ('payment_received', 'Now', 'o1') $$, 'one at once');
select results_eq('select n.title from private.digest_items join public.notifications n on n.id = notification_id order by 1',
  $$ values ('By default later'), ('Later') $$, 'two for the digest');
select is((select count(*) from public.notifications where title <> 'x' and type <> 'profile_approved'), 4::bigint, 'every one of them can be read');
select * from finish();
rollback;
