-- Matching: which saved searches and open campaigns a changed creator satisfies. It is for a million of
-- them, which cannot be compared one by one for each change. So each is stored as keys when it is written; a creator
-- computes its own keys, and one index lookup returns the candidates. "Watcher" means whoever
-- waits for creators: a saved search or an open campaign.

-- Any gram of a term would do; the least hash spreads the terms over many grams.
create function private.term_anchor(term text) returns int
language sql immutable set search_path = '' as $$
  select coalesce((select gram from unnest(private.text_grams(term)) as gram order by hashint4(gram), gram limit 1), 0)
$$;
comment on function private.term_anchor is 'A gram of the term; 0 when it is too short, so that it is compared with every creator.';

-- No foreign key: a watcher is in one of two tables, whose triggers write here.
create table private.filter_keys (
  key int not null,
  anchor int not null,
  min_rating smallint not null,
  watcher_id uuid not null,
  needs_recheck boolean not null,
  -- Null: not set. Regions are bits.
  term text,
  regions int,
  min_price bigint,
  max_price bigint,
  max_delivery_days smallint,
  constraint filter_keys_term_length check (length(term) <= 100)
);
comment on table private.filter_keys is 'The filters of each watcher as keys of (language, platform, category, follower range, verified); 0 in a place means "not set".';
comment on column private.filter_keys.anchor is 'A gram of the term (private.term_anchor).';
create index filter_keys_lookup on private.filter_keys (key, anchor, min_rating)
  include (watcher_id, needs_recheck, term, regions, min_price, max_price, max_delivery_days);
create index filter_keys_of_watcher on private.filter_keys (watcher_id);
alter table private.filter_keys enable row level security;
-- With 5 % of dead rows a lookup takes nearly twice as long.
alter table private.filter_keys set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);

