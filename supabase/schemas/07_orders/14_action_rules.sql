-- Rules for the actions on an order: who may take them, in which states, and under which further
-- conditions. Actions check these rules before they act, and order_actions evaluates the same rules
-- without acting, so a screen offers exactly the actions that would be accepted.

create table private.order_action_rules (
  action text primary key,
  -- The place on screens, with gaps for more actions.
  position smallint not null unique,
  actors text[] not null,
  -- The action is allowed in states from which the actor can move the order to this one; null: after a paid
  -- order ended.
  leads_to text references public.order_statuses (status),
  -- False: the action leaves the state as it is.
  is_move boolean not null,
  -- The error token in every other state.
  refusal text not null,
  -- A suspended member may not start new business, but may act on what is open.
  open_to_suspended boolean not null default false,
  -- Allowed in these states alone, instead of `leads_to`.
  in_statuses text[],
  -- A function of `private` that takes the order and the time, and rejects what the columns above allow.
  condition text,
  constraint order_action_rules_actors_known check (actors <@ array['brand', 'creator', 'staff']),
  constraint order_action_rules_move_leads_somewhere check (not is_move or leads_to is not null),
  constraint order_action_rules_one_condition check (in_statuses is null or leads_to is null)
);
comment on table private.order_action_rules is 'The actions on an order: who may take them, and in which states.';
create index order_action_rules_leads_to on private.order_action_rules (leads_to);
alter table private.order_action_rules enable row level security;

insert into private.order_action_rules
  (position, action, actors, leads_to, is_move, refusal, open_to_suspended, condition)
values
  -- Payment on the provider's page.
  (10, 'checkout', '{brand}', 'funded', true, 'order_not_payable', false, null),
  (20, 'pay_from_wallet', '{brand}', 'funded', true, 'order_not_payable', false, 'require_wallet'),
  (30, 'accept_order', '{creator}', 'in_progress', true, 'order_not_funded', false, 'require_free_payer'),
  (40, 'decline_order', '{creator}', 'declined', true, 'order_not_funded', false, null),
  (45, 'show_draft', '{creator}', 'draft_review', true, 'order_not_in_progress', false, null),
  (50, 'deliver_order', '{creator}', 'delivered', true, 'order_not_in_progress', false, null),
  (55, 'approve_draft', '{brand}', 'draft_approved', true, 'draft_not_shown', false, null),
  (57, 'request_draft_changes', '{brand}', 'draft_revision', true, 'draft_not_shown', true, null),
  (60, 'complete_order', '{brand}', 'completed', true, 'order_not_delivered', false, null),
  -- Instead of complete_order, for an order with milestones.
  (65, 'accept_milestone', '{brand}', 'completed', true, 'order_not_delivered', false, null),
  (70, 'request_revision', '{brand}', 'in_revision', true, 'order_not_delivered', true, null),
  (80, 'extend_review', '{brand}', 'completed', false, 'order_not_delivered', false, null),
  (90, 'cancel_order', '{brand,creator}', 'cancelled', true, 'order_not_cancellable', false, 'require_cancellable'),
  (100, 'accept_settlement', '{brand,creator}', 'settled', true, 'order_not_disputed', true, 'require_proposal'),
  (110, 'propose_settlement', '{brand,creator}', 'settled', false, 'order_not_disputed', true, null),
  (120, 'resolve_dispute', '{staff}', 'ruled', true, 'order_not_disputed', false, 'require_prepared'),
  (130, 'open_dispute', '{brand,creator,staff}', 'disputed', true, 'order_not_disputable', true, null),
  (140, 'review_order', '{brand,creator}', null, false, 'order_not_finished', false, 'require_reviewable')
on conflict do nothing;
insert into private.order_action_rules
  (position, action, actors, leads_to, is_move, refusal, open_to_suspended, in_statuses, condition)
values
  (15, 'edit_brief', '{brand}', null, false, 'brief_frozen', false, '{pending_payment}', null),
  (112, 'give_evidence', '{brand,creator}', null, false, 'evidence_closed', true, '{disputed}', 'require_open_evidence'),
  (114, 'answer_dispute', '{brand,creator}', null, false, 'answers_closed', true, '{disputed,appealed}', 'require_open_answers'),
  (116, 'appeal_ruling', '{brand,creator}', 'appealed', true, 'ruling_not_appealable', true, null, 'require_loss'),
  (118, 'withdraw_dispute', '{brand,creator}', null, false, 'order_not_disputed', true, '{disputed,awaiting_ruling}', 'require_own_dispute'),
  (124, 'decide_appeal', '{staff}', 'settled', true, 'order_not_appealed', false, null, 'require_prepared'),
  (95, 'withdraw_cancellation', '{brand,creator}', 'cancelled', false, 'order_not_cancellable', true, null, 'require_own_cancellation'),
  (150, 'tip_order', '{brand}', null, false, 'order_not_completed', false, '{completed}', 'require_tippable'),
  (160, 'ask_to_show_work', '{creator}', null, false, 'order_not_completed', false, '{completed}', 'require_unasked'),
  (170, 'allow_to_show_work', '{brand}', null, false, 'order_not_completed', false, '{completed}', 'require_unallowed')
