-- The status of an order: the one function that changes it, and the trigger that rejects any other
-- change.

-- Moves -----------------------------------------------------------------------------------
-- move_order stores the move in the transaction's setting `kolpact.order_move`; the trigger accepts
-- only that move.
create function private.guard_order_status() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_setting('kolpact.order_move', true)
    is distinct from format('%s:%s', NEW.id, NEW.status)
  then
    raise exception 'status_only_by_move' using errcode = 'PT403';
  end if;
  return NEW;
end;
$$;
comment on function private.guard_order_status is 'Trigger: the status of an order is changed by move_order only, for every role.';
create trigger pack_orders_status_only_by_move after update on public.pack_orders
  for each row when (OLD.status is distinct from NEW.status)
  execute function private.guard_order_status();
create trigger pack_orders_begin_unpaid before insert on public.pack_orders
  for each row when (NEW.status <> 'pending_payment')
  execute function private.guard_order_status();

-- Profiles are locked in order of their ids, after the accounts, as in run_due_work.
create function private.apply_completion_effects(o public.pack_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_invitee_id uuid;
begin
  -- A card that paid for the order may have shown that both sides are one person.
  if private.are_one_person(o.brand_id, o.kol_id) then
    return;
  end if;
  perform private.grant_completion_benefits(array[o.brand_id, o.kol_id]);
  for v_invitee_id in
    select r.invitee_id from public.referrals r
    -- No reward for an order on a chain, because the market would then hold a member's money. The first order in the ledger earns the reward.
    where r.invitee_id in (o.brand_id, o.kol_id) and r.status = 'joined' and not private.is_on_chain(o.currency)
    order by r.invitee_id
  loop
    perform private.activate_referral(v_invitee_id, o.id);
  end loop;
end;
$$;
comment on function private.apply_completion_effects is 'Updates both members when an order between two people completes: counts of orders, referrals.';

create function private.has_suspended_side(o public.pack_orders) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.profiles p where p.id in (o.brand_id, o.kol_id) and p.suspended_at is not null
  );
end;
$$;

create function private.window_of(o public.pack_orders, setting text) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((o.windows ->> window_of.setting)::numeric, private.setting(window_of.setting));
end;
$$;
comment on function private.window_of is 'A setting of the clocks as it was when the order was placed.';

-- The stopped time is counted for each order and not for each suspension: one suspension after another must not hold
-- the money of an order for ever.
create function private.clock_stop_left(o public.pack_orders, at timestamptz) returns interval
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(o.clock_resumes_at - at,
    make_interval(secs => private.window_of(o, 'clock_stop_most') * 86400 - o.clock_suspended_seconds));
end;
$$;
comment on function private.clock_stop_left is 'The time for which suspensions can still stop the clock of this order; zero or less if it is used up.';

create function private.clock_stops(o public.pack_orders, at timestamptz) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_suspended_side(o) and private.clock_stop_left(o, at) > interval '0';
end;
$$;
comment on function private.clock_stops is 'True while a suspension stops the clock of this order, in any state.';

create function private.clock_of(o public.pack_orders, status text) returns interval
language plpgsql stable security definer set search_path = '' as $$
declare
  v_to constant public.order_statuses := private.order_status(status);
  v_whole constant interval := case
    when v_to.deadline_is_delivery then make_interval(days => o.delivery_days)
    when v_to.deadline_setting is not null then make_interval(hours => private.window_of(o, v_to.deadline_setting)::int) end;
  -- The opener of a dispute chooses when to withdraw it, so the other side gets a day to notice.
  v_least constant interval := least(v_whole, interval '24 hours');
begin
  return case
    when v_whole is null or v_to.phase <> 'open' or (private.order_status(o.status)).phase <> 'disputed' then v_whole
    when v_to.deadline_is_delivery and o.clock_before_dispute_seconds < 0 then make_interval(secs => o.clock_before_dispute_seconds)
    else greatest(make_interval(secs => o.clock_before_dispute_seconds), v_least) end;
end;
$$;
comment on function private.clock_of is
  'The time that an order has in a state that it moves to; null for none. After a dispute, what was left, and a day at least, unless the work was late.';

create function private.status_when_paid(o public.pack_orders) returns text
language sql stable security definer set search_path = '' as $$
  -- The creator may have become a member of staff since the offer.
  select case when o.starts_when_paid and private.can_transact(o.kol_id) and not private.has_staff_account(o.kol_id)
    then 'in_progress' else 'funded' end
$$;
comment on function private.status_when_paid is 'The state that a payment brings the order to: the work of an accepted offer begins, unless its creator may not trade now or is of staff.';

create function private.grace_of(o public.pack_orders) returns interval
language sql stable security definer set search_path = '' as $$
  select make_interval(hours => case when s.grace_setting is null then 0 else private.window_of(o, s.grace_setting) end::int)
  from private.order_status(o.status) s
$$;
comment on function private.grace_of is 'How long an order in its state waits after its deadline until it moves by itself.';

