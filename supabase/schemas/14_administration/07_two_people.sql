-- Proposing and confirming the acts that require two members of staff (05_staff/02_proposals).
create function private.proposal_subject(action text, arguments jsonb) returns text
language sql immutable set search_path = '' as $$
  -- A release of payouts without an id is about all of them.
  select case when action = 'release_payouts' and arguments ->> 'payout_id' is null then 'all' else arguments ->> case action
    when 'resolve_dispute' then 'order_id'
    when 'decide_appeal' then 'order_id'
    when 'resolve_suspense' then 'payment_id'
    when 'unfreeze_profile' then 'profile_id'
    when 'bear_chargeback' then 'chargeback_id'
    when 'send_evidence' then 'chargeback_id'
    when 'suspend_profile' then 'profile_id'
    when 'unsuspend_profile' then 'profile_id'
    when 'decide_suspension_appeal' then 'profile_id'
    when 'lift_ban' then 'profile_id'
    when 'decide_same_person' then 'profile_id'
    when 'set_trust_level' then 'profile_id'
    when 'update_setting' then 'key'
    when 'record_payout_sent' then 'payout_id'
    when 'record_payout_failed' then 'payout_id'
    when 'record_payout_returned' then 'payout_id'
    when 'release_payouts' then 'payout_id'
    when 'close_month' then 'month'
    when 'resolve_difference' then 'difference_id'
    when 'give_up_capture' then 'order_id'
    when 'clear_chain_alarm' then 'alarm_id'
  end end
$$;
comment on function private.proposal_subject is 'The subject of an act; null for an act that cannot be proposed.';

create function private.execute_staff_act(proposal public.staff_proposals) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_arguments jsonb := proposal.arguments;
begin
  -- During maintenance two members of staff can only change settings, so that they can end it: nobody could appeal their other acts.
  if proposal.action <> 'update_setting' and private.in_maintenance() then
    raise exception 'market_in_maintenance' using errcode = 'PT423';
  end if;
  case proposal.action
    when 'resolve_dispute' then
      perform private.resolve_dispute((v_arguments ->> 'order_id')::uuid, private.ruling_of(v_arguments));
    when 'decide_appeal' then
      perform private.decide_appeal((v_arguments ->> 'order_id')::uuid, private.ruling_of(v_arguments));
    when 'resolve_suspense' then
      perform private.resolve_suspense((v_arguments ->> 'payment_id')::uuid,
        (v_arguments ->> 'profile_id')::uuid, v_arguments ->> 'note', (v_arguments ->> 'amount_minor')::bigint);
    when 'unfreeze_profile' then
      perform private.unfreeze_profile((v_arguments ->> 'profile_id')::uuid, v_arguments ->> 'note', v_arguments ->> 'seen');
    when 'bear_chargeback' then
      perform private.bear_chargeback((v_arguments ->> 'chargeback_id')::uuid, v_arguments ->> 'note', (v_arguments ->> 'amount_minor')::bigint);
    when 'send_evidence' then
      perform private.send_evidence((v_arguments ->> 'chargeback_id')::uuid, v_arguments ->> 'addition');
    when 'suspend_profile' then
      perform private.suspend_profile((v_arguments ->> 'profile_id')::uuid,
        coalesce((v_arguments ->> 'with_invitees')::boolean, false), v_arguments ->> 'category',
        v_arguments ->> 'note', coalesce((v_arguments ->> 'without_end')::boolean, true));
    when 'unsuspend_profile' then
      -- A decision of two members of staff is ended for one member at a time.
      if (v_arguments ->> 'with_others')::boolean then
        raise exception 'proposal_malformed' using errcode = 'PT422';
      end if;
      perform private.unsuspend_profile((v_arguments ->> 'profile_id')::uuid, v_arguments ->> 'note', false, (v_arguments ->> 'suspension_id')::uuid);
    when 'decide_suspension_appeal' then
      perform private.decide_suspension_appeal((v_arguments ->> 'profile_id')::uuid,
        (v_arguments ->> 'upheld')::boolean, v_arguments ->> 'note', (v_arguments ->> 'suspension_id')::uuid);
    when 'lift_ban' then
      perform private.lift_ban_of((v_arguments ->> 'profile_id')::uuid);
    when 'decide_same_person' then
      perform private.decide_same_person((v_arguments ->> 'profile_id')::uuid,
        (v_arguments ->> 'other_id')::uuid, (v_arguments ->> 'is_same')::boolean, v_arguments ->> 'note');
    when 'set_trust_level' then
      perform private.set_trust_level((v_arguments ->> 'profile_id')::uuid, v_arguments ->> 'trust_level');
    when 'update_setting' then
      perform private.update_setting(v_arguments ->> 'key', (v_arguments ->> 'value')::numeric);
    when 'record_payout_sent' then
      perform private.record_payout_sent((v_arguments ->> 'payout_id')::uuid, v_arguments ->> 'reference');
    when 'record_payout_failed' then
      perform private.record_payout_failed((v_arguments ->> 'payout_id')::uuid, v_arguments ->> 'reason');
    when 'record_payout_returned' then
      perform private.record_payout_returned((v_arguments ->> 'payout_id')::uuid, v_arguments ->> 'reason');
    when 'release_payouts' then
      perform private.release_payouts(v_arguments ->> 'note', (v_arguments ->> 'payout_id')::uuid, v_arguments ->> 'halt_reason');
    when 'close_month' then
      perform private.close_month((v_arguments ->> 'month')::date);
    when 'resolve_difference' then
      perform private.resolve_difference((v_arguments ->> 'difference_id')::bigint, v_arguments ->> 'resolution', v_arguments ->> 'note');
    when 'give_up_capture' then
      perform private.give_up_capture((v_arguments ->> 'order_id')::uuid, v_arguments ->> 'note');
    when 'clear_chain_alarm' then
      perform private.clear_chain_alarm((v_arguments ->> 'alarm_id')::uuid, v_arguments ->> 'note');
  end case;
