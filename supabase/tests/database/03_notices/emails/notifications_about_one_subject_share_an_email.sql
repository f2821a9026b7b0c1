-- cast: ann kol, ben kol
delete from private.email_outbox;
create function pg_temp.say(title text, about jsonb, who text default 'ann', type text default 'order_update') returns void language sql as $$
  select tests.notify(tests.id(who), type, title, about)
$$;
create function pg_temp.claimed(at timestamptz) returns text language sql as $$
  select string_agg((
    select string_agg(notice ->> 'title', '+' order by place) from jsonb_array_elements(notices) with ordinality as n (notice, place)
  ), ', ') from private.claim_emails(10, at)
$$;
select pg_temp.say('one', '{"order_id": "o1"}');
select pg_temp.say('two', '{"order_id": "o1"}');
select pg_temp.say('paid', '{"order_id": "o1"}', type => 'payment_received');
select pg_temp.say('other', '{"order_id": "o2"}');
select pg_temp.say('hers', '{"order_id": "o1"}', 'ben');
select is((select count(*) from private.email_outbox), 3::bigint, 'notifications become one e-mail for each member and subject');
select is(pg_temp.claimed(now()), (select string_agg(title, ', ' order by id) from (
  select o.id, case o.notice_count when 3 then 'one+two+paid' else private.notices(o.notification_ids) -> 0 ->> 'title' end as title from private.email_outbox o) o), 'an e-mail lists all notifications about its subject');
select is((select notice_count from private.claim_emails(10, now())), null, 'an e-mail with several notifications is handed out once');
select pg_temp.say('three', '{"order_id": "o1"}');
select is(pg_temp.claimed(now() + interval '9 minutes'), null, 'the next e-mail about a subject waits for ten minutes');
select pg_temp.say('four', '{"order_id": "o1"}');
select is((select count(*) from private.email_outbox where status = 'waiting'), 1::bigint, 'notifications that come meanwhile are added to the waiting e-mail');
select is(pg_temp.claimed(now() + interval '10 minutes'), 'three+four', 'the next e-mail lists every notification since the last');
select is((select count(*) from private.email_outbox where notice_count > 2), 1::bigint, 'an e-mail that was handed out takes no more notifications');
-- A failed e-mail is sent again unchanged; a new notification goes into the next one.
select private.mark_email_failed(id, 'full', now()) from private.email_outbox where notice_count = 2;
select pg_temp.say('five', '{"order_id": "o1"}');
select is((select count(*) from private.email_outbox where status = 'waiting'), 2::bigint, 'an e-mail that failed takes no more notifications');
select is(pg_temp.claimed(now() + interval '30 minutes'), 'three+four, five', 'a failed e-mail is sent unchanged and the next notification in another e-mail');
-- One statement inserts many notifications.
insert into public.notifications (user_id, type, title, message, data)
select tests.user_id(tests.id('ben')), 'new_kol_match', n::text, 'x', '{"saved_search_id": "s1"}' from generate_series(1, 30) n;
select results_eq($$ select notice_count, cardinality(notification_ids) from private.email_outbox where subject = 'search s1' $$,
  'values (30, 20)', 'an e-mail of many notifications at once lists twenty and counts all');
select is((select regexp_replace(unsubscribe_token, '\.[0-9]+\..*', '') from private.claim_emails(10, now() + interval '1 day')),
  tests.id('ben') || '.new_kol_match', 'the unsubscribe link of an e-mail switches off the type of the notification in it');
select pg_temp.say('a', '{"order_id": "o3"}', 'ben'), pg_temp.say('b', '{"order_id": "o3"}', 'ben', 'payment_received');
select private.unsubscribe(unsubscribe_token) from private.claim_emails(10, now() + interval '1 day');
select set_eq($$ select type from public.email_preferences where mode = 'off' $$, array['order_update', 'payment_received'], 'the unsubscribe link of an e-mail switches off the types of all notifications in it');
