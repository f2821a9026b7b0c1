-- A dispute stops the work on an order. Both sides give evidence and answer each other
-- (08_disputes/02_evidence), and either can propose a split. It ends when one side accepts the other's
-- proposal, when a side says nothing at all until the time for answers is over, or when staff rule
-- (08_disputes/03_rulings). Each of these ends empties the escrow once.

-- Rulings --------------------------------------------------------------------------------
create table public.rulings (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.pack_orders (id),
  instance text not null,
  ruled_by uuid not null references public.profiles (id),
  creator_share_minor bigint not null,
  -- The finding, and the part of the agreement that was decisive.
  category text not null,
  clause text not null,
  -- The reason, for the two sides.
  note text not null,
  -- The summary for all members, which names nobody. Null: only the figures are published.
  summary text,
  created_at timestamptz not null default clock_timestamp(),
  constraint rulings_instance_key unique (order_id, instance),
  constraint rulings_instance_known check (instance in ('first', 'appeal')),
  constraint rulings_category_known check (category in (
    'not_delivered', 'late', 'not_as_agreed', 'partly_as_agreed', 'as_agreed', 'withheld_by_brand', 'other')),
  constraint rulings_clause_known check (clause in (
    'deliverables', 'deadline', 'brief', 'revisions', 'usage_rights', 'disclosure', 'conduct', 'other')),
  constraint rulings_share_not_negative check (creator_share_minor >= 0),
  constraint rulings_share_within_limit check (creator_share_minor <= 1000000000000000),
  constraint rulings_note_length check (length(note) between 1 and 5000),
  constraint rulings_summary_length check (length(summary) between 1 and 1000)
);
comment on table public.rulings is 'Rulings of staff on disputes: one, and one more on appeal; append-only.';
create index rulings_ruled_by on public.rulings (ruled_by);
alter table public.rulings enable row level security;
create policy rulings_select on public.rulings for select to authenticated
  using (order_id = any (array(select private.readable_orders())));
grant select on public.rulings to authenticated, service_role;
create trigger rulings_append_only before update or delete on public.rulings
  for each row execute function private.refuse_change();
create trigger rulings_not_truncated before truncate on public.rulings
  for each statement execute function private.refuse_change();

-- Proposals ------------------------------------------------------------------------------
create table public.settlement_proposals (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.pack_orders (id),
  proposed_by uuid not null references public.profiles (id),
  creator_share_minor bigint not null,
  -- True for a proposal that was made while evidence was open: if the other side does not answer, it counts as accepted.
  binds_silence boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint settlement_proposals_share_not_negative check (creator_share_minor >= 0),
  constraint settlement_proposals_share_within_limit check (creator_share_minor <= 1000000000000000)
);
comment on table public.settlement_proposals is 'Splits that a side of a disputed order proposed. The last one of each side counts, until a ruling ends them.';
create index settlement_proposals_order_id on public.settlement_proposals (order_id, proposed_by, created_at);
create index settlement_proposals_proposed_by on public.settlement_proposals (proposed_by);

create function private.dispute_of(order_id uuid) returns public.order_events
language sql stable security definer set search_path = '' as $$
  select * from public.order_events e
  where e.order_id = dispute_of.order_id and e.kind = 'move' and e.to_status = 'disputed' and not exists (
    select from public.order_events w where w.order_id = e.order_id and w.kind = 'dispute_withdrawn' and w.id > e.id)
$$;
comment on function private.dispute_of is 'The move by which an order came into its present dispute, at most one row; none after a withdrawal.';

