-- Creators apply to an open campaign with a pack or a price of their own; the brand accepts an
-- application into an order.

create function private.keeps_place(o public.pack_orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select (private.order_status(o.status)).outcome is null or private.share_of(o) > 0
$$;
comment on function private.keeps_place is 'Whether an order takes a place of its campaign: it continues, or its creator earned something.';

create function private.gave_place_back(application public.campaign_applications) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.pack_orders o where o.id = application.order_id and not private.keeps_place(o))
$$;
create function public.gave_place_back(application public.campaign_applications) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  perform private.count_computed();
  -- Reads the stored row, because the caller may pass an invented one.
  return (select private.gave_place_back(a) from public.campaign_applications a where a.id = application.id);
end;
$$;
comment on function public.gave_place_back is
  'A computed column of campaign_applications (select=*,gave_place_back): whether its order ended with nothing for the creator, who may apply again.';
grant execute on function private.gave_place_back, public.gave_place_back to authenticated;

create function private.is_stored_campaign(given public.campaigns) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.my_profile_id() is not null and exists (select from public.campaigns c where c.id = given.id and c = given);
end;
$$;
comment on function private.is_stored_campaign is 'True if the given row is exactly the stored one, so that the caller can read all of it. False for an invented row.';

create function private.places_left(campaign public.campaigns) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  return campaign.creators_sought - (
    select count(*)::int from public.campaign_applications a join public.pack_orders o on o.id = a.order_id
    where a.campaign_id = campaign.id and private.keeps_place(o));
end;
$$;
create function public.places_left(campaign public.campaigns) returns int
language plpgsql stable set search_path = '' as $$
begin
  perform private.count_computed();
  return case when private.is_stored_campaign(campaign) then private.places_left(campaign)
    -- The given row is incomplete, because the caller may not read all of it, or invented: reads the stored row.
    else (select private.places_left(c) from public.campaigns c where c.id = campaign.id) end;
end;
$$;
comment on function public.places_left is
  'A computed column of campaigns (select=*,places_left): how many creators are still sought. An order that ends, or is settled, with all money back to the brand gives its place back.';
grant execute on function private.is_stored_campaign, private.places_left, public.places_left to authenticated;

create function public.applications_waiting(campaign public.campaigns) returns int
language plpgsql stable set search_path = '' as $$
begin
  perform private.count_computed();
  return (select count(*)::int from public.campaign_applications a where a.campaign_id = campaign.id and a.status = 'sent');
end;
$$;
comment on function public.applications_waiting is
  'A computed column of campaigns (select=*,applications_waiting): how many applications wait for an answer, of those that the caller may read.';
grant execute on function public.applications_waiting to authenticated;

create function private.require_place(campaign public.campaigns) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.places_left(campaign) <= 0 then
    raise exception 'campaign_full' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_place is 'Refuses when as many applications became orders as creators are sought.';

-- Takes a shared lock: applications do not wait for each other, but wait for the campaign to be closed.
create function private.lock_open_campaign(campaign_id uuid, applicant_id uuid) returns public.campaigns
language plpgsql security definer set search_path = '' as $$
declare
  v_campaign public.campaigns;
begin
  select * into v_campaign from public.campaigns c where c.id = lock_open_campaign.campaign_id for share;
  -- A blocked creator gets the refusal for a campaign that is over, and so do all while its brand is suspended or frozen.
  if private.is_on_market(v_campaign) is not true or v_campaign.deadline <= now()
    or private.are_blocked(applicant_id, v_campaign.brand_id)
  then
    raise exception 'campaign_not_open' using errcode = 'PT409';
  end if;
  perform private.require_place(v_campaign);
  return v_campaign;
end;
$$;
comment on function private.lock_open_campaign is 'An open campaign that this creator can apply to, locked against being closed.';

create function private.application_columns(
  campaign public.campaigns, kol_id uuid, pack_id uuid, price_minor bigint, note text, delivery_days int
) returns public.campaign_applications
language plpgsql stable security definer set search_path = '' as $$
declare
  v_pack public.packs;
  v_terms public.campaign_applications;
