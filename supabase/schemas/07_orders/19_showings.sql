-- A work that was made for an order can be in the creator's portfolio once both sides agree. A brand cannot
-- withdraw its permission, because others may have seen the work already.
create table public.showings (
  order_id uuid primary key references public.pack_orders (id),
  -- Null: the brand allowed it before it was asked.
  asked_at timestamptz,
  -- The time from which the creator may show the work.
  allowed_at timestamptz,
  constraint showings_asked_or_allowed check (coalesce(asked_at, allowed_at) is not null),
  constraint showings_times_finite check (isfinite(asked_at) and isfinite(allowed_at))
);
comment on table public.showings is
  'Whether a creator may show the work of an order in the portfolio: when it was asked, and when the brand allowed it, which is permanent.';

alter table public.showings enable row level security;
create policy showings_select on public.showings for select to authenticated
  using (order_id = any (array(select private.readable_orders())));
grant select on public.showings to authenticated, service_role;

create function private.showing_of(o public.pack_orders) returns public.showings
language plpgsql stable security definer set search_path = '' as $$
declare
  v_showing public.showings;
begin
  select * into v_showing from public.showings s where s.order_id = o.id;
  return v_showing;
end;
$$;
comment on function private.showing_of is 'The row of an order whose work may be shown, or about which the brand was asked; null without one.';

create function private.require_unallowed(o public.pack_orders, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (private.showing_of(o)).allowed_at is not null then
    raise exception 'showing_allowed' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_unallowed is 'Rejects when the brand has allowed the work of this order to be shown.';

create function private.require_unasked(o public.pack_orders, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_unallowed(o, at);
  if (private.showing_of(o)).asked_at is not null then
    raise exception 'showing_asked' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_unasked is 'Rejects when the brand was asked before, or has allowed it.';

-- The change of the order makes clients that show it load it again.
create function private.store_showing(o public.pack_orders, asked_at timestamptz, allowed_at timestamptz)
returns public.showings
language plpgsql security definer set search_path = '' as $$
declare
  v_showing public.showings;
begin
  insert into public.showings as s (order_id, asked_at, allowed_at)
  values (o.id, store_showing.asked_at, store_showing.allowed_at)
  on conflict on constraint showings_pkey do update set allowed_at = excluded.allowed_at
  returning * into v_showing;
  update public.pack_orders p set updated_at = now() where p.id = o.id;
  return v_showing;
end;
$$;
comment on function private.store_showing is 'Stores the request or the permission of a side to show the work of an order.';

create function private.ask_to_show_work(order_id uuid) returns public.showings
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'ask_to_show_work');
  v_showing public.showings := private.showing_of(v_order);
begin
  if v_showing.order_id is not null then
    return v_showing;
  end if;
  perform private.require_order_action('ask_to_show_work', v_order, private.clock());
  v_showing := private.store_showing(v_order, private.clock(), null);
  -- A block is not disclosed: the question is stored with the order, and nobody is notified of it.
  perform private.notify_about_order(v_order.brand_id, v_order, 'showing_asked') where not private.are_blocked(v_order.brand_id, v_order.kol_id);
  return v_showing;
end;
$$;
create function public.ask_to_show_work(order_id uuid) returns public.showings
language sql volatile security invoker set search_path = '' as $$
  select * from private.ask_to_show_work(order_id)
$$;
comment on function public.ask_to_show_work is 'Creator: asks the brand of a completed order, once, to show its work in the portfolio.';

create function private.allow_to_show_work(order_id uuid) returns public.showings
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'allow_to_show_work');
  v_showing public.showings := private.showing_of(v_order);
begin
  if v_showing.allowed_at is not null then
    return v_showing;
  end if;
  perform private.require_order_action('allow_to_show_work', v_order, private.clock());
  v_showing := private.store_showing(v_order, null, private.clock());
  perform private.notify_about_order(v_order.kol_id, v_order, 'showing_allowed') where not private.are_blocked(v_order.brand_id, v_order.kol_id);
  return v_showing;
end;
$$;
create function public.allow_to_show_work(order_id uuid) returns public.showings
language sql volatile security invoker set search_path = '' as $$
  select * from private.allow_to_show_work(order_id)
$$;
comment on function public.allow_to_show_work is 'Brand: lets the creator of a completed order show its work in the portfolio. The brand cannot withdraw this.';

grant execute on function
  private.ask_to_show_work, private.allow_to_show_work, public.ask_to_show_work, public.allow_to_show_work
  to authenticated;
