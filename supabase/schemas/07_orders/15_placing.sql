-- A brand orders a pack, or an accepted application or offer becomes an order.

-- A retry is recognised by the brief of its first request, even if the brief of the order was changed since.
create table private.asked_briefs (
  order_id uuid primary key references public.pack_orders (id),
  brief_hash text not null,
  wished_on date
);
comment on table private.asked_briefs is 'For each order whose brief was changed: the hash of the brief and the wished day of the request that placed it.';
alter table private.asked_briefs enable row level security;

create function private.asked_brief(o public.pack_orders, out brief_hash text, out wished_on date)
language plpgsql stable security definer set search_path = '' as $$
begin
  select a.brief_hash, a.wished_on into brief_hash, wished_on from private.asked_briefs a where a.order_id = o.id;
  if not found then
    brief_hash := o.brief_hash;
    wished_on := o.wished_on;
  end if;
end;
$$;
comment on function private.asked_brief is 'Brief and date of the request that placed an order; a retry of the request has the same ones.';

-- `terms` holds what was agreed: sides, pack, title, price, currency, delivery_days,
-- revisions_allowed, brief, key, and all of the terms as one value with their hash. An idempotency
-- key belongs to one purchase: a request with other terms, or with a brief that the order never had, is rejected.
create function private.order_of_key(terms public.pack_orders) returns public.pack_orders
language plpgsql stable security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
  v_asked record;
  v_brief constant text := private.brief_hash(row(terms.brief, terms.brief_goal, terms.brief_dos, terms.brief_donts, terms.brief_links,
    terms.brief_files));
begin
  if terms.idempotency_key is null then
    raise exception 'idempotency_key_required' using errcode = 'PT422';
  end if;
  select * into v_order from public.pack_orders o
  where o.brand_id = terms.brand_id and o.offer_id is not distinct from terms.offer_id and o.idempotency_key = terms.idempotency_key;
  v_asked := private.asked_brief(v_order);
  if v_order.id is not null
    and ((v_order.pack_id, v_order.application_id, v_order.kol_id, coalesce(terms.terms_hash, v_order.terms_hash))
        is distinct from (terms.pack_id, terms.application_id, terms.kol_id, v_order.terms_hash)
      or (v_brief, terms.wished_on) is distinct from (v_asked.brief_hash, v_asked.wished_on)
        and (v_brief, terms.wished_on) is distinct from (v_order.brief_hash, v_order.wished_on))
  then
    raise exception 'idempotency_key_reused' using errcode = 'PT409';
  end if;
  return v_order;
end;
$$;
comment on function private.order_of_key is 'The order that an earlier request with this key created, if any; a request without terms_hash matches any terms.';

-- Adds the fees, rounded up, so that every order has a fee. Terms that bind the creator already contain the creator's fee.
create function private.open_order(terms public.pack_orders, at timestamptz)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
begin
  perform private.require_not_frozen(terms.brand_id);
  if private.are_one_person(terms.brand_id, terms.kol_id) then
    raise exception 'own_pack' using errcode = 'PT409';
  end if;
  if private.can_transact(terms.kol_id) is not true or private.are_blocked(terms.brand_id, terms.kol_id) then
    raise exception 'creator_not_available' using errcode = 'PT409';
  end if;
  if not private.creator_takes(terms.currency, terms.kol_id) then
    raise exception 'creator_without_wallet' using errcode = 'PT409';
  end if;
  insert into public.pack_orders (pack_id, application_id, offer_id, brand_id, kol_id, pack_title,
    price_minor, fee_minor, buyer_fee_minor, currency, delivery_days, revisions_allowed, milestone_count, brief,
    brief_goal, brief_dos, brief_donts, brief_links, brief_files, wished_on, starts_when_paid, terms_hash, terms,
    idempotency_key, due_at)
  values (terms.pack_id, terms.application_id, terms.offer_id, terms.brand_id, terms.kol_id, terms.pack_title,
    terms.price_minor,
    coalesce(terms.fee_minor, private.creator_fee_of(terms.price_minor, terms.currency)), private.buyer_fee_of(terms.price_minor, terms.currency),
    terms.currency, terms.delivery_days, terms.revisions_allowed, coalesce(terms.milestone_count, 0),
    terms.brief, terms.brief_goal, terms.brief_dos, terms.brief_donts, terms.brief_links, terms.brief_files,
    terms.wished_on, coalesce(terms.starts_when_paid, false), terms.terms_hash, terms.terms, terms.idempotency_key, at + private.clock_of(terms, 'pending_payment'))
  on conflict on constraint pack_orders_idempotency_key_key do nothing
  returning * into v_order;
  -- A concurrent request with the same key was faster.
  if v_order.id is null then
    return private.order_of_key(terms);
  end if;
  -- The foreign keys of the new order prevent a change of role from now on (private.keep_role).
  if exists (
    select from public.profiles p
    where p.id = v_order.brand_id and p.role <> 'brand' or p.id = v_order.kol_id and p.role <> 'kol')
  then
    raise exception 'member_not_available' using errcode = 'PT409';
  end if;
  insert into public.order_events (order_id, from_status, to_status, actor_id)
  values (v_order.id, null, v_order.status, v_order.brand_id);
  return v_order;
