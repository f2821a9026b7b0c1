-- Actions of the two sides of an order. Each checks 41_order_action_rules and then calls
-- move_order; a retry returns the result of the first request.

-- Placing --------------------------------------------------------------------------------
-- `terms` holds what was agreed: sides, pack, title, price, currency, delivery_days,
-- revisions_allowed, brief, key, and all of the terms as one value with their hash. The fees are added here, rounded up, so that no order is free of
-- them. An idempotency key belongs to one purchase: with other terms it is rejected.
create function private.order_of_key(terms public.pack_orders) returns public.pack_orders
language plpgsql stable security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
begin
  if terms.idempotency_key is null then
    raise exception 'idempotency_key_required' using errcode = 'PT422';
  end if;
  select * into v_order from public.pack_orders o
  where o.brand_id = terms.brand_id and o.idempotency_key = terms.idempotency_key;
  if v_order.id is not null
    and (v_order.pack_id, v_order.application_id, v_order.offer_id, v_order.kol_id, v_order.brief,
      coalesce(terms.terms_hash, v_order.terms_hash))
    is distinct from (terms.pack_id, terms.application_id, terms.offer_id, terms.kol_id, terms.brief, v_order.terms_hash)
  then
    raise exception 'idempotency_key_reused' using errcode = 'PT409';
  end if;
  return v_order;
end;
$$;
comment on function private.order_of_key is 'The order that an earlier request with this key created, if any; a request without terms_hash matches any terms.';

create function private.open_order(terms public.pack_orders, at timestamptz)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
begin
  perform private.require_not_frozen(terms.brand_id);
  if private.can_transact(terms.kol_id) is not true or private.are_blocked(terms.brand_id, terms.kol_id) then
    raise exception 'creator_not_available' using errcode = 'PT409';
  end if;
  insert into public.pack_orders (pack_id, application_id, offer_id, brand_id, kol_id, pack_title,
    price_minor, fee_minor, buyer_fee_minor, currency, delivery_days, revisions_allowed, milestone_count, brief,
    terms_hash, terms, idempotency_key, due_at)
  values (terms.pack_id, terms.application_id, terms.offer_id, terms.brand_id, terms.kol_id, terms.pack_title,
    terms.price_minor,
    ceil(terms.price_minor * private.setting('creator_fee') / 100)::bigint,
    ceil(terms.price_minor * private.setting('buyer_fee') / 100)::bigint,
    terms.currency, terms.delivery_days, terms.revisions_allowed, coalesce(terms.milestone_count, 0),
    terms.brief, terms.terms_hash, terms.terms, terms.idempotency_key, at + private.clock_of(terms, 'pending_payment'))
  on conflict on constraint pack_orders_idempotency_key_key do nothing
  returning * into v_order;
  -- A concurrent request with the same key was faster.
  if v_order.id is null then
    return private.order_of_key(terms);
  end if;
  insert into public.order_events (order_id, from_status, to_status, actor_id)
  values (v_order.id, null, v_order.status, v_order.brand_id);
  return v_order;
end;
$$;
comment on function private.open_order is 'Creates an unpaid order from agreed terms.';

create function private.place_order(pack_id uuid, brief text, idempotency_key uuid, terms text, at timestamptz)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_pack public.packs;
  v_order public.pack_orders;
  v_terms public.pack_orders;
begin
  select * into v_pack from public.packs p where p.id = place_order.pack_id;
  if v_pack.kol_id = v_me then
    raise exception 'own_pack' using errcode = 'PT409';
  end if;
  if private.my_role() is distinct from 'brand' then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_transact();
  v_terms.pack_id := v_pack.id;
  v_terms.brand_id := v_me;
  v_terms.kol_id := v_pack.kol_id;
  v_terms.pack_title := v_pack.title;
  v_terms.price_minor := v_pack.price_minor;
  v_terms.currency := v_pack.currency;
  v_terms.delivery_days := v_pack.delivery_days;
  v_terms.revisions_allowed := v_pack.revisions;
  v_terms.brief := coalesce(place_order.brief, '');
  v_terms.idempotency_key := place_order.idempotency_key;
  v_terms.terms_hash := place_order.terms;
  -- A retry must find its order even if the pack was changed or unpublished since.
  v_order := private.order_of_key(v_terms);
  if v_order.id is not null then
    return v_order;
  end if;
  -- To a blocked member the pack does not exist.
  if v_pack.is_published is not true or private.are_blocked(v_me, v_pack.kol_id) then
    raise exception 'pack_not_available' using errcode = 'PT409';
  end if;
  perform private.require_terms(v_pack.id, v_pack.terms_hash, place_order.terms,
    at - make_interval(hours => private.setting('unstated_terms')::int));
  v_terms.terms_hash := v_pack.terms_hash;
  v_terms.terms := private.pack_terms(v_pack);
  return private.open_order(v_terms, at);