on conflict do nothing;

create function private.order_action_rule(action text) returns private.order_action_rules
language plpgsql stable security definer set search_path = '' as $$
declare
  v_row private.order_action_rules;
begin
  select r.* into v_row from private.order_action_rules r where r.action = order_action_rule.action;
  return v_row;
end;
$$;

-- Caller ---------------------------------------------------------------------------------
create function private.side_of(o public.pack_orders, profile_id uuid) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case profile_id when o.brand_id then 'brand' when o.kol_id then 'creator' end;
end;
$$;
comment on function private.side_of is 'brand or creator; null for a caller who is no side of the order.';

create function private.require_order_actor(action text, o public.pack_orders) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_rule private.order_action_rules := private.order_action_rule(action);
  v_actor text := private.side_of(o, private.my_profile_id());
begin
  if v_actor is null and 'staff' = any (v_rule.actors) then
    perform private.require_staff();
    perform private.reject_own_dispute(o);
    return 'staff';
  end if;
  if (v_actor = any (v_rule.actors) and (v_rule.open_to_suspended or private.is_member())) is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  return v_actor;
end;
$$;
comment on function private.require_order_actor is
  'Rejects callers who may never do this with the order; returns the caller''s role in the order.';

-- A caller who is no side of the order locks nothing, and gets the refusal for an unknown order.
create function private.lock_order(order_id uuid, action text) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_order public.pack_orders;
begin
  select * into v_order from public.pack_orders o
  where o.id = lock_order.order_id
    and private.side_of(o, v_me) = any ((private.order_action_rule(action)).actors)
  for no key update;
  if v_order.id is null then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_order_actor(action, v_order);
  perform private.require_open_session();
  return v_order;
end;
$$;
comment on function private.lock_order is 'The caller''s order, locked for the transaction, for this action.';