end;
$$;
comment on function private.open_order is 'Creates an unpaid order from agreed terms, between a brand and a creator.';

create function private.order_columns_from_pack(pack public.packs, terms jsonb) returns public.pack_orders
language plpgsql stable security definer set search_path = '' as $$
declare
  v_terms public.pack_orders;
begin
  v_terms.pack_id := pack.id;
  v_terms.kol_id := pack.kol_id;
  v_terms.pack_title := terms ->> 'title';
  v_terms.price_minor := terms ->> 'price_minor';
  v_terms.currency := pack.currency;
  v_terms.delivery_days := terms ->> 'delivery_days';
  v_terms.revisions_allowed := terms ->> 'revisions';
  v_terms.terms := terms;
  return v_terms;
end;
$$;
comment on function private.order_columns_from_pack is 'The columns of an order that are copied from a pack and the choices made in it.';

-- Two members may use the files of a campaign in several orders: the creator can read them already.
create function private.paths_to_send(brand_id uuid, kol_id uuid, files jsonb) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select path from unnest(private.paths_of(files)) as path
    where not (starts_with(path, paths_to_send.brand_id || '/') and exists (
      select from public.pack_orders o
      where o.brand_id = paths_to_send.brand_id and o.kol_id = paths_to_send.kol_id
        and o.brief_files @> jsonb_build_array(jsonb_build_object('path', path)))))
$$;
comment on function private.paths_to_send is 'The paths of the files of a brief, without files of the brand''s campaigns that an order of the two already has.';

create function private.place_order(
  pack_id uuid, brief private.brief, idempotency_key uuid, terms text, wished_on date, tier text, extras text[]
) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_pack public.packs;
  v_order public.pack_orders;
  v_terms public.pack_orders;
  -- A request that chooses a tier or extras must name the terms that the buyer saw.
  v_stated text := case when tier is null and extras = '{}' then terms else coalesce(terms, '') end;
  v_seen jsonb := private.terms_version(place_order.pack_id, v_stated) - 'terms_hash';
begin
  select * into v_pack from public.packs p where p.id = place_order.pack_id;
  if v_pack.kol_id = v_me then
    raise exception 'own_pack' using errcode = 'PT409';
  end if;
  if private.my_role() is distinct from 'brand' then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.share_standing(v_me, v_pack.kol_id);
  perform private.require_transact();
  -- A blocked member gets the same error as for a creator who has left the market, and no names of tiers.
  -- A retry must find its order even if the pack was changed or unpublished since.
  if (v_pack.is_published is not true or private.are_blocked(v_me, v_pack.kol_id)
    or private.can_transact(v_pack.kol_id) is not true) and not exists (
    select from public.pack_orders o
    where o.brand_id = v_me and o.idempotency_key = place_order.idempotency_key and o.pack_id = place_order.pack_id
      -- An order from an offer has the id of the offer as its key.
      and o.offer_id is null)
  then
    raise exception 'pack_not_available' using errcode = 'PT409';
  end if;
  v_terms := private.order_columns_from_pack(v_pack,
    private.chosen_terms(coalesce(v_seen, private.pack_terms(v_pack)), tier, extras));
  v_terms := jsonb_populate_record(v_terms, private.brief_columns(brief));
  v_terms.brand_id := v_me;
  v_terms.idempotency_key := place_order.idempotency_key;
  v_terms.terms_hash := case when v_seen is null then v_stated else private.terms_hash(v_terms.terms) end;
  v_terms.wished_on := place_order.wished_on;
  v_order := private.order_of_key(v_terms);
  if v_order.id is not null then
    return v_order;
  end if;
  perform private.require_terms(v_pack.id, v_pack.terms_hash, v_stated,
    private.clock() - make_interval(hours => private.setting('unstated_terms')::int));
  perform private.send_files(v_me, v_pack.kol_id, private.paths_to_send(v_me, v_pack.kol_id, brief.files));
  v_terms.terms_hash := private.terms_hash(v_terms.terms);
  return private.open_order(v_terms, private.clock());
