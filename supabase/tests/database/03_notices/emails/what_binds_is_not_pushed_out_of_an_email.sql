-- cast: ann kol
delete from private.email_outbox;
insert into public.notifications (user_id, type, event, title, message, data)
select tests.user_id(tests.id('ann')), 'dispute_update', null, n::text, 'x', '{"order_id": "o1"}' from generate_series(1, 15) n;
create function pg_temp.give(event text) returns void language sql as $$
  select private.notify(tests.id('ann'), event, '{"order_id": "o1", "other_name": "Brand", "pack_title": "Thread", "currency": "USD", "due_at": "2100-01-01", "total_minor": 1, "creator_minor": 1,
    "brand_minor": 1, "fees_minor": 1, "silence_creator_minor": 0, "silence_brand_minor": 1, "silence_fees_minor": 1}') $$;
select pg_temp.give('settlement_proposed_to_silent');
select is((select private.notices(notification_ids) -> -1 ->> 'event' from private.email_outbox), 'settlement_proposed_to_silent', 'a short e-mail lists all notifications, the newest last');
select pg_temp.give('evidence_given') from generate_series(1, 20);
select results_eq($$ select notice_count, cardinality(notification_ids), private.notices(notification_ids) -> -1 ->> 'event', private.notices(notification_ids) -> 0 ->> 'event' from private.email_outbox $$,
  $$ values (36, 20, 'settlement_proposed_to_silent', 'evidence_given') $$, 'twenty statements do not displace a notification that says what happens without an answer');
