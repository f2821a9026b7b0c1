-- Notifications of a campaign to creators who satisfy its filters, in batches.

-- The campaign of a brand that has paid no creator reaches few creators, because it costs nothing and each notification
-- disturbs somebody. Open orders do not count, nor earnings below the price of the cheapest pack: a brand could pay, publish and take
-- the money back, with the consent of a creator who is a friend.
create function private.has_paid(brand_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.pack_orders o join public.currencies c on c.code = o.currency
    where o.brand_id = has_paid.brand_id
      and c.min_price_minor <= greatest(o.released_minor, case when o.completed_at is not null then private.share_of(o) end)
  )
$$;
comment on function private.has_paid is 'True when a creator has earned from an order of the brand at least what the cheapest pack costs.';

create function private.campaign_reach(campaign public.campaigns) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.places_left(campaign) <= 0 or private.is_on_market(campaign) is not true then
    return 0;
  end if;
  if private.has_paid(campaign.brand_id) then
    return null;
  end if;
  return greatest(0, private.setting('campaign_creators_before_payment') - (
    select count(*) from private.campaign_matches m where m.campaign_id = campaign.id
  ))::int;
end;
$$;
comment on function private.campaign_reach is 'How many more creators may be notified of a campaign: none if it is full, or while its brand is suspended or frozen; null: all.';

create function private.write_campaign_matches(campaign public.campaigns, creators uuid[], at timestamptz)
returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_brand text := private.name_of(campaign.brand_id);
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
  c private.creators, watchers uuid[], at timestamptz, most int
) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_campaign public.campaigns;
  v_notified int := 0;
begin
  for v_campaign in
    select open.* from unnest(watchers) as watcher_id
    join public.campaigns open on open.id = watcher_id and open.status = 'open'
    where not exists (
      select from private.campaign_matches known
      where known.profile_id = c.profile_id and known.campaign_id = watcher_id
    )
  loop
    exit when v_notified >= most;
    v_notified := v_notified + private.write_campaign_matches(v_campaign, array[c.profile_id], at);
  end loop;
  return v_notified;
end;
$$;
comment on function private.notify_of_campaigns is 'Notifies a creator of at most the given number of open campaigns whose filters they satisfy.';

