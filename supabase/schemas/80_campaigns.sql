-- A campaign is a brand's public brief. It finds creators with the filters of a saved search and
-- the same matcher, in both directions: publishing notifies the creators who satisfy the filters,
-- and a creator whose profile changes is notified of open campaigns.
create table public.campaigns (
  id uuid primary key default gen_random_uuid(),
  brand_id uuid not null default private.my_profile_id() references public.profiles (id),
  title text not null,
  body text not null,
  budget_minor bigint not null,
  currency text not null default 'USD' references public.currencies (code),
  filters jsonb not null default '{}',
  deadline timestamptz not null,
  status text not null default 'draft',
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint campaigns_title_length check (length(btrim(title)) between 3 and 120),
  constraint campaigns_title_visible check (private.shows_all_characters(title)),
  constraint campaigns_body_length check (length(btrim(body)) between 1 and 5000),
  constraint campaigns_budget_positive check (budget_minor > 0),
  constraint campaigns_budget_within_limit check (budget_minor <= 1000000000000000),
  constraint campaigns_deadline_after_creation check (deadline > created_at),
  constraint campaigns_deadline_within_a_year check (deadline <= created_at + interval '366 days'),
  constraint campaigns_status_known check (status in ('draft', 'open', 'closed')),
  constraint campaigns_published_has_time check (status <> 'open' or published_at is not null)
);
comment on table public.campaigns is 'Briefs that brands publish. Drafts can be edited; open campaigns can only be closed.';
create index campaigns_of_brand on public.campaigns (brand_id, created_at desc);
create index campaigns_open on public.campaigns (published_at desc, id) where status = 'open';
create index campaigns_deadline on public.campaigns (deadline) where status = 'open';
create index campaigns_currency on public.campaigns (currency);

