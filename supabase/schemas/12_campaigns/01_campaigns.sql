-- A campaign is a brand's public brief. It finds creators with the filters of a saved search and
-- the same matcher, in both directions: publishing notifies the creators who satisfy the filters,
-- and a creator whose profile changes is notified of open campaigns.
create table public.campaigns (
  id uuid primary key default gen_random_uuid(),
  brand_id uuid not null default private.my_profile_id() references public.profiles (id),
  title text not null,
  body text not null,
  links text[] not null default '{}',
  -- Objects of the bucket `attachments` under the brand's id: {path, name, type, size}.
  files jsonb not null default '[]',
  budget_minor bigint not null,
  currency text not null default 'USD' references public.currencies (code),
  -- How many applications can become orders.
  creators_sought int not null default 1,
  filters jsonb not null default '{}',
  deadline timestamptz not null,
  status text not null default 'draft',
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint campaigns_title_length check (length(btrim(title)) >= 3 and length(title) <= 120),
  constraint campaigns_title_visible check (private.shows_all_characters(title)),
  constraint campaigns_title_without_address check (not private.holds_address(title)),
  constraint campaigns_body_length check (length(btrim(body)) >= 1 and length(body) <= 5000 and not private.shows_nothing(body)),
  constraint campaigns_links_short check (private.texts_are_within(links, 20, 2000)),
  constraint campaigns_links_are_addresses check (private.are_web_addresses(links)),
  constraint campaigns_whole_length check (private.brief_fits(body, '', '{}', '{}', links)),
  constraint campaigns_files_are_list check (jsonb_typeof(files) = 'array' and jsonb_array_length(files) <= 10),
  constraint campaigns_files_well_formed check (private.delivery_files_are_valid(files)),
  constraint campaigns_budget_positive check (budget_minor > 0),
  constraint campaigns_budget_within_limit check (budget_minor <= 1000000000000000),
  constraint campaigns_creators_sought_in_range check (creators_sought between 1 and 100),
  -- Too long a text would break the index before the foreign key refuses it.
  constraint campaigns_currency_short check (length(currency) <= 5),
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
  -- The currency is copied from the campaign.
  currency text not null references public.currencies (code),
  delivery_days int not null,
  revisions int not null,
  note text not null default '',
  -- The promised work: the description of the pack, and the note.
  description text not null default '',
  platform text,
  -- The optional terms of the pack, see private.promise.
  promise jsonb not null default '{}',
  -- The version that the brand confirms to have seen.
  terms_hash text not null generated always as (private.terms_hash(private.terms(
    title, description, platform, price_minor, currency, delivery_days, revisions, pack_id, promise))) stored,
  status text not null default 'sent',
  order_id uuid references public.pack_orders (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint campaign_applications_price_positive check (price_minor > 0),
  constraint campaign_applications_price_within_limit check (price_minor <= 1000000000000000),
  constraint campaign_applications_delivery_days_in_range check (delivery_days between 1 and 90),
  constraint campaign_applications_revisions_in_range check (revisions between 0 and 10),
  constraint campaign_applications_note_length check (length(note) <= 2000),
  constraint campaign_applications_whole_length check (length(description) <= 6002),
  constraint campaign_applications_status_known check (status in ('sent', 'accepted', 'declined', 'withdrawn')),
  constraint campaign_applications_accepted_has_order check ((status = 'accepted') = (order_id is not null))
);
comment on table public.campaign_applications is 'Applications of creators to campaigns; an accepted one became an order.';
-- An accepted application does not count: if its order ended with nothing for the creator, another application may follow.
create unique index campaign_applications_once on public.campaign_applications (campaign_id, kol_id) where status <> 'accepted';
create index campaign_applications_campaign on public.campaign_applications (campaign_id, kol_id);
create index campaign_applications_of_creator on public.campaign_applications (kol_id, created_at desc);
create index campaign_applications_of_brand on public.campaign_applications (brand_id);
create index campaign_applications_pack on public.campaign_applications (pack_id);
create index campaign_applications_currency on public.campaign_applications (currency);
create index campaign_applications_order on public.campaign_applications (order_id);

alter table public.pack_orders
  add constraint pack_orders_application_id_fkey foreign key (application_id) references public.campaign_applications (id);

create function private.application_terms(application public.campaign_applications) returns jsonb
language sql immutable set search_path = '' as $$
  select private.terms(application.title, application.description, application.platform, application.price_minor, application.currency,
    application.delivery_days, application.revisions, application.pack_id, application.promise)
$$;
comment on function private.application_terms is 'The terms that an application offers; terms_hash is their hash.';

create function private.store_application_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.store_terms(NEW.id, private.application_terms(NEW));
  return null;
end;
$$;
create trigger campaign_applications_store_terms after insert or update on public.campaign_applications
  for each row when (NEW.status = 'sent')
  execute function private.store_application_terms();

-- The primary key keeps a brand from inviting the same creator twice.
create table public.campaign_invitations (
  campaign_id uuid not null references public.campaigns (id) on delete cascade,
  kol_id uuid not null references public.profiles (id),
  -- The campaign's brand, copied so that policies need no join.
  brand_id uuid not null references public.profiles (id),
  created_at timestamptz not null default now(),
  primary key (campaign_id, kol_id)
);
comment on table public.campaign_invitations is 'Creators of a brand''s shortlist whom it invited to apply to a campaign, each once.';
create index campaign_invitations_of_creator on public.campaign_invitations (kol_id);
create index campaign_invitations_of_brand on public.campaign_invitations (brand_id);

-- Creators who were notified of a campaign, and the progress of its notifications.
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
  created_at timestamptz not null default now(),
  -- When its notifications failed last: campaigns without a failure come first.
  failed_at timestamptz,
  constraint campaign_queue_times_finite check (isfinite(failed_at))
);
comment on table private.campaign_queue is 'Published campaigns whose creators are still being notified, in order of their ids.';