-- Chosen at random, like all due work: a campaign that always fails does not keep the others from their turn.
create function private.end_due_campaigns(at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  for v_id in
    select c.id from public.campaigns c
    where c.status = 'open' and c.deadline <= at
    order by random() limit private.setting('due_work_batch')::int for update skip locked
  loop
    begin
      perform private.end_campaign(v_id);
    exception when others then
      perform private.note_failure(format('campaign %s stays open: %s', v_id, sqlerrm));
    end;
  end loop;
end;
$$;
comment on function private.end_due_campaigns is 'Closes campaigns at their deadline; a failure does not stop the others.';

create function private.notify_next_creators(
  queued private.campaign_queue, most int, at timestamptz, out considered int, out notified int
)
language plpgsql security definer set search_path = '' as $$
declare
  v_campaign public.campaigns := (select c from public.campaigns c where c.id = queued.campaign_id);
  v_filter private.creator_filter := private.parse_filters(v_campaign.filters);
  v_creators uuid[];
begin
  execute format($sql$
    select array_agg(page.profile_id order by page.profile_id) from (
      select c.profile_id from private.creators c
      where private.creator_satisfies(c, $1) and c.profile_id > $2 and %s
      order by c.profile_id limit $3
    ) page $sql$, coalesce(private.index_condition(v_filter), 'true'))
    into v_creators
    using v_filter, coalesce(queued.last_creator_id, '00000000-0000-0000-0000-000000000000'::uuid), most;
  considered := coalesce(cardinality(v_creators), 0);
  notified := private.write_campaign_matches(v_campaign, v_creators, at);
  if considered < most or private.campaign_reach(v_campaign) = 0 then
    delete from private.campaign_queue q where q.campaign_id = v_campaign.id;
  else
    update private.campaign_queue q set last_creator_id = v_creators[most], failed_at = null where q.campaign_id = v_campaign.id;
  end if;
end;
$$;
comment on function private.notify_next_creators is 'Notifies the next creators of a queued campaign, and stores where to continue; returns how many it considered and notified.';

create function private.work_campaigns(at timestamptz default now(), until timestamptz default 'infinity') returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_left int := private.setting('campaign_batch');
  v_notified int := 0;
  v_queued private.campaign_queue;
  v_step record;
begin
  if not pg_try_advisory_xact_lock(hashtext('work_campaigns')) then
    return v_notified;
  end if;
  perform private.end_due_campaigns(at);
  if not exists (select from private.campaign_queue) then
    return v_notified;
  end if;
  v_left := least(v_left, private.notices_available());
  for v_queued in
    select q.* from private.campaign_queue q
    order by q.failed_at nulls first, q.created_at, q.campaign_id limit private.setting('due_work_batch')::int
  loop
    exit when v_left <= 0;
    begin
      v_step := private.notify_next_creators(v_queued, v_left, at);
      v_notified := v_notified + v_step.notified;
      v_left := v_left - v_step.considered;
    exception when others then
      perform private.note_failure(format('campaign %s stays queued: %s', v_queued.campaign_id, sqlerrm));
      update private.campaign_queue q set failed_at = at where q.campaign_id = v_queued.campaign_id;
    end;
    exit when clock_timestamp() > until;
  end loop;
  perform private.count_notices(v_notified);
  return v_notified;
end;
$$;
comment on function private.work_campaigns is 'Closes campaigns at their deadline and notifies the next batch of creators; returns how many. A failure does not stop the others.';

-- E-mails ----------------------------------------------------------------------------------
create function private.is_still_wanted(notice jsonb, profile_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_type constant text := notice ->> 'type';
  v_sender_id constant uuid := coalesce(notice #>> '{data,other_id}', notice #>> '{data,profile_id}');
begin
  if private.guards_account(notice ->> 'event') then
    return true;
  end if;
  if coalesce((select p.mode from public.email_preferences p where p.profile_id = is_still_wanted.profile_id and p.type = v_type),
    private.default_email_mode(v_type)) = 'off' then
    return false;
  end if;
  -- Notices about orders and money are always wanted, even if the other side has left or is blocked.
  if (v_type in ('new_kol_match', 'campaign_match', 'application_update', 'invite_accepted') or (notice ->> 'event') ~ '^offer_(received|countered)')
    and exists (
      select from public.profiles p
      where p.id = v_sender_id
        and (p.suspended_at is not null or not p.is_approved or private.are_blocked(is_still_wanted.profile_id, p.id))) then
    return false;
  end if;
  return v_type <> 'campaign_match' or exists (
    select from public.campaigns c where c.id = (notice #>> '{data,campaign_id}')::uuid and private.is_on_market(c));
end;
$$;
comment on function private.is_still_wanted is
  'False for a notice, as an e-mail lists it, whose campaign is off the market, whose sender is off the market or blocked by now, or whose e-mails the member has ended.';

create function private.still_wanted_searches(searches jsonb, profile_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(s.search || jsonb_build_object('creators', w.kept, 'total', (s.search ->> 'total')::int - w.dropped)
    order by s.place) filter (where jsonb_array_length(w.kept) > 0), '[]')
  from jsonb_array_elements(searches) with ordinality as s (search, place)
  cross join lateral (
    select coalesce(jsonb_agg(c.creator order by c.place) filter (where c.is_kept), '[]') as kept, count(*) filter (where not c.is_kept) as dropped
    from (
      select x.creator, x.place, private.is_still_wanted(jsonb_build_object('type', 'new_kol_match', 'data', x.creator), still_wanted_searches.profile_id) as is_kept
      from jsonb_array_elements(s.search -> 'creators') with ordinality as x (creator, place)) as c) as w
$$;
comment on function private.still_wanted_searches is 'The saved searches of a digest with the creators that are still on the market.';

-- Minutes or hours pass between a notice and its e-mail. Only the e-mail leaves the notice out; the notification stays.
create function private.drop_unwanted() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_listed constant int := cardinality(NEW.notification_ids);
begin
  if NEW.digest is not null then
    NEW.digest := NEW.digest || jsonb_build_object(
      'searches', private.still_wanted_searches(NEW.digest -> 'searches', NEW.profile_id),
      'others', (
        select coalesce(jsonb_agg(x.notice order by x.place), '[]')
        from jsonb_array_elements(NEW.digest -> 'others') with ordinality as x (notice, place)
        where private.is_still_wanted(x.notice, NEW.profile_id)));
  else
    -- The member has chosen a summary while the e-mail waited.
    insert into private.digest_items (notification_id, profile_id, created_at)
    select n.id, NEW.profile_id, n.created_at
    from public.notifications n join public.email_preferences p on p.profile_id = NEW.profile_id and p.type = n.type and p.mode = 'digest'
    where n.id = any (NEW.notification_ids) and not private.guards_account(n.event)
    on conflict do nothing;
    NEW.notification_ids := array(
      select n.id from unnest(NEW.notification_ids) with ordinality as x (id, place)
      join public.notifications n on n.id = x.id
      where private.is_still_wanted(private.notice(n), NEW.profile_id)
        and not exists (select from private.digest_items d where d.notification_id = n.id) order by x.place);
    NEW.notice_count := NEW.notice_count - v_listed + cardinality(NEW.notification_ids);
  end if;
  if v_listed > 0 and NEW.notification_ids = '{}' or NEW.digest = '{"searches": [], "others": []}' then
    if TG_OP = 'INSERT' then
      return null;
    end if;
    NEW.status := 'failed';
    NEW.last_error := 'unwanted';
  end if;
  return NEW;
end;
$$;
comment on function private.drop_unwanted is
  'Trigger: when an e-mail is made or handed out, leaves out notices that are off the market, whose e-mails were ended, or that belong into the digest by now. An e-mail without notices is not sent.';
create trigger email_outbox_drop_when_made before insert on private.email_outbox
  for each row when (NEW.digest is not null)
  execute function private.drop_unwanted();
create trigger email_outbox_drop_when_claimed before update of status on private.email_outbox
  for each row when (NEW.status = 'claimed')
  execute function private.drop_unwanted();

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('campaign_batch', 5000, 'count', 'Creators notified of campaigns by one run of the worker.', 1, 1000000),
  ('campaigns_before_payment', 3, 'count', 'Campaigns that a brand may publish before a creator has earned from it.', 0, 1000),
  ('campaign_creators_before_payment', 100, 'count', 'Creators notified of a campaign from whose brand no creator has earned.', 0, 1000000)
on conflict (key) do nothing;