end;
$$;
create function public.place_order(
  pack_id uuid, brief text, idempotency_key uuid, terms text default null, goal text default '',
  dos text[] default '{}', donts text[] default '{}', links text[] default '{}', files jsonb default '[]',
  wished_on date default null, tier text default null, extras text[] default '{}'
) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  perform private.require_plain(jsonb_build_object('dos', dos, 'donts', donts, 'links', links, 'files', files, 'extras', extras));
  return private.place_order(pack_id, row(brief, goal, dos, donts, links, files)::private.brief, idempotency_key, terms, wished_on,
    tier, coalesce(extras, '{}'));
end;
$$;
comment on function public.place_order is
  'Brand: orders a pack. `terms` is the terms_hash that it saw; another one is refused. `brief` is the message of the brief; its other parts are '
  'optional, `files` a list of {path, name, type, size} that the brand uploaded to the conversation of the two. `wished_on` '
  'is the day on which it would like to see the work published; it binds nobody. `tier` and `extras` are names of what '
  'the terms offer; without them it is the basic offer. A request that chooses must have `terms`.';

-- The creator agrees to the brief when it accepts the paid order, so until then the brand may correct it.
create function private.edit_brief(order_id uuid, brief private.brief, wished_on date) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'edit_brief');
  v_new public.pack_orders;
  v_broken text;
begin
  perform private.require_order_action('edit_brief', v_order, private.clock());
  v_new := jsonb_populate_record(v_order, private.brief_columns(brief));
  perform private.send_files(v_order.brand_id, v_order.kol_id,
    private.paths_to_send(v_order.brand_id, v_order.kol_id, brief.files));
  insert into private.asked_briefs (order_id, brief_hash, wished_on) values (v_order.id, v_order.brief_hash, v_order.wished_on)
  on conflict do nothing;
  update public.pack_orders o set brief = v_new.brief, brief_goal = v_new.brief_goal, brief_dos = v_new.brief_dos,
    brief_donts = v_new.brief_donts, brief_links = v_new.brief_links, brief_files = v_new.brief_files,
    starts_when_paid = o.starts_when_paid and private.brief_hash(edit_brief.brief) = o.brief_hash, wished_on = edit_brief.wished_on, updated_at = now()
  where o.id = v_order.id
  returning * into v_order;
  return v_order;
exception when check_violation then
  -- Hides the row, which Postgres would show in its own message.
  get stacked diagnostics v_broken = constraint_name;
  raise exception '%', v_broken using errcode = 'PT400';
end;
$$;
create function public.edit_brief(
  order_id uuid, brief text, goal text default '', dos text[] default '{}', donts text[] default '{}',
  links text[] default '{}', files jsonb default '[]', wished_on date default null
) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  perform private.require_plain(jsonb_build_object('dos', dos, 'donts', donts, 'links', links, 'files', files));
  return private.edit_brief(order_id, row(brief, goal, dos, donts, links, files)::private.brief, wished_on);
end;
$$;
comment on function public.edit_brief is
  'Brand: replaces the brief of an order that is not paid, in the parts of place_order, and the day that it wishes for. The creator of an accepted offer accepts a changed brief.';

grant execute on function private.place_order, private.edit_brief, public.place_order, public.edit_brief to authenticated;