end;
$$;

-- Executes the act and rolls it back: an act that would fail is refused when it is proposed and not
-- when it is confirmed, and the proposer passes the same checks as the confirmer.
create function private.dry_run_staff_act(proposal public.staff_proposals) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.staff_proposals p set decided_in = pg_current_xact_id() where p.id = proposal.id;
  perform private.execute_staff_act(proposal);
  raise sqlstate 'KP001';
exception when sqlstate 'KP001' then
  null;
end;
$$;
comment on function private.dry_run_staff_act is 'Raises what the execution would raise, and changes nothing.';

-- The log leaves out a proposed ruling, which only staff who have opened the case may read.
create function private.loggable_arguments(p public.staff_proposals) returns jsonb
language sql immutable set search_path = '' as $$
  select case when p.action not in ('resolve_dispute', 'decide_appeal') then p.arguments end
$$;
comment on function private.loggable_arguments is 'The arguments of a proposal that the audit log keeps.';

-- Replaces the e-mail address of a former member by the id of the account: the address is not stored.
create function private.proposal_arguments(action text, arguments jsonb) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select case action
    when 'lift_ban' then jsonb_build_object('profile_id', private.newest_ban(arguments ->> 'email'))
    else arguments end
$$;
comment on function private.proposal_arguments is 'The arguments that a proposal stores. Granted to nobody.';

-- Checks names and types: otherwise the confirmer could read arguments that the act does not use, or "yes" where the act reads "no".
create function private.has_known_arguments(action text, arguments jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (
    select from jsonb_each(jsonb_strip_nulls(arguments)) as given
    where not exists (
      select from pg_catalog.pg_proc p cross join unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) as known (name, type)
      where p.pronamespace = 'public'::regnamespace and p.proname = has_known_arguments.action and known.name = given.key
        and jsonb_typeof(given.value) = case
          when known.type = 'boolean'::regtype then 'boolean'
          when known.type in ('bigint'::regtype, 'numeric'::regtype) then 'number'
          else 'string' end))
