-- What a member should know, kept until it is read. A row is an event of supabase/notices with the
-- values that its texts name; the client and the e-mails write it in the member's language, and the
-- database adds the English. Rows are written by the database alone: `private.notify` for one,
-- the matcher for many at once. `user_id` is the id that the client subscribes with; e-mail
-- follows by trigger (75_emails), so no writer needs to think of it.
create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  type text not null,
  -- Null in rows from before the events had names; those have their English texts alone.
  event text,
  title text not null,
  message text not null,
  data jsonb not null default '{}',
  read boolean not null default false,
  created_at timestamptz not null default now(),
  constraint notifications_type_known check (type = any (private.notification_types())),
  constraint notifications_data_is_object check (jsonb_typeof(data) = 'object')
);
comment on table public.notifications is 'What a member should know. The reader may only mark it read.';

create index notifications_newest on public.notifications (user_id, created_at desc, id desc);
create index notifications_unread on public.notifications (user_id) where not read;

alter table public.notifications enable row level security;
create policy notifications_select on public.notifications for select to authenticated
  using (user_id = (select auth.uid()));
create policy notifications_update on public.notifications for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

-- No insert, no delete: a client can neither invent news nor lose it.
grant select, update (read) on public.notifications to authenticated;
grant select on public.notifications to service_role;

-- Texts ----------------------------------------------------------------------------------
-- As supabase/notices/render.ts, but for English alone and with amounts and times as the contract
-- has them. A value that is missing leaves its place in the text, where a test finds it.
create function private.notice_value(key text, data jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(case
    when key like '%\_minor' then private.money_text((data ->> key)::bigint, data ->> 'currency')
    when key like '%\_at' then to_char((data ->> key)::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC'
    else data ->> key
  end, '{' || key || '}')
$$;
comment on function private.notice_value is 'A value of a notice as its English text has it.';

-- In pieces of a text and the place that ends it: what a value says is never read as a place.
create function private.fill_notice(words jsonb, data jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(piece[1] || coalesce(private.notice_value(piece[2], data), ''), '' order by place)
  from regexp_matches(case jsonb_typeof(words)
    when 'object' then words ->> case when data ->> 'count' = '1' then 'one' else 'other' end
    else words #>> '{}'
  end, '([^{]*)(?:\{(\w+)\}|$)', 'g') with ordinality as found (piece, place)
$$;
comment on function private.fill_notice is 'A text of private.notice_words with the values of a notice.';

create function private.write_notice() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_words jsonb := private.notice_words() -> NEW.event;
begin
  -- An event that the catalogue does not know has no type, which the table refuses.
  NEW.type := v_words ->> 'type';
  NEW.title := private.fill_notice(v_words -> 'title', NEW.data);
  NEW.message := private.fill_notice(v_words -> 'message', NEW.data);
  return NEW;
end;
$$;
comment on function private.write_notice is 'Trigger: gives an event its type and its English texts.';
create trigger notifications_write_notice before insert on public.notifications
  for each row when (NEW.event is not null) execute function private.write_notice();

create function private.notify(user_profile_id uuid, event text, data jsonb default '{}') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  -- A deleted account has no user any more, and nobody to notify.
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
    returning 1
  )
  select count(*)::int from marked
$$;
comment on function public.mark_all_notifications_read is 'Marks everything the caller has not read; returns how many.';
grant execute on function public.mark_all_notifications_read to authenticated;

alter publication supabase_realtime add table public.notifications;