create function private.withdrawn_at(order_id uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select coalesce(max(e.created_at), '-infinity') from public.order_events e
  where e.order_id = withdrawn_at.order_id and e.kind = 'dispute_withdrawn'
$$;
comment on function private.withdrawn_at is 'When a dispute of the order was withdrawn. Nothing that was said in it counts in a later one.';
grant execute on function private.withdrawn_at to authenticated;

alter table public.settlement_proposals enable row level security;
-- Proposals before a ruling or a withdrawal are no longer valid; staff read all of them with read_dispute.
create policy settlement_proposals_select on public.settlement_proposals for select to authenticated
  using (order_id = any (array(select private.readable_orders()))
    and created_at > private.withdrawn_at(order_id)
    and not exists (
      select from public.rulings r
      where r.order_id = settlement_proposals.order_id and r.created_at >= settlement_proposals.created_at));
grant select on public.settlement_proposals to authenticated, service_role;
create trigger settlement_proposals_append_only before update or delete on public.settlement_proposals
  for each row execute function private.refuse_change();
create trigger settlement_proposals_not_truncated before truncate on public.settlement_proposals
  for each statement execute function private.refuse_change();

create function private.last_proposal(order_id uuid, proposed_by uuid) returns public.settlement_proposals
language sql stable security definer set search_path = '' as $$
  select s.* from public.settlement_proposals s
  where s.order_id = last_proposal.order_id and s.proposed_by = last_proposal.proposed_by
    and s.created_at > private.withdrawn_at(s.order_id)
    and not exists (
      select from public.rulings r where r.order_id = s.order_id and r.created_at >= s.created_at)
  order by s.created_at desc, s.id
$$;
comment on function private.last_proposal is
  'The current proposal of one side, at most one row. A ruling and a withdrawal end all proposals that were made before.';

-- Readers --------------------------------------------------------------------------------
create function private.instance_of(o public.pack_orders) returns text
language sql stable set search_path = '' as $$
  select case
    when o.status = 'appealed' then 'appeal'
    when s.phase = 'disputed' then 'first'
    when (private.dispute_of(o.id)).id is not null then 'closed'
    else 'order' end
  from private.order_status(o.status) s
$$;
comment on function private.instance_of is 'The part of the case that a member of staff opens now: the order, its dispute (first), the appeal, or the order and its case after the dispute (closed).';

-- Staff who opened an order once may read it from then on.
create function private.has_opened(order_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.order_readers r where r.profile_id = private.my_profile_id() and r.order_id = has_opened.order_id)
$$;
comment on function private.has_opened is 'True for an order that the caller has opened as staff, itself or a part of its case.';

-- If the dispute waits for staff, no other reason is needed.
create function private.reason_to_read(o public.pack_orders, reason text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.instance_of(o) in ('first', 'appeal') or private.has_opened(o.id) then
    return '{}';
  end if;
  perform private.require_reason(reason);
  return jsonb_build_object('reason', btrim(reason));
end;
$$;
comment on function private.reason_to_read is 'The details of opening an order, for the audit log. Rejects opening it without a reason, unless the dispute waits for staff or the caller has opened the order before.';

create function private.note_reader(o public.pack_orders, words int[] default '{}', why jsonb default '{}') returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_instance text := private.instance_of(o);
begin
  if not exists (
    select from private.order_readers r
    where r.profile_id = private.my_profile_id() and r.order_id = o.id and r.instance = v_instance
  ) then
    perform private.audit(case v_instance when 'order' then 'read_order' else 'read_dispute' end, o.id, why);
  end if;
  insert into private.order_readers (order_id, profile_id, instance, words)
  values (o.id, private.my_profile_id(), v_instance, note_reader.words)
  -- Opening the order again does not count as reading its case, and keeps what was recorded of an earlier reading.
  on conflict on constraint order_readers_pkey do update
  set words = case when note_reader.words = '{}' then order_readers.words else note_reader.words end;
end;
$$;
comment on function private.note_reader is 'Records that the caller, who has locked the order, reads it as staff. The audit log has a row for the first time.';

-- Actions of the sides -------------------------------------------------------------------
create function private.lock_order_as_staff(order_id uuid) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
begin
  perform private.require_staff();
  select * into v_order from public.pack_orders o
  where o.id = lock_order_as_staff.order_id for no key update;
  if v_order.id is null then
    raise exception 'order_unknown' using errcode = 'PT404';
  end if;
  perform private.reject_own_dispute(v_order);
  return v_order;
end;
$$;
comment on function private.lock_order_as_staff is 'An order between other members, locked for an act of staff.';

-- A suspended member may open a dispute, because money in escrow belongs to one of two sides.
create function private.open_dispute(order_id uuid, reason text, category text, creator_share_minor bigint, delivery_id uuid)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_for_others boolean := private.is_staff() and not exists (
    select from public.pack_orders o where o.id = open_dispute.order_id and v_me in (o.brand_id, o.kol_id));
  v_order public.pack_orders := case when v_for_others
    then private.lock_order_as_staff(order_id)
    else private.lock_order(order_id, 'open_dispute') end;
begin
  if private.just_moved_by(v_order, 'disputed', v_me, reason)
    and (private.last_proposal(v_order.id, v_me)).creator_share_minor is not distinct from open_dispute.creator_share_minor
    and (private.dispute_of(v_order.id)).category is not distinct from open_dispute.category
  then
    return v_order;
  end if;
  perform private.require_order_action('open_dispute', v_order, private.clock());
  perform private.require_reason(reason);
  if v_me = v_order.brand_id then
    perform private.require_seen(v_order, delivery_id);
  end if;
  if v_for_others then
    -- The reason is in the history of the order, which not all of staff may read.
    perform private.audit('open_dispute', v_order.id);
    perform private.note_reader(v_order);
  end if;
  v_order := private.move_order(v_order, 'disputed',
    coalesce(private.side_of(v_order, v_me), 'staff'),
    v_me, reason, private.clock(), category => category);
  if open_dispute.creator_share_minor is not null then
    return private.propose_settlement(order_id, open_dispute.creator_share_minor);
  end if;
  return v_order;
end;
$$;
comment on function private.open_dispute is
  'Either side stops the work and begins a dispute, with the split that it proposes; staff do so only about a delivery.';

-- Deadlines ------------------------------------------------------------------------------
-- Evidence closes before answers do, so that each side can answer the evidence of the other.
create function private.answer_only_time(o public.pack_orders) returns interval
language sql stable security definer set search_path = '' as $$
  select make_interval(hours => greatest(0,
    private.window_of(o, 'dispute_answer_window') - private.window_of(o, 'dispute_evidence_window'))::int)
$$;
comment on function private.answer_only_time is 'The time for answers after the evidence of a dispute has closed.';

create function private.evidence_closes_at(o public.pack_orders, at timestamptz) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select private.clock_ends_at(o, at) - private.answer_only_time(o)
$$;
comment on function private.evidence_closes_at is 'When the evidence of a disputed order closes, according to its clock at the given time.';

create function private.propose_settlement(order_id uuid, creator_share_minor bigint) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'propose_settlement');
  v_me uuid := private.my_profile_id();
begin
  perform private.require_order_action('propose_settlement', v_order, private.clock());
  if (creator_share_minor between v_order.released_minor and v_order.price_minor) is not true then
    raise exception 'share_out_of_range' using errcode = 'PT422';
  end if;
  perform private.require_steps(array[creator_share_minor], v_order.currency);
  if (private.last_proposal(v_order.id, v_me)).creator_share_minor = propose_settlement.creator_share_minor then
    return v_order;
  end if;
  insert into public.settlement_proposals (order_id, proposed_by, creator_share_minor, binds_silence, created_at)
  values (v_order.id, v_me, propose_settlement.creator_share_minor,
    v_order.status = 'disputed' and private.clock() < private.evidence_closes_at(v_order, private.clock()), private.clock_time_at(private.clock()));
  return v_order;
end;
$$;
create function public.propose_settlement(order_id uuid, creator_share_minor bigint) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  return private.propose_settlement(order_id, creator_share_minor);
end;
$$;
comment on function public.propose_settlement is 'Either side: proposes the creator''s share of the price of a disputed order.';

create function private.proposal_to(o public.pack_orders, profile_id uuid) returns public.settlement_proposals
language sql stable security definer set search_path = '' as $$
  select * from private.last_proposal(o.id, case profile_id when o.brand_id then o.kol_id else o.brand_id end)
$$;
comment on function private.proposal_to is 'The current proposal of the other side.';

create function private.require_proposal(o public.pack_orders, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (private.proposal_to(o, private.my_profile_id())).id is null then
    raise exception 'no_settlement_proposed' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_proposal is 'Rejects an acceptance when the other side has no open proposal.';

-- `creator_share_minor` is the proposal that the member saw. The other side may have changed it
-- since, and a member must not accept a proposal that they have not seen: without an amount nothing is accepted.
create function private.accept_settlement(order_id uuid, creator_share_minor bigint) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'accept_settlement');
  v_me uuid := private.my_profile_id();
  v_proposal public.settlement_proposals;
begin
  if private.just_moved_by(v_order, 'settled', v_me) then
    return v_order;
  end if;
  perform private.require_order_action('accept_settlement', v_order, private.clock());
  v_proposal := private.proposal_to(v_order, v_me);
  if v_proposal.creator_share_minor is distinct from accept_settlement.creator_share_minor then
    raise exception 'settlement_changed' using errcode = 'PT409';
  end if;
  return private.move_order(v_order, 'settled', 'both', v_me, null, private.clock(), v_proposal.creator_share_minor);
end;
$$;
create function public.accept_settlement(order_id uuid, creator_share_minor bigint)
returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  return private.accept_settlement(order_id, creator_share_minor);
end;
$$;
comment on function public.accept_settlement is
  'Either side: accepts the last proposal of the other side. `creator_share_minor` is the amount that the caller has seen; settlement_changed if the proposal is another one.';

-- Withdrawal -----------------------------------------------------------------------------
-- An order has one withdrawal: a side could otherwise stop its clock again and again.
create function private.require_own_dispute(o public.pack_orders, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (private.dispute_of(o.id)).actor_id is distinct from private.my_profile_id() then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if private.withdrawn_at(o.id) > '-infinity' then
    raise exception 'dispute_withdrawn_before' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_own_dispute is 'Rejects the withdrawal of a dispute that the caller did not open, and a second withdrawal of one order.';

-- A withdrawal ends the proposal of the other side permanently, so the caller names that proposal, as in accept_settlement.
create function private.withdraw_dispute(order_id uuid, creator_share_minor bigint) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'withdraw_dispute');
  v_me uuid := private.my_profile_id();
begin
  if (select (e.kind, e.actor_id) = ('dispute_withdrawn', v_me)
    from public.order_events e where e.order_id = v_order.id and e.from_status <> e.to_status order by e.id desc limit 1)
  then
    return v_order;
  end if;
  perform private.require_order_action('withdraw_dispute', v_order, private.clock());
  if (private.proposal_to(v_order, v_me)).creator_share_minor is distinct from withdraw_dispute.creator_share_minor then
    raise exception 'settlement_changed' using errcode = 'PT409';
  end if;
  -- Ends a proposed ruling, because it is about this dispute.
  perform private.withdraw_proposals('{resolve_dispute}', array[v_order.id::text], 'dispute_withdrawn');
  v_order := private.move_order(v_order, (private.dispute_of(v_order.id)).from_status, 'opener', v_me, null, private.clock());
  perform private.notify_about_order(case v_me when v_order.brand_id then v_order.kol_id else v_order.brand_id end,
    v_order, 'dispute_withdrawn', jsonb_build_object('due_at', private.clock_ends_at(v_order, private.clock())));
  return v_order;
end;
$$;
create function public.withdraw_dispute(order_id uuid, creator_share_minor bigint default null) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  return private.withdraw_dispute(order_id, creator_share_minor);
end;
$$;
comment on function public.withdraw_dispute is
  'The side that opened a dispute: withdraws it before a ruling, once for each order. The order returns to the state in which it was disputed, with the time that was left, and a day at least unless the work was late. '
  '`creator_share_minor`: the last proposal of the other side that the caller has seen, null for none; settlement_changed if it is another.';

-- Granted to members ---------------------------------------------------------------------
grant execute on function
  private.propose_settlement, private.accept_settlement, private.withdraw_dispute, public.propose_settlement, public.accept_settlement, public.withdraw_dispute
  to authenticated;
