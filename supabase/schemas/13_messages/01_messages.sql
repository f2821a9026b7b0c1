-- Conversations and messages. There is one conversation per pair of members, created by one
-- function, whose rule protects creators from spam and brands from pitches: brands may write first,
-- creators only to a brand that has dealt with them.

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  sender_id uuid not null references public.profiles (id),
  receiver_id uuid not null references public.profiles (id),
  content text not null default '',
  file_url text,
  file_name text,
  file_type text,
  file_size bigint,
  -- The offer that the message shows (13_messages/04_offers); its text is the offer's title.
  offer_id uuid,
  -- The order of the two members that the message is about; they still have only one conversation.
  order_id uuid references public.pack_orders (id),
  is_read boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  constraint messages_not_empty check (not private.shows_nothing(content) or file_url is not null),
  constraint messages_content_length check (length(content) <= 4000),
  -- The path of an object in the bucket `attachments`, never an external address.
  constraint messages_file_of_conversation check (starts_with(file_url, conversation_id || '/')),
  constraint messages_file_complete check (
    num_nonnulls(file_url, file_name, file_type, file_size) in (0, 4)),
  constraint messages_file_name_length check (length(file_name) between 1 and 255),
  constraint messages_file_name_visible check (private.shows_all_characters(file_name)),
  constraint messages_file_size_within_limit check (file_size between 0 and private.video_max_bytes())
);
comment on table public.messages is 'Messages; never changed, except that the receiver marks them as read.';
create index messages_of_conversation on public.messages (conversation_id, created_at desc, id desc);
create index messages_unread on public.messages (receiver_id, conversation_id) where not is_read;
create index messages_received on public.messages (receiver_id, created_at desc);
create index messages_sent on public.messages (sender_id, created_at desc);
create index messages_of_order on public.messages (order_id, created_at desc, id desc) where order_id is not null;
create unique index messages_offer_id on public.messages (offer_id) where offer_id is not null;

-- Access -----------------------------------------------------------------------------------
alter table public.messages enable row level security;

-- The form of the first condition keeps Postgres from using an index for it: otherwise the planner would read everything that
-- a busy member ever sent and received. The second lets an index answer a read without a filter.
create policy messages_select on public.messages for select to authenticated
  using ((select private.my_profile_id()) = any (array[receiver_id, sender_id])
    and conversation_id = any (array(select private.my_conversations())));
create policy messages_insert on public.messages for insert to authenticated
  with check (sender_id = (select private.my_profile_id()));
-- Only the receiver marks a message as read, once, and nobody marks one as unread.
create policy messages_update on public.messages for update to authenticated
  using (receiver_id = (select private.my_profile_id()) and not is_read)
  with check (receiver_id = (select private.my_profile_id()) and is_read);

-- Members get no right to delete: both sides keep their messages.
grant select on public.messages to authenticated, service_role;
grant insert (id, conversation_id, sender_id, receiver_id, content, file_url, file_name, file_type, file_size, order_id),
  update (is_read) on public.messages to authenticated;

