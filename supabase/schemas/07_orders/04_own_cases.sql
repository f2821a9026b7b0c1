-- Own cases: members about whom a member of staff must not decide. Written in PL/pgSQL, which plans a function once in a
-- session; an SQL function that another one calls would be planned at each call, which would take most of its time.

-- Invites that were issued as staff create no relation between members, except in disputes.
create function private.inviters_of(profile_id uuid) returns setof uuid
language plpgsql stable security definer rows 10 set search_path = '' as $$
begin
  return query
    with recursive line as (
      select inviters_of.profile_id as id
      union
      select r.inviter_id
      from line join public.referrals r on r.invitee_id = line.id
      where r.invite_id is null and r.inviter_id is not null
    )
    select line.id from line;
end;
$$;
comment on function private.inviters_of is 'A member and the chain of members who invited them by their own codes.';

-- An order counts once the member of staff has paid for it or accepted it, so that no member can exclude
-- a member of staff by ordering from them. For the same reason reports and blocks do not count.
create function private.have_agreed_order(staff_id uuid, other_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.pack_orders o join public.order_statuses s using (status)
    where s.holds_escrow and (
      o.brand_id = staff_id and o.kol_id = other_id
      or o.kol_id = staff_id and o.brand_id = other_id and o.creator_agreed_at is not null)
  );
end;
$$;
comment on function private.have_agreed_order is 'True while money is in an order between the two to which this member of staff has agreed.';

create function private.accounts_around(profile_id uuid) returns setof uuid
language plpgsql stable security definer rows 2 set search_path = '' as $$
begin
  return query
    with mine as materialized (select s.id from private.same_person(accounts_around.profile_id) as s (id))
    select mine.id from mine
    union
    select s.id
    from mine join private.person_pairs x on mine.id in (x.profile_id, x.other_id)
    cross join lateral private.same_person(case mine.id when x.profile_id then x.other_id else x.profile_id end) as s (id)
    where not x.is_separate or x.decided_at is null;
end;
$$;
comment on function private.accounts_around is
  'Every account of the person behind an account, those bound to it or to which it is bound, and those about which staff have not decided yet.';

