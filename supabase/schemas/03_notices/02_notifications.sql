-- Notifications are kept until they are read, and a while longer. A row is an event of supabase/notices with the values
-- that its texts use; the client and the e-mails render it in the member's language, and the
-- database adds the English text. Only the database inserts rows: `private.notify` for one, the
-- matcher for many at once. `user_id` is the id that the client subscribes with; a trigger queues
-- the e-mail (03_notices/03_emails).
create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  type text not null,
  -- Null in rows that were written before notifications had events; those have only their English texts.
  event text,
  title text not null,
  message text not null,
  data jsonb not null default '{}',
  read boolean not null default false,
  created_at timestamptz not null default now(),
  constraint notifications_type_known check (type = any (private.notification_types())),
  constraint notifications_data_is_object check (jsonb_typeof(data) = 'object')
);
comment on table public.notifications is 'Notifications of a member, who may only mark them as read.';

create index notifications_newest on public.notifications (user_id, created_at desc, id desc);
create index notifications_unread on public.notifications (user_id) where not read;
create index notifications_read on public.notifications (created_at) where read;
-- Finds the notices that still name a member who leaves (15_operation/05_account).
create index notifications_of_named on public.notifications ((coalesce(data ->> 'other_id', data ->> 'profile_id')))
  where coalesce(data ->> 'other_name', data ->> 'profile_name') <> 'Former member';

alter table public.notifications enable row level security;
create policy notifications_select on public.notifications for select to authenticated
  using (user_id = (select private.my_user_id()));
-- A notice can be marked once: repeated marks would each be written, and sent to Realtime.
create policy notifications_update on public.notifications for update to authenticated
  using (user_id = (select private.my_user_id()) and not read)
  with check (user_id = (select private.my_user_id()) and read);

-- Members get no right to insert or delete, so clients can neither invent nor lose notifications.
grant select, update (read) on public.notifications to authenticated;
grant select on public.notifications to service_role;
create trigger notifications_check_open_session before update on public.notifications
  for each statement when (current_user = 'authenticated') execute function private.check_open_session();

create trigger notifications_write_notice before insert or update of data on public.notifications
  for each row when (NEW.event is not null) execute function private.write_notice();

create function private.notify(user_profile_id uuid, event text, data jsonb default '{}') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  -- A deleted account has no user to notify.
  insert into public.notifications (user_id, event, data)
  select p.user_id, notify.event, coalesce(notify.data, '{}')
  from public.profiles p
  where p.id = notify.user_profile_id and p.user_id is not null
  returning id into v_id;
  return v_id;
end;
$$;
comment on function private.notify is
  'Notifies one member of an event; returns the notification, or null when the account is gone.';

