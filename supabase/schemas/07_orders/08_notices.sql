-- Notifications of both sides of an order when it moves.

create function private.notice_of_order(to_id uuid, o public.pack_orders) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_other_id uuid := case to_id when o.brand_id then o.kol_id else o.brand_id end;
begin
  return jsonb_build_object('order_id', o.id, 'order_number', o.number, 'pack_title', o.pack_title, 'other_id', v_other_id,
    'other_name', coalesce((select p.display_name from public.profiles p where p.id = v_other_id),
      case v_other_id when o.brand_id then 'Unknown Brand' else 'Unknown Creator' end),
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
  'The deadline of an order; while its clock is stopped, the deadline if it restarted at that time.';

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

create function private.notify_of_refund(o public.pack_orders, event text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_about_order(o.brand_id, o, event, private.notice_of_split(o, private.share_of(o)));
end;
$$;
comment on function private.notify_of_refund is 'Notifies the brand of the money that an ended order returned to its wallet.';

create function private.notify_of_expiry(o public.pack_orders, from_status text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- The creator was not notified of an order that was not paid.
  if not (private.order_status(from_status)).holds_escrow then
    perform private.notify_about_order(o.brand_id, o, 'order_expired_unpaid');
  elsif private.is_paid_before_work(from_status) then
    perform private.notify_of_refund(o, 'order_expired_refunded');
    perform private.notify_about_order(o.kol_id, o, 'order_expired_creator');
  else
    perform private.notify_of_refund(o, 'order_ended_late');
    perform private.notify_about_order(o.kol_id, o, 'order_ended_late_creator',
      private.notice_of_split(o, private.share_of(o)));
  end if;
end;
$$;
comment on function private.notify_of_expiry is 'Notifies the sides of an order that a deadline has ended.';

create function private.notify_of_cancellation(o public.pack_orders, from_status text, actor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Nobody is waiting for an order that was not paid.
  if not (private.order_status(from_status)).holds_escrow then
    return;
  end if;
  -- Only a chargeback cancels without an actor.
  if actor_id is null then
    perform private.notify_about_order(o.brand_id, o, 'order_cancelled_charged_back');
  elsif actor_id is distinct from o.brand_id then
    perform private.notify_of_refund(o, 'order_cancelled_refunded');
  end if;
  if actor_id is distinct from o.kol_id then
    perform private.notify_about_order(o.kol_id, o, 'order_cancelled_creator');
  end if;
end;
$$;
comment on function private.notify_of_cancellation is 'Notifies the sides of a cancelled order, but not of their own act.';

-- The creator is notified of earnings even of an act of their own: the notice is the receipt.
create function private.notify_of_earnings(o public.pack_orders, actor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_split jsonb := private.notice_of_split(o, private.share_of(o));
  v_to_brand jsonb := private.notice_of_order(o.brand_id, o) || v_split;
  v_to_creator jsonb := private.notice_of_order(o.kol_id, o) || v_split;
  v_earner uuid := case when (v_split ->> 'creator_minor')::bigint > 0 then o.kol_id end;
begin
  -- notify_all skips a recipient that is null: the side that acted.
  if o.payment_disputed_at is not null and (private.order_status(o.status)).outcome = 'settlement' then
    perform private.notify_about_order(o.brand_id, o, 'order_cancelled_charged_back');
    perform private.notify_about_order(o.kol_id, o, 'dispute_settled_creator', v_split);
  elsif (private.order_status(o.status)).outcome = 'settlement' then
    perform private.notify_all(array[nullif(o.brand_id, actor_id), nullif(o.kol_id, actor_id), v_earner],
      array['dispute_settled_brand', 'dispute_settled_creator', 'order_earned'],
      array[v_to_brand, v_to_creator, v_to_creator]);
  else
    perform private.notify_all(array[o.kol_id, nullif(o.brand_id, actor_id), v_earner],
      array['order_completed_creator', 'order_completed_brand', 'order_earned'],
      array[v_to_creator, v_to_brand, v_to_creator]);
  end if;
end;
$$;
comment on function private.notify_of_earnings is
  'Notifies both sides of a completed or settled order, but not of their own act, and the creator of what was earned.';

create function private.notify_of_dispute(to_id uuid, o public.pack_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_data jsonb := jsonb_build_object('due_at', private.clock_ends_at(o, now()));
begin
  case o.status
    when 'disputed' then perform private.notify_about_order(to_id, o, 'dispute_opened');
    when 'awaiting_ruling' then perform private.notify_about_order(to_id, o, 'ruling_awaited', v_data);
    when 'ruled' then perform private.notify_about_order(to_id, o, 'ruling_made',
      v_data || private.notice_of_split(o, o.creator_share_minor));
    when 'appealed' then perform private.notify_about_order(to_id, o, 'ruling_appealed', v_data);
  end case;
end;
$$;
comment on function private.notify_of_dispute is 'Notifies one side of a move of a dispute.';

create function private.notify_order_move(o public.pack_orders, from_status text, actor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (private.order_status(o.status)).phase = 'disputed' then
    perform private.notify_of_dispute(id, o) from unnest(array[o.brand_id, o.kol_id]) as id
    where id is distinct from actor_id;
    return;
  end if;
  case o.status
    when 'funded' then
      perform private.notify_about_order(o.kol_id, o, 'order_funded', private.notice_of_split(o, o.price_minor));
    when 'in_progress' then
      -- post_milestone notifies the creator of a milestone after which the work continues.
      if not private.has_move(from_status, o.status, 'milestone') then
        perform private.notify_about_order(o.brand_id, o, 'order_accepted');
      end if;
    when 'draft_review' then
      perform private.notify_about_order(o.brand_id, o, 'draft_shown', jsonb_build_object('due_at', private.clock_ends_at(o, now())));
    when 'draft_revision' then
      perform private.notify_about_order(o.kol_id, o, 'draft_changes_requested');
    when 'draft_approved' then
      perform private.notify_about_order(o.kol_id, o, 'draft_approved');
    when 'delivered' then
      perform private.notify_about_order(o.brand_id, o, 'order_delivered',
        jsonb_build_object('due_at', private.clock_ends_at(o, now())));
    when 'in_revision' then
      perform private.notify_about_order(o.kol_id, o, 'revision_requested');
    when 'completed', 'settled' then
      perform private.notify_of_earnings(o, actor_id);
    when 'declined' then
      perform private.notify_of_refund(o, 'order_declined');
    when 'cancelled' then
      perform private.notify_of_cancellation(o, from_status, actor_id);
    when 'expired' then
      perform private.notify_of_expiry(o, from_status);
    -- A case without a branch is an error: a new state says here whom it notifies.
  end case;
end;
$$;
comment on function private.notify_order_move is
  'Notifies the sides of an order of a move; nobody is notified of an act of their own.';
