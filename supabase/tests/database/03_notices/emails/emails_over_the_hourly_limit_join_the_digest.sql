update private.settings set value = 3 where key = 'emails_per_hour';
select tests.make_member('ann', 'kol');
delete from private.email_outbox;
create function pg_temp.say(n int) returns void language sql as $$
  select tests.notify(tests.id('ann'), 'order_update', 'Order ' || n, jsonb_build_object('order_id', n))
$$;
select pg_temp.say(n) from generate_series(1, 5) n;
select is((select count(*) from private.email_outbox), 3::bigint, 'three e-mails in an hour');
select is((select count(*) from private.digest_items), 2::bigint, 'the rest waits for the digest');
select pg_temp.say(2);
select is((select count(*) from private.digest_items), 2::bigint, 'what joins an e-mail is no new one');
select is((select notice_count from private.email_outbox where subject = 'order 2'), 2, 'but part of it');
update private.email_outbox set send_after = send_after - interval '61 minutes';
insert into public.notifications (user_id, type, title, message, data)
select tests.user_id(tests.id('ann')), 'order_update', 'Order ' || n, 'x', jsonb_build_object('order_id', n) from generate_series(10, 19) n;
select is((select count(*) from private.email_outbox), 6::bigint, 'after an hour three more, also of many at once');
select is((select count(*) from private.digest_items), 9::bigint, 'and not one more');
select is(private.work_email_digests(now() + interval '24 hours'), 1, 'the digest is one e-mail');
