-- The creator submits drafts and the finished work. As in 07_orders/16_requests, each function checks
-- the rules, then moves the order, and a retry returns the result of the first request.

create function private.add_delivery(
  o public.pack_orders, note text, links text[], files jsonb, is_draft boolean
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_links(links);
  perform private.send_files(o.kol_id, o.brand_id, private.paths_of(files), is_work => true);
  insert into public.order_deliveries (order_id, note, links, files, is_draft)
  values (o.id, add_delivery.note, coalesce(add_delivery.links, '{}'), private.stored_files(coalesce(add_delivery.files, '[]')),
    add_delivery.is_draft);
end;
$$;
comment on function private.add_delivery is 'Stores a delivery or a draft; checks its links and files.';

create function private.is_last_delivery(order_id uuid, links text[], files jsonb, is_draft boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select (d.links, private.paths_of(d.files)) is not distinct from (coalesce(is_last_delivery.links, '{}'), private.paths_of(is_last_delivery.files))
  from public.order_deliveries d where d.order_id = is_last_delivery.order_id and d.is_draft = is_last_delivery.is_draft order by d.created_at desc limit 1
$$;
comment on function private.is_last_delivery is 'True when the last delivery, or the last draft, of an order has these links and files; null without one.';

create function private.show_draft(
  order_id uuid, note text, links text[], files jsonb
) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'show_draft');
begin
  if private.just_moved_by(v_order, 'draft_review', v_order.kol_id, note) and private.is_last_delivery(v_order.id, links, files, true) then
    return v_order;
  end if;
  perform private.require_order_action('show_draft', v_order, private.clock());
  -- The text may be the whole draft.
  if private.shows_nothing(note) then
    raise exception 'draft_incomplete' using errcode = 'PT422';
  end if;
  perform private.add_delivery(v_order, note, links, files, true);
  return private.move_order(v_order, 'draft_review', 'creator', v_order.kol_id, note, private.clock());
end;
$$;
create function public.show_draft(order_id uuid, note text, links text[] default '{}', files jsonb default '[]')
returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  perform private.require_plain(jsonb_build_object('links', links, 'files', files));
  return private.show_draft(order_id, note, links, files);
end;
$$;
comment on function public.show_draft is 'Creator: shows a draft to the brand, if the terms ask for one.';

create function private.deliver_order(
  order_id uuid, note text, links text[], files jsonb
) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'deliver_order');
begin
  if private.just_moved_by(v_order, 'delivered', v_order.kol_id, note) and private.is_last_delivery(v_order.id, links, files, false) then
    return v_order;
  end if;
  perform private.require_order_action('deliver_order', v_order, private.clock());
  if private.shows_nothing(note)
    or (coalesce(cardinality(links), 0) = 0 and coalesce(files, '[]') = '[]')
  then
    raise exception 'delivery_incomplete' using errcode = 'PT422';
  end if;
  perform private.add_delivery(v_order, note, links, files, false);
  return private.move_order(v_order, 'delivered', 'creator', v_order.kol_id, note, private.clock());
end;
$$;
create function public.deliver_order(order_id uuid, note text, links text[] default '{}', files jsonb default '[]')
returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  perform private.require_plain(jsonb_build_object('links', links, 'files', files));
  return private.deliver_order(order_id, note, links, files);
end;
$$;
comment on function public.deliver_order is 'Creator: delivers the work, with a note and at least one link or file.';

grant execute on function private.show_draft, private.deliver_order, public.show_draft, public.deliver_order to authenticated;