-- The two states determine what happens to the money. `moved` is the order after the move.
create function private.move_money(from_status text, moved public.pack_orders, actor text, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_from public.order_statuses := private.order_status(from_status);
  v_to public.order_statuses := private.order_status(moved.status);
  v_share bigint := private.share_of(moved);
begin
  if v_to.holds_escrow and not v_from.holds_escrow then
    perform private.post_escrow(moved);
  elsif v_from.holds_escrow and not v_to.holds_escrow then
    perform private.post_outcome(moved, v_to.outcome::private.transfer_event, v_share, at);
    -- If a provider took the brand's payment back, the market pays for the work, and no inviter is rewarded.
    if v_share = moved.price_minor and actor <> 'provider' then
      perform private.apply_completion_effects(moved);
    end if;
  end if;
end;
$$;
comment on function private.move_money is 'Fills or empties the escrow of an order that has just moved.';

create function private.dispute_seconds(o public.pack_orders, at timestamptz) returns bigint
language sql stable security definer set search_path = '' as $$
  select floor(extract(epoch from at - max(e.created_at)))::bigint from public.order_events e
  where e.order_id = o.id and e.kind = 'move' and (private.order_status(e.from_status)).phase = 'open'
$$;
comment on function private.dispute_seconds is 'How long the dispute of an order has lasted at the given time.';

create function private.counted_seconds(o public.pack_orders, stopped_seconds bigint) returns bigint
language sql stable security definer set search_path = '' as $$
  select case when (private.order_status(o.status)).phase = 'disputed' then 0 else stopped_seconds end
$$;
comment on function private.counted_seconds is 'The part of a pause that counts as stopped time since the delivery: none during a dispute, whose whole time is added when the dispute is withdrawn.';

-- `o` is the row as the caller locked it.
create function private.move_order(
  o public.pack_orders, to_status text, actor text, actor_id uuid, note text, at timestamptz,
  creator_share_minor bigint default null, category text default null
) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_from text := o.status;
  v_clock interval := private.clock_of(o, to_status);
  v_is_stopped boolean := v_clock is not null and private.clock_stops(o, at);
  -- A return from a dispute submits nothing and uses no revision again.
  v_to public.order_statuses := private.order_status(case when actor <> 'opener' then to_status end);
  v_order public.pack_orders;
begin
  if not private.has_move(v_from, move_order.to_status, move_order.actor) then
    raise exception 'order_move_not_allowed' using errcode = 'PT409',
      detail = format('%s to %s by %s', v_from, move_order.to_status, move_order.actor);
  end if;
  if o.payment_disputed_at is not null and move_order.actor <> 'provider' then
    raise exception 'payment_disputed' using errcode = 'PT409';
  end if;

  perform set_config('kolpact.order_move', format('%s:%s', o.id, move_order.to_status), true);
  update public.pack_orders p set
    status = move_order.to_status,
    due_at = case when not v_is_stopped then at + v_clock end,
    clock_remaining_seconds = case when v_is_stopped then extract(epoch from v_clock) end,
    clock_stopped_at = case when v_is_stopped then at end,
    clock_resumes_at = case when v_is_stopped then at + private.clock_stop_left(o, at) end,
    clock_suspended_seconds = p.clock_suspended_seconds + coalesce(extract(epoch from at - p.clock_stopped_at), 0),
    clock_stopped_since_delivery_seconds = case when v_to.submits = 'delivery' then 0
      else p.clock_stopped_since_delivery_seconds + case actor when 'opener' then private.dispute_seconds(o, at) else 0 end end,
    clock_before_dispute_seconds = case when v_to.phase = 'disputed' and (private.order_status(v_from)).phase = 'open'
      then floor(coalesce(p.clock_remaining_seconds, extract(epoch from p.due_at - at))) else p.clock_before_dispute_seconds end,
    delivered_at = case when v_to.submits = 'delivery' then at else p.delivered_at end,
    reminders_sent = 0,
    revisions_used = p.revisions_used + coalesce(v_to.is_revision, false)::int,
    cancel_requested_by = null,
    cancel_requested_until = null,
    creator_agreed_at = coalesce(p.creator_agreed_at, case when move_order.to_status = 'in_progress' then at end),
    creator_share_minor = move_order.creator_share_minor,
    completed_at = case when v_to.outcome in ('completion', 'settlement') then at end,
    updated_at = now()
  where p.id = o.id and p.status = v_from
  returning * into strict v_order;
  perform set_config('kolpact.order_move', '', true);

  insert into public.order_events (order_id, from_status, to_status, actor_id, note, category, kind, created_at)
  select o.id, v_from, move_order.to_status, move_order.actor_id, nullif(move_order.note, ''), move_order.category, e.kind, e.at
  -- Statements from before a withdrawal must be older than the withdrawal, even if only by a moment.
  from (select 'move' as kind, at where actor <> 'opener' union all select 'dispute_withdrawn', private.clock_time_at(at) where actor = 'opener') e;
  perform private.record_demerits(o, v_order, move_order.actor, at);
  -- Moves the money last: orders that share a platform account wait for each other from here to the
  -- commit.
  perform private.notify_order_move(v_order, v_from, move_order.actor, move_order.actor_id, at);
  perform private.move_money(v_from, v_order, move_order.actor, at);
  return v_order;
end;
$$;
comment on function private.move_order is
  'The only function that changes the status of an order: looks up the move, writes history, notifies the members, moves the money.';