end;
$$;
comment on function private.place_order(uuid, text, uuid, text, timestamptz) is 'A brand orders a pack, on the terms that it saw.';

-- Moves ----------------------------------------------------------------------------------
-- A retry after success finds its own move as the last one.
create function private.just_moved_by(o public.pack_orders, to_status text, actor_id uuid, note text default null)
returns boolean
language sql stable security definer set search_path = '' as $$
  select o.status = just_moved_by.to_status and coalesce((
    select e.to_status = o.status and e.actor_id = just_moved_by.actor_id
      and (just_moved_by.note is null or e.note is not distinct from nullif(just_moved_by.note, ''))
    from public.order_events e
    where e.order_id = o.id and e.kind = 'move'
    order by e.id desc limit 1
  ), false)
$$;
comment on function private.just_moved_by is 'True when the last move of the order was this one, by this member.';

create function private.accept_order(order_id uuid, at timestamptz) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'accept_order');
begin
  if private.just_moved_by(v_order, 'in_progress', v_order.kol_id) then
    return v_order;
  end if;
  perform private.require_order_action('accept_order', v_order, at);
  return private.move_order(v_order, 'in_progress', 'creator', v_order.kol_id, null, at);
end;
$$;
comment on function private.accept_order(uuid, timestamptz) is 'The creator accepts the order.';

create function private.decline_order(order_id uuid, reason text, at timestamptz)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'decline_order');
begin
  if private.just_moved_by(v_order, 'declined', v_order.kol_id) then
    return v_order;
  end if;
  perform private.require_order_action('decline_order', v_order, at);
  return private.move_order(v_order, 'declined', 'creator', v_order.kol_id, reason, at);
end;
$$;
comment on function private.decline_order(uuid, text, timestamptz) is
  'The creator declines the order: the brand gets all money back.';

create function private.require_links(links text[]) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if exists (select from unnest(links) as link where link is null or link !~* '^https?://[^[:space:]]+$') then
    raise exception 'delivery_link_invalid' using errcode = 'PT422';
  end if;
end;
$$;
comment on function private.require_links is 'Rejects what is no address of a page.';

-- Files are stored under the conversation of the two sides, where both can read them.
create function private.require_shared_files(o public.pack_orders, files jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from jsonb_array_elements(case when jsonb_typeof(files) = 'array' then files else '[]' end) as file
    where not exists (
      select from storage.objects s
      join public.conversations c on starts_with(s.name, c.id || '/')
      where s.bucket_id = 'attachments' and s.name = file ->> 'path'
        and c.member_a = least(o.brand_id, o.kol_id) and c.member_b = greatest(o.brand_id, o.kol_id)
    )
  ) then
    raise exception 'file_not_found' using errcode = 'PT422';
  end if;
end;
$$;
comment on function private.require_shared_files is 'Rejects files that are not stored in the conversation of the two sides.';

create function private.add_delivery(
  o public.pack_orders, note text, links text[], files jsonb, is_draft boolean
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_links(links);
  perform private.require_shared_files(o, files);
  insert into public.order_deliveries (order_id, note, links, files, is_draft)
  values (o.id, add_delivery.note, coalesce(add_delivery.links, '{}'), coalesce(add_delivery.files, '[]'),
    add_delivery.is_draft);
end;
$$;
comment on function private.add_delivery is 'Writes what the creator delivers or shows; its links and files are checked.';

create function private.deliver_order(
  order_id uuid, note text, links text[], files jsonb, at timestamptz
) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'deliver_order');
begin
  if private.just_moved_by(v_order, 'delivered', v_order.kol_id, note) then
    return v_order;
  end if;
  perform private.require_order_action('deliver_order', v_order, at);
  if coalesce(btrim(note), '') = ''
    or (coalesce(cardinality(links), 0) = 0 and coalesce(files, '[]') = '[]')
  then
    raise exception 'delivery_incomplete' using errcode = 'PT422';
  end if;
  perform private.add_delivery(v_order, note, links, files, false);
  return private.move_order(v_order, 'delivered', 'creator', v_order.kol_id, note, at);
end;
$$;
comment on function private.deliver_order(uuid, text, text[], jsonb, timestamptz) is
  'The creator delivers the work: a note and at least one link or file.';

create function private.show_draft(
  order_id uuid, note text, links text[], files jsonb, at timestamptz
) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'show_draft');
begin
  if private.just_moved_by(v_order, 'draft_review', v_order.kol_id, note) then
    return v_order;
  end if;
  perform private.require_order_action('show_draft', v_order, at);
  -- The text may be the whole draft.
  if coalesce(btrim(note), '') = '' then
    raise exception 'draft_incomplete' using errcode = 'PT422';
  end if;
  perform private.add_delivery(v_order, note, links, files, true);
  return private.move_order(v_order, 'draft_review', 'creator', v_order.kol_id, note, at);
