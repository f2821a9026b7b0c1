-- cast: ann kol, ben kol
delete from private.email_outbox;
create function pg_temp.say(about jsonb, at timestamptz[] default array[now()], who text default 'ann') returns void language sql as $$
  insert into public.notifications (user_id, type, title, message, data, created_at)
  select tests.user_id(tests.id(who)), 'order_update', 'x', 'y', about, t from unnest(at) as t
$$;
create function pg_temp.was_sent(about text, ago interval, who text default 'ann') returns void language sql as $$
  insert into private.email_outbox (profile_id, template, subject, status, attempts, send_after, created_at, claimed_at)
  values (tests.id(who), 'order_update', about, 'claimed', 1, now() - interval '2 hours', now(), now() - ago)
$$;
create function pg_temp.waits() returns text language sql as $$
  select string_agg(concat_ws(' ', o.subject, extract(epoch from o.send_after - now())::int / 60, extract(epoch from o.created_at - now())::int / 60), ', '
    order by o.subject)
  from private.email_outbox o where o.status = 'waiting'
$$;
select pg_temp.say('{"order_id": "o1"}', array[now() - interval '5 minutes', now() - interval '3 minutes', now() - interval '4 minutes']);
select is(pg_temp.waits(), 'order o1 -5 -5', 'an e-mail about several notifications is due with the oldest');
delete from private.email_outbox;
select pg_temp.was_sent('order o1', '8 minutes'), pg_temp.was_sent('order o1', '2 minutes');
select pg_temp.say('{"order_id": "o1"}');
select is(pg_temp.waits(), 'order o1 8 0', 'an e-mail is due ten minutes after the last one about its subject');
delete from private.email_outbox;
select pg_temp.was_sent('order o2', '2 minutes'), pg_temp.was_sent('order o1', '2 minutes', 'ben');
select pg_temp.say('{"order_id": "o1"}');
select is(pg_temp.waits(), 'order o1 0 0', 'an e-mail does not wait for one about another subject or to another member');
delete from private.email_outbox;
select pg_temp.was_sent('receipt p1', '2 minutes'), pg_temp.was_sent('payment_received', '2 minutes');
select pg_temp.say('{"payout_id": "p2"}');
select is(pg_temp.waits(), 'receipt p2 0 0', 'the receipt of a payout waits for no other one');
