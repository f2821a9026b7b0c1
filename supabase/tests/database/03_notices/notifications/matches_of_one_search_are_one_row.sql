-- cast: ann brand, eve brand
delete from public.notifications;
-- Two searches match on one day, one of them also on the day before, and another notification is between them.
insert into public.notifications (user_id, event, data, created_at, read)
select tests.user_id(tests.id('ann')), 'creator_matched',
  jsonb_build_object('saved_search_id', search, 'saved_search_name', search, 'profile_name', 'Creator ' || n,
    'profile_id', tests.id('eve')),
  timestamptz '2026-05-04 12:00Z' + n * interval '1 minute' - days * interval '1 day', n % 2 = 0
from generate_series(1, 6) n, (values ('one', 0), ('two', 0), ('one', 1)) as kind (search, days);
insert into public.notifications (user_id, event, data, created_at)
values (tests.user_id(tests.id('ann')), 'order_delivered', '{"order_id": 1}', '2026-05-04 12:03:30Z');
create function pg_temp.listed() returns table (search text, name text, others int, read boolean)
language sql as $$
  select data ->> 'saved_search_id', data ->> 'profile_name', others, read from public.list_notifications()
  order by created_at desc, data ->> 'saved_search_id'
$$;
select tests.act_as(tests.id('ann'));
select results_eq('select * from pg_temp.listed()', $$ values
  ('one', 'Creator 6', 5, false), ('two', 'Creator 6', 5, false), (null::text, null::text, 0, false),
  ('one', 'Creator 6', 5, false) $$, 'the newest match of each search and day is listed in place of the others');
select results_eq(
  $$ select next.data ->> 'saved_search_id', next.others
     from public.list_notifications(3) first
     cross join lateral public.list_notifications(20, first.created_at, first.id) next
     where first.event = 'order_delivered' $$,
  $$ values ('one', 5) $$, 'the next page does not repeat matches that an earlier row stands for');
select is((select count(*) from public.list_notifications(0)), 1::bigint, 'a page has at least one row');

select is((select public.mark_notification_read(id) from public.list_notifications(1)), 3, 'a row is marked as read together with the matches that it stands for');
select is((select read from public.list_notifications(1)), true, 'a marked row is listed as read');
select is((select count(*) from public.notifications where not read), 7::bigint, 'matches of other rows are not marked');
select is((select public.mark_notification_read(id) from public.notifications where event = 'order_delivered'), 1,
  'a row that stands for no other notification is marked alone');
select is((select public.mark_notification_read(id) from public.notifications where event = 'order_delivered'), 0,
  'a row that is read is not marked again');
select is(public.mark_notification_read(gen_random_uuid()), 0, 'a row that does not exist is not marked');