end;
$$;
comment on function private.show_draft(uuid, text, text[], jsonb, timestamptz) is
  'The creator shows a draft, which the brand approves before the work is published.';

create function private.approve_draft(order_id uuid, at timestamptz) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'approve_draft');
begin
  if private.just_moved_by(v_order, 'draft_approved', v_order.brand_id) then
    return v_order;
  end if;
  perform private.require_order_action('approve_draft', v_order, at);
  return private.move_order(v_order, 'draft_approved', 'brand', v_order.brand_id, null, at);
end;
$$;
comment on function private.approve_draft(uuid, timestamptz) is 'The brand approves the draft: the creator publishes the work.';

create function private.request_draft_changes(order_id uuid, note text, at timestamptz)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'request_draft_changes');
begin
  if private.just_moved_by(v_order, 'draft_revision', v_order.brand_id, note) then
    return v_order;
  end if;
  perform private.require_order_action('request_draft_changes', v_order, at);
  if coalesce(btrim(note), '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  return private.move_order(v_order, 'draft_revision', 'brand', v_order.brand_id, note, at);
end;
$$;
comment on function private.request_draft_changes(uuid, text, timestamptz) is
  'The brand requests changes to a draft; they count as revisions of the terms.';

create function private.request_revision(order_id uuid, note text, at timestamptz)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'request_revision');
begin
  if private.just_moved_by(v_order, 'in_revision', v_order.brand_id, note) then
    return v_order;
  end if;
  perform private.require_order_action('request_revision', v_order, at);
  if coalesce(btrim(note), '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  return private.move_order(v_order, 'in_revision', 'brand', v_order.brand_id, note, at);
end;
$$;
comment on function private.request_revision(uuid, text, timestamptz) is
  'The brand requests changes, as often as the pack allows.';

create function private.complete_order(order_id uuid, at timestamptz) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'complete_order');
begin
  if private.just_moved_by(v_order, 'completed', v_order.brand_id) then
    return v_order;
  end if;
  perform private.require_order_action('complete_order', v_order, at);
  return private.accept_work(v_order, 'brand', v_order.brand_id, at);
end;
$$;
comment on function private.complete_order(uuid, timestamptz) is 'The brand accepts the work: the creator has earned the money.';

create function private.accept_milestone(order_id uuid, milestone_id uuid, at timestamptz) returns public.pack_orders
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
  perform private.require_order_action('accept_milestone', v_order, at);
  if (private.next_milestone(v_order.id)).id is distinct from accept_milestone.milestone_id then
    raise exception 'milestone_not_next' using errcode = 'PT409';
  end if;
  return private.accept_work(v_order, 'brand', v_order.brand_id, at);
end;
$$;
comment on function private.accept_milestone(uuid, uuid, timestamptz) is
  'The brand accepts the delivered milestone: the creator has earned its part.';

create function private.extend_review(order_id uuid) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'extend_review');
begin
  perform private.require_order_action('extend_review', v_order, now());
  update public.pack_orders o set review_extended = true, updated_at = now(),
    due_at = o.due_at + make_interval(hours => private.setting('review_extension')::int),
    clock_left_seconds = o.clock_left_seconds + private.setting('review_extension')::int * 3600
  where o.id = v_order.id
  returning * into v_order;
  perform private.add_order_event(v_order, 'review_extended', v_order.brand_id);
  perform private.notify_about_order(v_order.kol_id, v_order, 'review_extended');
  return v_order;
end;
$$;
comment on function private.extend_review is 'The brand extends the review period, once per order.';

create function public.extend_review(order_id uuid) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.extend_review(order_id)
$$;
comment on function public.extend_review is 'Brand: extends the review period, once per order.';

create function private.cancel_order(order_id uuid, reason text, at timestamptz)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'cancel_order');
  v_me uuid := private.my_profile_id();
  v_actor text := private.cancelling_actor(v_order, v_me, at);
begin
  if private.just_moved_by(v_order, 'cancelled', v_me)
    or v_order.cancel_requested_by = v_me and v_actor is null
  then
    return v_order;
  end if;
  perform private.require_order_action('cancel_order', v_order, at);
  if v_actor is not null then
    return private.move_order(v_order, 'cancelled', v_actor, v_me, reason, at);
  end if;
  update public.pack_orders o set cancel_requested_by = v_me, updated_at = now()
  where o.id = v_order.id
  returning * into v_order;
  perform private.add_order_event(v_order, 'cancellation_requested', v_me, reason);
  perform private.notify_about_order(case v_me when v_order.brand_id then v_order.kol_id else v_order.brand_id end,
    v_order, 'cancellation_requested');
  return v_order;