$$;
comment on function private.has_known_arguments is 'True when each argument is a parameter of the public function with the name of the action, and has its type.';

-- Staff who have the subject as a case of their own are refused as well, which does not end the proposal.
create function private.end_void_proposal(action text, subject text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_proposal public.staff_proposals := (
    select p from public.staff_proposals p
    where p.action = end_void_proposal.action and p.subject = end_void_proposal.subject and p.status = 'open');
begin
  if v_proposal.id is null or private.is_own_proposal(v_proposal) then
    return;
  end if;
  v_proposal := private.open_proposal(v_proposal.id);
  begin
    perform private.dry_run_staff_act(v_proposal);
  exception when others then
    if sqlstate !~ '^(PT4|23)' then
      raise;
    end if;
    perform private.end_proposals(array[v_proposal.id], case when sqlstate ~ '^PT' then sqlerrm else 'not_possible' end);
  end;
end;
$$;
comment on function private.end_void_proposal is 'Withdraws the open proposal of an act about a subject if the act is refused by now.';

create function private.propose_staff_act(action text, arguments jsonb) returns public.staff_proposals
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me uuid := private.require_staff();
  v_arguments jsonb := private.proposal_arguments(action, arguments);
  v_subject text := private.proposal_subject(action, v_arguments);
  v_proposal public.staff_proposals;
begin
  -- Rejects ids in any other form, because the lists of staff read each id of each proposal.
  if v_subject is null or not private.has_known_arguments(action, arguments) or exists (
    select from jsonb_each_text(v_arguments) as a
    where a.key ~ '_id$' and a.key <> 'difference_id' and a.value !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
  then
    raise exception 'proposal_malformed' using errcode = 'PT422';
  end if;
  -- Replaces a proposal that was not confirmed in time, or that is void: its author left staff, or has the case as their own now.
  perform private.end_proposals(array[p.id], case when p.expires_at <= now() then 'expired' else 'author_out' end)
  from public.staff_proposals p
  where p.action = propose_staff_act.action and p.subject = v_subject
    and p.status = 'open' and (p.expires_at <= now() or p.proposed_by not in (select private.active_staff()) or private.is_proposal_of(p.proposed_by, p));
  perform private.end_void_proposal(propose_staff_act.action, v_subject);
  insert into public.staff_proposals (action, subject, arguments, proposed_by, expires_at)
  values (propose_staff_act.action, v_subject, v_arguments, v_me,
    now() + make_interval(hours => private.setting('proposal_lifetime')::int))
  on conflict do nothing
  returning * into v_proposal;
  if v_proposal.id is null then
    select * into v_proposal from public.staff_proposals p
    where (p.action, p.subject, p.arguments, p.proposed_by, p.status) = (propose_staff_act.action, v_subject, v_arguments, v_me, 'open');
    if not found then
      raise exception 'proposal_exists' using errcode = 'PT409';
    end if;
    return v_proposal;
  end if;
  perform private.dry_run_staff_act(v_proposal);
  perform private.audit('propose_staff_act', v_proposal.id,
    jsonb_strip_nulls(jsonb_build_object('action', v_proposal.action, 'subject', v_subject,
      'arguments', private.loggable_arguments(v_proposal))));
  return v_proposal;
end;
$$;

create function public.propose_staff_act(action text, arguments jsonb) returns public.staff_proposals
language sql volatile security invoker set search_path = '' as $$
  select private.require_plain(arguments);
  select * from private.propose_staff_act(action, arguments)
$$;
comment on function public.propose_staff_act is
  'Staff: proposes an act (resolve_dispute, decide_appeal, resolve_suspense, unfreeze_profile, bear_chargeback, send_evidence, suspend_profile, unsuspend_profile, '
  'decide_suspension_appeal, lift_ban, decide_same_person, set_trust_level, update_setting, record_payout_sent, record_payout_failed, record_payout_returned, release_payouts, '
  'close_month, give_up_capture, clear_chain_alarm) with its arguments, for another '
  'member of staff to confirm.';

create function private.open_proposal(proposal_id uuid, or_own text default null) returns public.staff_proposals
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_proposal public.staff_proposals := (select p from public.staff_proposals p where p.id = open_proposal.proposal_id);
  v_members uuid[];
begin
  -- The subject is locked before the proposal, as acts that end proposals do: the end of a dispute by a side, a freeze, another suspension.
  if v_proposal.action in ('resolve_dispute', 'decide_appeal', 'give_up_capture') then
    perform from public.pack_orders o where o.id = v_proposal.subject::uuid for no key update;
  elsif v_proposal.action in ('suspend_profile', 'unsuspend_profile', 'decide_suspension_appeal', 'lift_ban', 'set_trust_level') then
    v_members := case v_proposal.action
      when 'suspend_profile' then private.invite_tree(v_proposal.subject::uuid, (v_proposal.arguments ->> 'with_invitees')::boolean)
      when 'lift_ban' then array(select private.same_person(v_proposal.subject::uuid))
      when 'set_trust_level' then array[v_proposal.subject::uuid]
      else v_proposal.subject::uuid || private.brought_in_with(v_proposal.subject::uuid) end;
    perform private.lock_standing(variadic v_members);
    perform private.lock_orders_of(v_members);
    perform private.lock_freezes(v_members);
    perform from public.profiles p where p.id = any (v_members) order by p.id for no key update;
  elsif v_proposal.action = 'bear_chargeback' then
    perform private.lock_borne_chargeback(v_proposal.subject::uuid);
  elsif v_proposal.action = 'resolve_suspense' then
    perform from public.payments p where p.id = v_proposal.subject::uuid for no key update;
    perform private.lock_person_spending((v_proposal.arguments ->> 'profile_id')::uuid);
  elsif v_proposal.action = 'release_payouts' and v_proposal.subject <> 'all' then
    perform from public.payouts p where p.id = v_proposal.subject::uuid for no key update;
  elsif v_proposal.action = 'record_payout_returned' then
    perform private.lock_return(v_proposal.subject::uuid);
    perform from public.payouts p where p.id = v_proposal.subject::uuid for no key update;
  elsif v_proposal.action = 'record_payout_sent' then
    perform private.lock_spending(p.profile_id) from public.payouts p where p.id = v_proposal.subject::uuid;
    perform from public.payouts p where p.id = v_proposal.subject::uuid for no key update;
    perform private.lock_accounts(array[private.member_account(p.profile_id, 'in_transit', p.currency)]),
      private.lock_mark(p.profile_id, 'payout', private.mark_hash('payout', private.destination_of(m)))
    from public.payouts p join private.payout_methods m on m.id = p.method_id where p.id = v_proposal.subject::uuid;
  elsif v_proposal.action = 'decide_same_person' then
    perform pg_advisory_xact_lock(hashtextextended('people', 0));
    perform private.lock_freezes(array[v_proposal.subject, v_proposal.arguments ->> 'other_id']::uuid[]);
  elsif v_proposal.action = 'unfreeze_profile' then
    perform private.lock_person_spending(v_proposal.subject::uuid);
    perform private.lock_open_orders(v_proposal.subject::uuid);
    perform private.lock_accounts(private.recovery_accounts(v_proposal.subject::uuid));
    perform private.lock_freezes(array[v_proposal.subject::uuid]);
    perform from public.profiles p where p.id in (select private.same_person(v_proposal.subject::uuid)) order by p.id for no key update;
  end if;
  select * into v_proposal from public.staff_proposals p
  where p.id = open_proposal.proposal_id for update;
  if (v_proposal.status = or_own and v_proposal.decided_by = private.my_profile_id()) is not true
    and (v_proposal.status is distinct from 'open' or v_proposal.expires_at <= now())
  then
    raise exception 'proposal_not_open' using errcode = 'PT409';
  end if;
  return v_proposal;
end;
$$;
comment on function private.open_proposal is 'The proposal, locked; rejects one that has expired or was decided, unless the caller decided it in this way.';

-- Lists evaluate this for 10,000 proposals, and compare the members with the set of own cases once for all of them.
create function private.concerns_one_person(p public.staff_proposals) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p.action in ('lift_ban', 'unfreeze_profile', 'set_trust_level')
    or p.action = 'suspend_profile' and (p.arguments ->> 'with_invitees')::boolean is not true;
end;
$$;
comment on function private.concerns_one_person is 'True for a proposal about one member, with every account of theirs.';

-- A proposal concerns everybody whose money or membership it would change; a setting or a month
-- concerns all. An action that is missing here raises.
create function private.concerned_by(p public.staff_proposals) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  case
    when p.action in ('resolve_dispute', 'decide_appeal', 'give_up_capture') then
      return (select array[o.brand_id, o.kol_id] from public.pack_orders o where o.id = p.subject::uuid);
    when p.action = 'clear_chain_alarm' then
      return array(
        select unnest(array[o.brand_id, o.kol_id])
        from public.chain_alarms a join public.pack_orders o on o.id = a.order_id where a.id = p.subject::uuid);
    when p.action = 'resolve_suspense' then
      return (p.arguments ->> 'profile_id')::uuid || array(select x.payer_id from public.payments x where x.id = p.subject::uuid);
    when p.action in ('update_setting', 'close_month') then
      return '{}';
    when p.action = 'resolve_difference' then
      return private.members_of_difference(p.subject::bigint);
    when p.action in ('record_payout_sent', 'record_payout_failed', 'record_payout_returned', 'release_payouts') then
      return array(select o.profile_id from public.payouts o where o.id::text = p.subject);
    when p.action = 'send_evidence' then
      return (
        select array[o.brand_id, o.kol_id] from private.chargebacks c cross join lateral private.order_of_chargeback(c) as o
        where c.id = p.subject::uuid);
    when p.action = 'decide_same_person' then
      return array[p.subject, p.arguments ->> 'other_id']::uuid[];
    when p.action = 'bear_chargeback' then
      return array(
        select unnest(array[c.brand_id, o.kol_id])
        from private.chargebacks c left join private.earning_funding f on f.payment_id = c.payment_id
        left join public.pack_orders o on o.id = f.order_id
        where c.id = p.subject::uuid);
    when private.concerns_one_person(p) then
      return array[p.subject::uuid];
    -- The note of an act is about all members whom it reached.
    when p.action in ('unsuspend_profile', 'decide_suspension_appeal') then
      return p.subject::uuid || private.people_of(array(select r.profile_id from private.reached_together(p.subject::uuid) r));
    when p.action = 'suspend_profile' then
      return p.subject::uuid || private.people_of(private.invite_tree(p.subject::uuid, true));
  end case;
end;
$$;
comment on function private.concerned_by is 'The members whom a proposal concerns.';


-- Rulings and assignments of money in suspense give money to a member, so they are stricter.
create function private.is_proposal_of(staff_id uuid, p public.staff_proposals) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from unnest(private.concerned_by(p)) as id
    where case when p.action in ('resolve_dispute', 'decide_appeal', 'resolve_suspense', 'give_up_capture', 'clear_chain_alarm')
      then private.is_dispute_of(staff_id, id) else private.is_case_of(staff_id, id) end)
$$;
comment on function private.is_proposal_of is 'True when a proposal is about a case of that member of staff.';

create function private.is_own_proposal(p public.staff_proposals) returns boolean
language sql stable security definer set search_path = '' as $$
  -- An act of suspension can reach hundreds of members, who are then compared with the set of own cases instead of one by one.
  select case when cardinality(c.ids) > 8 then c.ids && array(select private.own_cases()) else private.is_proposal_of(private.my_profile_id(), p) end
  from (select private.concerned_by(p) as ids offset 0) as c
$$;
comment on function private.is_own_proposal is 'True when a proposal is about a case of the caller''s own.';
grant execute on function private.is_own_proposal to authenticated;

create function private.confirm_staff_proposal(proposal_id uuid) returns public.staff_proposals
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me uuid := private.require_staff();
  v_proposal public.staff_proposals := private.open_proposal(proposal_id, 'confirmed');
begin
  if v_proposal.status = 'confirmed' then
    return v_proposal;
  end if;
  if private.may_be_one_person(v_proposal.proposed_by, v_me) then
    raise exception 'second_staff_required' using errcode = 'PT409';
  end if;
  -- Proposals of former staff are void, and those in what has become a case of their own since.
  if not exists (
    select from public.profiles p
    where p.id = v_proposal.proposed_by and p.is_staff and p.suspended_at is null
  ) or private.is_proposal_of(v_proposal.proposed_by, v_proposal) then
    raise exception 'proposal_not_open' using errcode = 'PT409';
  end if;
  update public.staff_proposals p
  set status = 'confirmed', decided_by = v_me, decided_at = now(), decided_in = pg_current_xact_id()
  where p.id = v_proposal.id
  returning * into v_proposal;
  perform private.execute_staff_act(v_proposal);
  perform private.audit('confirm_staff_proposal', v_proposal.id, jsonb_build_object(
    'action', v_proposal.action, 'subject', v_proposal.subject, 'proposed_by', v_proposal.proposed_by));
  return v_proposal;
end;
$$;

create function public.confirm_staff_proposal(proposal_id uuid) returns public.staff_proposals
language sql volatile security invoker set search_path = '' as $$
  select * from private.confirm_staff_proposal(proposal_id)
$$;
comment on function public.confirm_staff_proposal is 'Staff: executes what another member of staff proposed.';

-- A proposed ruling is visible only to staff who have opened the case, and a decided one, or one in the reader's own case, only
-- to its proposer: the note is about a member.
create policy staff_proposals_select on public.staff_proposals for select to authenticated
  using ((select private.is_staff()) and (
    proposed_by = (select private.my_profile_id())
    or status = 'open' and expires_at > now() and (
      action not in ('resolve_dispute', 'decide_appeal')
      or subject = any (array(select private.orders_read_by_me())::text[]))
      and not private.is_own_proposal(staff_proposals)
  ));

create function private.withdraw_staff_proposal(proposal_id uuid, note text) returns public.staff_proposals
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me uuid := private.require_staff();
  v_proposal public.staff_proposals := private.open_proposal(proposal_id, 'withdrawn');
begin
  if v_proposal.status = 'withdrawn' then
    return v_proposal;
  end if;
  if v_proposal.proposed_by <> v_me and private.is_own_proposal(v_proposal) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  update public.staff_proposals p
  set status = 'withdrawn', decided_by = v_me, decided_at = now()
  where p.id = v_proposal.id
  returning * into v_proposal;
  -- The author of the proposal reads the note in the log.
  perform private.audit('withdraw_staff_proposal', v_proposal.id, jsonb_strip_nulls(jsonb_build_object(
    'action', v_proposal.action, 'subject', v_proposal.subject, 'proposed_by', v_proposal.proposed_by, 'note', nullif(btrim(note), ''))));
  return v_proposal;
end;
$$;

create function public.withdraw_staff_proposal(proposal_id uuid, note text default null) returns public.staff_proposals
language sql volatile security invoker set search_path = '' as $$
  select * from private.withdraw_staff_proposal(proposal_id, note)
$$;
comment on function public.withdraw_staff_proposal is 'Staff: withdraws a proposal, or rejects that of another; the log keeps the note.';
grant execute on function private.propose_staff_act, private.confirm_staff_proposal,
  private.withdraw_staff_proposal, public.propose_staff_act, public.confirm_staff_proposal,
  public.withdraw_staff_proposal to authenticated;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('proposal_lifetime', 72, 'hours', 'How long a proposal of one member of staff waits for another.', 24, 720)
on conflict (key) do nothing;
