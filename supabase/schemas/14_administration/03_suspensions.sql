-- Suspending members, their appeals, and the end of a suspension (05_staff/03_suspensions).

-- Suspending -----------------------------------------------------------------------------
-- Leaves out invitees who are staff, and their invitees: somebody else has appointed them in the meantime. Invites that were
-- issued as staff create no relation, even if their issuer has left.
create function private.invite_tree(profile_id uuid, with_invitees boolean) returns uuid[]
language sql stable security definer set search_path = '' as $$
  with recursive tree as (
    select p.id from public.profiles p
    where p.id = invite_tree.profile_id
      or p.id in (select private.same_person(invite_tree.profile_id)) and not p.is_staff
    union
    select r.invitee_id
    from tree
    join public.referrals r on r.inviter_id = tree.id and r.invite_id is null
    join public.profiles p on p.id = r.invitee_id and not p.is_staff
    where with_invitees
  )
  -- Members whom a deleted account invited belong to the tree, but the deleted account does not.
  select array_agg(tree.id) from tree join public.profiles p on p.id = tree.id
  where p.deleted_at is null or p.id = invite_tree.profile_id
$$;
comment on function private.invite_tree is 'A member with every account of the same person, and all members they invited by their own codes if requested.';

create function private.brought_in_note(locale text) returns text
language sql immutable set search_path = '' as $$
  select case left(locale, 2)
    when 'es' then 'La cuenta que te trajo ha sido suspendida, y la tuya con ella.'
    when 'tr' then 'Sizi getiren hesap askıya alındı, sizinki de onunla birlikte.'
    else 'The account that brought you in was suspended, and yours with it.' end
$$;
comment on function private.brought_in_note is 'The note of a suspension that is about the inviter of the member, in the member''s language.';

-- The note is about one member, and is not shown to the members whom that member invited.
create function private.open_suspensions(profile_ids uuid[], about uuid, category text, note text, without_end boolean)
returns setof public.suspensions
language plpgsql volatile security definer set search_path = '' as $$
begin
  return query with person as materialized (
    select private.same_person(about) as id
  ), term as materialized (
    -- The suspensions of invited members end with that of the member whom the act is about, who may be suspended already.
    select least(private.suspension_ends_at(coalesce(open_suspensions.category, 'other'), now()), (
      select coalesce(s.ends_at, 'infinity') from public.suspensions s where s.profile_id = about and s.ended_at is null)) as ends_at
  ), opened as (
    insert into public.suspensions (profile_id, category, note, suspended_by, proposed_by, ends_at)
    select p.id, case when w.is_about then coalesce(category, 'other') else 'other' end,
      case when w.is_about then coalesce(nullif(btrim(note), ''), private.no_suspension_note()) else private.brought_in_note(p.locale) end,
      private.my_profile_id(),
      (select s.proposed_by from public.staff_proposals s
        where s.action = 'suspend_profile' and s.subject = about::text and s.decided_in = pg_current_xact_id_if_assigned()),
      case when not without_end then (select ends_at from term) end
    from public.profiles p
    cross join lateral (select p.id in (select id from person) as is_about) as w
    -- A deleted account is suspended again only if this act replaces its suspension.
    where p.id = any (profile_ids) and (p.deleted_at is null or p.suspended_at is not null)
      and not exists (select from public.suspensions s where s.profile_id = p.id and s.ended_at is null)
    order by p.id
    returning *
  ), reached as (
    select r.id, r.profile_id
    from (
      select o.id, o.profile_id from opened o
      union all
      select s.id, s.profile_id from public.suspensions s
      where s.profile_id = any (profile_ids) and s.ended_at is null and s.id in (select b.suspension_id from private.brought_in b)
    ) as r
    where r.profile_id not in (select id from person)
  ), leaders as materialized (
    -- If the member is suspended because of a leader, that leader is also the leader of those whom this act reaches.
    select h.leader_id from private.holding_leaders h join public.suspensions s on s.id = h.suspension_id
    where s.profile_id = about and s.ended_at is null
  ), led as (
    insert into private.brought_in (suspension_id, leader_id)
    select r.id, l.leader_id from reached r
    cross join lateral (
      select leader_id from leaders
      union select about where not exists (select from leaders)
      union
      select h.leader_id from private.holding_leaders h join public.suspensions s on s.id = h.suspension_id
      where s.profile_id = r.profile_id and s.ended_because = 'replaced' and s.ended_at = now()
        and h.leader_id not in (select o.profile_id from opened o)
    ) as l
    on conflict on constraint brought_in_pkey do update set created_at = now()
  ), extended as (
    -- A suspension that was appealed keeps its end, because the appeal is decided by itself.
    update public.suspensions s set ends_at = t.ends_at
    from reached r cross join term t
    where s.id = r.id and s.proposed_by is null and s.appealed_at is null and s.ends_at < t.ends_at
    returning s.*
  )
  select * from opened union all select * from extended;