-- Opening a conversation -------------------------------------------------------------------
create function private.may_write_first(writer uuid, other uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_writer public.profiles;
  v_other public.profiles;
begin
  select * into v_writer from public.profiles p where p.id = writer;
  select * into v_other from public.profiles p where p.id = other;
  if v_writer.role = 'brand' or v_writer.is_staff or v_other.is_staff then
    return true;
  end if;
  -- A creator needs a brand that ordered from them, invited them, or whose campaign they applied
  -- to. Creators do not write to creators first.
  return v_other.role = 'brand' and (
    exists (select from public.pack_orders o where o.brand_id = other and o.kol_id = writer)
    or exists (select from public.referrals r where r.inviter_id = other and r.invitee_id = writer)
    or exists (
      select from public.campaign_applications a
      join public.campaigns c on c.id = a.campaign_id
      where c.brand_id = other and a.kol_id = writer and a.status <> 'withdrawn'
    )
  );
end;
$$;
comment on function private.may_write_first is 'Whether the first member may open a conversation with the second.';

create function private.have_paid_work(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.pack_orders o join public.order_statuses s using (status)
    where s.holds_escrow and (o.brand_id, o.kol_id) in ((one, other), (other, one))
  )
$$;
comment on function private.have_paid_work is 'True while two members have money in an order: then files that its work requires can be sent despite a block.';

create function private.open_conversation(opener uuid, other uuid) returns uuid
language sql volatile security definer set search_path = '' as $$
  insert into public.conversations (member_a, member_b, opened_by)
  values (least(opener, other), greatest(opener, other), opener)
  -- A concurrent call by the other member may create it first.
  on conflict on constraint conversations_pair_key do update set opened_by = conversations.opened_by
  returning id
$$;
comment on function private.open_conversation is 'Creates the conversation of two members, if there is none.';

create function private.get_or_create_conversation(other_profile_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_id uuid;
begin
  if v_me is null or other_profile_id is null or v_me = other_profile_id then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  select c.id into v_id from public.conversations c
  where c.member_a = least(v_me, other_profile_id) and c.member_b = greatest(v_me, other_profile_id);
  if v_id is not null then
    return v_id;
  end if;

  -- Files of paid work are stored in the conversation, also the evidence of a suspended member.
  if private.have_paid_work(v_me, other_profile_id) then
    perform private.require_open_session();
    return private.open_conversation(v_me, other_profile_id);
  end if;
  perform private.require_transact();
  -- A block is not disclosed: the refusal is that for a member who does not exist.
  if private.are_blocked(v_me, other_profile_id)
    or not exists (select from public.members m where m.id = other_profile_id)
  then
    raise exception 'member_not_available' using errcode = 'PT409';
  end if;
  if private.may_write_first(v_me, other_profile_id) is not true then
    raise exception 'may_not_write_first' using errcode = 'PT403';
  end if;

  if (select p.trust_level from public.profiles p where p.id = v_me) = 'new' then
    perform private.rate_limit('open_conversation', private.limits_of(v_me)::text,
      private.setting('new_member_conversations_per_day')::int, interval '1 day');
  end if;

  return private.open_conversation(v_me, other_profile_id);
end;
$$;

create function public.get_or_create_conversation(other_profile_id uuid) returns uuid
language sql security invoker set search_path = '' as $$
  select private.get_or_create_conversation(other_profile_id)
$$;
comment on function public.get_or_create_conversation is 'The conversation with another member, created if the caller may write first or has paid work with them.';
grant execute on function private.get_or_create_conversation, public.get_or_create_conversation to authenticated;

-- Sending ----------------------------------------------------------------------------------
-- Messages are inserted directly, with an id made by the client, so a retry finds its own row.
create function private.can_receive(c public.conversations) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.members m where m.id in (c.member_a, c.member_b) and m.id <> private.my_profile_id())
    and not private.are_blocked(c.member_a, c.member_b);
end;
$$;
comment on function private.can_receive is 'True when the other side of the caller''s conversation is a current member, and neither has blocked the other. Refusals do not say which.';

create function private.prepare_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_pair uuid[];
  v_file jsonb;
begin
  -- The owner of the database (the seed) has no session: the row then names the sender.
  NEW.sender_id := coalesce(NEW.sender_id, v_me);
  select array[c.member_a, c.member_b] into v_pair
  from public.conversations c where c.id = NEW.conversation_id;
  if v_pair is null or NEW.sender_id is distinct from coalesce(v_me, NEW.sender_id)
    or NEW.sender_id <> all (v_pair)
  then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  NEW.receiver_id := case when v_pair[1] = NEW.sender_id then v_pair[2] else v_pair[1] end;

  -- A retry gets the answer of the primary key, whatever has happened since the message was stored.
  if exists (
    select from public.messages m
    where m.id = NEW.id and m.sender_id = NEW.sender_id and m.conversation_id = NEW.conversation_id
  ) then
    raise unique_violation using constraint = 'messages_pkey',
      message = 'duplicate key value violates unique constraint "messages_pkey"';
  end if;

  -- Waits for a deletion of the sender's account, which would remove the file.
  perform private.share_standing(NEW.sender_id);
  if private.can_transact(NEW.sender_id) is not true then
    raise exception 'cannot_transact' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  if not exists (select from public.members m where m.id = NEW.receiver_id) then
    raise exception 'member_not_available' using errcode = 'PT409';
  end if;
  if private.are_blocked(NEW.sender_id, NEW.receiver_id) then
    -- The block is shown only in a conversation that has messages. A conversation that only holds files of paid work answers as
    -- if there were none.
    if exists (select from public.messages m where m.conversation_id = NEW.conversation_id) then
      raise exception 'blocked' using errcode = 'PT403';
    end if;
    raise exception 'member_not_available' using errcode = 'PT409';
  end if;
  -- An order of others is refused like one that does not exist.
  if NEW.order_id is not null and not exists (
    select from public.pack_orders o
    where o.id = NEW.order_id and array[o.brand_id, o.kol_id] <@ v_pair
  ) then
    raise exception 'message_order_unknown' using errcode = 'PT422';
  end if;

  if NEW.file_url is not null then
    perform private.send_files(NEW.sender_id, NEW.receiver_id, array[NEW.file_url]);
    -- The type and size in Storage are trusted, those of the client are not.
    select coalesce(o.metadata, '{}') into v_file from storage.objects o
    where o.bucket_id = 'attachments' and o.name = NEW.file_url;
    NEW.file_name := coalesce(NEW.file_name, storage.filename(NEW.file_url));
    NEW.file_type := coalesce(v_file ->> 'mimetype', NEW.file_type, 'application/octet-stream');
    NEW.file_size := coalesce((v_file ->> 'size')::bigint, NEW.file_size, 0);
  end if;
  return NEW;
end;
$$;
comment on function private.prepare_message is 'Trigger: the sender is the caller, the receiver is the other member, the file belongs to the sender.';
create trigger messages_check_open_session before insert on public.messages
  for each statement when (current_user = 'authenticated') execute function private.check_open_session();
create trigger messages_are_few before insert on public.messages
  for each row when (current_user = 'authenticated') execute function private.refuse_long_list();
create trigger messages_prepare before insert on public.messages
  for each row execute function private.prepare_message();

create function private.touch_conversation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.conversations set last_message_at = greatest(last_message_at, NEW.created_at)
  where id = NEW.conversation_id;
  return null;
end;
$$;
comment on function private.touch_conversation is 'Trigger: sorts the conversation by its newest message.';
create trigger messages_read_in_open_session before update on public.messages
  for each statement when (current_user = 'authenticated') execute function private.check_open_session();
create trigger messages_touch_conversation after insert on public.messages
  for each row execute function private.touch_conversation();

-- Reading ----------------------------------------------------------------------------------
create function public.mark_conversation_read(conversation_id uuid) returns int
language sql security invoker set search_path = '' as $$
  with marked as (
    update public.messages m set is_read = true
    where m.conversation_id = mark_conversation_read.conversation_id
      and m.receiver_id = (select private.my_profile_id()) and not m.is_read
    returning m.id
  )
  select count(*)::int from marked
$$;
comment on function public.mark_conversation_read is 'Marks the other member''s messages as read; returns how many.';

create function private.unread_count() returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select count(*)::int from public.messages m
    where m.receiver_id = (select private.my_profile_id()) and not m.is_read
  );
