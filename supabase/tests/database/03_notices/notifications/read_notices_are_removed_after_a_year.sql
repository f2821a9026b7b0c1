-- cast: ann kol
select plan(6);
delete from public.notifications;
create function pg_temp.notice(said text, is_read boolean, age interval) returns void language sql as $$
  insert into public.notifications (user_id, type, title, message, read, created_at)
  select p.user_id, 'order_update', said, said, is_read, now() - age from public.profiles p where p.id = tests.id('ann')
$$;
select pg_temp.notice('read, oldest', true, '500 days'), pg_temp.notice('read, old', true, '365 days'), pg_temp.notice('read, older', true, '366 days'),
  pg_temp.notice('read, new', true, '365 days - 1 second'), pg_temp.notice('not read', false, '900 days');
create function pg_temp.kept() returns text language sql as $$ select string_agg(title, '; ' order by created_at) from public.notifications $$;
update private.settings set value = 1 where key = 'notices_per_second';
select is(private.purge_notifications(now()), 1, 'a run deletes as many as may be written in a second');
select is(pg_temp.kept(), 'not read; read, older; read, old; read, new', 'the oldest read notification is deleted first');
update private.settings set value = 20 where key = 'notices_per_second';
select is(private.run_due_work() ->> 'failed', '0', 'the due work deletes the other read notifications without a failure');
select is(pg_temp.kept(), 'not read; read, new', 'a notification is kept for a year after it was written, and longer until it is read');
update private.settings set value = 60 where key = 'notifications_kept';
select is(private.purge_notifications(now()), 1, 'a notification that was read is kept as long as the setting says');
select is(private.purge_notifications(now()), 0, 'no notification is left that may be removed');