end;
$$;
comment on function private.open_suspensions is 'Writes the suspensions of those members who are not suspended yet, and prolongs those that are because of another member to the end of this act; '
  'note and category are for every account of the person whom the act is about.';

-- Ends shorter suspensions: by one of these, a member of staff could otherwise protect a member from a decision of two members.
create function private.replace_suspensions(profile_ids uuid[], ends_at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  update public.suspensions s set ended_at = now(), ended_because = 'replaced'
  where s.profile_id = any (profile_ids) and s.ended_at is null and s.proposed_by is null
    and coalesce(s.ends_at, 'infinity') <= coalesce(replace_suspensions.ends_at, 'infinity')
$$;
comment on function private.replace_suspensions is 'Ends the suspensions that one member of staff decided and that end no later than the given time (null: never).';

-- An appeal that nobody decided counts: otherwise the end of the suspension would be the beginning of
-- the next one.
create function private.was_appealed_against(profile_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.suspensions s
    where s.profile_id = any (a.accounts) and s.ended_at is not null
      and (s.ended_because in ('appeal', 'no_decision') or s.appealed_at is not null and s.appeal_decided_at is null)
      -- The last suspension of each account counts, until two members of staff have decided again.
      and s.created_at = (select max(l.created_at) from public.suspensions l where l.profile_id = s.profile_id)
      and not exists (
        select from public.suspensions l where l.profile_id = any (a.accounts) and l.created_at > s.created_at and l.proposed_by is not null))
  from (select array(select private.same_person(was_appealed_against.profile_id)) as accounts) as a
$$;
comment on function private.was_appealed_against is
  'True when the last suspension of a person has ended, and an appeal ended it or was never decided. Counts the suspension of the inviter with whom they were suspended as well.';

create function private.named_in_log(key text, ids uuid[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  c_named constant int := 100; -- The size of a row of the audit log is limited.
begin
  return jsonb_build_object(named_in_log.key, ids[1:c_named])
    || case when cardinality(ids) > c_named then jsonb_build_object('more', cardinality(ids) - c_named) else '{}' end;
end;
$$;
comment on function private.named_in_log is 'The members whom an act of suspension reached, as the audit log keeps them: the first hundred, and how many more.';

create function private.suspend_profile(
  profile_id uuid, with_invitees boolean default false, category text default null, note text default null,
  without_end boolean default false
) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_tree uuid[] := private.invite_tree(profile_id, with_invitees);
  -- A deleted member who invited others still leads a tree.
  v_profile public.profiles := private.lock_profile_for_staff(profile_id, v_tree, cardinality(v_tree) > 1);
  v_opened public.suspensions[];
  v_suspended uuid[];
begin
  -- The category may be null, because older clients send none.
  if category <> all (private.suspension_categories()) then
    raise exception 'suspension_category_unknown' using errcode = 'PT422';
  end if;
  perform private.require_reason(note) where category is not null;
  -- One member of staff could otherwise remove all the others, or repeat what an appeal has ended, also
  -- through another account of the person or through their inviter.
  if without_end or v_profile.is_staff or exists (
    select from unnest(v_tree) as t (id) where private.was_appealed_against(t.id)
  ) then
    perform private.require_confirmation('suspend_profile', v_profile.id::text);
  end if;
  if private.is_confirmed('suspend_profile', v_profile.id::text) then
    perform private.replace_suspensions(v_tree,
      case when not without_end then private.suspension_ends_at(coalesce(category, 'other'), now()) end);
  end if;
  v_opened := array(select s from private.open_suspensions(v_tree, v_profile.id, category, note, without_end is true) as s);
  v_suspended := array(select s.profile_id from unnest(v_opened) as s);
  if v_suspended = '{}' and private.is_confirmed('suspend_profile', v_profile.id::text) then
    raise exception 'suspension_exists' using errcode = 'PT409';
  end if;
  update public.profiles p set suspended_at = now() where p.id = any (v_suspended);
  perform private.withdraw_favours(v_suspended);
  if cardinality(v_suspended) > 0 then
    perform private.notify(s.profile_id, case when s.ends_at is null then 'account_suspended_without_end' else 'account_suspended' end,
      jsonb_strip_nulls(jsonb_build_object('note', s.note, 'ends_at', s.ends_at))) from unnest(v_opened) as s;
    perform private.audit('suspend_profile', v_profile.id, private.named_in_log('suspended', v_suspended) || jsonb_strip_nulls(jsonb_build_object(
      'with_invitees', with_invitees, 'category', coalesce(category, 'other'), 'note', coalesce(nullif(btrim(note), ''), v_opened[1].note), 'ends_at', v_opened[1].ends_at, 'proposed_by', v_opened[1].proposed_by)));
  end if;
  return cardinality(v_suspended);
end;
$$;
comment on function private.suspend_profile is 'Suspends a member, alone or with all members they invited, also those of a deleted account; returns how many. A decision of two members of staff replaces a weaker one.';

create function public.suspend_profile(
  profile_id uuid, with_invitees boolean default false, category text default null, note text default null,
  without_end boolean default false
) returns int
language sql volatile security invoker set search_path = '' as $$
  select private.suspend_profile(profile_id, with_invitees, category, note, without_end)
$$;
comment on function public.suspend_profile is
  'Staff: suspends a member, alone or with all members they invited: the category decides how long, the member reads the note, and those invited that the account which brought them in was suspended. '
  'Without an end, if the member is staff, or after an appeal that ended the last one or was never decided, it takes two members of staff.';

create function private.suspension_reach(profile_id uuid) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return coalesce(cardinality(private.invite_tree(profile_id, true)), 0);
end;
$$;
comment on function private.suspension_reach is 'The body of public.suspension_reach. Returns a number only: staff need a reason to see whom a member invited.';

create function public.suspension_reach(profile_id uuid) returns int
language sql stable security invoker set search_path = '' as $$
  select private.suspension_reach(profile_id)
$$;
comment on function public.suspension_reach is 'Staff: how many members a suspension with invitees concerns, those who are suspended already included.';

-- Ending ---------------------------------------------------------------------------------
-- The caller holds the locks of the members' orders and profiles.
create function private.end_suspensions(ids uuid[], because text, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ended uuid[];
  v_id uuid;
  v_name text;
  v_new_name text;
begin
  with ended as (
    update public.suspensions x set ended_at = at, ended_because = because
    where x.id = any (ids) and x.ended_at is null returning x.profile_id
  )
  select coalesce(array_agg(e.profile_id order by e.profile_id), '{}') into v_ended from ended e;
  -- Proposals of another suspension were made without knowing of this decision.
  perform private.withdraw_proposals('{suspend_profile}', array(
    select private.same_person(e.id)::text from unnest(v_ended) as e (id)), 'suspension_ended'),
    private.end_proposals(array(
      select p.id from public.staff_proposals p where p.action = 'suspend_profile' and p.status = 'open' and p.decided_in is null
        and (p.arguments ->> 'with_invitees')::boolean and private.invite_tree(p.subject::uuid, true) && v_ended), 'suspension_ended')
  where because in ('lifted', 'appeal');
  foreach v_id in array v_ended loop
    v_name := private.name_of(v_id);
    update public.profiles p set suspended_at = null where p.id = v_id returning p.display_name into v_new_name;
    -- Another member may have the name by now (02_members/04_protected_names).
    if v_new_name is distinct from v_name then
      perform private.notify(v_id, 'suspension_ended_renamed', jsonb_build_object('profile_name', v_new_name));
    else
      perform private.notify(v_id, 'suspension_ended', '{}');
    end if;
  end loop;
end;
$$;
comment on function private.end_suspensions is 'Ends suspensions and notifies the members, also of a new name.';

create function private.open_suspension(profile_id uuid) returns public.suspensions
language sql volatile security definer set search_path = '' as $$
  select * from public.suspensions s
  where s.profile_id = open_suspension.profile_id and s.ended_at is null
  for no key update
$$;
comment on function private.open_suspension is 'The suspension of a member that has not ended, locked.';

create function private.reached_together(profile_id uuid) returns setof public.suspensions
language sql stable security definer set search_path = '' as $$
  select o.*
  from public.suspensions s
  join public.suspensions o on o.suspended_by = s.suspended_by and o.created_at = s.created_at
  where s.profile_id = reached_together.profile_id and s.ended_at is null and o.ended_at is null
$$;
comment on function private.reached_together is 'The open suspensions by the act that suspended this member, that of the member among them.';

create function private.decided_by_two(profile_ids uuid[]) returns setof uuid
language plpgsql stable security definer rows 2 set search_path = '' as $$
begin
  return query
    with people as materialized (
      select i.id, coalesce(p.person_id, i.id) as person_id from unnest(profile_ids) as i (id) left join private.people p on p.profile_id = i.id
    ), accounts as (
      select e.id, e.person_id as account_id from people e
      union all select e.id, p.profile_id from people e join private.people p on p.person_id = e.person_id
    )
    select a.id from accounts a join public.suspensions s on s.profile_id = a.account_id and s.ended_at is null where private.is_of_two(s);
end;
$$;
comment on function private.decided_by_two is 'The members of whose person an account is suspended by a decision of two members of staff.';

create function private.was_decided_by_two(profile_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select private.decided_by_two(array[profile_id]))
$$;
comment on function private.was_decided_by_two is 'True while an account of a person is suspended by a decision of two members of staff.';

-- An act may have suspended the invited members later than another act suspended their inviter.
create function private.brought_in_with(profile_id uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  -- An account of the person that another act suspended stays suspended, with the invitees whom that act reached.
  with own as materialized (
    select r.* from private.reached_together(brought_in_with.profile_id) r
    where r.profile_id in (select private.same_person(brought_in_with.profile_id))
  )
  select coalesce(array_agg(o.profile_id order by o.profile_id), '{}')
  from (
    select s.profile_id from own s where s.profile_id <> brought_in_with.profile_id
    union
    select b.profile_id
    from own s
    join private.holding_leaders l on l.leader_id = s.profile_id
    join public.suspensions b on b.id = l.suspension_id and b.ended_at is null and b.appeal_decided_by is null
    where not exists (
      select from public.suspensions x
      where x.profile_id in (select private.same_person(b.profile_id)) and x.ended_at is null and private.is_of_two(x)
        and (x.id <> b.id or not private.is_of_two(s)))
      and not exists (select from private.holding_leaders h where h.suspension_id = b.id and h.leader_id not in (select profile_id from own))
  ) o
$$;
comment on function private.brought_in_with is
  'The other accounts of the person that the same act suspended, and the members who are suspended only because of this person. Leaves out members on whose person two members of staff decided otherwise.';

-- A decision of two members of staff is ended by two members of staff, for one suspended member at a time.
create function private.suspended_together(suspension_ids uuid[]) returns table (suspension_id uuid, profile_id uuid)
language sql stable security definer set search_path = '' as $$
  with asked as materialized (
    select s.* from public.suspensions s
    where s.id = any (suspension_ids) and s.ended_at is null and s.suspended_by is not null and not private.is_of_two(s)
  ), act as materialized (
    select o.id, o.profile_id, o.suspended_by, o.created_at
    from (select distinct a.suspended_by, a.created_at from asked a) as a join public.suspensions o using (suspended_by, created_at)
    where o.ended_at is null
  ), free as materialized (
    select a.* from act a
    where not exists (
      select from private.holding_leaders h
      where h.suspension_id = a.id
        and not exists (select from act l where l.profile_id = h.leader_id and (l.suspended_by, l.created_at) = (a.suspended_by, a.created_at)))
  ), let_in as materialized (
    select a.id, f.profile_id from asked a join free f using (suspended_by, created_at)
    union select a.id, a.profile_id from asked a
    -- Adds members whom an earlier act suspended.
    union select a.id, unnest(private.brought_in_with(a.profile_id)) from asked a
  )
  select l.* from let_in l where l.profile_id not in (select private.decided_by_two(array(select distinct profile_id from let_in)))
$$;
comment on function private.suspended_together is
  'For each of these suspensions the members who are suspended by its act, or only because of its member, that member included. Leaves out members on whose person two members of staff decided, or whom another leader holds.';

create function private.unsuspend_profile(profile_id uuid, note text, with_others boolean, suspension_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_person constant uuid[] := array(select private.same_person(profile_id));
  v_others constant uuid[] := array(
    select s.profile_id from private.reached_together(profile_id) s where s.profile_id = any (v_person)
    union select t.profile_id from private.suspended_together(array(
      select s.id from public.suspensions s where s.profile_id = unsuspend_profile.profile_id and s.ended_at is null)) t where with_others
    order by 1);
  v_profile public.profiles := private.lock_profile_for_staff(profile_id, profile_id || v_others);
  v_suspension public.suspensions := private.open_suspension(v_profile.id);
begin
  if v_suspension.id is null then
    -- Another member of staff may have reinstated this member alone.
    if with_others and not exists (
      select from public.staff_audit a where a.action = 'unsuspend_profile' and a.subject_id = v_profile.id
        and a.actor_id = private.my_profile_id() and a.details ->> 'note' = btrim(unsuspend_profile.note))
    then
      raise exception 'suspension_ended' using errcode = 'PT409';
    end if;
    return;
  elsif suspension_id <> v_suspension.id then
    raise exception 'suspension_ended' using errcode = 'PT409';
  end if;
  perform private.reject_own_case(private.people_of(array_agg(s.profile_id))) from private.reached_together(v_profile.id) s;
  perform private.require_reason(note);
  if private.was_decided_by_two(v_profile.id) then
    perform private.require_confirmation('unsuspend_profile', v_profile.id::text);
  end if;
  perform from public.profiles p where p.id = any (v_others) order by p.id for no key update;
  -- Two members of staff may have decided on one of the other accounts since.
  perform private.end_suspensions(array_agg(s.id), 'lifted', now()) from public.suspensions s where s.id = v_suspension.id or s.profile_id = any (v_others) and s.ended_at is null
    and (s.profile_id = any (v_person) or s.profile_id not in (select private.decided_by_two(v_others)));
  perform private.audit('unsuspend_profile', v_profile.id, jsonb_build_object('note', btrim(note))
    || case when cardinality(v_others) > 1 then private.named_in_log('reinstated', v_others) else '{}' end);
end;
$$;

create function public.unsuspend_profile(
  profile_id uuid, note text, with_others boolean default false, suspension_id uuid default null
) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.unsuspend_profile(profile_id, note, with_others, suspension_id)
$$;
comment on function public.unsuspend_profile is
  'Staff: reinstates a suspended member, with a reason; with_others also all members whom the same act suspended. It takes two members of staff if two decided on the suspension. '
  '`suspension_id`: which one was seen; suspension_ended if another is open.';

-- Appeals --------------------------------------------------------------------------------
create function private.appeal_suspension(reason text, suspension_id uuid) returns public.suspensions
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_suspension public.suspensions := private.open_suspension(private.my_profile_id());
begin
  if v_suspension.id is null then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  if suspension_id <> v_suspension.id then
    raise exception 'suspension_ended' using errcode = 'PT409';
  end if;
  if v_suspension.appeal = btrim(appeal_suspension.reason) then
    return v_suspension;
  end if;
  if v_suspension.appealed_at is not null then
    raise exception 'suspension_appealed' using errcode = 'PT409';
  end if;
  perform private.require_reason(reason);
  if length(btrim(reason)) > 5000 then
    raise exception 'suspensions_appeal_length' using errcode = 'PT400';
  end if;
  update public.suspensions s set appeal = btrim(reason), appealed_at = now(),
    appeal_due_at = now() + make_interval(days => private.setting('suspension_appeal_decision')::int)
  where s.id = v_suspension.id
  returning * into v_suspension;
  perform private.notify(staff_id, 'suspension_appealed', jsonb_build_object(
    'profile_id', member.id, 'profile_name', member.display_name, 'due_at', v_suspension.appeal_due_at))
  from private.active_staff() as staff_id, public.profiles member
  where member.id = v_suspension.profile_id and not private.is_case_of(staff_id, member.id);
  return v_suspension;
end;
$$;

create function public.appeal_suspension(reason text, suspension_id uuid default null) returns public.suspensions
language sql volatile security invoker set search_path = '' as $$
  select * from private.appeal_suspension(reason, suspension_id)
$$;
comment on function public.appeal_suspension is
  'A suspended member: appeals, once. Another member of staff decides; without a decision in time the suspension ends, unless two members of staff decided on it. `suspension_id`: which one was read; suspension_ended if another is open.';

create function private.require_other_staff(s public.suspensions) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.may_be_one_person(s.suspended_by, private.my_profile_id()) or private.may_be_one_person(s.proposed_by, private.my_profile_id()) then
    raise exception 'suspension_own_decision' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_other_staff is 'Rejects staff who decided on the suspension themselves, with whatever account.';

create function private.decide_suspension_appeal(profile_id uuid, upheld boolean, note text, suspension_id uuid)
returns public.suspensions
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_with_it constant uuid[] := case when not upheld then private.brought_in_with(profile_id) else '{}' end;
  v_profile public.profiles := private.lock_profile_for_staff(profile_id, profile_id || v_with_it);
  v_suspension public.suspensions := private.open_suspension(v_profile.id);
begin
  if v_suspension.appealed_at is null or v_suspension.appeal_decided_at is not null or suspension_id <> v_suspension.id then
    -- A retry finds its own decision.
    select * into v_suspension from public.suspensions s
    where s.profile_id = v_profile.id and s.id = coalesce(suspension_id, s.id) and s.appeal_decided_by = private.my_profile_id()
      and s.appeal_reply = btrim(decide_suspension_appeal.note) and (s.ended_at is null) = upheld
    order by s.appeal_decided_at desc limit 1;
    if not found then
      raise exception 'suspension_not_appealed' using errcode = 'PT409';
    end if;
    return v_suspension;
  end if;
  perform private.require_other_staff(v_suspension);
  -- Rejects staff with an own case among all members whom the act reached, because the note of the act is about them all.
  perform private.reject_own_case(private.people_of(array_agg(s.profile_id))) from private.reached_together(v_profile.id) s;
  perform private.require_reason(case when upheld is not null then decide_suspension_appeal.note end);
  if length(btrim(decide_suspension_appeal.note)) > 2000 then
    raise exception 'suspensions_appeal_reply_length' using errcode = 'PT400';
  end if;
  if not upheld and private.was_decided_by_two(v_profile.id) then
    perform private.require_confirmation('decide_suspension_appeal', v_profile.id::text);
  end if;
  update public.suspensions s set appeal_decided_by = private.my_profile_id(), appeal_decided_at = now(),
    appeal_reply = btrim(decide_suspension_appeal.note)
  where s.id = v_suspension.id;
  perform private.audit('decide_suspension_appeal', v_profile.id,
    jsonb_build_object('upheld', upheld, 'note', btrim(decide_suspension_appeal.note))
      || case when v_with_it <> '{}' then private.named_in_log('reinstated', v_profile.id || v_with_it) else '{}' end);
  if upheld then
    -- Proposals about another account of the person would end this suspension too.
    perform private.withdraw_proposals('{unsuspend_profile,decide_suspension_appeal}', array(select private.same_person(v_profile.id)::text), 'appeal_refused');
    perform private.notify(v_profile.id, 'suspension_upheld',
      jsonb_build_object('note', btrim(decide_suspension_appeal.note)));
  else
    perform from public.profiles p where p.id = any (v_with_it) order by p.id for no key update;
    perform private.end_suspensions(array_agg(s.id), 'appeal', now()) from public.suspensions s
    where s.id = v_suspension.id or s.profile_id = any (v_with_it) and s.ended_at is null;
  end if;
  select * into v_suspension from public.suspensions s where s.id = v_suspension.id;
  return v_suspension;
end;
$$;

create function public.decide_suspension_appeal(
  profile_id uuid, upheld boolean, note text, suspension_id uuid default null
) returns public.suspensions
language sql volatile security invoker set search_path = '' as $$
  select * from private.decide_suspension_appeal(profile_id, upheld, note, suspension_id)
$$;
comment on function public.decide_suspension_appeal is
  'Staff who did not decide on the suspension: decide the appeal of a suspended member, with the reason: the suspension stays, or it ends, with those of '
  'members who were suspended only because of this one. Ending a suspension that two members of staff decided takes two.';

-- Bans -----------------------------------------------------------------------------------
-- The ban of an existing member ends with the suspension or freeze that is its cause. Accounts that were suspended
-- by one act have one ban. Of several bans of a person the newest is lifted first.
create function private.newest_ban(email text) returns uuid
language sql volatile security definer set search_path = '' as $$
  select s.profile_id
  from private.person_marks m
  join public.suspensions s on s.profile_id in (select private.same_person(m.profile_id))
  where m.kind = 'inbox' and m.hash = (select private.mark_hash('inbox', newest_ban.email)) and s.ended_at is null
  order by s.created_at desc, s.profile_id
  limit 1
$$;
comment on function private.newest_ban is 'The account with the newest ban of the person who owns an address. Granted to nobody.';

create function private.lift_ban_of(profile_id uuid, idempotency_key uuid default null) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_person constant uuid[] := array(select private.same_person(profile_id));
  v_lifted public.suspensions[];
begin
  perform private.require_staff();
  perform private.lock_freezes(v_person);
  perform from public.profiles p where p.id = any (v_person) order by p.id for no key update;
  v_lifted := array(
    select s from public.suspensions s
    where s.ended_at is null and (s.profile_id = lift_ban_of.profile_id
      or s.profile_id = any (v_person) and s.id in (select r.id from private.reached_together(lift_ban_of.profile_id) as r)));
  if cardinality(v_lifted) = 0 or exists (
    select from public.profiles p
    where p.id = any (v_person) and (p.suspended_at is not null or p.frozen_at is not null)
      and (p.deleted_at is null or private.is_own_case(p.id)))
  then
    return false;
  end if;
  if exists (select from unnest(v_lifted) as s where private.is_of_two(s)) then
    perform private.require_confirmation('lift_ban', lift_ban_of.profile_id::text);
  end if;
  perform private.end_suspensions(array_agg(s.id), 'lifted', now()) from unnest(v_lifted) as s;
  perform private.audit('lift_ban', lift_ban_of.profile_id, jsonb_build_object('bans', cardinality(v_lifted)), idempotency_key);
  return true;
end;
$$;
comment on function private.lift_ban_of is 'Ends the suspension of a deleted account, and of those that were suspended with it; returns whether there was one.';

create function private.lift_ban(email text, idempotency_key uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me constant uuid := private.require_staff();
  v_lifted constant uuid := (select a.subject_id from public.staff_audit a where a.id = idempotency_key and a.actor_id = v_me and a.action = 'lift_ban');
begin
  if v_lifted is null then
    return private.lift_ban_of(private.newest_ban(lift_ban.email), idempotency_key);
  end if;
  if not exists (
    select from private.person_marks m
    where m.kind = 'inbox' and m.hash = private.mark_hash('inbox', lift_ban.email) and m.profile_id in (select private.same_person(v_lifted)))
  then
    raise exception 'idempotency_key_reused' using errcode = 'PT409';
  end if;
  return true;
end;
$$;

create function public.lift_ban(email text, idempotency_key uuid default null) returns boolean
language sql volatile security invoker set search_path = '' as $$
  select private.lift_ban(email, idempotency_key)
$$;
comment on function public.lift_ban is 'Staff: lifts the newest ban of an address whose account is deleted; a repeated key lifts no other one. A ban that two members of staff decided on takes two.';
grant execute on function private.lift_ban, public.lift_ban to authenticated;

-- The clock ------------------------------------------------------------------------------
-- A run calls it late, when it holds locks of accounts. So it waits for no lock, and leaves a member whose
-- orders or profile are locked to the next run.
create function private.lock_for_reinstatement(profile_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (
    select count(*) from (
      select from public.pack_orders o
      where lock_for_reinstatement.profile_id in (o.brand_id, o.kol_id) and o.clock_remaining_seconds is not null
      for no key update skip locked) as locked
  ) < (
    select count(*) from public.pack_orders o
    where lock_for_reinstatement.profile_id in (o.brand_id, o.kol_id) and o.clock_remaining_seconds is not null
  ) then
    return false;
  end if;
  perform from public.profiles p where p.id = lock_for_reinstatement.profile_id for no key update skip locked;
  return found;
end;
$$;
comment on function private.lock_for_reinstatement is 'Locks the stopped orders and the profile of a member without waiting; false if somebody else has one of them.';

create function private.end_due_suspension(profile_id uuid, at timestamptz) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_with_it constant uuid[] := private.brought_in_with(profile_id);
  v_suspension public.suspensions;
begin
  -- Takes these locks in another order, and so waits for none.
  if not private.lock_freezes(profile_id || v_with_it, waits => false) or exists (
    select from private.all_held_with(profile_id || v_with_it) as w (id) where not private.lock_for_reinstatement(w.id))
  then
    return 0;
  end if;
  -- The suspension may have changed before the profile was locked.
  v_suspension := private.open_suspension(profile_id);
  if (v_suspension.due_at <= at) is not true
    or (v_suspension.ends_at <= at) is not true and private.was_decided_by_two(profile_id) then
    return 0;
  end if;
  perform private.end_suspensions(array_agg(s.id), case when v_suspension.ends_at <= at then 'term' else 'no_decision' end, at)
  from public.suspensions s where s.id = v_suspension.id or s.profile_id = any (v_with_it) and s.ended_at is null;
  return 1 + cardinality(v_with_it);
end;
$$;
comment on function private.end_due_suspension is
  'Ends the suspension of a member whose term is over, or whose appeal nobody decided in time; returns how many.';

create function private.work_suspensions(
  at timestamptz, batch int, until timestamptz, out ended int, out failed int
)
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_suspension public.suspensions;
begin
  ended := 0;
  failed := 0;
  for v_suspension in
    select * from public.suspensions s where s.ended_at is null and s.due_at <= at
    -- Chosen at random: a suspension that always fails does not keep the others from their turn.
    order by random() limit batch
  loop
    begin
      ended := ended + private.end_due_suspension(v_suspension.profile_id, at);
    exception when others then
      failed := failed + 1;
      raise warning 'suspension of % stays: %', v_suspension.profile_id, sqlerrm;
    end;
    exit when clock_timestamp() > until;
  end loop;
end;
$$;
comment on function private.work_suspensions is 'Ends suspensions that are due; a failure does not stop the others.';

-- Sides of orders ------------------------------------------------------------------------
-- A stopped clock shows that a side is suspended. When the clock runs again during the suspension, the
-- other side still needs to know why nothing happens. After the end of an order only staff see it.
create function private.order_sides(order_id uuid) returns table (profile_id uuid, is_suspended boolean)
language sql stable security definer set search_path = '' as $$
  select p.id, p.suspended_at is not null
  from public.pack_orders o
  join public.order_statuses s using (status)
  join public.profiles p on p.id in (o.brand_id, o.kol_id)
  where o.id = order_sides.order_id
    and (s.outcome is null and private.my_profile_id() in (o.brand_id, o.kol_id) or private.is_staff())
$$;
create function public.order_sides(order_id uuid) returns table (profile_id uuid, is_suspended boolean)
language sql stable security invoker set search_path = '' as $$
  select * from private.order_sides(order_id)
$$;
comment on function public.order_sides is
  'The two sides of an order, and whether they are suspended: for themselves while it is open, and for staff. No rows for others.';

grant execute on function private.order_sides, public.order_sides to authenticated;
grant execute on function private.suspend_profile, private.suspension_reach, private.unsuspend_profile, private.appeal_suspension,
  private.decide_suspension_appeal, public.suspend_profile, public.suspension_reach, public.unsuspend_profile,
  public.appeal_suspension, public.decide_suspension_appeal to authenticated;
