-- Notifications of both sides of an order when it moves. A row is one notice of one side; a new state
-- or a new notice of a move needs a row here, an event and its texts.
create table private.move_notices (
  to_status text not null references public.order_statuses (status),
  side text not null,
  event text not null,
  -- True if the notice also has the division of the money, as notice_of_split returns it.
  has_split boolean not null,
  -- Conditions: whether escrow held money before the move; whether the creator had accepted the order
  -- by then; whether the payment provider ended the order; whether the order is
  -- paid on a chain. Null: in any case.
  was_paid boolean,
  was_accepted boolean,
  by_provider boolean,
  on_chain boolean,
  -- True for the receipt of a payment or of earnings: it is sent even to the side that acted, but only if it earned something.
  is_receipt boolean not null default false,
  primary key (to_status, side, event),
  constraint move_notices_side_known check (side in ('brand', 'creator'))
);
comment on table private.move_notices is 'The notices of each move of an order. Nobody is notified of an act of their own, except by a receipt.';
alter table private.move_notices enable row level security;

create function private.notice_of_order(to_id uuid, o public.pack_orders) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_other_id uuid := case to_id when o.brand_id then o.kol_id else o.brand_id end;
begin
  return jsonb_build_object('order_id', o.id, 'order_number', o.number, 'pack_title', o.pack_title, 'other_id', v_other_id,
    'other_name', coalesce(private.name_of(v_other_id), case v_other_id when o.brand_id then 'Unknown Brand' else 'Unknown Creator' end),
    'price_minor', o.price_minor, 'currency', o.currency);
end;
$$;
comment on function private.notice_of_order is 'The values that every notice about an order contains for one of its sides.';

-- The total in escrow is the sum of the creator's part, the platform's fees and the brand's part.
create function private.notice_of_split(o public.pack_orders, k bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'total_minor', s.creator_minor + s.creator_fee_minor + s.brand_minor + s.buyer_fee_kept_minor,
    'creator_minor', s.creator_minor, 'brand_minor', s.brand_minor,
    'fees_minor', s.creator_fee_minor + s.buyer_fee_kept_minor, 'creator_fee_minor', s.creator_fee_minor)
  from private.split_rest(o, k) as s
$$;
comment on function private.notice_of_split is
  'How the money that an order holds is divided when the creator gets k of the price in all, as values of a notice.';

-- A notice names a deadline even while the clock is stopped: the earliest that is possible.
create function private.clock_ends_at(o public.pack_orders, at timestamptz) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select coalesce(o.due_at, at + make_interval(secs => o.clock_remaining_seconds))
$$;
comment on function private.clock_ends_at is
  'The deadline of an order; while its clock is stopped, the deadline if it restarted at the given time.';