-- Conditions -----------------------------------------------------------------------------
create function private.can_move(o public.pack_orders, to_status text, actor text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_move(o.status, to_status, actor);
end;
$$;
comment on function private.can_move is 'True when order_moves has this move from the state of the order.';

create function private.require_order_status(action text, o public.pack_orders) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_rule private.order_action_rules := private.order_action_rule(action);
  v_actor text := coalesce(private.side_of(o, private.my_profile_id()), 'staff');
begin
  if o.status = any (v_rule.in_statuses)
    or v_rule.in_statuses is null and v_rule.leads_to is null and o.completed_at is not null
    or private.can_move(o, v_rule.leads_to, v_actor)
    or v_actor <> 'staff' and private.can_move(o, v_rule.leads_to, 'both')
  then
    return;
  end if;
  -- Tells whether only the other side can do this in this state.
  if exists (
    select from unnest(array['brand', 'creator']) as side
    where side = any (v_rule.actors) and private.can_move(o, v_rule.leads_to, side)
  ) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  raise exception using message = v_rule.refusal, errcode = 'PT409';
end;
$$;
comment on function private.require_order_status is 'Rejects an action that the caller cannot take in the state of the order.';

create function private.is_overdue(o public.pack_orders, at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(o.clock_remaining_seconds, extract(epoch from o.due_at - at))
    <= -3600 * private.window_of(o, 'late_cancellation')
$$;
comment on function private.is_overdue is 'True when the work is overdue by so much that the brand may cancel alone.';

create function private.asks_to_cancel(o public.pack_orders, at timestamptz) returns uuid
language sql immutable set search_path = '' as $$
  select o.cancel_requested_by where o.cancel_requested_until > at
$$;
comment on function private.asks_to_cancel is 'The side whose request to cancel is open; null when there is none or its time is over.';

create function private.require_own_cancellation(o public.pack_orders, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.asks_to_cancel(o, at) is distinct from private.my_profile_id() then
    raise exception 'cancellation_not_requested' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_own_cancellation is 'Rejects when the caller has no open request to cancel.';

-- A side cancels alone when the other has nothing to lose: before the work begins, or when it is
-- overdue. Otherwise both have to agree.
create function private.cancelling_actor(o public.pack_orders, profile_id uuid, at timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when private.can_move(o, 'cancelled', side) and (not private.can_move(o, 'cancelled', 'both') or private.is_overdue(o, at)
      -- If the other side asked to cancel before the deadline, the cancellation is by consent and not for late work.
      and not (a.asks and o.cancel_requested_until - make_interval(hours => private.window_of(o, 'cancellation_window')::int) <= o.due_at)) then side
    when a.asks and private.can_move(o, 'cancelled', 'both') then 'both'
  end
  from private.side_of(o, profile_id) as side, lateral (select coalesce(private.asks_to_cancel(o, at) <> profile_id, false) as asks) as a
$$;
comment on function private.cancelling_actor is
  'As which actor this side can cancel the order now; null when it can only request a cancellation.';

-- A creator gets an order of a pack once it is paid, and can cancel it from then on. An order from an offer binds the creator before.
create function private.require_cancellable(o public.pack_orders, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me constant uuid := private.my_profile_id();
begin
  if v_me = o.kol_id and o.offer_id is null and not (private.order_status(o.status)).holds_escrow then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if private.asks_to_cancel(o, at) = v_me and private.cancelling_actor(o, v_me, at) is null then
    raise exception 'cancellation_already_requested' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_cancellable is 'Rejects a creator''s cancellation of an unpaid order without an offer, and a second request to cancel.';

create function private.needs_draft(o public.pack_orders) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce((o.terms ->> 'needs_draft')::boolean, false)
$$;
comment on function private.needs_draft is 'True when the terms say that the brand approves a draft before the work is published.';

create function private.require_undisputed(action text, o public.pack_orders) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if o.payment_disputed_at is not null and (private.order_status(o.status)).outcome is null
    and ((private.order_action_rule(action)).is_move or action in ('extend_review', 'withdraw_dispute'))
  then
    raise exception 'payment_disputed' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_undisputed is
  'Rejects actions that would move an order or its clock while a provider''s dispute about its payment is open.';

create function private.require_spender(action text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if action in ('pay_from_wallet', 'tip_order') and private.can_transact(private.my_profile_id()) is not true then
    raise exception 'cannot_transact' using errcode = 'PT403';
  end if;
  if action in ('checkout', 'pay_from_wallet', 'tip_order') then
    perform private.require_not_frozen(private.my_profile_id());
  end if;
end;
$$;
comment on function private.require_spender is 'Rejects an action that spends money when the caller may not trade or is frozen.';

-- Checks apart from the order's state, for payments through a provider and from the wallet.
create function private.require_payable(o public.pack_orders) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.are_blocked(o.brand_id, o.kol_id) or private.are_one_person(o.brand_id, o.kol_id) then
    raise exception 'order_not_payable' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_payable is 'Rejects a payment between members if one has blocked the other, or if they turned out to be one person.';

-- No work begins for a frozen brand: money in an order without work returns to its wallet, from which the brand's debts are paid.
create function private.require_free_payer(o public.pack_orders, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_frozen(o.brand_id) then
    raise exception 'order_payer_frozen' using errcode = 'PT409';
  end if;
  -- The chain pays the creator directly at the end, so no payout could be held back.
  if private.is_on_chain(o.currency) and private.is_frozen(o.kol_id) then
    raise exception 'profile_frozen' using errcode = 'PT403';
  end if;
end;
$$;
comment on function private.require_free_payer is 'Rejects the beginning of work if the brand is frozen, or if the creator is frozen and would be paid by the chain.';

-- Callers have passed require_order_actor.
create function private.require_order_action(action text, o public.pack_orders, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_condition text := (private.order_action_rule(action)).condition;
begin
  perform private.require_spender(action);
  perform private.require_order_status(action, o);
  perform private.require_undisputed(action, o);
  case action
    when 'checkout', 'pay_from_wallet', 'edit_brief' then
      perform private.require_payable(o);
    when 'complete_order' then
      if o.milestone_count > 0 then
        raise exception 'order_has_milestones' using errcode = 'PT409';
      end if;
    when 'accept_milestone' then
      if o.milestone_count = 0 then
        raise exception 'order_has_no_milestones' using errcode = 'PT409';
      end if;
    when 'show_draft' then
      if not private.needs_draft(o) then
        raise exception 'draft_not_needed' using errcode = 'PT409';
      end if;
    when 'deliver_order' then
      if o.status = 'in_progress' and private.needs_draft(o) then
        raise exception 'draft_not_approved' using errcode = 'PT409';
      end if;
    when 'request_revision', 'request_draft_changes' then
      if o.revisions_used >= o.revisions_allowed then
        raise exception 'no_revisions_left' using errcode = 'PT409';
      end if;
    when 'extend_review' then
      if o.review_extended then
        raise exception 'review_already_extended' using errcode = 'PT409';
      end if;
    else null;
  end case;
  if v_condition is not null then
    execute format('select private.%I($1, $2)', v_condition) using o, at;
  end if;
end;
$$;
comment on function private.require_order_action is 'Rejects an action that the order does not allow now, with the token of the reason.';

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('late_cancellation', 24, 'hours', 'How late the work must be for the brand to cancel alone.', 0, 720, true),
  ('cancellation_window', 48, 'hours', 'How long a request to cancel stands when the other side says nothing.', 12, 720, true),
  ('review_extension', 96, 'hours', 'What the brand may add to the review, once.', 0, 720, true)
on conflict (key) do nothing;
