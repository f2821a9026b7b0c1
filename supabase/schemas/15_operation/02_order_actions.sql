-- The actions that the caller can take on an order now, the reasons against the others, and the
-- effect of each on the money. Screens read them, because they have no rules of their own. The
-- actions check the same rules again.

create function private.order_refusal(action text, o public.pack_orders, at timestamptz) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_order_actor(action, o);
  perform private.require_order_action(action, o, at);
  return case when action in ('resolve_dispute', 'decide_appeal')
    and private.needs_second_staff(private.units_of(o.price_minor, o.currency)) then 'second_staff_required' end;
exception when others then
  if sqlstate not like 'PT4%' then
    raise;
  end if;
  return sqlerrm;
end;
$$;
comment on function private.order_refusal is 'The token with which the caller would be refused; null when the action is allowed.';

-- The state that an allowed action leads to; null: the state stays.
create function private.status_after(action text, o public.pack_orders, at timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select case action when 'accept_milestone' then private.status_after_acceptance(o)
    when 'withdraw_dispute' then (private.dispute_of(o.id)).from_status
    when 'checkout' then private.status_when_paid(o) when 'pay_from_wallet' then private.status_when_paid(o) else r.leads_to end
  from private.order_action_rule(action) r
  where (r.is_move or r.action = 'withdraw_dispute') and (r.action <> 'cancel_order'
    or private.cancelling_actor(o, private.my_profile_id(), at) is not null)
$$;
comment on function private.status_after is 'The state of the order after this action of the caller.';

create function private.share_after(action text, o public.pack_orders, to_status text) returns bigint
language sql stable security definer set search_path = '' as $$
  select case
    when action = 'accept_settlement' then (private.proposal_to(o, private.my_profile_id())).creator_share_minor
    when s.outcome = 'refund' then o.released_minor
    when s.outcome = 'completion' then o.price_minor
  end
  from private.order_status(to_status) s
$$;
comment on function private.share_after is
  'The creator''s share of the price after this action; null where the order continues, or staff name the amount.';

create type private.money_change as (
  creator_minor bigint, brand_minor bigint, creator_fee_minor bigint, buyer_fee_minor bigint, held_minor bigint,
  held_fee_minor bigint
);

-- The effect of move_money and post_milestone as changes that sum to zero.
create function private.money_change(o public.pack_orders, to_status text, share_minor bigint)
returns private.money_change
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from public.order_statuses := private.order_status(o.status);
  v_to public.order_statuses := private.order_status(to_status);
  v_total constant bigint := o.price_minor + o.buyer_fee_minor;
  v_split record;
  v_milestone public.order_milestones;
begin
  if v_to.holds_escrow and not v_from.holds_escrow then
    return row(0::bigint, -v_total, 0::bigint, 0::bigint, v_total, o.buyer_fee_minor);
  elsif v_from.holds_escrow and not v_to.holds_escrow then
    select * into v_split from private.split_rest(o, share_minor);
    return row(v_split.creator_minor, v_split.brand_minor, v_split.creator_fee_minor, v_split.buyer_fee_kept_minor,
      -v_split.creator_minor - v_split.brand_minor - v_split.creator_fee_minor - v_split.buyer_fee_kept_minor,
      (private.split_settlement(o, o.released_minor)).buyer_fee_kept_minor - o.buyer_fee_minor);
  elsif private.can_move(o, to_status, 'milestone') then
    v_milestone := private.next_milestone(o.id);
    select * into v_split from private.split_rest(o, o.released_minor + v_milestone.amount_minor);
    return row(v_split.creator_minor, 0::bigint, v_split.creator_fee_minor, v_split.buyer_fee_kept_minor,
      -v_milestone.amount_minor - v_split.buyer_fee_kept_minor, -v_split.buyer_fee_kept_minor);
  end if;
  return row(0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint);
end;
$$;
comment on function private.money_change is
  'The change of money by a move: creator, brand, the fee of each, and what is held in between, with the buyer''s fee in it.';

create function private.deadline_after(action text, o public.pack_orders, to_status text, at timestamptz)
returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case
    when action = 'extend_review' then o.due_at + make_interval(hours => private.window_of(o, 'review_extension')::int)
    when action = 'review_order' then private.review_until(o)
    when not private.clock_stops(o, at) then at + private.clock_of(o, to_status)
  end
$$;
comment on function private.deadline_after is
  'The deadline after this action; for a review, the latest time at which it becomes visible.';

-- The caller's permissions change by time alone in six places.
create function private.refusal_changes_at(action text, o public.pack_orders, at timestamptz) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  if action = 'review_order' and private.review_until(o) > at then
    return private.review_until(o);
  elsif action = 'tip_order' and o.status = 'completed' and private.side_of(o, private.my_profile_id()) = 'brand'
    and private.tips_until(o) > at
  then
    return private.tips_until(o);
  elsif action = 'give_evidence' and o.status = 'disputed' and private.evidence_closes_at(o, at) > at then
    return private.evidence_closes_at(o, at);
  elsif action = 'answer_dispute' and o.status = 'appealed' and not private.appeal_is_answered(o) and private.appeal_answer_closes_at(o, at) > at then
    return private.appeal_answer_closes_at(o, at);
  elsif action in ('cancel_order', 'withdraw_cancellation') and private.asks_to_cancel(o, at) is not null then
    return o.cancel_requested_until;
  elsif action = 'cancel_order' and private.side_of(o, private.my_profile_id()) = 'brand'
    and private.can_move(o, 'cancelled', 'both') and private.can_move(o, 'cancelled', 'brand') and not private.is_overdue(o, at)
  then
    return o.due_at + make_interval(hours => private.window_of(o, 'late_cancellation')::int);
  end if;
  return null;
end;
$$;
comment on function private.refusal_changes_at is 'When time alone changes what this action does or whether it is allowed.';

create type public.order_action as (
  action text,
  allowed boolean,
  -- The reason against the action: a token of errors.json.
  refusal text,
  -- The following columns are set for allowed actions only. The state that the action leads to;
  -- null: unchanged.
  to_status text,
  -- The creator's share of the price; null where the caller names it, or the order continues.
  creator_share_minor bigint,
  -- The amount that each party gains or (negative) pays, after its fee; the brand's is in its wallet.
  -- The five sum to zero: held_minor is the amount that is held from then on or, negative, released.
  creator_minor bigint,
  brand_minor bigint,
  creator_fee_minor bigint,
  buyer_fee_minor bigint,
  held_minor bigint,
  -- The part of held_minor that is the buyer's fee; the rest is the price, in the account of escrow.
  held_fee_minor bigint,
  currency text,
  -- The deadline of the next step; for a review, the latest time at which it becomes visible.
  deadline timestamptz,
  -- The time at which this row changes although nobody acts.
  changes_at timestamptz
);

create function private.order_actions(order_id uuid) returns setof public.order_action
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me constant uuid := private.my_profile_id();
  v_now constant timestamptz := private.clock();
  v_order public.pack_orders;
  v_money private.money_change;
  v public.order_action;
begin
  select * into v_order from public.pack_orders o
  where o.id = order_actions.order_id and (v_me in (o.brand_id, o.kol_id) or private.is_staff());
  if v_order.id is null then
    return;
  end if;
  for v.action in select r.action from private.order_action_rules r order by r.position loop
    v := row(v.action, null, null, null, null, null, null, null, null, null, null, null, null, null);
    v.refusal := private.order_refusal(v.action, v_order, v_now);
    v.allowed := v.refusal is null;
    v.currency := v_order.currency;
    -- changes_at is null for staff who have not opened the case, because it would reveal what a side asked for.
    if v_me in (v_order.brand_id, v_order.kol_id) or v_order.id in (select private.orders_read_by_me()) then
      v.changes_at := private.refusal_changes_at(v.action, v_order, v_now);
    end if;
    if v.allowed then
      v.to_status := private.status_after(v.action, v_order, v_now);
      v.creator_share_minor := private.share_after(v.action, v_order, v.to_status);
      v_money := private.money_change(v_order, v.to_status, v.creator_share_minor);
      v.creator_minor := v_money.creator_minor;
      v.brand_minor := v_money.brand_minor;
      v.creator_fee_minor := v_money.creator_fee_minor;
      v.buyer_fee_minor := v_money.buyer_fee_minor;
      v.held_minor := v_money.held_minor;
      v.held_fee_minor := v_money.held_fee_minor;
      v.deadline := private.deadline_after(v.action, v_order, v.to_status, v_now);
    end if;
    return next v;
  end loop;
end;
$$;
create function public.order_actions(order_id uuid) returns setof public.order_action
language sql stable security invoker set search_path = '' as $$
  select * from private.order_actions(order_id)
$$;
comment on function public.order_actions is
  'One row per action: whether the caller may do it with this order now, the error token if not, the state after it, and what each party gains or (negative) pays, each fee by its name. No rows for members who are no side of the order.';

-- The money of an order ------------------------------------------------------------------
create type public.order_money as (
  currency text,
  -- The total that the brand pays: the price, which waits in escrow, and the buyer's fee, which is held beside it.
  total_minor bigint,
  held_fee_minor bigint,
  -- How the total was paid, or would be paid now. For the brand only; null to everybody else.
  wallet_minor bigint,
  provider_minor bigint,
  is_paid boolean,
  -- The creator's share of the price, before the fee.
  share_minor bigint,
  -- The parts of the total with this share: these four sum to it. The brand's part is in its wallet.
  creator_minor bigint,
  creator_fee_minor bigint,
  brand_minor bigint,
  buyer_fee_minor bigint,
  -- The part of the creator's that accepted milestones have paid already, its fee, and the part of the buyer's
  -- fee that stays with them.
  released_creator_minor bigint,
  released_fee_minor bigint,
  released_buyer_fee_minor bigint,
  -- The change of the caller's own part of an order that is over, because a payment went back or the escrow of a chain could
  -- not pay; null to staff, and on a chain if nothing changed.
  later_minor bigint,
  -- The part of the caller's earnings that may be taken because the payment is disputed; null to everybody but the creator.
  disputed_minor bigint
);

create function private.payment_of(o public.pack_orders, out wallet_minor bigint, out provider_minor bigint)
language sql stable security definer set search_path = '' as $$
  select case when private.is_on_chain(o.currency) then 0 when f.paid_minor <> 0 then f.paid_minor - f.provider_minor else p.wallet_minor end,
    case when private.is_on_chain(o.currency) then o.price_minor when f.paid_minor <> 0 then f.provider_minor else p.provider_minor end
  from private.payment_parts(o.brand_id, o.price_minor + o.buyer_fee_minor, o.currency) as p,
    (select coalesce(sum(x.amount_minor), 0)::bigint as paid_minor,
      -- A payment with a problem went to the wallet first.
      coalesce(sum(x.amount_minor) filter (where y.order_id = o.id and y.problem is null), 0)::bigint as provider_minor
    from private.order_funding x left join public.payments y on y.id = x.payment_id
    where x.order_id = o.id) as f
$$;
comment on function private.payment_of is
  'The parts of an order''s total that the wallet and the payment provider paid; before the payment, those that they would pay now.';

-- A payment that was charged back is with the brand again, outside of the market, and the market takes it from the wallet.
-- The part that paid for no order goes back first, then the newest order and its tips, as when a dispute is lost.
-- After a dispute that was won, the creator and the market get from the brand what the end of the order had cut.
create function private.later_minor(o public.pack_orders, profile_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  with taken as (
    select t.hold_id, sum(t.amount_minor) as amount_minor
    from private.chargeback_holds t
    join private.chargebacks c on c.id = t.chargeback_id and c.status <> 'won'
    join private.holds h on h.id = t.hold_id and h.order_id = o.id and h.profile_id = o.kol_id
    where not exists (select from public.order_tips x where x.id = h.reference)
    group by t.hold_id
  ), ended as (
    -- A chargeback that ended the order takes the brand's part of it. An amount that is larger than that part is a debt.
    select s.brand_minor as most_minor, s.creator_minor from private.split_settlement(o, private.share_of(o)) as s
    where exists (select from public.order_events e
      where e.order_id = o.id and e.kind = 'move' and e.actor_id is null and e.note = 'chargeback')
  ), returned as (
    -- Includes amounts that the brand repaid after a chargeback had ended the order: all money except the part with which it ended.
    select coalesce(sum(h.amount_minor + coalesce(t.amount_minor, 0)) filter (where c.id is not null or e.creator_minor is not null), 0)
      - coalesce(max(e.creator_minor), 0) as creator_minor,
      coalesce(sum(h.fees_minor) filter (where c.id is not null), 0) as fees_minor
    from private.holds h left join private.chargebacks c on c.id = h.reference
    left join taken t on t.hold_id = h.id left join ended e on true
    where h.order_id = o.id and h.profile_id = o.kol_id and not exists (select from public.order_tips x where x.id = h.reference)
  ), gone_back as (
    select greatest(0, least(f.amount_minor,
      private.charged_back_minor(f.payment_id) - f.newer_minor - greatest(0, m.amount_minor - f.total_minor))) as amount_minor
    from (
      select x.order_id, x.payment_id, x.amount_minor,
        sum(x.amount_minor) over (partition by x.payment_id order by private.last_funding(x.order_id) desc, x.order_id) - x.amount_minor as newer_minor,
        sum(x.amount_minor) over (partition by x.payment_id) as total_minor
      -- Leaves out payments that replace others: they went back from the orders that they had paid themselves.
      from (select e.order_id, e.payment_id, sum(e.amount_minor)::bigint as amount_minor
        from (select f.order_id, f.payment_id, f.amount_minor from private.order_funding f
          union all select t.order_id, t.payment_id, t.amount_minor from private.later_funding t) as e
        where e.payment_id in (select y.payment_id from private.order_funding y where y.order_id = o.id)
        group by e.order_id, e.payment_id) as x
    ) as f join public.payments m on m.id = f.payment_id
    where f.order_id = o.id
  )
  select case profile_id
    when o.kol_id then r.creator_minor - coalesce((select sum(t.amount_minor) from taken t), 0)
    when o.brand_id then -r.creator_minor - r.fees_minor
      - least(coalesce((select sum(g.amount_minor) from gone_back g), 0), (select e.most_minor from ended e))
  end::bigint
  from returned r
$$;
comment on function private.later_minor is
  'The change of a side''s part of an order because of chargebacks: earnings that a chargeback took, or that a won dispute or the brand gave back, and payments that went back to where they came from.';

create function private.later_on_chain(o public.pack_orders, profile_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select case profile_id when o.kol_id then -sum(a.amount_minor - a.fee_minor) when o.brand_id then sum(a.amount_minor) end::bigint
  from public.chain_acts a
  where a.order_id = o.id and a.kind = 'capture' and (a.state = 'given_up' or a.problem = 'payment_lost')
$$;
comment on function private.later_on_chain is
  'The change of a side''s part of an order because the escrow did not pay the creator: a capture was given up, or its payment was lost.';

create function private.disputed_minor(order_id uuid, profile_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select least(private.takeable_minor(disputed_minor.order_id, disputed_minor.profile_id), sum(least(f.amount_minor,
    private.takeable_minor(disputed_minor.order_id, disputed_minor.profile_id, f.payment_id), (
    select sum(c.owed_minor) from private.chargebacks c
    where c.payment_id = f.payment_id and c.kind = 'dispute' and c.status <> 'won' and c.apportioned_at is null))))::bigint
  from (
    select e.payment_id, sum(e.amount_minor) as amount_minor from private.earning_funding e
    where e.order_id = disputed_minor.order_id and e.payment_id in (select c.payment_id from private.chargebacks c)
    group by e.payment_id) as f
$$;
comment on function private.disputed_minor is 'The part of a member''s earnings from an order that the open disputes about its payments can take.';

create function private.settlement_preview(order_id uuid, creator_share_minor bigint) returns setof public.order_money
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me constant uuid := private.my_profile_id();
  v_order public.pack_orders;
  v_split record;
  v_released record;
  v_payment record;
  v public.order_money;
begin
  select * into v_order from public.pack_orders o
  where o.id = settlement_preview.order_id
    and (v_me in (o.brand_id, o.kol_id) or o.id in (select private.orders_read_by_me()));
  if v_order.id is null then
    return;
  end if;
  if settlement_preview.creator_share_minor not between v_order.released_minor and v_order.price_minor then
    raise exception 'share_out_of_range' using errcode = 'PT422';
  end if;
  v.share_minor := coalesce(settlement_preview.creator_share_minor, private.share_of(v_order));
  v_split := private.split_settlement(v_order, v.share_minor);
  v_released := private.split_settlement(v_order, v_order.released_minor);
  v.currency := v_order.currency;
  v.total_minor := v_order.price_minor + v_order.buyer_fee_minor;
  v.held_fee_minor := v_order.buyer_fee_minor;
  v.is_paid := private.was_paid(v_order.id);
  if v_me = v_order.brand_id then
    v_payment := private.payment_of(v_order);
    v.wallet_minor := v_payment.wallet_minor;
    v.provider_minor := v_payment.provider_minor;
  end if;
  v.creator_minor := v_split.creator_minor;
  v.creator_fee_minor := v_split.creator_fee_minor;
  v.brand_minor := v_split.brand_minor;
  v.buyer_fee_minor := v_split.buyer_fee_kept_minor;
  v.released_creator_minor := v_released.creator_minor;
  v.released_fee_minor := v_released.creator_fee_minor;
  v.released_buyer_fee_minor := v_released.buyer_fee_kept_minor;
  v.later_minor := case when private.is_on_chain(v_order.currency) then private.later_on_chain(v_order, v_me) else private.later_minor(v_order, v_me) end;
  if v_me = v_order.kol_id then
    v.disputed_minor := case when private.are_earnings_disputed(v_order.id) then private.disputed_minor(v_order.id, v_me) else 0 end;
  end if;
  return next v;
end;
$$;
create function public.settlement_preview(order_id uuid, creator_share_minor bigint default null)
returns setof public.order_money
language sql stable security invoker set search_path = '' as $$
  select * from private.settlement_preview(order_id, creator_share_minor)
$$;
comment on function public.settlement_preview is
  'The money of an order, to the last unit: how it was paid, and how it is divided if the creator gets `creator_share_minor` of the price; without an amount, as the order ended or would end when the work is accepted.';

grant execute on function
  private.order_actions, private.settlement_preview, public.order_actions, public.settlement_preview
  to authenticated;