create function private.may_be_one_person(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select one in (select private.accounts_around(other))
$$;
comment on function private.may_be_one_person is
  'True for two accounts of one person, for two of which one is bound to the other, and for a pair about which staff have not decided: neither decides about what the other did as staff.';

-- Members of staff must not decide about themselves, their open counterparties, or their own branch
-- of the tree of invites, in either direction, with whatever account of their own. An invitee of staff is the root
-- of a branch, so both chains of inviters are compared as well. Anybody can open another account in a branch, or pay with the card
-- of somebody there: so only the judged account and the oldest of its person can be related by invite.
create function private.is_case_of(staff_id uuid, profile_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return is_case_of.profile_id in (select private.all_answers_for(array[staff_id])) or exists (
    select from private.accounts_around(staff_id) as mine (id), private.accounts_around(is_case_of.profile_id) as theirs (id)
    where theirs.id = mine.id
      or theirs.id in (is_case_of.profile_id, private.person_of(is_case_of.profile_id)) and mine.id in (select private.inviters_of(theirs.id))
      -- An account that is only bound to a member of staff makes own cases of the members whom it invited, and of nobody else.
      or mine.id in (select private.same_person(staff_id)) and (
        private.have_agreed_order(mine.id, theirs.id)
        or theirs.id in (is_case_of.profile_id, private.person_of(is_case_of.profile_id)) and (
          theirs.id in (select private.inviters_of(mine.id))
          or private.branch_of(mine.id) = private.branch_of(theirs.id))));
end;
$$;
comment on function private.is_case_of is
  'True if an account is one of that member of staff, shares suspensions and freezes with one, is related to one by invite (itself or the oldest account of its person), or has an open order to which one of them agreed.';

create function private.is_own_case(profile_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_case_of(private.my_profile_id(), is_own_case.profile_id);
end;
$$;
comment on function private.is_own_case is 'True for a member who is a case of the caller''s own: the caller must not decide about them.';

create function private.with_their_accounts(profile_ids uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with people as (
    select coalesce(p.person_id, i.id) as id from unnest(profile_ids) as i (id) left join private.people p on p.profile_id = i.id
  ), accounts as materialized (
    select e.id from people e union select p.profile_id from people e join private.people p on p.person_id = e.id
  ), bound as (
    select x.other_id as id from accounts a join private.person_pairs x on x.profile_id = a.id where not x.is_separate or x.decided_at is null
    union select x.profile_id from accounts a join private.person_pairs x on x.other_id = a.id where not x.is_separate or x.decided_at is null
  ), others as (
    select coalesce(p.person_id, b.id) as id from bound b left join private.people p on p.profile_id = b.id
  )
  select a.id from accounts a
  union select o.id from others o union select p.profile_id from others o join private.people p on p.person_id = o.id
$$;
comment on function private.with_their_accounts is 'All accounts that accounts_around returns for each of these accounts.';

create function private.with_later_accounts(profile_ids uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select i.id from unnest(profile_ids) as i (id)
  union
  select p.profile_id from private.people p where p.person_id = any (profile_ids)
$$;
comment on function private.with_later_accounts is 'These accounts, and for each of them that is the oldest of its person, the later accounts of that person.';

-- Lists compute this set once for all rows; `the_own_cases_are_one_set.sql` compares it with is_own_case.
create function private.own_cases() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  with recursive mine as materialized (
    select m.id, private.branch_of(m.id) as branch from private.same_person(private.my_profile_id()) as m (id)
  ), invited as (
    select m.id from private.accounts_around(private.my_profile_id()) as m (id)
    union
    select r.invitee_id from invited join public.referrals r on r.inviter_id = invited.id and r.invite_id is null
  ), related as (
    select invited.id from invited
    union select i.id from mine, private.inviters_of(mine.id) as i (id)
    union select b.profile_id from mine join private.branches b on b.branch_id = mine.branch
    union select mine.branch from mine where not exists (select from private.branches b where b.profile_id = mine.branch)
  ), met as (
    select m.id from private.accounts_around(private.my_profile_id()) as m (id)
    union select case o.brand_id when mine.id then o.kol_id else o.brand_id end
      from mine join public.pack_orders o on o.brand_id = mine.id or o.kol_id = mine.id and o.creator_agreed_at is not null
      join public.order_statuses s on s.status = o.status and s.holds_escrow
  )
  select private.all_answers_for(array[private.my_profile_id()])
  union
  select private.with_later_accounts(array(select related.id from related))
  union
  select private.with_their_accounts(array(select met.id from met));
end;
$$;
comment on function private.own_cases is 'All members who are cases of the caller''s own (is_own_case).';

-- An act on all accounts of a person names the person by its oldest account.
create function private.people_of(profile_ids uuid[]) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select distinct private.person_of(i.id) from unnest(profile_ids) as i (id))
$$;
comment on function private.people_of is 'The oldest account of each person among the accounts.';

create function private.reject_own_case(profile_ids uuid[]) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from unnest(profile_ids) as id where private.is_own_case(id)) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
end;
$$;
comment on function private.reject_own_case is 'Rejects the caller when one of these members is an own case of theirs (is_own_case).';

-- A ruling, and the assignment of money in suspense, give money to a member, so this is stricter: an invite that somebody issued
-- as staff counts as well.
create function private.is_dispute_of(staff_id uuid, profile_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_case_of(staff_id, is_dispute_of.profile_id) or exists (
    select from public.referrals r
    where r.invitee_id in (is_dispute_of.profile_id, private.person_of(is_dispute_of.profile_id))
      and r.inviter_id in (select private.accounts_around(staff_id))
  );
end;
$$;
comment on function private.is_dispute_of is 'True when the member of staff must not rule for the member or give them money: an own case, or somebody whom they invited.';

create function private.is_own_dispute(profile_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_dispute_of(private.my_profile_id(), is_own_dispute.profile_id);
end;
$$;
comment on function private.is_own_dispute is 'True for a member in whose disputes the caller must not rule.';

create function private.own_disputes() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select private.own_cases()
  union
  select private.with_later_accounts(array(
    select r.invitee_id from public.referrals r where r.inviter_id in (select private.accounts_around(private.my_profile_id()))))
$$;
comment on function private.own_disputes is 'All members in whose disputes the caller must not rule (is_own_dispute).';

create function private.reject_own_dispute(o public.pack_orders) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_own_dispute(o.brand_id) or private.is_own_dispute(o.kol_id) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
end;
$$;
comment on function private.reject_own_dispute is 'Rejects the caller when they must not rule for a side of the order (is_own_dispute).';

-- Readers ----------------------------------------------------------------------------------
-- Leaves out orders that became an own case of the caller after they were opened.
create function private.orders_read_by_me() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_staff() then
    return query
      select r.order_id from private.order_readers r join public.pack_orders o on o.id = r.order_id
      where r.profile_id = private.my_profile_id()
        and o.brand_id not in (select private.own_disputes()) and o.kol_id not in (select private.own_disputes());
  end if;
end;
$$;
comment on function private.orders_read_by_me is 'The orders that the caller has opened as staff, without cases of their own.';
grant execute on function private.orders_read_by_me to authenticated;

create function private.own_orders() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me constant uuid := private.my_profile_id();
begin
  return query
    select o.id from public.pack_orders o where o.brand_id = v_me
    union all select o.id from public.pack_orders o where o.kol_id = v_me;
end;
$$;
comment on function private.own_orders is 'The orders of which the caller is the brand or the creator.';

-- Policies on rows of orders compare with these ids, which an index can find: with `exists`, a read without a filter
-- would evaluate every row of the table.
create function private.readable_orders() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select private.own_orders() union all select private.orders_read_by_me();
end;
$$;
comment on function private.readable_orders is 'The orders that the caller may read: their own, and those that they have opened as staff.';
grant execute on function private.own_orders, private.readable_orders to authenticated;

create policy pack_orders_select on public.pack_orders for select to authenticated
  using (
    brand_id = (select private.my_profile_id())
    or kol_id = (select private.my_profile_id())
    or id = any (array(select private.orders_read_by_me()))
  );
