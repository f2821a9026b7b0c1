-- The end of an offer: the other side accepts or declines it, its author withdraws it, or it expires.

-- The scope of the offer becomes the description among the terms.
create function private.order_columns_from_offer(offer public.offers, brief private.brief) returns public.pack_orders
language plpgsql stable security definer set search_path = '' as $$
declare
  v_terms public.pack_orders;
  v_brief private.brief := case offer.author_id when offer.brand_id then private.brief_of_offer(offer) else brief end;
begin
  v_terms.offer_id := offer.id;
  v_terms.brand_id := offer.brand_id;
  v_terms.kol_id := offer.kol_id;
  v_terms.pack_title := offer.title;
  v_terms.price_minor := offer.price_minor;
  v_terms.fee_minor := offer.fee_minor;
  v_terms.currency := offer.currency;
  v_terms.delivery_days := offer.delivery_days;
  v_terms.revisions_allowed := offer.revisions;
  v_terms.milestone_count := jsonb_array_length(offer.milestones);
  -- Work starts with the payment only if the creator knows the brief: it is empty, or that of this offer or of the one that it answers.
  -- A creator who is staff accepts the paid order first: otherwise the brand could pay just to keep them from judging it.
  v_terms.starts_when_paid := private.brief_hash(v_brief) in (
    select private.brief_hash(private.brief_of_offer(f)) from public.offers f where f.id in (offer.id, offer.counters_id))
    and not private.has_staff_account(offer.kol_id);
  v_terms.terms_hash := offer.terms_hash;
  v_terms.terms := private.offer_terms(offer);
  -- The key is the offer's id, because an offer becomes at most one order.
  v_terms.idempotency_key := offer.id;
  return jsonb_populate_record(v_terms, private.brief_columns(v_brief));
end;
$$;
comment on function private.order_columns_from_offer is 'The columns of an order that are copied from an offer, and from the brief of a brand that accepts one.';

-- A retry has the same brief. A different brief, such as from a second window, is refused: the answer
-- must not suggest that it was used.
create function private.order_of_offer(offer public.offers, brief private.brief) returns public.pack_orders
language plpgsql stable security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
begin
  select * into v_order from public.pack_orders o where o.id = offer.order_id;
  if offer.author_id = offer.kol_id and private.brief_hash(brief) <> (private.asked_brief(v_order)).brief_hash then
    raise exception 'offer_not_open' using errcode = 'PT409';
  end if;
  return v_order;
end;
$$;
comment on function private.order_of_offer is 'The order that an accepted offer became, for a retry of the acceptance.';

-- `terms` is the hash that the member saw. An offer never changes, so a different hash belongs to another offer. The creator
-- also agrees to the brief of the offer; a brand that accepts adds a brief of its own.
create function private.accept_offer(offer_id uuid, terms text, brief private.brief) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_now constant timestamptz := private.clock();
  v_me uuid;
  v_offer public.offers;
  v_order public.pack_orders;
begin
  perform private.share_standing(f.brand_id, f.kol_id) from public.offers f where f.id = accept_offer.offer_id;
  v_me := private.require_transact();
  v_offer := private.lock_offer(offer_id);
  brief.files := private.stored_files(brief.files);
  if v_offer.author_id = v_me then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_terms(v_offer.id, v_offer.terms_hash, coalesce(accept_offer.terms, ''), v_now);
  if v_offer.status = 'accepted' then
    return private.order_of_offer(v_offer, brief);
  end if;
  perform private.require_open_offer(v_offer, v_now);
  -- The refusal is the same for a block and a freeze, so that it discloses neither.
  if private.can_transact(v_offer.author_id) is not true
    or private.are_blocked(v_offer.brand_id, v_offer.kol_id)
    or v_offer.author_id = v_offer.brand_id and private.is_frozen(v_offer.brand_id)
  then
    raise exception 'offer_not_available' using errcode = 'PT409';
  end if;
  perform private.require_brief_of_brand(brief, v_offer.brand_id, v_offer.kol_id);
  v_order := private.open_order(private.order_columns_from_offer(v_offer, brief), v_now);
  perform private.add_milestones(v_order.id, v_offer.milestones);
  v_offer := private.end_offer(v_offer, 'accepted', v_order.id);
  perform private.notify_about_offer(v_offer.author_id, v_offer, 'offer_accepted');
  return v_order;
end;
$$;
create function public.accept_offer(
  offer_id uuid, terms text, brief text default '', goal text default '', dos text[] default '{}',
  donts text[] default '{}', links text[] default '{}', files jsonb default '[]'
) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  perform private.require_plain(jsonb_build_object('dos', dos, 'donts', donts, 'links', links, 'files', files));
  return private.accept_offer(offer_id, terms, row(brief, goal, dos, donts, links, files)::private.brief);
end;
$$;
comment on function public.accept_offer is
  'The side that an offer was written to: makes it an order. `terms` is the terms_hash that it saw; another one is refused. A brand adds its brief as in place_order.';

create function private.decline_offer(offer_id uuid) returns public.offers
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
  perform private.require_open_offer(v_offer, private.clock());
  v_offer := private.end_offer(v_offer, 'declined');
  perform private.notify_about_offer(v_offer.author_id, v_offer, 'offer_declined');
  return v_offer;
end;
$$;
create function public.decline_offer(offer_id uuid) returns public.offers
language sql volatile security invoker set search_path = '' as $$
  select * from private.decline_offer(offer_id)
$$;
comment on function public.decline_offer is 'The side that an offer was written to: declines it.';

create function private.withdraw_offer(offer_id uuid) returns public.offers
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
  perform private.require_open_offer(v_offer, private.clock());
  v_offer := private.end_offer(v_offer, 'withdrawn');
  perform private.notify_about_offer(v_reader, v_offer, 'offer_withdrawn');
  return v_offer;
end;
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
    order by random() limit batch
    for no key update skip locked
  loop
    begin
      v_offer := private.end_offer(v_offer, 'expired');
      perform private.notify_about_offer(v_offer.author_id, v_offer, 'offer_expired');
      v_count := v_count + 1;
    exception when others then
      perform private.note_failure(format('offer %s stays open: %s', v_offer.id, sqlerrm));
    end;
  end loop;
  return v_count;
end;
$$;
comment on function private.work_offers is 'Ends offers whose time is over; returns how many.';

grant execute on function
  private.accept_offer, private.decline_offer, private.withdraw_offer,
  public.accept_offer, public.decline_offer, public.withdraw_offer
  to authenticated;