begin
  if num_nonnulls(pack_id, price_minor) <> 1 then
    raise exception 'pack_or_price' using errcode = 'PT422';
  end if;
  if pack_id is not null then
    select * into v_pack from public.packs p
    where p.id = application_columns.pack_id and p.kol_id = application_columns.kol_id and p.is_published;
    if not found then
      raise exception 'pack_not_available' using errcode = 'PT409';
    end if;
    if v_pack.currency <> campaign.currency then
      raise exception 'currency_mismatch' using errcode = 'PT422';
    end if;
    v_terms.pack_id := v_pack.id;
    v_terms.title := v_pack.title;
    v_terms.description := v_pack.description;
    v_terms.platform := v_pack.platform;
    v_terms.price_minor := v_pack.price_minor;
    v_terms.delivery_days := v_pack.delivery_days;
    v_terms.revisions := v_pack.revisions;
    v_terms.promise := private.promise(v_pack.deliverables, v_pack.usage_rights, v_pack.stay_up_days,
      v_pack.disclosure, v_pack.needs_draft);
  else
    perform private.require_given(delivery_days::text);
    v_terms.title := campaign.title;
    v_terms.price_minor := application_columns.price_minor;
    v_terms.delivery_days := application_columns.delivery_days;
    v_terms.revisions := private.setting('campaign_revisions');
    v_terms.promise := '{}';
  end if;
  if v_terms.price_minor > campaign.budget_minor then
    raise exception 'over_budget' using errcode = 'PT422';
  end if;
  v_terms.currency := campaign.currency;
  v_terms.note := coalesce(btrim(application_columns.note), '');
  v_terms.description := concat_ws(E'\n\n', nullif(v_terms.description, ''), nullif(v_terms.note, ''));
  return v_terms;
end;
$$;
comment on function private.application_columns is 'The terms of an application as its columns: those of a pack, or a price for this campaign alone.';

-- A brand that seeks several creators seeks several people.
create function private.has_second_account(campaign_id uuid, applicant_id uuid, statuses text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.campaign_applications a
    where a.campaign_id = has_second_account.campaign_id and a.kol_id <> applicant_id and a.kol_id in (select private.same_person(applicant_id))
      and a.status = any (statuses) and not private.gave_place_back(a))
$$;
comment on function private.has_second_account is 'True if another account of a person has an application to this campaign with one of these statuses.';

