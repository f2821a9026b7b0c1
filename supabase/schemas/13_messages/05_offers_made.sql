-- One side of a conversation offers terms, or answers an offer with others.

-- Finds the sides of the conversation, one brand and one creator, whoever of them writes.
create function private.offer_between(conversation_id uuid) returns public.offers
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_offer public.offers;
begin
  select c.id, b.id, k.id, v_me
  into v_offer.conversation_id, v_offer.brand_id, v_offer.kol_id, v_offer.author_id
  from public.conversations c
  join public.profiles b on b.id in (c.member_a, c.member_b) and b.role = 'brand'
  join public.profiles k on k.id in (c.member_a, c.member_b) and k.role = 'kol'
  where c.id = offer_between.conversation_id and v_me in (c.member_a, c.member_b);
  if v_offer.conversation_id is null then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  return v_offer;
end;
$$;
comment on function private.offer_between is 'An offer with the sides of the caller''s conversation and no terms yet.';

-- Files are the brand's own, uploaded to the conversation of the two.
create function private.require_brief_of_brand(brief private.brief, brand_id uuid, kol_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.my_profile_id() is distinct from brand_id and private.brief_hash(brief) <> private.terms_hash('{}') then
    raise exception 'brief_is_brands' using errcode = 'PT403';
  end if;
  perform private.send_files(brand_id, kol_id, private.paths_of(brief.files));
end;
$$;
comment on function private.require_brief_of_brand is 'Rejects a brief by anybody but the brand, and files that the brand has not uploaded for the creator.';

-- `terms` holds what is offered. A repeated key returns the offer of the first request.
create function private.send_offer(terms public.offers, at timestamptz) returns public.offers
language plpgsql security definer set search_path = '' as $$
declare
  v_offer public.offers;
  v_reader uuid;
begin
  insert into public.offers (conversation_id, brand_id, kol_id, author_id, counters_id, title, scope, price_minor,
    currency, delivery_days, revisions, milestones, needs_draft, fee_minor, brief, brief_goal, brief_dos, brief_donts, brief_links,
    brief_files, idempotency_key, expires_at, created_at)
  values (terms.conversation_id, terms.brand_id, terms.kol_id, terms.author_id, terms.counters_id, terms.title,
    terms.scope, terms.price_minor, terms.currency, terms.delivery_days, terms.revisions, terms.milestones,
    terms.needs_draft, private.creator_fee_of(terms.price_minor, terms.currency),
    terms.brief, terms.brief_goal, terms.brief_dos, terms.brief_donts, terms.brief_links,
    terms.brief_files, terms.idempotency_key, terms.expires_at, at)
  on conflict on constraint offers_idempotency_key_key do nothing
  returning * into v_offer;
  -- A concurrent request with the same key was faster.
  if v_offer.id is null then
    return private.offer_by_key(terms);
  end if;
  perform private.require_steps(
    array(select (part ->> 'amount_minor')::bigint from jsonb_array_elements(v_offer.milestones) as part), v_offer.currency);
  -- The message has the checks of every message: both may transact, neither has blocked the other.
  insert into public.messages (conversation_id, sender_id, content, offer_id)
  values (v_offer.conversation_id, v_offer.author_id, v_offer.title, v_offer.id);
  v_reader := private.offer_reader(v_offer);
  case
    when v_offer.counters_id is null and v_reader = v_offer.brand_id then
      perform private.notify_about_offer(v_reader, v_offer, 'offer_received_brand');
    when v_offer.counters_id is null then
      perform private.notify_about_offer(v_reader, v_offer, 'offer_received');
    when v_reader = v_offer.brand_id then
      perform private.notify_about_offer(v_reader, v_offer, 'offer_countered_brand');
    else
      perform private.notify_about_offer(v_reader, v_offer, 'offer_countered');
  end case;
  return v_offer;
end;
$$;
comment on function private.send_offer is 'Writes an offer into the conversation and notifies the other side.';

create function private.offer_by_key(terms public.offers) returns public.offers
language plpgsql stable security definer set search_path = '' as $$
declare
  v_offer public.offers;
begin
  if terms.idempotency_key is null then
    raise exception 'idempotency_key_required' using errcode = 'PT422';
  end if;
  select * into v_offer from public.offers o
  where o.author_id = terms.author_id and o.idempotency_key = terms.idempotency_key;
  if v_offer.id is not null
    and ((v_offer.conversation_id, v_offer.counters_id, v_offer.terms_hash, v_offer.brief_hash) is distinct from (
        terms.conversation_id, terms.counters_id, private.terms_hash(private.offer_terms(terms)),
        private.brief_hash(private.brief_of_offer(terms)))
      -- The client computes the expiry again each time the form is sent, so an hour more or less does not matter.
      or terms.expires_at <> v_offer.expires_at
        and abs(extract(epoch from terms.expires_at - private.clock() - (v_offer.expires_at - v_offer.created_at))) > 3600)
  then
    raise exception 'idempotency_key_reused' using errcode = 'PT409';
  end if;
  return v_offer;
end;
$$;
comment on function private.offer_by_key is 'The offer that an earlier request with this key wrote, if any.';

create function private.make_offer(
  conversation_id uuid, title text, scope text, price_minor bigint, currency text, delivery_days int,
  revisions int, idempotency_key uuid, milestones jsonb, expires_at timestamptz, counters_id uuid,
  needs_draft boolean, brief private.brief, creator_fee numeric
) returns public.offers
language plpgsql security definer set search_path = '' as $$
declare
  v_now constant timestamptz := private.clock();
  v_terms public.offers := private.offer_between(conversation_id);
  v_offer public.offers;
  v_former public.offers;
begin
  perform private.require_given(title, scope, price_minor::text, currency, delivery_days::text, revisions::text);
  perform private.share_standing(v_terms.brand_id, v_terms.kol_id);
  perform private.require_transact();
  if private.are_one_person(v_terms.brand_id, v_terms.kol_id) then
    raise exception 'own_pack' using errcode = 'PT409';
  end if;
  v_terms.counters_id := make_offer.counters_id;
  v_terms.title := btrim(make_offer.title);
  v_terms.scope := btrim(make_offer.scope);
  v_terms.price_minor := make_offer.price_minor;
  v_terms.currency := make_offer.currency;
  v_terms.delivery_days := make_offer.delivery_days;
  v_terms.revisions := make_offer.revisions;
  v_terms.milestones := coalesce(make_offer.milestones, '[]');
  v_terms.needs_draft := coalesce(make_offer.needs_draft, false);
  v_terms := jsonb_populate_record(v_terms, private.brief_columns(make_offer.brief));
  v_terms.idempotency_key := make_offer.idempotency_key;
  v_terms.expires_at := coalesce(make_offer.expires_at, v_now + make_interval(days => private.setting('offer_validity')::int));
  v_offer := private.offer_by_key(v_terms);
  if v_offer.id is not null then
    return v_offer;
  end if;
  if v_terms.expires_at <= v_now
    or v_terms.expires_at > v_now + make_interval(days => private.setting('offer_validity_most')::int)
  then
    raise exception 'offer_expiry_out_of_range' using errcode = 'PT422';
  end if;
  if private.setting('creator_fee') > make_offer.creator_fee then
    raise exception 'terms_changed' using errcode = 'PT409';
  end if;
  perform private.require_brief_of_brand(make_offer.brief, v_terms.brand_id, v_terms.kol_id);
  if v_terms.counters_id is not null then
    v_former := private.lock_offer(v_terms.counters_id);
    if v_former.conversation_id <> v_terms.conversation_id or v_former.author_id = v_terms.author_id then
      raise exception 'not_allowed' using errcode = 'PT403';
    end if;
    perform private.require_open_offer(v_former, v_now);
    perform private.end_offer(v_former, 'countered');
  end if;
  return private.send_offer(v_terms, v_now);
end;
$$;
create function public.make_offer(
  conversation_id uuid, title text, scope text, price_minor bigint, currency text, delivery_days int,
  revisions int, idempotency_key uuid, milestones jsonb default '[]', expires_at timestamptz default null,
  counters_id uuid default null, needs_draft boolean default false, brief text default '', goal text default '',
  dos text[] default '{}', donts text[] default '{}', links text[] default '{}', files jsonb default '[]',
  creator_fee numeric default null
) returns public.offers
language sql volatile security invoker set search_path = '' as $$
  select private.require_plain(jsonb_build_object('dos', dos, 'donts', donts, 'links', links, 'files', files, 'milestones', milestones));
  select * from private.make_offer(conversation_id, title, scope, price_minor, currency, delivery_days,
    revisions, idempotency_key, milestones, expires_at, counters_id, needs_draft,
    row(brief, goal, dos, donts, links, files)::private.brief, creator_fee)
$$;
comment on function public.make_offer is
  'Either side of a conversation: offers terms, or answers an offer with others. `milestones` is a list of {title, amount_minor}; `counters_id` names the '
  'offer that it answers; with `needs_draft` the brand approves a draft first. '
  'A brand adds its brief as in place_order; a creator names the `creator_fee` that it saw, in percent: refused with terms_changed if it is higher by now.';

grant execute on function private.make_offer, public.make_offer to authenticated;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('offer_validity', 7, 'days', 'How long an offer stands whose author names no time.', 1, 90, true),
  ('offer_validity_most', 30, 'days', 'The longest time that an offer may stand.', 1, 365, true)
on conflict (key) do nothing;