end;
$$;
comment on function private.cancel_order(uuid, text, timestamptz) is
  'Before the work begins the brand cancels alone; later both sides must agree, unless the work is overdue.';

-- Granted to members ---------------------------------------------------------------------
-- Functions with a parameter `at` are granted to nobody, because only tests and the seed may set
-- the time. The granted functions pass now().
create function private.place_order(pack_id uuid, brief text, idempotency_key uuid, terms text)
returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.place_order(pack_id, brief, idempotency_key, terms, now())
$$;
create function public.place_order(pack_id uuid, brief text, idempotency_key uuid, terms text default null)
returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.place_order(pack_id, brief, idempotency_key, terms)
$$;
comment on function public.place_order is
  'Brand: orders a pack. `terms` is the terms_hash that it saw; another one is refused.';
create function private.accept_order(order_id uuid) returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.accept_order(order_id, now())
$$;
create function public.accept_order(order_id uuid) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.accept_order(order_id)
$$;
comment on function public.accept_order is 'Creator: accepts a paid order.';
create function private.decline_order(order_id uuid, reason text) returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.decline_order(order_id, reason, now())
$$;
create function public.decline_order(order_id uuid, reason text default null) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.decline_order(order_id, reason)
$$;
comment on function public.decline_order is 'Creator: declines a paid order; the brand gets all money back.';
create function private.deliver_order(order_id uuid, note text, links text[], files jsonb)
returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.deliver_order(order_id, note, links, files, now())
$$;
create function public.deliver_order(order_id uuid, note text, links text[] default '{}', files jsonb default '[]')
returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.deliver_order(order_id, note, links, files)
$$;
comment on function public.deliver_order is 'Creator: delivers the work, with a note and at least one link or file.';
create function private.show_draft(order_id uuid, note text, links text[], files jsonb)
returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.show_draft(order_id, note, links, files, now())
$$;
create function public.show_draft(order_id uuid, note text, links text[] default '{}', files jsonb default '[]')
returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.show_draft(order_id, note, links, files)
$$;
comment on function public.show_draft is 'Creator: shows a draft to the brand, if the terms ask for one.';
create function private.approve_draft(order_id uuid) returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.approve_draft(order_id, now())
$$;
create function public.approve_draft(order_id uuid) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.approve_draft(order_id)
$$;
comment on function public.approve_draft is 'Brand: approves the draft; the creator may publish the work.';
create function private.request_draft_changes(order_id uuid, note text) returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.request_draft_changes(order_id, note, now())
$$;
create function public.request_draft_changes(order_id uuid, note text) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.request_draft_changes(order_id, note)
$$;
comment on function public.request_draft_changes is 'Brand: requests changes to a draft; each counts as a revision.';
create function private.request_revision(order_id uuid, note text) returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.request_revision(order_id, note, now())
$$;
create function public.request_revision(order_id uuid, note text) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.request_revision(order_id, note)
$$;
comment on function public.request_revision is 'Brand: requests changes to a delivery, as often as the pack allows.';
create function private.complete_order(order_id uuid) returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.complete_order(order_id, now())
$$;
create function public.complete_order(order_id uuid) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.complete_order(order_id)
$$;
comment on function public.complete_order is 'Brand: accepts the work; the creator has earned the money.';
create function private.accept_milestone(order_id uuid, milestone_id uuid) returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.accept_milestone(order_id, milestone_id, now())
$$;
create function public.accept_milestone(order_id uuid, milestone_id uuid) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.accept_milestone(order_id, milestone_id)
$$;
comment on function public.accept_milestone is
  'Brand: accepts the delivered milestone of an order; the creator has earned its part.';
create function private.cancel_order(order_id uuid, reason text) returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.cancel_order(order_id, reason, now())
$$;
create function public.cancel_order(order_id uuid, reason text default null) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.cancel_order(order_id, reason)
$$;
comment on function public.cancel_order is 'Either side: cancels the order, or requests the consent of the other side.';
grant execute on function
  private.place_order(uuid, text, uuid, text), private.accept_order(uuid),
  private.decline_order(uuid, text), private.deliver_order(uuid, text, text[], jsonb),
  private.request_revision(uuid, text), private.complete_order(uuid),
  private.accept_milestone(uuid, uuid), private.extend_review,
  private.cancel_order(uuid, text), private.show_draft(uuid, text, text[], jsonb), private.approve_draft(uuid),
  private.request_draft_changes(uuid, text),
  public.show_draft, public.approve_draft, public.request_draft_changes,
  public.place_order, public.accept_order, public.decline_order, public.deliver_order,
  public.request_revision, public.complete_order, public.accept_milestone, public.extend_review, public.cancel_order
  to authenticated;
