-- The private channels of Realtime: typing and presence in a conversation, and changes of tables.

-- Each member of a conversation has a private channel of their own, `conversation:<id>:<profile>`:
-- only they can send in it, so neither the payload nor the presence key can impersonate the other
-- member; both can receive. Blocked and suspended members cannot send. Realtime checks these
-- policies when a client joins a channel and when its token changes; a client whose conversation is
-- blocked leaves the channel itself.
create function private.may_talk(conversation_id text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_my_conversation(conversation_id) then
    return false;
  end if;
  return private.can_transact(private.my_profile_id()) and not exists (
    select from public.conversations c
    where c.id = may_talk.conversation_id::uuid and private.can_receive(c) is not true
  );
end;
$$;
comment on function private.may_talk is 'Whether the caller may send in the conversation that a text names.';
grant execute on function private.may_talk to authenticated;

create policy conversation_topics_select on realtime.messages for select to authenticated
  using (extension in ('broadcast', 'presence')
    and (select realtime.topic()) like 'conversation:%:%'
    and (select private.is_member())
    and (select private.is_my_conversation(split_part(realtime.topic(), ':', 2))));
create policy conversation_topics_insert on realtime.messages for insert to authenticated
  with check (extension in ('broadcast', 'presence')
    and (select realtime.topic()) = 'conversation:' || split_part((select realtime.topic()), ':', 2)
      || ':' || (select private.my_profile_id())
    and (select private.may_talk(split_part(realtime.topic(), ':', 2))));

-- Changes of tables are sent over channels `changes:<user>:<name>` that only this user can join. Clients
-- cannot send there. The policies of the tables decide, row by row, which changes the user receives.
create policy change_topics_select on realtime.messages for select to authenticated
  using (extension = 'broadcast'
    and starts_with((select realtime.topic()), 'changes:' || (select private.my_user_id()) || ':'));