-- Inserts all rows in one statement, so that their e-mails are queued together. The rows are a
-- microsecond apart, so that lists and e-mails keep the order.
create function private.notify_all(profile_ids uuid[], events text[], data jsonb[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notifications (user_id, event, data, created_at)
  select p.user_id, n.event, n.data, now() - (cardinality(events) - n.place) * interval '1 microsecond'
  from unnest(profile_ids, events, data) with ordinality as n (profile_id, event, data, place)
  join public.profiles p on p.id = n.profile_id and p.user_id is not null
  order by n.place;
end;
$$;
comment on function private.notify_all is 'Notifies members of several events, in this order.';

create function public.mark_all_notifications_read() returns int
language sql security invoker set search_path = '' as $$
  with marked as (
    update public.notifications set read = true
    where user_id = (select private.my_user_id()) and not read
    returning id
  )
  select count(*)::int from marked
$$;
comment on function public.mark_all_notifications_read is 'Marks everything the caller has not read; returns how many.';
grant execute on function public.mark_all_notifications_read to authenticated;

-- Matches ------------------------------------------------------------------------------------
-- Thousands of creators can match one saved search on one day. A list shows them as one row, the
-- newest, with the number of the others. Days are those of UTC, the same for every reader.
create index notifications_of_search on public.notifications
  (user_id, (data ->> 'saved_search_id'), created_at desc, id desc) where event = 'creator_matched';

-- Security definer: under the policy a condition on `data` could not use the index.
create function private.list_notifications(page_size int, before timestamptz, before_id uuid)
returns table (
  id uuid, user_id uuid, type text, event text, title text, message text, data jsonb, read boolean,
  created_at timestamptz, others int
)
language sql stable security definer set search_path = '' as $$
  with page as materialized (
    select n.* from public.notifications n
    where n.user_id = (select private.my_user_id())
      and (n.created_at, n.id) < (
        coalesce(list_notifications.before, 'infinity'),
        coalesce(list_notifications.before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      -- The limit makes the planner look the newer row up in the index for each row, instead of joining.
      and (n.event is distinct from 'creator_matched' or (
        select newer.id from public.notifications newer
        where newer.event = 'creator_matched' and newer.user_id = n.user_id
          and newer.data ->> 'saved_search_id' = n.data ->> 'saved_search_id'
          and (newer.created_at, newer.id) > (n.created_at, n.id)
          and newer.created_at < date_trunc('day', n.created_at, 'UTC') + interval '1 day'
        limit 1) is null)
    order by n.created_at desc, n.id desc
    limit least(greatest(list_notifications.page_size, 1), 200)
  )
  select p.id, p.user_id, p.type, p.event, p.title, p.message, p.data, p.read and older.are_read, p.created_at,
    older.number
  from page p
  cross join lateral (
    select count(*)::int as number, coalesce(bool_and(o.read), true) as are_read from public.notifications o
    where p.event = 'creator_matched' and o.event = 'creator_matched' and o.user_id = p.user_id
      and o.data ->> 'saved_search_id' = p.data ->> 'saved_search_id'
      and (o.created_at, o.id) < (p.created_at, p.id)
      and o.created_at >= date_trunc('day', p.created_at, 'UTC')
  ) older
  order by p.created_at desc, p.id desc
$$;

create function public.list_notifications(
  page_size int default 20, before timestamptz default null, before_id uuid default null
)
returns table (
  id uuid, user_id uuid, type text, event text, title text, message text, data jsonb, read boolean,
  created_at timestamptz, others int
)
language sql stable security invoker set search_path = '' as $$
  select * from private.list_notifications(page_size, before, before_id)
$$;
comment on function public.list_notifications is
  'The caller''s notifications, newest first; matches of one saved search on one day are one row, and `others` is the number of further matches in that row. `before` and `before_id` are of the last row of the previous page.';
grant execute on function private.list_notifications, public.list_notifications to authenticated;

create function public.mark_notification_read(notification_id uuid) returns int
language sql security invoker set search_path = '' as $$
  with marked as (
    update public.notifications n set read = true
    from public.notifications shown
    where shown.id = mark_notification_read.notification_id
      and n.user_id = shown.user_id and not n.read
      and (n.id = shown.id or (
        shown.event = 'creator_matched' and n.event = 'creator_matched'
        and n.data ->> 'saved_search_id' = shown.data ->> 'saved_search_id'
        and n.created_at <= shown.created_at
        and n.created_at >= date_trunc('day', shown.created_at, 'UTC')))
    returning n.id
  )
  select count(*)::int from marked
$$;
comment on function public.mark_notification_read is
  'Marks a row of list_notifications as read, with all the matches in it; returns how many were unread.';
grant execute on function public.mark_notification_read to authenticated;

alter publication supabase_realtime add table public.notifications;

-- Rate ---------------------------------------------------------------------------------------
-- One creator or campaign can concern thousands of members. Realtime drops what exceeds a project's
-- limit of events a second (100 by default) and reports nothing, so such notifications are written
-- in steps below it. The allowance grows with time, up to the number that one run of the clock may
-- write at once.
create table private.notice_rate (
  is_only boolean primary key default true,
  available numeric not null,
  counted_at timestamptz not null,
  constraint notice_rate_is_one_row check (is_only),
  -- The maximum is the number of five seconds at the highest rate that the setting allows.
  constraint notice_rate_available_in_range check (available between 0 and 5000000),
  constraint notice_rate_time_finite check (isfinite(counted_at))
);
comment on table private.notice_rate is 'How many notifications of matches and campaigns may be written now; one row.';
alter table private.notice_rate enable row level security;

-- Steps are as far apart as the runs of the clock (15_operation/07_scheduled_jobs).
create function private.notices_available() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_seconds_between_runs constant int := 5;
  v_per_second constant numeric := private.setting('notices_per_second');
  v_most constant numeric := v_per_second * v_seconds_between_runs;
  v_now constant timestamptz := clock_timestamp();
  v_available numeric;
begin
  insert into private.notice_rate as r (available, counted_at) values (v_most, v_now)
  on conflict on constraint notice_rate_pkey do update
    set available = least(v_most, r.available + v_per_second * greatest(0, extract(epoch from v_now - r.counted_at))),
      counted_at = v_now
  returning r.available into v_available;
  return floor(v_available);
end;
$$;
comment on function private.notices_available is 'Locks the rate and returns how many notifications may be written now.';

create function private.count_notices(written int) returns void
language sql volatile security definer set search_path = '' as $$
  update private.notice_rate r set available = greatest(0, r.available - written) where r.is_only
$$;
comment on function private.count_notices is 'Subtracts the notifications that were written from the allowance.';

-- Deletion -----------------------------------------------------------------------------------
-- Realtime reads each deletion from the log, as it reads each new notification. So each run of the clock, every five
-- seconds, deletes at most as many as one run may write.
create function private.purge_notifications(at timestamptz) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_count int;
begin
  delete from public.notifications n where n.id = any (array(
    select old.id from public.notifications old
    where old.read and old.created_at <= at - make_interval(days => private.setting('notifications_kept')::int)
    order by old.created_at limit private.setting('notices_per_second')::int
    for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_notifications is 'Removes a batch of old notifications that were read; returns how many.';

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('notices_per_second', 20, 'count', 'Notifications of matches and campaigns that are written each second on average; five times as many at once.', 1, 1000000, false),
  -- The minimum is longer than a notification waits for the e-mail that lists it (email_digest_every).
  ('notifications_kept', 365, 'days', 'How long a notification is kept that was read.', 60, 3650, true)
on conflict (key) do nothing;
