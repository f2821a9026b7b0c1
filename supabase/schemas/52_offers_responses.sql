-- How an offer ends: the other side accepts or declines it, its author withdraws it, or it expires.

-- `terms` is the hash that the member saw. An offer never changes, so another hash is that of
-- another offer.
create function private.accept_offer(offer_id uuid, terms text, at timestamptz) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_transact();
  v_offer public.offers := private.lock_offer(offer_id);
  v_terms public.pack_orders;
  v_order public.pack_orders;
begin
  if v_offer.author_id = v_me then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_terms(v_offer.id, v_offer.terms_hash, coalesce(accept_offer.terms, ''), at);
  if v_offer.status = 'accepted' then
    select * into v_order from public.pack_orders o where o.id = v_offer.order_id;
    return v_order;
  end if;
  perform private.require_open_offer(v_offer, at);
  -- To the other side a block and a freeze look the same.
  if private.can_transact(v_offer.author_id) is not true
    or private.are_blocked(v_offer.brand_id, v_offer.kol_id)
    or v_offer.author_id = v_offer.brand_id and private.is_frozen(v_offer.brand_id)
  then
    raise exception 'offer_not_available' using errcode = 'PT409';
  end if;
  v_terms.offer_id := v_offer.id;
  v_terms.brand_id := v_offer.brand_id;
  v_terms.kol_id := v_offer.kol_id;
  v_terms.pack_title := v_offer.title;
  v_terms.price_minor := v_offer.price_minor;
  v_terms.currency := v_offer.currency;
  v_terms.delivery_days := v_offer.delivery_days;
  v_terms.revisions_allowed := v_offer.revisions;
  v_terms.milestone_count := jsonb_array_length(v_offer.milestones);
  -- The scope is the description among the terms.
  v_terms.brief := '';
  v_terms.terms_hash := v_offer.terms_hash;
  v_terms.terms := private.terms_of_offer(v_offer);
  -- One offer is one order.
  v_terms.idempotency_key := v_offer.id;
  v_order := private.open_order(v_terms, at);
  perform private.add_milestones(v_order.id, v_offer.milestones);
  v_offer := private.end_offer(v_offer, 'accepted', v_order.id);
  perform private.notify_about_offer(v_offer.author_id, v_offer, 'offer_accepted');
  return v_order;
end;
$$;
comment on function private.accept_offer(uuid, text, timestamptz) is
  'The side that an offer was written to accepts it: it becomes an unpaid order of the brand.';

create function private.accept_offer(offer_id uuid, terms text) returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.accept_offer(offer_id, terms, now())
$$;
create function public.accept_offer(offer_id uuid, terms text) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.accept_offer(offer_id, terms)
$$;
comment on function public.accept_offer is
  'The side that an offer was written to: makes it an order. `terms` is the terms_hash that it saw; another one is refused.';

create function private.decline_offer(offer_id uuid, at timestamptz) returns public.offers
language plpgsql security definer set search_path = '' as $$
declare
  v_offer public.offers := private.lock_offer(offer_id);
begin
  if v_offer.author_id = private.my_profile_id() then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if v_offer.status = 'declined' then
    return v_offer;
  end if;
  perform private.require_open_offer(v_offer, at);
  v_offer := private.end_offer(v_offer, 'declined');
  perform private.notify_about_offer(v_offer.author_id, v_offer, 'offer_declined');
  return v_offer;
end;
$$;
comment on function private.decline_offer(uuid, timestamptz) is 'The side that an offer was written to declines it.';

create function private.decline_offer(offer_id uuid) returns public.offers
language sql volatile security definer set search_path = '' as $$
  select * from private.decline_offer(offer_id, now())
$$;
create function public.decline_offer(offer_id uuid) returns public.offers
language sql volatile security invoker set search_path = '' as $$
  select * from private.decline_offer(offer_id)
$$;
comment on function public.decline_offer is 'The side that an offer was written to: declines it.';

create function private.withdraw_offer(offer_id uuid, at timestamptz) returns public.offers
language plpgsql security definer set search_path = '' as $$
declare
  v_offer public.offers := private.lock_offer(offer_id);
  v_reader uuid := private.offer_reader(v_offer);
begin
  if v_offer.author_id <> private.my_profile_id() then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if v_offer.status = 'withdrawn' then
    return v_offer;
  end if;
  perform private.require_open_offer(v_offer, at);
  v_offer := private.end_offer(v_offer, 'withdrawn');
  perform private.notify_about_offer(v_reader, v_offer, 'offer_withdrawn');
  return v_offer;
end;
$$;
comment on function private.withdraw_offer(uuid, timestamptz) is 'The author takes an open offer back.';

create function private.withdraw_offer(offer_id uuid) returns public.offers
language sql volatile security definer set search_path = '' as $$
  select * from private.withdraw_offer(offer_id, now())
$$;
create function public.withdraw_offer(offer_id uuid) returns public.offers
language sql volatile security invoker set search_path = '' as $$
  select * from private.withdraw_offer(offer_id)
$$;
comment on function public.withdraw_offer is 'The author: takes an open offer back.';

create function private.work_offers(at timestamptz, batch int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_offer public.offers;
  v_count int := 0;
begin
  for v_offer in
    select * from public.offers o where o.status = 'sent' and o.expires_at <= at
    order by o.expires_at limit batch
    for no key update skip locked
  loop
    v_offer := private.end_offer(v_offer, 'expired');
    perform private.notify_about_offer(v_offer.author_id, v_offer, 'offer_expired');
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;
comment on function private.work_offers is 'Ends offers whose time is over; returns how many.';

grant execute on function
  private.accept_offer(uuid, text), private.decline_offer(uuid), private.withdraw_offer(uuid),
  public.accept_offer, public.decline_offer, public.withdraw_offer
  to authenticated;
