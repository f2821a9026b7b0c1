-- Freezes: `profiles.frozen_at` follows from causes. A dispute freezes every account of the payer's person until staff
-- have reviewed it; a suspension freezes the other accounts of the person until it ends. An account that is bound to a
-- frozen one is frozen for the same cause. Staff can free an account from a cause of another one; a later cause freezes it
-- again. Triggers on all tables that decide about a freeze keep the column up to date: nothing else writes it.

create view private.freeze_causes with (security_invoker = true) as
select s.id as cause_id, s.profile_id, s.created_at as since, false as is_dispute from public.suspensions s where s.ended_at is null
union all
select c.id, c.brand_id, c.frozen_at, true from private.chargebacks c where c.frozen_at is not null and c.brand_id is not null;
comment on view private.freeze_causes is 'Suspensions that have not ended, also of deleted accounts, and disputes that staff have not reviewed.';

create function private.is_unfrozen(profile_id uuid, cause_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.unfreezings u where u.profile_id = is_unfrozen.profile_id and u.cause_id = is_unfrozen.cause_id)
$$;
comment on function private.is_unfrozen is 'True for a cause for which staff unfroze an account.';

-- Goes from person to person instead of from account to account, because a person may have many accounts. Nobody is
-- frozen through a person whose accounts were all unfrozen for that cause.
create function private.borne_causes(profile_ids uuid[])
returns table (id uuid, cause_id uuid, profile_id uuid, since timestamptz, is_dispute boolean)
language plpgsql stable security definer rows 2 set search_path = '' as $$
begin
  return query
  with recursive causes as materialized (
    select c.* from private.all_answers_for(profile_ids) as a (id) join private.freeze_causes c on c.profile_id = a.id
  ), borne (person, cause_id) as (
    select private.person_of(c.profile_id), c.cause_id from causes c
    union
    select q.person, b.cause_id
    from borne b cross join lateral private.same_person(b.person) as s (id)
    join private.person_pairs p on p.other_id = s.id and not p.is_separate
    cross join lateral (select private.person_of(p.profile_id) as person) as q
    where exists (select from private.same_person(q.person) as h (id) where not private.is_unfrozen(h.id, b.cause_id))
  )
  select h.id, c.cause_id, c.profile_id, c.since, c.is_dispute
  from unnest(profile_ids) as h (id) join borne b on b.person = private.person_of(h.id) join causes c using (cause_id)
  where not private.is_unfrozen(h.id, c.cause_id);
end;
$$;
comment on function private.borne_causes is 'The causes for which accounts are frozen, their own suspensions among them.';

-- A hash instead of the id of a suspension or a chargeback: by the id, readers of lists could find out which accounts share a cause.
create function private.cause_name(profile_id uuid, cause_id uuid) returns text
language sql volatile security definer set search_path = '' as $$
  select left(encode(private.mark_hash('cause', concat_ws(' ', profile_id, cause_id)), 'hex'), 16)
$$;
comment on function private.cause_name is 'The name of a cause for which an account is frozen. It differs for each account, so that it links no two accounts.';

create function private.causes_of(profile_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(string_agg(private.cause_name(causes_of.profile_id, c.cause_id), ',' order by c.cause_id), '')
  from private.borne_causes(array[causes_of.profile_id]) as c
$$;
comment on function private.causes_of is 'Names the causes for which an account is frozen, so that staff unfreeze it only for causes that they saw.';

-- Runs at the end of every act, whichever account the act names: the act may end a dispute's freeze, a suspension or a pair.
create function private.reject_freeing_own_case(profile_ids uuid[]) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from unnest(profile_ids) as f (id)
    where private.is_staff() and private.is_own_case(f.id) or exists (
      select from public.staff_proposals p
      where p.decided_by = private.my_profile_id() and p.decided_in = pg_current_xact_id_if_assigned() and private.is_case_of(p.proposed_by, f.id)))
  then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
end;
$$;
comment on function private.reject_freeing_own_case is 'Rejects staff, and the proposer of the act, if it unfreezes a member who is a case of their own.';