create function private.notify_about_order(
  to_id uuid, o public.pack_orders, event text, data jsonb default '{}'
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(to_id, event, private.notice_of_order(to_id, o) || data);
end;
$$;
comment on function private.notify_about_order is
  'Notifies one side of an order; `data` has further values that the texts of the event use.';

create function private.notify_about_money(
  to_id uuid, o public.pack_orders, event text, amount_minor bigint
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_about_order(to_id, o, event, jsonb_build_object('amount_minor', amount_minor));
end;
$$;
comment on function private.notify_about_money is 'Notifies one side of an order of an amount that it receives.';

create function private.notify_order_move(
  o public.pack_orders, from_status text, actor text, actor_id uuid, at timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_was_paid boolean := (private.order_status(from_status)).holds_escrow;
  v_was_accepted boolean := v_was_paid and not private.is_paid_before_work(from_status);
  v_due jsonb := jsonb_strip_nulls(jsonb_build_object('due_at', private.clock_ends_at(o, at)));
  v_split jsonb := private.notice_of_split(o, coalesce(o.creator_share_minor, private.share_of(o)));
begin
  perform private.notify_all(array_agg(r.id order by n.is_receipt), array_agg(n.event order by n.is_receipt),
    array_agg(private.notice_of_order(r.id, o) || v_due || case when n.has_split then v_split else '{}' end order by n.is_receipt))
  from private.move_notices n
  cross join lateral (values (case n.side when 'brand' then o.brand_id else o.kol_id end)) as r (id)
  -- A withdrawn dispute returns the order to an earlier state, which is no new delivery or request.
  where n.to_status = o.status and actor <> 'opener'
    and coalesce(n.was_paid, v_was_paid) = v_was_paid
    and coalesce(n.was_accepted, v_was_accepted) = v_was_accepted
    and n.by_provider is distinct from (actor <> 'provider')
    and n.on_chain is distinct from not private.is_on_chain(o.currency)
    and case when n.is_receipt then (v_split ->> 'creator_minor')::bigint > 0 else r.id is distinct from actor_id end;
end;
$$;
comment on function private.notify_order_move is 'Notifies the sides of an order of its move, as the rows of move_notices say.';

-- Rows -----------------------------------------------------------------------------------
insert into private.move_notices (to_status, side, event, has_split, was_paid, was_accepted, by_provider, is_receipt, on_chain) values
  ('funded', 'creator', 'order_funded', true, null, null, null, false, null),
  ('funded', 'brand', 'payment_receipt', true, null, null, null, true, null),
  -- post_milestone notifies of a milestone after which accepted work continues.
  ('in_progress', 'brand', 'order_accepted', false, true, false, null, false, null),
  ('in_progress', 'creator', 'offer_paid', true, false, null, null, false, null),
  ('in_progress', 'brand', 'payment_receipt', true, false, null, null, true, null),
  ('draft_review', 'brand', 'draft_shown', false, null, null, null, false, null),
  ('draft_revision', 'creator', 'draft_changes_requested', false, null, null, null, false, null),
  ('draft_approved', 'creator', 'draft_approved', false, null, null, null, false, null),
  ('delivered', 'brand', 'order_delivered', false, null, null, null, false, null),
  ('in_revision', 'creator', 'revision_requested', false, null, null, null, false, null),
  ('completed', 'brand', 'order_completed_brand', true, null, null, null, false, null),
  ('completed', 'creator', 'order_completed_creator', true, null, null, null, false, null),
  ('completed', 'creator', 'order_earned', true, null, null, null, true, false),
  ('completed', 'creator', 'order_earned_on_chain', true, null, null, null, true, true),
  ('disputed', 'brand', 'dispute_opened', false, null, null, null, false, null),
  ('disputed', 'creator', 'dispute_opened', false, null, null, null, false, null),
  ('awaiting_ruling', 'brand', 'ruling_awaited', false, null, null, null, false, null),
  ('awaiting_ruling', 'creator', 'ruling_awaited', false, null, null, null, false, null),
  ('ruled', 'brand', 'ruling_made_brand', true, null, null, null, false, null),
  ('ruled', 'creator', 'ruling_made', true, null, null, null, false, null),
  ('appealed', 'brand', 'ruling_appealed', false, null, null, null, false, null),
  ('appealed', 'creator', 'ruling_appealed', false, null, null, null, false, null),
  ('settled', 'brand', 'dispute_settled_brand', true, null, null, false, false, null),
  ('settled', 'brand', 'order_cancelled_charged_back', false, null, null, true, false, false),
  ('settled', 'creator', 'dispute_settled_creator', true, null, null, false, false, null),
  ('settled', 'creator', 'order_ended_charged_back', true, null, null, true, false, false),
  ('settled', 'creator', 'order_earned', true, null, null, false, true, false),
  ('settled', 'creator', 'order_earned_on_chain', true, null, null, false, true, true),
  ('declined', 'brand', 'order_declined', true, null, null, null, false, null),
  -- Only the brand is notified: the creator does not wait for an order that was not paid.
  ('cancelled', 'brand', 'order_cancelled_unpaid', false, false, null, null, false, null),
  ('cancelled', 'brand', 'order_cancelled_refunded', true, true, null, false, false, null),
  ('cancelled', 'brand', 'order_cancelled_charged_back', false, true, null, true, false, false),
  ('cancelled', 'brand', 'chain_payment_lost', false, true, null, true, false, true),
  ('cancelled', 'creator', 'order_cancelled_creator', false, true, null, false, false, null),
  ('cancelled', 'creator', 'order_ended_charged_back', true, true, null, true, false, null),
  ('expired', 'brand', 'order_expired_unpaid', false, false, null, null, false, null),
  ('expired', 'brand', 'order_expired_refunded', true, true, false, null, false, null),
  ('expired', 'creator', 'order_expired_creator', false, true, false, null, false, null),
  ('expired', 'brand', 'order_ended_late', true, null, true, null, false, null),
  ('expired', 'creator', 'order_ended_late_creator', true, null, true, null, false, null)
on conflict do nothing;
