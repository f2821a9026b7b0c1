-- Notifications, kept until they are read. A row is an event of supabase/notices with the values
-- that its texts use; the client and the e-mails render it in the member's language, and the
-- database adds the English text. Only the database inserts rows: `private.notify` for one, the
-- matcher for many at once. `user_id` is the id that the client subscribes with; a trigger queues
-- the e-mail (75_emails).
create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  type text not null,
  -- Null in rows that are older than the events; those have only their English texts.
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

alter table public.notifications enable row level security;
create policy notifications_select on public.notifications for select to authenticated
  using (user_id = (select auth.uid()));
create policy notifications_update on public.notifications for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

-- No insert, no delete: clients can neither invent nor lose notifications.
grant select, update (read) on public.notifications to authenticated;
grant select on public.notifications to service_role;

create trigger notifications_write_notice before insert on public.notifications
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

create function public.mark_all_notifications_read() returns int
language sql security invoker set search_path = '' as $$
  with marked as (
    update public.notifications set read = true
    where user_id = (select auth.uid()) and not read
    returning id
  )
  select count(*)::int from marked
$$;
comment on function public.mark_all_notifications_read is 'Marks everything the caller has not read; returns how many.';
grant execute on function public.mark_all_notifications_read to authenticated;

alter publication supabase_realtime add table public.notifications;