create function private.withdraw_borne(profile_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.withdraw_proposals('{bear_chargeback}', array(
    select p.subject
    from public.staff_proposals p join private.chargebacks c on c.id = case p.action when 'bear_chargeback' then p.subject::uuid end
    join private.earning_funding f on f.payment_id = c.payment_id join public.pack_orders o on o.id = f.order_id
    where p.action = 'bear_chargeback' and p.status = 'open' and o.kol_id = any (profile_ids)), 'member_held');
end;
$$;
comment on function private.withdraw_borne is 'Withdraws the proposals that the market pays chargebacks in the place of these creators.';

-- Such proposals were made before staff suspended the member, or found that they are bound to a suspended member, and would not be
-- made now. Proposed rulings stay: they are about the work.
create function private.withdraw_favours(profile_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.withdraw_proposals('{unsuspend_profile,lift_ban}', profile_ids::text[], 'member_held');
  perform private.withdraw_proposals('{decide_suspension_appeal}', profile_ids::text[], 'member_held', '{"upheld": true}');
  -- Keeps proposals of the level `new`: any other may be higher than the level that is computed by then.
  perform private.withdraw_proposals('{set_trust_level}', profile_ids::text[], 'member_held', '{"trust_level": "new"}');
  perform private.withdraw_proposals('{release_payouts,record_payout_sent}', array(
    select o.id::text from public.payouts o where o.profile_id = any (profile_ids) and o.status = 'requested'), 'member_held');
  perform private.withdraw_proposals('{resolve_suspense}', array(
    select p.subject from public.staff_proposals p
    where p.action = 'resolve_suspense' and p.status = 'open' and (p.arguments ->> 'profile_id')::uuid = any (profile_ids)), 'member_held');
  perform private.withdraw_borne(profile_ids);
end;
$$;
comment on function private.withdraw_favours is 'Withdraws the proposals in favour of members that were made before they were suspended or frozen.';

create function private.settle_freezes(profile_ids uuid[], notified uuid[] default '{}') returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_held uuid[];
  v_frozen uuid[];
  v_freed uuid[];
begin
  perform private.lock_freezes(profile_ids);
  v_held := array(select private.all_held_with(profile_ids));
  with wanted as materialized (
    select h.id, max(c.since) as since, bool_or(c.is_dispute and private.person_of(c.profile_id) = private.person_of(h.id)) as is_own,
      exists (select from public.suspensions s where s.profile_id = h.id and s.ended_at is null) as is_suspended
    from unnest(v_held) as h (id) left join private.borne_causes(v_held) as c using (id)
    group by h.id
  ), locked as materialized (
    select p.id from public.profiles p join wanted w using (id)
    where (p.frozen_at is null) <> (w.since is null)
      -- A suspended member is not frozen as well for causes of other accounts.
      and (w.since is null or w.is_own or not w.is_suspended)
    order by p.id for no key update of p
  ), settled as (
    update public.profiles p set frozen_at = w.since from wanted w join locked l using (id) where p.id = w.id
    returning p.id, p.frozen_at, w.is_suspended
  )
  select array_agg(s.id order by s.id) filter (where s.frozen_at is not null and s.id <> all (notified)),
    array_agg(s.id order by s.id) filter (where s.frozen_at is null and not s.is_suspended)
  into v_frozen, v_freed from settled s;
  perform private.reject_freeing_own_case(v_freed);
  perform private.notify(id, 'account_held', '{}') from unnest(v_frozen) as id;
  perform private.notify(id, 'account_released', '{}') from unnest(v_freed) as id;
end;
$$;
comment on function private.settle_freezes is 'Freezes and frees these accounts and those that are frozen for the same causes, and notifies all but those who are notified in another way.';

-- A pair freezes nobody before staff have decided about it. Proposals to pay a creator were made without knowing of the pair.
create function private.withdraw_for_undecided_pairs(profile_ids uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.withdraw_borne(array(
    select private.same_person(w.other)
    from private.person_pairs p
    cross join lateral (values (p.profile_id, p.other_id), (p.other_id, p.profile_id)) as w (one, other)
    where (p.profile_id = any (profile_ids) or p.other_id = any (profile_ids)) and p.decided_at is null
      and w.one = any (profile_ids) and private.bears_ban(w.one)));
$$;
comment on function private.withdraw_for_undecided_pairs is
  'While staff have not decided whether one of these accounts, frozen or suspended, and another are one person: withdraws open proposals that the market bears a chargeback of the other.';

-- Runs after the freezes are settled. Members who were frozen before have one more cause now.
create function private.withdraw_for_held(profile_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_held constant uuid[] := array(select private.all_held_with(profile_ids));
begin
  perform private.withdraw_proposals('{unfreeze_profile,decide_same_person}', v_held::text[], 'member_held', '{"is_same": true}');
  perform private.withdraw_favours(array(select p.id from public.profiles p where p.id = any (v_held) and (p.frozen_at is not null or p.suspended_at is not null)));
  perform private.withdraw_for_undecided_pairs(v_held);
end;
$$;
comment on function private.withdraw_for_held is
  'Withdraws proposals that were made without knowing the new cause: to unfreeze or separate these accounts and those that are frozen for it, to favour the frozen and suspended ones, and to pay who may be one of them.';

create function private.bind_again(profile_ids uuid[], others uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.unfreezings u using private.freeze_causes c
  where c.cause_id = u.cause_id and not u.is_own and u.profile_id = any (profile_ids)
    and c.profile_id in (select s.id from unnest(others) as o (id), private.same_person(o.id) as s (id));
  perform private.settle_freezes(profile_ids);
  perform private.withdraw_for_held(profile_ids);
end;
$$;
comment on function private.bind_again is 'Ends decisions, and proposals, that free accounts from causes of other accounts: the accounts have proved once more that they belong to those others, which staff did not know.';

-- Triggers -------------------------------------------------------------------------------
-- Runs after the statement, so that accounts that change together are settled together.
create function private.settle_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_ids constant uuid[] := array(
    select distinct changed_id::uuid
    from changed c cross join unnest(array[to_jsonb(c) ->> 'profile_id', to_jsonb(c) ->> 'person_id']) as changed_id
    -- Leaves out a suspension that is replaced, whose successor follows in the next statement, and a new pair that waits for staff.
    where changed_id is not null and to_jsonb(c) ->> 'ended_because' is distinct from 'replaced'
      and not (TG_OP = 'INSERT' and to_jsonb(c) ->> 'is_separate' is not distinct from 'true'));
begin
  if cardinality(v_ids) > 0 then
    perform private.settle_freezes(v_ids);
    perform private.withdraw_for_held(v_ids) where TG_OP = 'INSERT';
  end if;
  return null;
end;
$$;
comment on function private.settle_changed is 'Trigger: settles the freezes of accounts whose suspensions, people or pairs have changed.';
create trigger suspensions_insert_settles after insert on public.suspensions referencing new table as changed
  for each statement execute function private.settle_changed();
create trigger suspensions_update_settles after update on public.suspensions referencing new table as changed
  for each statement execute function private.settle_changed();
-- Staff unfroze the account for a cause of somebody else; now that somebody is known to be the same person.
create function private.end_unfreezings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.unfreezings u using private.freeze_causes c
  where u.profile_id in (select private.same_person(NEW.profile_id)) and not u.is_own and c.cause_id = u.cause_id
    and c.profile_id in (select private.same_person(NEW.profile_id));
  return null;
end;
$$;
comment on function private.end_unfreezings is 'Trigger: ends the unfreezing of an account for a suspension or dispute that is found to be its own person''s. Its name sorts before that of the trigger that settles.';
create trigger people_insert_ends_unfreezings after insert on private.people
  for each row execute function private.end_unfreezings();
create trigger people_insert_settles after insert on private.people referencing new table as changed
  for each statement execute function private.settle_changed();
create trigger people_update_settles after update on private.people referencing new table as changed
  for each statement execute function private.settle_changed();
create trigger people_delete_settles after delete on private.people referencing old table as changed
  for each statement execute function private.settle_changed();
create trigger person_pairs_insert_settles after insert on private.person_pairs referencing new table as changed
  for each statement execute function private.settle_changed();
create trigger person_pairs_update_settles after update on private.person_pairs referencing new table as changed
  for each statement execute function private.settle_changed();

create function private.withdraw_for_pair() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.withdraw_for_undecided_pairs(array[NEW.profile_id, NEW.other_id]);
  return null;
end;
$$;
comment on function private.withdraw_for_pair is 'Trigger: withdraws proposals when staff have to decide whether two accounts are one person.';
create trigger person_pairs_waiting_withdraws after insert on private.person_pairs
  for each row when (NEW.is_separate and NEW.kind is not null) execute function private.withdraw_for_pair();

create function private.settle_bound() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.bind_again(array(select private.same_person(NEW.profile_id)), array[NEW.other_id]);
  return null;
end;
$$;
comment on function private.settle_bound is 'Trigger: settles the freezes of an account that staff bind to another one, from which they had separated it.';
create trigger person_pairs_bound_settles after update of is_separate on private.person_pairs
  for each row when (OLD.is_separate and not NEW.is_separate) execute function private.settle_bound();

-- Settles the account that used the mark, because another one may have been joined to it. The insert has locked freezes.
create function private.settle_shown() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_others constant uuid[] := array(
    select m.profile_id from private.person_marks m where m.kind = NEW.kind and m.hash = NEW.hash and m.profile_id <> NEW.profile_id);
begin
  if v_others && array(select private.answers_for(NEW.profile_id)) then
    perform private.bind_again(array[NEW.profile_id], v_others);
  end if;
  return null;
end;
$$;
comment on function private.settle_shown is 'Trigger: settles the freezes of an account that has used one more mark of the accounts that it belongs or is bound to.';
create trigger person_marks_settle after insert on private.person_marks
  for each row execute function private.settle_shown();

create function private.settle_disputed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.settle_freezes(array[NEW.brand_id], array(select private.same_person(NEW.brand_id)));
  perform private.withdraw_for_held(array[NEW.brand_id]) where NEW.frozen_at is not null;
  return null;
end;
$$;
comment on function private.settle_disputed is 'Trigger: a dispute freezes its brand, or no longer does. freeze_brand notifies the brand.';
create trigger chargebacks_settle_freezes after update of frozen_at on private.chargebacks
  for each row when (NEW.brand_id is not null) execute function private.settle_disputed();

create function private.freeze_brand(c private.chargebacks, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_person constant uuid[] := array(select private.same_person(c.brand_id));
  v_is_first constant boolean := not exists (
    select from private.chargebacks b where b.brand_id = any (v_person) and b.frozen_at is not null);
begin
  -- Ends earlier decisions of staff to free bound accounts from this cause.
  delete from private.unfreezings u where u.cause_id = c.id;
  update private.chargebacks b set frozen_at = at where b.id = c.id;
  perform private.notify(p.id, 'account_frozen', private.chargeback_data(c))
  from public.profiles p where v_is_first and p.id = any (v_person) and p.deleted_at is null;
end;
$$;
comment on function private.freeze_brand is
  'Freezes the spending of a brand, with every account of the same person and those bound to it, after a dispute, and notifies them.';

create function private.unfreeze(profile_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_person constant uuid[] := array(select private.same_person(unfreeze.profile_id));
  v_was_disputed boolean;
begin
  update private.chargebacks c set frozen_at = null where c.brand_id = any (v_person) and c.frozen_at is not null;
  v_was_disputed := found;
  -- Also unfreezes deleted accounts of the person: otherwise others would stay frozen for them, and their addresses banned.
  insert into private.unfreezings (profile_id, cause_id, is_own)
  select c.id, c.cause_id, private.person_of(c.id) = private.person_of(c.profile_id)
  from private.borne_causes(array(
    select p.id from public.profiles p
    where p.id = unfreeze.profile_id or p.deleted_at is not null and p.id = any (v_person))) as c
  on conflict do nothing;
  perform private.settle_freezes(array[profile_id]);
  -- Notifies accounts that stay frozen for another cause: their notice said that staff only have to review the dispute.
  perform private.notify(p.id, 'account_held', '{}')
  from public.profiles p
  where v_was_disputed and p.id = any (v_person) and p.frozen_at is not null and p.suspended_at is null and p.deleted_at is null;
end;
$$;
comment on function private.unfreeze is 'Ends the freeze of a person for disputes, and for one account and all deleted ones also the other causes.';
