-- cast: ann kol, ben kol
update private.settings set value = 3 where key = 'emails_per_hour';
delete from private.email_outbox;
create function pg_temp.say(numbers int[], who text default 'ann') returns void language sql as $$
  insert into public.notifications (user_id, type, title, message, data)
  select tests.user_id(tests.id(who)), 'order_update', 'Order ' || n, 'x', jsonb_build_object('order_id', n) from unnest(numbers) n
$$;
create function pg_temp.counts() returns bigint[] language sql as $$
  select array[(select count(*) from private.email_outbox), (select count(*) from private.digest_items)]
$$;
select pg_temp.say(array[n]) from generate_series(1, 5) n;
select is(pg_temp.counts(), array[3, 2]::bigint[], 'notifications above the limit of three e-mails an hour join the digest');
select pg_temp.say('{2}');
select is(pg_temp.counts(), array[3, 2]::bigint[], 'a notification about a subject with an e-mail makes no further e-mail');
select is((select notice_count from private.email_outbox where subject = 'order 2'), 2, 'a notification about a subject with an e-mail is added to that e-mail');
select pg_temp.say('{6}', 'ben');
select is(pg_temp.counts(), array[4, 2]::bigint[], 'the limit of a member does not count for other members');
update private.email_outbox set send_after = now() - interval '1 hour' + interval '1 second';
select pg_temp.say('{7}');
select is(pg_temp.counts(), array[4, 3]::bigint[], 'an e-mail that was due less than an hour ago counts to the limit');
update private.email_outbox set send_after = now() - interval '1 hour';
select pg_temp.say(array(select generate_series(10, 19)));
select is(pg_temp.counts(), array[7, 10]::bigint[], 'of many notifications an hour later three become e-mails and the others join the digest');
select is(private.work_email_digests(now() + interval '24 hours'), 1, 'the digest of all notifications above the limit is one e-mail');