create function private.reject_second_account(campaign public.campaigns, applicant_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- One at a time: concurrent applications of two accounts would not see each other.
  perform pg_advisory_xact_lock(hashtextextended('applications of ' || private.person_of(applicant_id), 0));
  if private.has_second_account(campaign.id, applicant_id, '{sent,declined,accepted}') then
    raise exception 'application_exists' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.reject_second_account is 'Rejects an application of a person who has applied to this campaign with another account.';

create function private.apply_to_campaign(
  campaign_id uuid, pack_id uuid, price_minor bigint, note text, delivery_days int
) returns public.campaign_applications
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me uuid := private.require_transact();
  v_name text := (select m.display_name from public.members m where m.id = v_me);
  v_campaign public.campaigns;
  v_creator private.creators;
  v_application public.campaign_applications;
  v_terms public.campaign_applications;
begin
  select * into v_creator from private.creators c where c.profile_id = v_me;
  if not found then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  v_campaign := private.lock_open_campaign(campaign_id, v_me);
  if private.are_one_person(v_me, v_campaign.brand_id) then
    raise exception 'own_pack' using errcode = 'PT409';
  end if;
  v_terms := private.application_columns(v_campaign, v_me, pack_id, price_minor, note, delivery_days);
  select * into v_application from public.campaign_applications a
  where a.campaign_id = v_campaign.id and a.kol_id = v_me
  order by a.status = 'accepted', a.created_at desc limit 1;
  if v_application.status <> 'withdrawn' and not private.gave_place_back(v_application) then
    if v_application.status <> 'sent' or v_application.terms_hash <> private.terms_hash(private.application_terms(v_terms)) then
      raise exception 'application_exists' using errcode = 'PT409';
    end if;
    return v_application;
  end if;
  if private.creator_satisfies(v_creator, private.parse_filters(v_campaign.filters)) is not true and not exists (
    select from public.campaign_invitations i where i.campaign_id = v_campaign.id and i.kol_id = v_me
  ) then
    raise exception 'campaign_not_for_you' using errcode = 'PT403';
  end if;
  perform private.reject_second_account(v_campaign, v_me);

  insert into public.campaign_applications as a (
    campaign_id, brand_id, kol_id, pack_id, title, price_minor, currency, delivery_days, revisions, promise, note, description, platform
  ) values (
    v_campaign.id, v_campaign.brand_id, v_me, v_terms.pack_id, v_terms.title, v_terms.price_minor,
    v_terms.currency, v_terms.delivery_days, v_terms.revisions, v_terms.promise, v_terms.note, v_terms.description, v_terms.platform
  )
  -- The row exists after a withdrawal, when the creator applies again, or after a concurrent request.
  on conflict (campaign_id, kol_id) where status <> 'accepted' do update set status = 'sent',
    pack_id = excluded.pack_id, title = excluded.title, price_minor = excluded.price_minor,
    delivery_days = excluded.delivery_days, revisions = excluded.revisions, promise = excluded.promise,
    note = excluded.note, description = excluded.description, platform = excluded.platform, updated_at = now()
  where a.status = 'withdrawn'
  returning * into v_application;
  if not found then
    return private.apply_to_campaign(campaign_id, pack_id, price_minor, note, delivery_days);
  end if;
  perform private.notify(v_campaign.brand_id, 'application_received',
    jsonb_build_object('campaign_id', v_campaign.id, 'campaign_title', v_campaign.title,
      'application_id', v_application.id, 'profile_id', v_me, 'profile_name', v_name));
  return v_application;
end;
$$;

create function public.apply_to_campaign(
  campaign_id uuid, pack_id uuid default null, price_minor bigint default null, note text default '',
  delivery_days int default 14
) returns public.campaign_applications
language sql security invoker set search_path = '' as $$
  select private.apply_to_campaign(campaign_id, pack_id, price_minor, note, delivery_days)
$$;
comment on function public.apply_to_campaign is 'Creator: applies with a pack, or with a price for this campaign alone.';

create function private.withdraw_application(application_id uuid) returns public.campaign_applications
language plpgsql security definer set search_path = '' as $$
declare
  v_application public.campaign_applications;
begin
  select * into v_application from public.campaign_applications a
  where a.id = application_id and a.kol_id = private.my_profile_id() for update;
  if not found then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  if v_application.status = 'withdrawn' then
    return v_application;
  end if;
  if v_application.status is distinct from 'sent' then
    raise exception 'application_not_open' using errcode = 'PT409';
  end if;
  update public.campaign_applications a set status = 'withdrawn', updated_at = now()
  where a.id = v_application.id returning * into v_application;
  return v_application;
end;
$$;
create function public.withdraw_application(application_id uuid) returns public.campaign_applications
language sql security invoker set search_path = '' as $$
  select private.withdraw_application(application_id)
$$;
comment on function public.withdraw_application is 'Creator: withdraws an unanswered application.';

create function private.decline_application(application_id uuid, terms text) returns public.campaign_applications
language plpgsql security definer set search_path = '' as $$
declare
  v_application public.campaign_applications;
begin
  select * into v_application from public.campaign_applications a
  where a.id = application_id and a.brand_id = private.my_profile_id() for update;
  if not found or private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  if v_application.status = 'declined' then
    return v_application;
  end if;
  -- The creator may have applied with other terms since: nobody declines terms that they did not read.
  perform private.require_terms(v_application.id, v_application.terms_hash, coalesce(decline_application.terms, v_application.terms_hash), now());
  if v_application.status is distinct from 'sent' then
    raise exception 'application_not_open' using errcode = 'PT409';
  end if;
  update public.campaign_applications a set status = 'declined', updated_at = now()
  where a.id = v_application.id returning * into v_application;
  perform private.notify_applicant(v_application, 'application_declined',
    (select c.title from public.campaigns c where c.id = v_application.campaign_id));
  return v_application;
end;
$$;
create function public.decline_application(application_id uuid, terms text default null) returns public.campaign_applications
language sql security invoker set search_path = '' as $$
  select private.decline_application(application_id, terms)
$$;
comment on function public.decline_application is 'Brand: declines one application. `terms` is the terms_hash that it saw.';

create function private.accept_application(application_id uuid, idempotency_key uuid, terms text)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid;
  v_application public.campaign_applications;
  v_campaign public.campaigns;
  v_order public.pack_orders;
  v_terms public.pack_orders;
begin
  perform private.share_standing(a.brand_id, a.kol_id) from public.campaign_applications a
  where a.id = accept_application.application_id;
  v_me := private.require_transact();
  -- Locks the campaign first, as its closing does. Two acceptances for the last place wait for each other.
  select c.* into v_campaign from public.campaigns c
  where c.id = (select a.campaign_id from public.campaign_applications a where a.id = accept_application.application_id)
    and c.brand_id = v_me for no key update;
  select * into v_application from public.campaign_applications a
  where a.id = application_id and a.brand_id = v_me for update;
  if not found then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if v_application.status not in ('sent', 'accepted') then
    raise exception 'application_not_open' using errcode = 'PT409';
  end if;
  if idempotency_key is null then
    raise exception 'idempotency_key_required' using errcode = 'PT422';
  end if;
  -- A brand that names no version can accept only the first one.
  perform private.require_terms(v_application.id, v_application.terms_hash,
    coalesce(accept_application.terms, case v_application.status when 'accepted' then v_application.terms_hash end),
    '-infinity');
  if v_application.status = 'accepted' then
    select * into v_order from public.pack_orders o where o.id = v_application.order_id;
    return v_order;
  end if;
  perform private.require_place(v_campaign);
  -- Both accounts applied before they were found to be one person's. The refusal does not tell the brand of the other account.
  if private.has_second_account(v_campaign.id, v_application.kol_id, '{accepted}') then
    raise exception 'member_not_available' using errcode = 'PT409';
  end if;

  v_terms.application_id := v_application.id;
  v_terms.brand_id := v_me;
  v_terms.kol_id := v_application.kol_id;
  v_terms.pack_id := v_application.pack_id;
  v_terms.pack_title := v_application.title;
  v_terms.price_minor := v_application.price_minor;
  v_terms.currency := v_application.currency;
  v_terms.delivery_days := v_application.delivery_days;
  v_terms.revisions_allowed := v_application.revisions;
  v_terms.terms_hash := v_application.terms_hash;
  v_terms.terms := private.application_terms(v_application);
  v_terms.idempotency_key := accept_application.idempotency_key;
  v_terms := jsonb_populate_record(v_terms, private.brief_columns(
    row(v_campaign.body, null, null, null, v_campaign.links, v_campaign.files)::private.brief));
  v_order := private.open_order(v_terms, private.clock());

  update public.campaign_applications a set status = 'accepted', order_id = v_order.id, updated_at = now()
  where a.id = v_application.id returning * into v_application;
  perform private.notify_applicant(v_application, 'application_accepted', v_campaign.title);
  return v_order;
end;
$$;
create function public.accept_application(application_id uuid, idempotency_key uuid, terms text default null)
returns public.pack_orders
language sql security invoker set search_path = '' as $$
  select private.accept_application(application_id, idempotency_key, terms)
$$;
comment on function public.accept_application is
  'Brand: turns an application into an order, to be paid like any other. `terms` is the terms_hash that it saw.';

-- The list of open campaigns shows which of them match the caller.
create function private.matches_my_profile(filters jsonb) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.count_computed();
  return (
    select private.creator_satisfies(c, private.parse_filters(matches_my_profile.filters)) is true
    from private.creators c where c.profile_id = private.my_profile_id());
end;
$$;
create function public.matches_my_profile(campaign public.campaigns) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.matches_my_profile(campaign.filters);
end;
$$;
comment on function public.matches_my_profile is
  'A computed column of campaigns (select=*,matches_my_profile): whether the caller satisfies its filters; null for callers who are no creators.';
grant execute on function private.matches_my_profile, public.matches_my_profile to authenticated;

grant execute on function private.apply_to_campaign, private.withdraw_application,
  private.decline_application, private.accept_application, public.apply_to_campaign,
  public.withdraw_application, public.decline_application, public.accept_application to authenticated;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('campaign_revisions', 2, 'count', 'Revisions of an order that was agreed in a campaign without a pack.', 0, 10, true)
on conflict (key) do nothing;
