-- The brand reviews drafts and deliveries: it approves, requests changes, accepts, or takes more
-- time. The functions have the structure of those in 07_orders/16_requests.

-- A brand decides only about the delivery that it saw. Without delivery_id it decides about the last one.
create function private.require_seen(o public.pack_orders, delivery_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if delivery_id <> (
    select d.id from public.order_deliveries d where d.order_id = o.id order by d.created_at desc limit 1)
  then
    raise exception 'delivery_changed' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_seen is 'Refuses when the creator has delivered, or shown a draft, since this one.';

create function private.approve_draft(order_id uuid, delivery_id uuid) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'approve_draft');
begin
  if private.just_moved_by(v_order, 'draft_approved', v_order.brand_id) then
    return v_order;
  end if;
  perform private.require_order_action('approve_draft', v_order, private.clock());
  perform private.require_seen(v_order, delivery_id);
  return private.move_order(v_order, 'draft_approved', 'brand', v_order.brand_id, null, private.clock());
end;
$$;
create function public.approve_draft(order_id uuid, delivery_id uuid default null) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  return private.approve_draft(order_id, delivery_id);
end;
$$;
comment on function public.approve_draft is 'Brand: approves the draft; the creator may publish the work. `delivery_id`, here and below: what the brand saw; delivery_changed if it is not the last.';

create function private.request_draft_changes(order_id uuid, note text, delivery_id uuid) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'request_draft_changes');
begin
  if private.just_moved_by(v_order, 'draft_revision', v_order.brand_id, note) then
    return v_order;
  end if;
  perform private.require_order_action('request_draft_changes', v_order, private.clock());
  perform private.require_seen(v_order, delivery_id);
  perform private.require_reason(note);
  return private.move_order(v_order, 'draft_revision', 'brand', v_order.brand_id, note, private.clock());
end;
$$;
create function public.request_draft_changes(order_id uuid, note text, delivery_id uuid default null) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  return private.request_draft_changes(order_id, note, delivery_id);
end;
$$;
comment on function public.request_draft_changes is 'Brand: requests changes to a draft; each counts as a revision.';

create function private.request_revision(order_id uuid, note text, delivery_id uuid) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'request_revision');
begin
  if private.just_moved_by(v_order, 'in_revision', v_order.brand_id, note) then
    return v_order;
  end if;
  perform private.require_order_action('request_revision', v_order, private.clock());
  perform private.require_seen(v_order, delivery_id);
  perform private.require_reason(note);
  return private.move_order(v_order, 'in_revision', 'brand', v_order.brand_id, note, private.clock());
end;
$$;
create function public.request_revision(order_id uuid, note text, delivery_id uuid default null) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  return private.request_revision(order_id, note, delivery_id);
end;
$$;
comment on function public.request_revision is 'Brand: requests changes to a delivery, as often as the pack allows.';

create function private.complete_order(order_id uuid, delivery_id uuid) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'complete_order');
begin
  if private.just_moved_by(v_order, 'completed', v_order.brand_id) then
    return v_order;
  end if;
  perform private.require_order_action('complete_order', v_order, private.clock());
  perform private.require_seen(v_order, delivery_id);
  return private.accept_work(v_order, 'brand', v_order.brand_id, private.clock());
end;
$$;
create function public.complete_order(order_id uuid, delivery_id uuid default null) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  return private.complete_order(order_id, delivery_id);
end;
$$;
comment on function public.complete_order is 'Brand: accepts the work; the creator has earned the money.';

create function private.accept_milestone(order_id uuid, milestone_id uuid, delivery_id uuid) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'accept_milestone');
begin
  -- A retry finds its milestone accepted, whatever happened to the order since.
  if exists (
    select from public.order_milestones m
    where m.order_id = v_order.id and m.id = accept_milestone.milestone_id and m.accepted_at is not null
  ) then
    return v_order;
  end if;
  perform private.require_order_action('accept_milestone', v_order, private.clock());
  perform private.require_seen(v_order, delivery_id);
  if (private.next_milestone(v_order.id)).id is distinct from accept_milestone.milestone_id then
    raise exception 'milestone_not_next' using errcode = 'PT409';
  end if;
  return private.accept_work(v_order, 'brand', v_order.brand_id, private.clock());
end;
$$;
create function public.accept_milestone(order_id uuid, milestone_id uuid, delivery_id uuid default null) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  return private.accept_milestone(order_id, milestone_id, delivery_id);
end;
$$;
comment on function public.accept_milestone is
  'Brand: accepts the delivered milestone of an order; the creator has earned its part.';

create function private.extend_review(order_id uuid) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'extend_review');
begin
  -- A retry finds its own extension, and no move since.
  if (select e.kind from public.order_events e
    where e.order_id = v_order.id and (e.kind = 'review_extended' or e.from_status is distinct from e.to_status)
    order by e.id desc limit 1) = 'review_extended'
  then
    return v_order;
  end if;
  perform private.require_order_action('extend_review', v_order, now());
  update public.pack_orders o set review_extended = true, updated_at = now(),
    due_at = o.due_at + make_interval(hours => private.window_of(o, 'review_extension')::int),
    clock_remaining_seconds = o.clock_remaining_seconds + private.window_of(o, 'review_extension')::int * 3600
  where o.id = v_order.id
  returning * into v_order;
  perform private.add_order_event(v_order, 'review_extended', v_order.brand_id);
  perform private.notify_about_order(v_order.kol_id, v_order, 'review_extended');
  return v_order;
end;
$$;

create function public.extend_review(order_id uuid) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  return private.extend_review(order_id);
end;
$$;
comment on function public.extend_review is 'Brand: extends the review period, once per order.';

grant execute on function
  private.approve_draft, private.request_draft_changes, private.request_revision, private.complete_order, private.accept_milestone, private.extend_review,
  public.approve_draft, public.request_draft_changes, public.request_revision, public.complete_order,
  public.accept_milestone, public.extend_review
  to authenticated;
