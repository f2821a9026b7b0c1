-- The one conversation of each pair of members: its row, its two members, and who may see it. Messages
-- are in 13_messages/01_messages; the files of the two are stored under its id.
create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  -- The two ids in order, so that the pair is unique.
  member_a uuid not null references public.profiles (id),
  member_b uuid not null references public.profiles (id),
  opened_by uuid not null references public.profiles (id),
  -- Null until somebody writes; the inbox does not list empty conversations.
  last_message_at timestamptz,
  created_at timestamptz not null default now(),
  constraint conversations_pair_key unique (member_a, member_b),
  constraint conversations_pair_sorted check (member_a < member_b),
  constraint conversations_opened_by_member check (opened_by in (member_a, member_b))
);
comment on table public.conversations is 'Conversations, one per pair of members.';
create index conversations_newest_of_a on public.conversations (member_a, last_message_at desc);
create index conversations_newest_of_b on public.conversations (member_b, last_message_at desc);
create index conversations_opened on public.conversations (opened_by);

-- The pair as two rows, so that clients can embed it.
create table public.conversation_participants (
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  profile_id uuid not null references public.profiles (id),
  primary key (conversation_id, profile_id)
);
comment on table public.conversation_participants is 'The two members of each conversation; written by trigger only.';
create index conversation_participants_of_profile on public.conversation_participants (profile_id);

alter table public.conversations enable row level security;
alter table public.conversation_participants enable row level security;
create policy conversations_select on public.conversations for select to authenticated
  using (member_a = (select private.my_profile_id()) or member_b = (select private.my_profile_id()));

create function private.my_conversations() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me constant uuid := private.my_profile_id();
begin
  return query
    select c.id from public.conversations c where c.member_a = v_me
    union all select c.id from public.conversations c where c.member_b = v_me;
end;
$$;
comment on function private.my_conversations is 'The conversations of the caller. Policies compare with them, because an index can find them.';
grant execute on function private.my_conversations to authenticated;

create policy conversation_participants_select on public.conversation_participants for select to authenticated
  using (conversation_id = any (array(select private.my_conversations())));
-- Members get no right to insert: get_or_create_conversation creates conversations.
grant select on public.conversations, public.conversation_participants to authenticated, service_role;

create function private.add_participants() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.conversation_participants (conversation_id, profile_id)
  values (NEW.id, NEW.member_a), (NEW.id, NEW.member_b);
  return null;
end;
$$;
comment on function private.add_participants is 'Trigger: adds the two members of a new conversation.';
create trigger conversations_add_participants after insert on public.conversations
  for each row execute function private.add_participants();

create function private.is_my_conversation(conversation_id text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if conversation_id is null
    or conversation_id !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  then
    return false;
  end if;
  return exists (
    select from public.conversations c
    where c.id = is_my_conversation.conversation_id::uuid
      and private.my_profile_id() in (c.member_a, c.member_b)
  );
end;
$$;
comment on function private.is_my_conversation is 'Whether a text is the id of a conversation of the caller; for topics and paths.';
grant execute on function private.is_my_conversation to authenticated;
