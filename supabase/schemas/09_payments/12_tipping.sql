-- Giving a tip (09_payments/03_tips). A debt for a chargeback is paid first.
create function private.require_tippable(o public.pack_orders, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_bounds record;
begin
  -- On a chain a tip would need a second signature and a second payment, for a sum that few give.
  perform private.require_in_ledger(o);
  if private.can_transact(o.kol_id) is not true or private.are_blocked(o.brand_id, o.kol_id)
    or private.are_one_person(o.brand_id, o.kol_id)
  then
    raise exception 'creator_not_available' using errcode = 'PT409';
  end if;
  if private.tips_until(o) <= at then
    raise exception 'tip_window_over' using errcode = 'PT409';
  end if;
  select * into v_bounds from private.tip_bounds(o);
  if v_bounds.most_minor < v_bounds.least_minor then
    raise exception 'tip_limit_reached' using errcode = 'PT409';
  end if;
  if private.spendable_minor(o.brand_id, o.currency) < v_bounds.least_minor then
    raise exception 'insufficient_funds' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_tippable is 'Rejects a tip for an order that cannot be tipped now, or from a wallet below the least tip.';

create function private.tip_bounds(order_id uuid, out least_minor bigint, out most_minor bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
begin
  select * into v_order from public.pack_orders o
  where o.id = tip_bounds.order_id and o.brand_id = private.my_profile_id();
  if v_order.id is null then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  select b.least_minor, least(b.most_minor, private.spendable_minor(v_order.brand_id, v_order.currency))
  into tip_bounds.least_minor, tip_bounds.most_minor
  from private.tip_bounds(v_order) as b;
end;
$$;
create function public.tip_bounds(order_id uuid) returns table (least_minor bigint, most_minor bigint)
language sql stable security invoker set search_path = '' as $$
  select * from private.tip_bounds(order_id)
$$;
comment on function public.tip_bounds is 'Brand: the least and the most that it can give as a tip for this order, with what is in its wallet.';

create function private.tip_order(
  order_id uuid, amount_minor bigint, note text, idempotency_key uuid
) returns public.order_tips
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_order public.pack_orders;
  v_tip public.order_tips;
  v_bounds record;
begin
  perform private.share_standing(v_me);
  perform private.lock_person_spending(v_me);
  perform private.pay_debts(v_me, private.clock(), order_id);
  v_order := private.lock_order(order_id, 'tip_order');
  v_tip := private.tip_of_key(v_order, tip_order.amount_minor, tip_order.note, tip_order.idempotency_key);
  if v_tip.id is not null then
    return v_tip;
  end if;
  perform private.require_transact();
  perform private.require_order_action('tip_order', v_order, private.clock());
  select * into v_bounds from private.tip_bounds(v_order);
  if (tip_order.amount_minor between v_bounds.least_minor and v_bounds.most_minor) is not true then
    raise exception 'tip_out_of_range' using errcode = 'PT422';
  end if;
  insert into public.order_tips (order_id, amount_minor, idempotency_key)
  values (v_order.id, tip_order.amount_minor, tip_order.idempotency_key)
  returning * into v_tip;
  -- The change of the order makes clients that show it load it again.
  update public.pack_orders o set updated_at = now() where o.id = v_order.id;
  -- Runs before the accounts are locked, as in move_order, because it locks the rate limit of the brand.
  perform private.add_order_event(v_order, 'tipped', v_me, btrim(tip_order.note));
  perform private.post_tip(v_order, v_tip, private.clock());
  perform private.notify_about_money(v_order.kol_id, v_order, 'tip_received', v_tip.amount_minor);
  return v_tip;
end;
$$;
create function public.tip_order(order_id uuid, amount_minor bigint, note text, idempotency_key uuid)
returns public.order_tips
language sql volatile security invoker set search_path = '' as $$
  select * from private.tip_order(order_id, amount_minor, note, idempotency_key)
$$;
comment on function public.tip_order is 'Brand: gives the creator of a completed order a tip from the wallet.';

grant execute on function
  private.tip_bounds(uuid), private.tip_order, public.tip_bounds, public.tip_order
  to authenticated;
