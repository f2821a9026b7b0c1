-- The sides of an order accept, decline or cancel it. Each function checks 07_orders/14_action_rules
-- and then calls move_order; a retry returns the result of the first request.

-- A retry after success finds its own move as the last one.
create function private.just_moved_by(o public.pack_orders, to_status text, actor_id uuid, note text default null)
returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return o.status = just_moved_by.to_status and coalesce((
    select e.to_status = o.status and e.actor_id = just_moved_by.actor_id
      and (just_moved_by.note is null or e.note is not distinct from nullif(just_moved_by.note, ''))
    from public.order_events e
    where e.order_id = o.id and e.kind = 'move'
    order by e.id desc limit 1
  ), false);
end;
$$;
comment on function private.just_moved_by is 'True when the last move of the order was this one, by this member.';

create function private.accept_order(order_id uuid) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'accept_order');
begin
  if private.just_moved_by(v_order, 'in_progress', v_order.kol_id) then
    return v_order;
  end if;
  perform private.require_order_action('accept_order', v_order, private.clock());
  return private.move_order(v_order, 'in_progress', 'creator', v_order.kol_id, null, private.clock());
end;
$$;
create function public.accept_order(order_id uuid) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  return private.accept_order(order_id);
end;
$$;
comment on function public.accept_order is 'Creator: accepts a paid order.';

create function private.decline_order(order_id uuid, reason text) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'decline_order');
begin
  if private.just_moved_by(v_order, 'declined', v_order.kol_id) then
    return v_order;
  end if;
  perform private.require_order_action('decline_order', v_order, private.clock());
  return private.move_order(v_order, 'declined', 'creator', v_order.kol_id, reason, private.clock());
end;
$$;
create function public.decline_order(order_id uuid, reason text default null) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  return private.decline_order(order_id, reason);
end;
$$;
comment on function public.decline_order is 'Creator: declines a paid order; the brand gets all money back.';

create function private.cancel_order(order_id uuid, reason text, at_once boolean) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'cancel_order');
  v_now constant timestamptz := private.clock();
  v_me uuid := private.my_profile_id();
  v_actor text := private.cancelling_actor(v_order, v_me, v_now);
begin
  -- Reasons are not compared: the reason of a blocked member was not stored, and a refusal would reveal the block.
  if private.just_moved_by(v_order, 'cancelled', v_me)
    or not at_once and private.asks_to_cancel(v_order, v_now) = v_me and v_actor is null
  then
    return v_order;
  end if;
  perform private.require_order_action('cancel_order', v_order, v_now);
  -- The other side withdrew its request, or the work has begun: a caller who expected the order to end requests nothing.
  if at_once and v_actor is null then
    raise exception 'cancellation_not_open' using errcode = 'PT409';
  end if;
  if v_actor is not null then
    return private.move_order(v_order, 'cancelled', v_actor, v_me, reason, v_now);
  end if;
  update public.pack_orders o set cancel_requested_by = v_me, updated_at = now(),
    cancel_requested_until = v_now + make_interval(hours => private.window_of(o, 'cancellation_window')::int)
  where o.id = v_order.id
  returning * into v_order;
  perform private.add_order_event(v_order, 'cancellation_requested', v_me, reason);
  perform private.notify_about_order(case v_me when v_order.brand_id then v_order.kol_id else v_order.brand_id end,
    v_order, case v_me when v_order.brand_id then 'cancellation_requested' else 'cancellation_requested_brand' end,
    private.notice_of_split(v_order, v_order.released_minor));
  return v_order;
end;
$$;
comment on function private.cancel_order is
  'Before the work begins the brand cancels alone, and the creator the unpaid order of an offer; later both sides must agree, unless the work is overdue.';
create function public.cancel_order(order_id uuid, reason text default null, at_once boolean default false) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  return private.cancel_order(order_id, reason, at_once);
end;
$$;
comment on function public.cancel_order is 'Either side: cancels the order, or requests the consent of the other side. With `at_once` it requests nothing: refused with cancellation_not_open where the other side has to consent.';

create function private.withdraw_cancellation(order_id uuid) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'withdraw_cancellation');
  v_other_id constant uuid := case private.my_profile_id() when v_order.brand_id then v_order.kol_id else v_order.brand_id end;
begin
  if (select (e.kind, e.actor_id) = ('cancellation_withdrawn', private.my_profile_id())
    from public.order_events e where e.order_id = v_order.id order by e.id desc limit 1)
  then
    return v_order;
  end if;
  perform private.require_order_action('withdraw_cancellation', v_order, private.clock());
  perform private.add_order_event(v_order, 'cancellation_withdrawn', v_order.cancel_requested_by);
  update public.pack_orders o set cancel_requested_by = null, cancel_requested_until = null, updated_at = now()
  where o.id = v_order.id
  returning * into v_order;
  perform private.notify_about_order(v_other_id, v_order, 'cancellation_withdrawn');
  return v_order;
end;
$$;
create function public.withdraw_cancellation(order_id uuid) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  return private.withdraw_cancellation(order_id);
end;
$$;
comment on function public.withdraw_cancellation is 'Either side: takes its own request to cancel back.';

grant execute on function
  private.accept_order, private.decline_order, private.cancel_order, private.withdraw_cancellation,
  public.accept_order, public.decline_order, public.cancel_order, public.withdraw_cancellation
  to authenticated;
