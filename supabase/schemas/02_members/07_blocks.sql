-- Blocks between two members.
--
-- A block works in both directions wherever one of the two could reach the other: no messages, orders
-- or applications, and neither finds the other, their packs or open campaigns. A block is never
-- disclosed: each refusal is the one for a creator, pack or campaign that is not available. The
-- exception is an existing conversation, where both see that no more messages can be sent.
--
-- Open orders continue, because money is in escrow. What the work requires (brief, delivery, revision,
-- dispute, and their files) is still delivered; the reason of a cancellation is not
-- (07_orders/05_history), and an unpaid order can no longer be paid.
--
-- A block applies to every account of the blocked person (02_members/05_people).
create table public.member_blocks (
  blocker_id uuid not null references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  constraint member_blocks_not_oneself check (blocker_id <> blocked_id)
);
comment on table public.member_blocks is 'Who blocked whom. A blocked member cannot see it.';
create index member_blocks_of_blocked on public.member_blocks (blocked_id);

alter table public.member_blocks enable row level security;
create policy member_blocks_select on public.member_blocks for select to authenticated
  using (blocker_id = (select private.my_profile_id()));
grant select on public.member_blocks to authenticated, service_role;

create function private.are_blocked(one uuid, other uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.member_blocks b
    where b.blocker_id = one and b.blocked_id in (select private.answers_for(other))
      or b.blocker_id = other and b.blocked_id in (select private.answers_for(one))
  );
end;
$$;
comment on function private.are_blocked is 'True when either member blocked the other, with whichever account.';

create function private.blocked_members(profile_id uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.id
  from public.member_blocks b cross join lateral private.held_with(b.blocked_id) as s (id)
  where b.blocker_id = blocked_members.profile_id
  union all
  select b.blocker_id from public.member_blocks b
  where b.blocked_id in (select private.answers_for(blocked_members.profile_id))
$$;
comment on function private.blocked_members is 'All members whom a member blocked or who blocked that member.';

create function private.my_blocked_members() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select private.blocked_members(private.my_profile_id())
$$;
comment on function private.my_blocked_members is 'blocked_members of the caller, for policies.';
grant execute on function private.my_blocked_members to authenticated;

-- Hides the blocker and the blocked member from each other, as the search does: a row that only one of the two lists hides would
-- disclose the block.
create policy members_select on public.members for select to authenticated
  using ((select private.is_member()) and id <> all (array(select private.my_blocked_members())));

-- Numbers about a member whom the reader cannot find would reveal that there is a block, and would keep changing after it.
create function private.may_see(profile_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_member() and (profile_id = private.my_profile_id() or exists (select from public.members m where m.id = profile_id)
    and not private.are_blocked(private.my_profile_id(), profile_id))
$$;
comment on function private.may_see is 'True when the caller finds this member, or is this member.';

create function private.block_member(profile_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
begin
  if v_me is null or v_me = profile_id
    or not exists (select from public.profiles p where p.id = block_member.profile_id)
  then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  -- One at a time: concurrent blocks would not count each other.
  perform pg_advisory_xact_lock(hashtextextended('blocks of ' || v_me, 0));
  insert into public.member_blocks (blocker_id, blocked_id) values (v_me, profile_id)
  on conflict do nothing;
  -- Each read of the blocker, and each match of their campaigns, reads all of their blocks.
  if (select count(*) from public.member_blocks b where b.blocker_id = v_me) > private.setting('blocks_per_member') then
    raise exception 'member_blocks_full' using errcode = 'PT409';
  end if;
end;
$$;

create function public.block_member(profile_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.block_member(profile_id)
$$;
comment on function public.block_member is 'Blocks a member: from now on neither can reach the other.';
create function private.unblock_member(profile_id uuid) returns void
language sql security definer set search_path = '' as $$
  select private.require_open_session();
  delete from public.member_blocks b
  where b.blocker_id = private.my_profile_id()
    and b.blocked_id in (select private.answers_for(unblock_member.profile_id))
$$;
create function public.unblock_member(profile_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.unblock_member(profile_id)
$$;
comment on function public.unblock_member is 'Removes the caller''s own block.';
grant execute on function private.block_member, private.unblock_member,
  public.block_member, public.unblock_member to authenticated;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('blocks_per_member', 500, 'count', 'Accounts that a member may keep blocked.', 10, 5000)
on conflict (key) do nothing;
