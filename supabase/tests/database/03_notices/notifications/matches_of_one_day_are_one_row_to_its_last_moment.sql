-- Tests public.list_notifications and public.mark_notification_read.
-- cast: ann brand
delete from public.notifications;
create function pg_temp.match(number int, at timestamptz) returns void language sql as $$
  insert into public.notifications (id, user_id, event, data, created_at)
  values (('00000000-0000-4000-8000-00000000000' || number)::uuid, tests.user_id(tests.id('ann')), 'creator_matched',
    jsonb_build_object('saved_search_id', 'one', 'saved_search_name', 'One', 'profile_name', 'Creator', 'profile_id', tests.id('ann')), at)
$$;
create function pg_temp.listed(most int default 20) returns text language sql as $$
  select string_agg(right(l.id::text, 1) || ' and ' || l.others || case when l.read then ', read' else '' end, '; ' order by l.place)
  from (select x.*, row_number() over () as place from public.list_notifications(most) as x) as l
$$;
select pg_temp.match(1, '2026-05-04 00:00Z');
select pg_temp.match(2, '2026-05-04 23:59:59.999999Z');
select pg_temp.match(3, '2026-05-05 00:00Z');
select pg_temp.match(4, '2026-05-05 00:00Z');
select tests.act_as(tests.id('ann'));
select is(pg_temp.listed(), '4 and 1; 2 and 1', 'matches from the first to the last moment of a day are one row');
select is(public.mark_notification_read('00000000-0000-4000-8000-000000000004'), 2, 'a match of the same moment is marked as read with the row');
select is(public.mark_notification_read('00000000-0000-4000-8000-000000000002'), 2, 'a match of the first moment of the day is marked as read with the row');
select is(pg_temp.listed(), '4 and 1, read; 2 and 1, read', 'rows that were marked are listed as read');
-- Rows with equal times have a stable order, and marking a row that is not a group marks that row alone.
select tests.act_as_owner();
insert into public.notifications (id, user_id, event, data, created_at, read)
select ('00000000-0000-4000-8000-00000000000' || n)::uuid, tests.user_id(tests.id('ann')), 'order_delivered', '{"order_id": 1}', '2026-05-06', n = 6
from generate_series(5, 7) as n;
select tests.gets('ann', 'select pg_temp.listed()', '7 and 0; 6 and 0, read; 5 and 0; 4 and 1, read; 2 and 1, read', 'the newest row is listed first, and of rows with equal times the one with the highest id');
select tests.gets('ann', 'select pg_temp.listed(2)', '7 and 0; 6 and 0, read', 'a page of two rows has the first two');
insert into public.notifications (user_id, event, data)
select tests.user_id(tests.id('ann')), 'order_delivered', '{"order_id": 1}' from generate_series(1, 201);
select tests.gets('ann', 'select count(*) from public.list_notifications(200)', '200', 'a page has two hundred rows');
select tests.gets('ann', 'select count(*) from public.list_notifications(201)', '200', 'a page has no more than two hundred rows');