-- Access -----------------------------------------------------------------------------------
alter table public.campaigns enable row level security;
alter table public.campaign_applications enable row level security;
alter table public.campaign_invitations enable row level security;
alter table private.campaign_matches enable row level security;
alter table private.campaign_queue enable row level security;

create policy campaign_applications_select on public.campaign_applications for select to authenticated
  using (kol_id = (select private.my_profile_id()) or brand_id = (select private.my_profile_id()));
create policy campaign_invitations_select on public.campaign_invitations for select to authenticated
  using (kol_id = (select private.my_profile_id()) or brand_id = (select private.my_profile_id()));
create function private.halted_campaigners() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select c.brand_id from public.campaigns c join public.profiles p on p.id = c.brand_id
  where c.status = 'open' and (p.suspended_at is not null or p.frozen_at is not null)
$$;
comment on function private.halted_campaigners is 'Suspended and frozen brands with open campaigns, which are off the market until that ends.';
grant execute on function private.halted_campaigners to authenticated;

create policy campaigns_select on public.campaigns for select to authenticated
  using (
    brand_id = (select private.my_profile_id())
    or status = 'open' and (select private.is_member())
      and brand_id <> all (array(select private.my_blocked_members()))
      and brand_id <> all (array(select private.halted_campaigners()))
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
  using (brand_id = (select private.my_profile_id()) and status = 'draft' and (select private.is_member()))
  with check (brand_id = (select private.my_profile_id()) and status = 'draft');
create policy campaigns_delete on public.campaigns for delete to authenticated
  using (brand_id = (select private.my_profile_id()) and status = 'draft' and (select private.is_member()));
-- Clients cannot write `status`, nor anything in applications: functions do.
grant select, delete,
  insert (id, brand_id, title, body, links, files, budget_minor, currency, creators_sought, filters, deadline),
  update (title, body, links, files, budget_minor, currency, creators_sought, filters, deadline)
  on public.campaigns to authenticated;
grant select on public.campaign_applications, public.campaign_invitations to authenticated;
grant select on public.campaigns, public.campaign_applications, public.campaign_invitations to service_role;
create trigger campaigns_check_open_session before insert or update or delete on public.campaigns
  for each statement when (current_user = 'authenticated') execute function private.check_open_session();
create trigger campaigns_are_few before insert or update on public.campaigns
  for each row when (current_user = 'authenticated') execute function private.refuse_long_list();
create trigger campaigns_are_plain before insert or update on public.campaigns
  for each row execute function private.check_plain();

-- Runs with the caller's rights: whoever can read a campaign can read its files, and nobody else can.
create function private.is_campaign_file(path text) returns boolean
language plpgsql stable security invoker set search_path = '' as $$
begin
  if path !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then
    return false;
  end if;
  return exists (
    select from public.campaigns c
    where c.brand_id = split_part(path, '/', 1)::uuid
      and c.files @> jsonb_build_array(jsonb_build_object('path', path)));
end;
$$;
comment on function private.is_campaign_file is 'True for a file of a campaign that the caller can read.';
grant execute on function private.is_campaign_file to authenticated;

create function private.prepare_campaign() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.parse_filters(NEW.filters);
  NEW.updated_at := now();
  if TG_OP = 'INSERT' then
    -- Inserts wait for each other: concurrent ones would not count each other.
    perform pg_advisory_xact_lock(hashtextextended('drafts of ' || NEW.brand_id, 0));
    if (
      select count(*) from public.campaigns c where c.brand_id = NEW.brand_id and c.status = 'draft'
    ) >= private.setting('campaign_drafts_per_brand') then
      raise exception 'campaign_drafts_full' using errcode = 'PT409';
    end if;
  end if;
  return NEW;
end;
$$;
comment on function private.prepare_campaign is 'Trigger: rejects filters that the matcher does not understand, and more drafts than a brand may keep.';
-- A row for somebody else is refused by its policy afterwards.
create trigger campaigns_prepare before insert or update on public.campaigns
  for each row when (current_user <> 'authenticated' or NEW.brand_id = private.my_profile_id()) execute function private.prepare_campaign();

create constraint trigger campaigns_budget_in_bounds after insert or update of budget_minor, currency on public.campaigns
  for each row execute function private.check_price('budget_minor');
create constraint trigger campaign_applications_price_in_bounds
  after insert or update of price_minor, currency on public.campaign_applications
  for each row execute function private.check_price('price_minor');

-- The client chooses the ids of saved searches and campaigns, and filter_keys finds both by id. A saved search with the id of an
-- open campaign, which everybody can read, would end or change the matching of that campaign.
create function private.check_watcher_id() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if TG_TABLE_NAME = 'campaigns' and exists (select from public.saved_searches s where s.id = NEW.id)
    or TG_TABLE_NAME = 'saved_searches' and exists (select from public.campaigns c where c.id = NEW.id)
  then
    raise unique_violation using constraint = TG_TABLE_NAME || '_pkey';
  end if;
  return NEW;
end;
$$;
comment on function private.check_watcher_id is 'Trigger: no saved search has the id of a campaign.';
create trigger campaigns_check_watcher_id before insert on public.campaigns
  for each row execute function private.check_watcher_id();
create trigger saved_searches_check_watcher_id before insert on public.saved_searches
  for each row execute function private.check_watcher_id();

-- The trigger also runs when a campaign is closed because its brand deletes the account.
create function private.sync_campaign_keys() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if NEW.status = 'open' then
    perform private.store_filter_keys(NEW.id, private.parse_filters(NEW.filters));
  else
    perform private.store_filter_keys(NEW.id, null);
    delete from private.campaign_queue q where q.campaign_id = NEW.id;
  end if;
  return null;
end;
$$;
comment on function private.sync_campaign_keys is 'Trigger: keeps the matcher''s index rows only while the campaign is open.';
create trigger campaigns_sync_keys after update of status on public.campaigns
  for each row when (OLD.status is distinct from NEW.status)
  execute function private.sync_campaign_keys();

create function private.is_on_market(campaign public.campaigns) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return campaign.status = 'open' and exists (
    select from public.profiles p where p.id = campaign.brand_id and p.suspended_at is null and p.frozen_at is null);
end;
$$;
comment on function private.is_on_market is 'True for an open campaign whose brand is neither suspended nor frozen.';

-- Begins again with the first creator, because some were passed over; campaign_matches limits each creator to one notice.
create function private.resume_campaigns() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.campaign_queue (campaign_id)
  select c.id from public.campaigns c where c.brand_id = NEW.id and c.status = 'open' order by c.id
  on conflict (campaign_id) do update set last_creator_id = null, failed_at = null;
  if found then
    perform pg_notify('due_work', '');
  end if;
  return null;
end;
$$;
comment on function private.resume_campaigns is 'Trigger: queues the open campaigns of a brand whose suspension or freeze ends.';
create trigger profiles_resume_campaigns after update of suspended_at, frozen_at on public.profiles
  for each row when (
    NEW.suspended_at is null and NEW.frozen_at is null and (OLD.suspended_at is not null or OLD.frozen_at is not null)
  ) execute function private.resume_campaigns();

-- Publishing and closing -----------------------------------------------------------------------
create function private.publish_campaign(campaign_id uuid, seen text) returns public.campaigns
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_transact();
  v_campaign public.campaigns;
begin
  select * into v_campaign from public.campaigns c
  where c.id = publish_campaign.campaign_id and c.brand_id = v_me for update;
  -- A creator may have drafts from the time before they changed their role.
  if not found or private.my_role() is distinct from 'brand' then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if v_campaign.status = 'open' then
    return v_campaign;
  end if;
  if v_campaign.status is distinct from 'draft' then
    raise exception 'campaign_not_draft' using errcode = 'PT409';
  end if;
  -- Another device has saved the draft since: nobody publishes a version that they did not read.
  if seen <> to_jsonb(v_campaign.updated_at) #>> '{}' then
    raise exception 'campaign_changed' using errcode = 'PT409';
  end if;
  perform private.require_not_frozen(v_me);
  if v_campaign.deadline <= now() then
    raise exception 'deadline_passed' using errcode = 'PT422';
  end if;
  perform private.send_files(v_me, null, private.paths_of(v_campaign.files), is_work => true);
  update public.campaigns c
  set status = 'open', published_at = now(), files = private.stored_files(v_campaign.files)
  where c.id = v_campaign.id returning * into v_campaign;
  insert into private.campaign_queue (campaign_id) values (v_campaign.id);
  perform pg_notify('due_work', '');
  return v_campaign;
end;
$$;

create function public.publish_campaign(campaign_id uuid, seen text default null) returns public.campaigns
language sql security invoker set search_path = '' as $$
  select private.publish_campaign(campaign_id, seen)
$$;
comment on function public.publish_campaign is 'Brand: opens a draft to applications and notifies the creators who satisfy its filters. `seen` is the updated_at of the version that it saw.';

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
  -- After a block neither side is notified of acts of the other, only of deadlines.
  if private.my_profile_id() = application.brand_id and private.are_blocked(application.brand_id, application.kol_id) then
    return;
  end if;
  perform private.notify(application.kol_id, event,
    jsonb_build_object('campaign_id', application.campaign_id, 'application_id', application.id,
      'campaign_title', campaign_title, 'order_id', application.order_id));
end;
$$;

create function private.close_campaign(campaign_id uuid) returns public.campaigns
language plpgsql security definer set search_path = '' as $$
declare
  v_campaign constant public.campaigns := (
    select c from public.campaigns c where c.id = close_campaign.campaign_id and c.brand_id = private.my_profile_id());
begin
  if v_campaign.id is null or private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_open_session();
  return case when v_campaign.status = 'closed' then v_campaign else private.end_campaign(campaign_id) end;
end;
$$;

create function public.close_campaign(campaign_id uuid) returns public.campaigns
language sql security invoker set search_path = '' as $$
  select private.close_campaign(campaign_id)
$$;
comment on function public.close_campaign is 'Brand: closes a campaign; unanswered applications are declined.';
grant execute on function private.publish_campaign, private.close_campaign, public.publish_campaign,
  public.close_campaign to authenticated;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('campaign_drafts_per_brand', 50, 'count', 'Drafts of campaigns that a brand may keep.', 1, 1000)
on conflict (key) do nothing;