end;
$$;
create function public.unread_count() returns int
language sql stable security invoker set search_path = '' as $$
  select private.unread_count()
$$;
comment on function public.unread_count is 'How many messages the caller has not read.';

create function private.members_by_order(me uuid, term text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(
    select case me when o.brand_id then o.kol_id else o.brand_id end from public.pack_orders o
    where me in (o.brand_id, o.kol_id) and strpos(private.normalise_text(concat_ws(' ', o.number, o.pack_title)), term) > 0)
$$;
comment on function private.members_by_order is 'The other sides of the orders of a member whose number or title has the normalised term.';

create function private.is_sought(conversation_id uuid, other_id uuid, me uuid, only_unread boolean, term text, by_order uuid[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (not only_unread or exists (
      select from public.messages m
      where m.receiver_id = me and m.conversation_id = is_sought.conversation_id and not m.is_read))
    and (term is null or other_id = any (by_order) or exists (
      select from public.profiles p where p.id = other_id and strpos(private.normalise_text(p.display_name), term) > 0));
end;
$$;
comment on function private.is_sought is 'True for a conversation with a member whose name has the normalised term or who was found by an order; if only unread ones are sought, with an unread message.';

create function private.inbox(page_size int, before timestamptz, only_unread boolean, term text, with_id uuid)
returns table (
  conversation_id uuid, other_id uuid, other_name text, other_image text, other_role text,
  last_message text, last_file_name text, last_sender_id uuid, last_message_at timestamptz,
  unread_count int, blocked boolean, blocked_by_me boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me uuid := private.my_profile_id();
  v_size int := least(greatest(page_size, 1), 100);
  v_before timestamptz := coalesce(before, 'infinity');
  v_term text := nullif(private.normalise_text(term), '');
  v_by_order uuid[] := case when v_term is not null then private.members_by_order(v_me, v_term) end;
begin
  return query
    with page as (
      -- Each side of the pair has a sorted index, of which no more than a page is read.
      select * from (
        (select c.id, c.member_b as other_id, c.last_message_at from public.conversations c
          where c.member_a = v_me and c.last_message_at < v_before and (with_id is null or c.member_b = with_id)
            and (not only_unread and v_term is null or private.is_sought(c.id, c.member_b, v_me, only_unread, v_term, v_by_order))
          order by c.last_message_at desc limit v_size)
        union all
        (select c.id, c.member_a, c.last_message_at from public.conversations c
          where c.member_b = v_me and c.last_message_at < v_before and (with_id is null or c.member_a = with_id)
            and (not only_unread and v_term is null or private.is_sought(c.id, c.member_a, v_me, only_unread, v_term, v_by_order))
          order by c.last_message_at desc limit v_size)
      ) as both_places
      order by last_message_at desc
      limit v_size
    )
    select page.id, other.id,
      case when other.deleted_at is null then other.display_name else 'Former member' end,
      other.profile_image, other.role, last.content, last.file_name, last.sender_id, page.last_message_at,
      (select count(*)::int from public.messages m
        where m.receiver_id = v_me and m.conversation_id = page.id and not m.is_read),
      page.other_id = any (array(select private.blocked_members(v_me))),
      page.other_id = any (array(
        select s.id from public.member_blocks b cross join lateral private.held_with(b.blocked_id) as s (id)
        where b.blocker_id = v_me))
    from page
    join public.profiles other on other.id = page.other_id
    cross join lateral (
      select m.content, m.file_name, m.sender_id from public.messages m
      where m.conversation_id = page.id
      order by m.created_at desc, m.id desc limit 1
    ) last
    order by page.last_message_at desc;
end;
$$;
comment on function private.inbox is 'The body of public.inbox; also reads the names of members who left.';

create function public.inbox(
  page_size int default 30, before timestamptz default null, only_unread boolean default false, term text default null,
  with_id uuid default null
)
returns table (
  conversation_id uuid, other_id uuid, other_name text, other_image text, other_role text,
  last_message text, last_file_name text, last_sender_id uuid, last_message_at timestamptz,
  unread_count int, blocked boolean, blocked_by_me boolean
)
language sql stable security invoker set search_path = '' as $$
  select * from private.inbox(page_size, before, only_unread is true, term, with_id)
$$;
comment on function public.inbox is
  'The caller''s conversations, newest first; `before` is the last time of the previous page, `term` part of the name of the other member, or of the number or title of an order with them; '
  '`with_id` the one other member.';
grant execute on function private.inbox, private.unread_count, public.inbox, public.unread_count, public.mark_conversation_read
  to authenticated;

alter publication supabase_realtime add table public.messages;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('new_member_conversations_per_day', 20, 'count', 'Conversations that a new member may open in a day.', 1, 1000, true)
on conflict (key) do nothing;