create function private.delete_filter_keys(watcher_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.filter_keys k where k.watcher_id = delete_filter_keys.watcher_id
$$;
comment on function private.delete_filter_keys is 'Stops matching for a watcher.';

create function private.filter_keys_of(watcher_id uuid, f private.creator_filter) returns setof private.filter_keys
language sql stable set search_path = '' as $$
  -- In the order of the columns.
  select unnest(k.keys), private.term_anchor(f.term), coalesce(f.min_rating, 0), watcher_id, k.needs_recheck, f.term,
    f.regions, f.min_price, f.max_price, f.max_delivery_days
  from private.filter_facet_keys(f) k
$$;
comment on function private.filter_keys_of is 'The rows of filter_keys for the filters of a watcher.';

create function private.store_filter_keys(watcher_id uuid, filters jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.delete_filter_keys(store_filter_keys.watcher_id);
  insert into private.filter_keys
  select * from private.filter_keys_of(store_filter_keys.watcher_id, private.parse_filters(filters));
end;
$$;
comment on function private.store_filter_keys is 'Starts matching creators with the filters of a watcher.';

create function private.sync_saved_search_keys() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if TG_OP <> 'DELETE' and (private.parse_filters(NEW.filters)).email_notifications then
    perform private.store_filter_keys(NEW.id, NEW.filters);
  else
    perform private.delete_filter_keys(coalesce(NEW.id, OLD.id));
  end if;
  return null;
end;
$$;
comment on function private.sync_saved_search_keys is 'Trigger: filter_keys follows the filters, while notifications are on.';
create trigger saved_searches_sync_keys after insert or delete or update of filters on public.saved_searches
  for each row execute function private.sync_saved_search_keys();

-- One plan for every creator, because planning would cost as much as running it.
create function private.matching_watchers(c private.creators)
returns table (watcher_id uuid, needs_recheck boolean)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_keys int[] := private.creator_facet_keys(c.language, c.platforms, c.categories, c.follower_range, c.is_verified);
  v_anchors int[] := 0 || private.text_grams(c.search_text);
begin
  return query
    select distinct k.watcher_id, k.needs_recheck from private.filter_keys k
    where k.key = any (v_keys) and k.anchor = any (v_anchors) and k.min_rating <= c.rating
      and (k.term is null or strpos(c.search_text, k.term) > 0)
      and (k.regions is null or k.regions & c.regions <> 0)
      and (k.min_price is null or k.min_price <= c.price_cents)
      and (k.max_price is null or k.max_price >= c.price_cents)
      and (k.max_delivery_days is null or k.max_delivery_days >= c.delivery_days);
end;
$$;
comment on function private.matching_watchers is 'Watchers that a creator satisfies; those to recheck still have to be compared with their filters.';

-- Queue ----------------------------------------------------------------------------------
-- Creators that a saved search was notified of, so that it happens once. Kept when the filters change.
create table private.saved_search_matches (
  saved_search_id uuid not null references public.saved_searches (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (saved_search_id, profile_id)
);
comment on table private.saved_search_matches is 'Creators that a saved search was notified of.';
create index saved_search_matches_of_profile on private.saved_search_matches (profile_id, saved_search_id);
alter table private.saved_search_matches enable row level security;

-- Nothing is unique here: a change of a profile must never wait for the worker.
create table private.match_queue (
  id bigint primary key generated always as identity,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  -- The last watcher of an earlier batch; null: none yet.
  last_watcher_id uuid,
  created_at timestamptz not null default now()
);
comment on table private.match_queue is 'Creators to be matched: they became approved, or changed what filters ask for.';
create index match_queue_of_profile on private.match_queue (profile_id);
alter table private.match_queue enable row level security;

create function private.queue_match() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.match_queue (profile_id) values (NEW.profile_id);
  perform pg_notify('due_work', '');
  return null;
end;
$$;
comment on function private.queue_match is 'Trigger: queues a creator, so that the change itself stays quick.';
create trigger creators_queue_match_inserted after insert on private.creators
  for each row execute function private.queue_match();
create trigger creators_queue_match_updated after update on private.creators
  for each row when (
    (private.matched_fields(OLD), OLD.price_cents, OLD.delivery_days)
    is distinct from (private.matched_fields(NEW), NEW.price_cents, NEW.delivery_days)
  ) execute function private.queue_match();

-- Notifying --------------------------------------------------------------------------------
-- Planned for each batch, because one plan for all would assume short lists. The table of known
-- matches only grows, so it is never scanned.
create function private.notify_saved_searches(
  c private.creators, exact uuid[], to_recheck uuid[], at timestamptz, most int
) returns int
language plpgsql security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  v_name text := (select m.display_name from public.members m where m.id = c.profile_id);
  v_blocked uuid[] := array(select private.blocked_members(c.profile_id));
  v_notified int;
begin
  with fresh as materialized (
    select s.id, s.name, owner.user_id
    from (
      select unnest(exact) as id, false as needs_recheck
      union all select unnest(to_recheck), true
    ) as watcher
    join public.saved_searches s on s.id = watcher.id
    join public.profiles owner on owner.id = s.profile_id
    where owner.id <> c.profile_id and owner.user_id is not null and owner.suspended_at is null
      and owner.id <> all (v_blocked)
      and not exists (
        select from private.saved_search_matches known
        where known.profile_id = c.profile_id and known.saved_search_id = watcher.id
      )
      and (not watcher.needs_recheck or private.creator_satisfies(c, private.parse_filters(s.filters)))
    limit most
  ), added as (
    insert into private.saved_search_matches (saved_search_id, profile_id, created_at)
    select fresh.id, c.profile_id, at from fresh
    on conflict do nothing
    returning saved_search_id
  )
  insert into public.notifications (user_id, event, data, created_at)
  select fresh.user_id, 'creator_matched',
    jsonb_build_object('profile_id', c.profile_id, 'profile_name', v_name,
      'saved_search_id', fresh.id, 'saved_search_name', fresh.name),
    at
  from fresh join added on added.saved_search_id = fresh.id;
  get diagnostics v_notified = row_count;
  return v_notified;
end;
$$;
comment on function private.notify_saved_searches is 'Notifies at most so many saved searches of a creator, each once; returns how many.';

-- Settings -------------------------------------------------------------------------------
-- Values changed by staff are kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('match_batch', 5000, 'count', 'Matches that one run of the worker notifies of.', 1, 1000000)
on conflict (key) do nothing;