create table public.campaign_applications (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references public.campaigns (id) on delete cascade,
  -- The campaign's brand, copied so that policies need no join.
  brand_id uuid not null references public.profiles (id),
  kol_id uuid not null references public.profiles (id),
  -- A pack of the creator, or else a price for this campaign alone. The terms are copied, so that
  -- the brand accepts exactly what it read.
  pack_id uuid references public.packs (id),
  title text not null,
  price_minor bigint not null,
  -- The campaign's, copied.
  currency text not null references public.currencies (code),
  delivery_days int not null,
  revisions int not null,
  note text not null default '',
  -- The version that the brand confirms to have seen.
  terms_hash text not null generated always as (private.terms_hash(private.terms(
    title, note, null, price_minor, currency, delivery_days, revisions, pack_id))) stored,
  status text not null default 'sent',
  order_id uuid references public.pack_orders (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint campaign_applications_once unique (campaign_id, kol_id),
  constraint campaign_applications_price_positive check (price_minor > 0),
  constraint campaign_applications_price_within_limit check (price_minor <= 1000000000000000),
  constraint campaign_applications_delivery_days_in_range check (delivery_days between 1 and 90),
  constraint campaign_applications_revisions_in_range check (revisions between 0 and 10),
  constraint campaign_applications_note_length check (length(note) <= 2000),
  constraint campaign_applications_status_known check (status in ('sent', 'accepted', 'declined', 'withdrawn')),
  constraint campaign_applications_accepted_has_order check ((status = 'accepted') = (order_id is not null))
);
comment on table public.campaign_applications is 'Applications of creators to campaigns; an accepted one became an order.';
create index campaign_applications_of_creator on public.campaign_applications (kol_id, created_at desc);
create index campaign_applications_of_brand on public.campaign_applications (brand_id);
create index campaign_applications_pack on public.campaign_applications (pack_id);
create index campaign_applications_currency on public.campaign_applications (currency);
create index campaign_applications_order on public.campaign_applications (order_id);

alter table public.pack_orders
  add constraint pack_orders_application_id_fkey foreign key (application_id) references public.campaign_applications (id);

create function private.store_application_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.store_terms(NEW.id, private.terms(NEW.title, NEW.note, null,
    NEW.price_minor, NEW.currency, NEW.delivery_days, NEW.revisions, NEW.pack_id));
  return null;
end;
$$;
comment on function private.store_application_terms is 'Trigger: stores the terms of an application, each time it is sent.';
create trigger campaign_applications_store_terms after insert or update on public.campaign_applications
  for each row when (NEW.status = 'sent')
  execute function private.store_application_terms();

-- Who was notified of which campaign, and how far the notices of a published campaign got.
create table private.campaign_matches (
  campaign_id uuid not null references public.campaigns (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (campaign_id, profile_id)
);
comment on table private.campaign_matches is 'Creators who were notified of a campaign.';
create index campaign_matches_of_profile on private.campaign_matches (profile_id, campaign_id);
create table private.campaign_queue (
  campaign_id uuid primary key references public.campaigns (id) on delete cascade,
  -- The last creator who was considered; null: none yet.
  last_creator_id uuid,
  created_at timestamptz not null default now()
);
comment on table private.campaign_queue is 'Published campaigns whose creators are still being notified, in order of their ids.';

-- Access -----------------------------------------------------------------------------------
alter table public.campaigns enable row level security;
alter table public.campaign_applications enable row level security;
alter table private.campaign_matches enable row level security;
alter table private.campaign_queue enable row level security;

create policy campaign_applications_select on public.campaign_applications for select to authenticated
  using (kol_id = (select private.my_profile_id()) or brand_id = (select private.my_profile_id()));
create policy campaigns_select on public.campaigns for select to authenticated
  using (
    brand_id = (select private.my_profile_id())
    or status = 'open' and (select private.is_member())
      and brand_id <> all (array(select private.my_blocked_members()))
    or exists (
      select from public.campaign_applications a
      where a.campaign_id = campaigns.id and a.kol_id = (select private.my_profile_id())
    )
  );
create policy campaigns_insert on public.campaigns for insert to authenticated
  with check (
    brand_id = (select private.my_profile_id()) and status = 'draft'
    and (select private.my_role()) = 'brand' and (select private.is_member())
  );
create policy campaigns_update on public.campaigns for update to authenticated
  using (brand_id = (select private.my_profile_id()) and status = 'draft')
  with check (brand_id = (select private.my_profile_id()) and status = 'draft');
create policy campaigns_delete on public.campaigns for delete to authenticated
  using (brand_id = (select private.my_profile_id()) and status = 'draft');
-- Clients cannot write `status`, nor anything in applications: functions do.
grant select, delete, insert (id, brand_id, title, body, budget_minor, currency, filters, deadline),
  update (title, body, budget_minor, currency, filters, deadline) on public.campaigns to authenticated;
grant select on public.campaign_applications to authenticated;
grant select on public.campaigns, public.campaign_applications to service_role;
create trigger campaigns_check_open_session before insert or update or delete on public.campaigns
  for each statement when (current_user = 'authenticated') execute function private.check_open_session();

create function private.prepare_campaign() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.parse_filters(NEW.filters);
  NEW.updated_at := now();
  return NEW;
end;
$$;
comment on function private.prepare_campaign is 'Trigger: rejects filters that the matcher does not understand.';
create trigger campaigns_prepare before insert or update on public.campaigns
  for each row execute function private.prepare_campaign();

create constraint trigger campaigns_budget_in_bounds after insert or update of budget_minor, currency on public.campaigns
  for each row execute function private.check_price('budget_minor');
create constraint trigger campaign_applications_price_in_bounds
  after insert or update of price_minor, currency on public.campaign_applications
  for each row execute function private.check_price('price_minor');

-- Also runs when a campaign is closed because its brand leaves.
create function private.sync_campaign_keys() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if NEW.status = 'open' then
    perform private.store_filter_keys(NEW.id, NEW.filters);
  else
    perform private.delete_filter_keys(NEW.id);
    delete from private.campaign_queue q where q.campaign_id = NEW.id;
  end if;
  return null;
end;
$$;
comment on function private.sync_campaign_keys is 'Trigger: keeps the matcher''s index rows only while the campaign is open.';
create trigger campaigns_sync_keys after update of status on public.campaigns
  for each row when (OLD.status is distinct from NEW.status)
  execute function private.sync_campaign_keys();

-- Publishing and closing -----------------------------------------------------------------------
create function private.publish_campaign(campaign_id uuid) returns public.campaigns
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_transact();
  v_campaign public.campaigns;
begin
  select * into v_campaign from public.campaigns c
  where c.id = publish_campaign.campaign_id and c.brand_id = v_me for update;
  if not found then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if v_campaign.status = 'open' then
    return v_campaign;
  end if;
  if v_campaign.status is distinct from 'draft' then
    raise exception 'campaign_not_draft' using errcode = 'PT409';
  end if;
  if v_campaign.deadline <= now() then
    raise exception 'deadline_passed' using errcode = 'PT422';
  end if;
  update public.campaigns c set status = 'open', published_at = now()
  where c.id = v_campaign.id returning * into v_campaign;
  insert into private.campaign_queue (campaign_id) values (v_campaign.id);
  perform pg_notify('due_work', '');
  return v_campaign;
end;
$$;

create function public.publish_campaign(campaign_id uuid) returns public.campaigns
language sql security invoker set search_path = '' as $$
  select private.publish_campaign(campaign_id)
$$;
comment on function public.publish_campaign is 'Brand: opens a draft to applications and notifies the creators who satisfy its filters.';

create function private.end_campaign(campaign_id uuid) returns public.campaigns
language plpgsql security definer set search_path = '' as $$
declare
  v_campaign public.campaigns;
  v_application public.campaign_applications;
begin
  update public.campaigns c set status = 'closed'
  where c.id = end_campaign.campaign_id and c.status = 'open' returning * into v_campaign;
  if not found then
    raise exception 'campaign_not_open' using errcode = 'PT409';
  end if;
  for v_application in
    update public.campaign_applications a set status = 'declined', updated_at = now()
    where a.campaign_id = v_campaign.id and a.status = 'sent' returning *
  loop
    perform private.notify_applicant(v_application, 'application_declined', v_campaign.title);
  end loop;
  return v_campaign;
end;
$$;
comment on function private.end_campaign is 'Closes an open campaign and declines unanswered applications.';

create function private.notify_applicant(
  application public.campaign_applications, event text, campaign_title text
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(application.kol_id, event,
    jsonb_build_object('campaign_id', application.campaign_id, 'application_id', application.id,
      'campaign_title', campaign_title, 'order_id', application.order_id));
end;
$$;

create function private.close_campaign(campaign_id uuid) returns public.campaigns
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.campaigns c
    where c.id = close_campaign.campaign_id and c.brand_id = private.my_profile_id()
  ) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  return private.end_campaign(campaign_id);
end;
$$;

create function public.close_campaign(campaign_id uuid) returns public.campaigns
language sql security invoker set search_path = '' as $$
  select private.close_campaign(campaign_id)
$$;
comment on function public.close_campaign is 'Brand: closes a campaign; unanswered applications are declined.';

-- Applying --------------------------------------------------------------------------------------
-- A shared lock: applications do not wait for each other, but wait for the campaign to be closed.
create function private.lock_open_campaign(campaign_id uuid, applicant_id uuid) returns public.campaigns
language plpgsql security definer set search_path = '' as $$
declare
  v_campaign public.campaigns;
begin
  select * into v_campaign from public.campaigns c where c.id = lock_open_campaign.campaign_id for share;
  -- To a blocked creator the campaign is over.
  if v_campaign.status is distinct from 'open' or v_campaign.deadline <= now()
    or private.are_blocked(applicant_id, v_campaign.brand_id)
  then
    raise exception 'campaign_not_open' using errcode = 'PT409';
  end if;
  return v_campaign;
end;
$$;
comment on function private.lock_open_campaign is 'An open campaign that this creator can apply to, locked against being closed.';

create function private.offered_terms(
  campaign public.campaigns, kol_id uuid, pack_id uuid, price_minor bigint, delivery_days int
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
    where p.id = offered_terms.pack_id and p.kol_id = offered_terms.kol_id and p.is_published;
    if not found then
      raise exception 'pack_not_available' using errcode = 'PT409';
    end if;
    if v_pack.currency <> campaign.currency then
      raise exception 'currency_mismatch' using errcode = 'PT422';
    end if;
    v_terms.pack_id := v_pack.id;
    v_terms.title := v_pack.title;
    v_terms.price_minor := v_pack.price_minor;
    v_terms.delivery_days := v_pack.delivery_days;
    v_terms.revisions := v_pack.revisions;
  else
    v_terms.title := campaign.title;
    v_terms.price_minor := offered_terms.price_minor;
    v_terms.delivery_days := offered_terms.delivery_days;
    v_terms.revisions := private.setting('campaign_revisions');
  end if;
  if v_terms.price_minor > campaign.budget_minor then
    raise exception 'over_budget' using errcode = 'PT422';
  end if;
  return v_terms;
end;
$$;
comment on function private.offered_terms is 'The terms of an application: those of a pack, or a price for this campaign alone.';

create function private.apply_to_campaign(
  campaign_id uuid, pack_id uuid, price_minor bigint, note text, delivery_days int
) returns public.campaign_applications
language plpgsql security definer set search_path = '' as $$
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
  select * into v_application from public.campaign_applications a
  where a.campaign_id = v_campaign.id and a.kol_id = v_me;
  if v_application.status <> 'withdrawn' then
    return v_application;
  end if;
  if private.creator_satisfies(v_creator, private.parse_filters(v_campaign.filters)) is not true then
    raise exception 'campaign_not_for_you' using errcode = 'PT403';
  end if;
  v_terms := private.offered_terms(v_campaign, v_me, pack_id, price_minor, delivery_days);

  insert into public.campaign_applications as a (
    campaign_id, brand_id, kol_id, pack_id, title, price_minor, currency, delivery_days, revisions, note
  ) values (
    v_campaign.id, v_campaign.brand_id, v_me, v_terms.pack_id, v_terms.title, v_terms.price_minor,
    v_campaign.currency, v_terms.delivery_days, v_terms.revisions, coalesce(btrim(apply_to_campaign.note), '')
  )
  -- Withdrawn before, or a concurrent request: one application in both cases.
  on conflict on constraint campaign_applications_once do update set status = 'sent',
    pack_id = excluded.pack_id, title = excluded.title, price_minor = excluded.price_minor,
    delivery_days = excluded.delivery_days, revisions = excluded.revisions, note = excluded.note,
    updated_at = now()
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

create function private.decline_application(application_id uuid) returns public.campaign_applications
language plpgsql security definer set search_path = '' as $$
declare
  v_application public.campaign_applications;
begin
  select * into v_application from public.campaign_applications a
  where a.id = application_id and a.brand_id = private.my_profile_id() for update;
  if not found then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  if v_application.status = 'declined' then
    return v_application;
  end if;
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
create function public.decline_application(application_id uuid) returns public.campaign_applications
language sql security invoker set search_path = '' as $$
  select private.decline_application(application_id)
$$;
comment on function public.decline_application is 'Brand: declines one application.';

create function private.accept_application(application_id uuid, idempotency_key uuid, terms text)
returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_transact();
  v_application public.campaign_applications;
  v_campaign public.campaigns;
  v_order public.pack_orders;
  v_terms public.pack_orders;
begin
  select * into v_application from public.campaign_applications a
  where a.id = application_id and a.brand_id = v_me for update;
  if not found then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if v_application.status not in ('sent', 'accepted') then
    raise exception 'application_not_open' using errcode = 'PT409';
  end if;
  -- A brand that states no version is bound only to the first one.
  perform private.require_terms(v_application.id, v_application.terms_hash,
    coalesce(accept_application.terms, case v_application.status when 'accepted' then v_application.terms_hash end),
    '-infinity');
  if v_application.status = 'accepted' then
    select * into v_order from public.pack_orders o where o.id = v_application.order_id;
    return v_order;
  end if;
  select * into v_campaign from public.campaigns c where c.id = v_application.campaign_id;

  v_terms.application_id := v_application.id;
  v_terms.brand_id := v_me;
  v_terms.kol_id := v_application.kol_id;
  v_terms.pack_id := v_application.pack_id;
  v_terms.pack_title := v_application.title;
  v_terms.price_minor := v_application.price_minor;
  v_terms.currency := v_application.currency;
  v_terms.delivery_days := v_application.delivery_days;
  v_terms.revisions_allowed := v_application.revisions;
  v_terms.brief := v_campaign.body;
  v_terms.terms_hash := v_application.terms_hash;
  v_terms.idempotency_key := accept_application.idempotency_key;
  v_order := private.open_order(v_terms, now());

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

-- For the list of open campaigns.
create function private.suits_me(filters jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.creator_satisfies(c, private.parse_filters(suits_me.filters))
  from private.creators c where c.profile_id = private.my_profile_id()
$$;
create function public.suits_me(campaign public.campaigns) returns boolean
language sql stable set search_path = '' as $$
  select private.suits_me(campaign.filters)
$$;
comment on function public.suits_me is
  'A computed column of campaigns (select=*,suits_me): whether the caller satisfies its filters; null for callers who are no creators.';
grant execute on function private.suits_me, public.suits_me to authenticated;

grant execute on function private.publish_campaign, private.close_campaign, private.apply_to_campaign,
  private.withdraw_application, private.decline_application, private.accept_application,
  public.publish_campaign, public.close_campaign, public.apply_to_campaign,
  public.withdraw_application, public.decline_application, public.accept_application to authenticated;

-- Notices --------------------------------------------------------------------------------
-- A brand without a paid order reaches few creators, because a brief is free and each notice
-- disturbs. Orders that were refunded in full, or that the brand can still cancel alone, do not
-- count: a brand could pay, publish and take the money back.
create function private.has_paid(brand_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.pack_orders o join public.order_statuses s using (status)
    where o.brand_id = has_paid.brand_id
      and (s.holds_escrow and o.status <> 'funded' or o.completed_at is not null and private.share_of(o) > 0)
  )
$$;
comment on function private.has_paid is 'True when a creator has earned money from the brand, or works for it.';

create function private.campaign_reach(campaign public.campaigns) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.has_paid(campaign.brand_id) then
    return null;
  end if;
  return greatest(0, private.setting('campaign_creators_before_payment') - (
    select count(*) from private.campaign_matches m where m.campaign_id = campaign.id
  ))::int;
end;
$$;
comment on function private.campaign_reach is 'How many more creators may be notified of a campaign; null: all.';

create function private.write_campaign_matches(campaign public.campaigns, creators uuid[], at timestamptz)
returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_brand text := (select p.display_name from public.profiles p where p.id = campaign.brand_id);
  v_blocked uuid[] := array(select private.blocked_members(campaign.brand_id));
  v_notified int;
begin
  with notified as (
    insert into private.campaign_matches (campaign_id, profile_id, created_at)
    select campaign.id, creator, at from unnest(creators) as creator
    where creator <> campaign.brand_id and creator <> all (v_blocked) and not exists (
      select from private.campaign_matches known
      where known.campaign_id = campaign.id and known.profile_id = creator
    )
    limit private.campaign_reach(campaign)
    on conflict do nothing
    returning profile_id
  )
  insert into public.notifications (user_id, event, data, created_at)
  select p.user_id, 'campaign_matched',
    jsonb_build_object('campaign_id', campaign.id, 'campaign_title', campaign.title,
      'profile_id', campaign.brand_id, 'profile_name', v_brand),
    at
  from notified join public.profiles p on p.id = notified.profile_id
  where p.user_id is not null;
  get diagnostics v_notified = row_count;
  return v_notified;
end;
$$;
comment on function private.write_campaign_matches is 'Notifies some creators of a campaign, each of them once.';

-- Runs when a creator's profile changes.
create function private.notify_of_campaigns(
  c private.creators, exact uuid[], to_recheck uuid[], at timestamptz, most int
) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_campaign public.campaigns;
  v_notified int := 0;
begin
  for v_campaign in
    select open.* from (
      select unnest(exact) as id, false as needs_recheck
      union all select unnest(to_recheck), true
    ) as watcher
    join public.campaigns open on open.id = watcher.id and open.status = 'open'
    where not exists (
        select from private.campaign_matches known
        where known.profile_id = c.profile_id and known.campaign_id = watcher.id
      )
      and (not watcher.needs_recheck or private.creator_satisfies(c, private.parse_filters(open.filters)))
  loop
    exit when v_notified >= most;
    v_notified := v_notified + private.write_campaign_matches(v_campaign, array[c.profile_id], at);
  end loop;
  return v_notified;
end;
$$;
comment on function private.notify_of_campaigns is 'Notifies a creator of at most so many open campaigns whose filters they satisfy.';

create function private.work_campaigns(at timestamptz default now()) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_left int := private.setting('campaign_batch');
  v_notified int := 0;
  v_campaign public.campaigns;
  v_queued private.campaign_queue;
  v_filter private.creator_filter;
  v_creators uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtext('work_campaigns')) then
    return v_notified;
  end if;
  perform private.end_campaign(c.id) from (
    select over.id from public.campaigns over
    where over.status = 'open' and over.deadline <= at for update skip locked
  ) c;

  if not exists (select from private.campaign_queue) then
    return v_notified;
  end if;
  v_left := least(v_left, private.wave_room());
  for v_queued in select q.* from private.campaign_queue q order by q.created_at, q.campaign_id loop
    exit when v_left <= 0;
    select * into v_campaign from public.campaigns c where c.id = v_queued.campaign_id;
    v_filter := private.parse_filters(v_campaign.filters);
    execute $sql$
      select array_agg(page.profile_id order by page.profile_id) from (
        select c.profile_id from private.creators c
        where private.creator_satisfies(c, $1) and ($4 is null or private.text_grams(c.search_text) @> $4)
          and c.profile_id > $2
        order by c.profile_id limit $3
      ) page $sql$
      into v_creators
      using v_filter, coalesce(v_queued.last_creator_id, '00000000-0000-0000-0000-000000000000'::uuid), v_left,
        private.term_grams(v_filter.term);
    v_notified := v_notified + private.write_campaign_matches(v_campaign, v_creators, at);
    if coalesce(cardinality(v_creators), 0) < v_left or private.campaign_reach(v_campaign) = 0 then
      delete from private.campaign_queue q where q.campaign_id = v_campaign.id;
    else
      update private.campaign_queue q set last_creator_id = v_creators[v_left] where q.campaign_id = v_campaign.id;
    end if;
    v_left := v_left - coalesce(cardinality(v_creators), 0);
  end loop;
  perform private.use_wave_room(v_notified);
  return v_notified;
end;
$$;
comment on function private.work_campaigns is 'Closes campaigns at their deadline and notifies the next batch of creators; returns how many.';

-- Settings -------------------------------------------------------------------------------
-- Values changed by staff are kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('campaign_revisions', 2, 'count', 'Revisions of an order that was agreed in a campaign without a pack.', 0, 10),
  ('campaign_batch', 5000, 'count', 'Creators notified of campaigns by one run of the worker.', 1, 1000000),
  ('campaigns_before_payment', 3, 'count', 'Campaigns that a brand may publish before it has paid for an order.', 0, 1000),
  ('campaign_creators_before_payment', 100, 'count', 'Creators notified of a campaign whose brand has not paid for any order.', 0, 1000000)
on conflict (key) do nothing;
