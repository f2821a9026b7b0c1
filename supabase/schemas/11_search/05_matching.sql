-- Matching: which saved searches and open campaigns a changed creator satisfies. There may be a million of
-- them, too many to compare one by one for each change. So each is stored as keys when it is written; a creator
-- computes its own keys, and one index lookup returns the candidates. A "watcher" is what waits for creators:
-- a saved search or an open campaign.

-- Any gram of a term would do; the least hash spreads the terms over many grams.
create function private.term_anchor(term text) returns int
language sql immutable set search_path = '' as $$
  select coalesce((select gram from unnest(private.text_grams(term)) as gram order by hashint4(gram), gram limit 1), 0)
$$;
comment on function private.term_anchor is 'A gram of the term; 0 when it is too short, so that it is compared with every creator.';

-- `watcher_id` has no foreign key: a watcher is in one of two tables, whose triggers write here.
create table private.filter_keys (
  key int not null,
  anchor int not null,
  watcher_id uuid not null,
  like private.creator_filter,
  constraint filter_keys_term_length check (length(term) <= 100)
);
comment on table private.filter_keys is 'The filters of each watcher, by each of their keys (private.facet_key).';
create index filter_keys_lookup on private.filter_keys (key, anchor);
create index filter_keys_of_watcher on private.filter_keys (watcher_id);
alter table private.filter_keys enable row level security;
-- A lookup takes nearly twice as long with 5 % of dead rows.
alter table private.filter_keys set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);

create function private.store_filter_keys(watcher_id uuid, f private.creator_filter) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.filter_keys k where k.watcher_id = store_filter_keys.watcher_id;
  insert into private.filter_keys
  select unnest(private.filter_facet_keys(f)), private.term_anchor(f.term), store_filter_keys.watcher_id, (f).*
  where f is distinct from null;
end;
$$;
comment on function private.store_filter_keys is 'Starts matching creators with the filters of a watcher; stops it where they are null.';

create function private.sync_saved_search_keys() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_is_on boolean := (NEW.filters ->> 'emailNotifications')::boolean;
begin
  perform private.store_filter_keys(coalesce(NEW.id, OLD.id), case when v_is_on then private.parse_filters(NEW.filters) end);
  return null;
end;
$$;
comment on function private.sync_saved_search_keys is 'Trigger: filter_keys follows the filters, while notifications are on.';
create trigger saved_searches_sync_keys after insert or delete or update of filters on public.saved_searches
  for each row execute function private.sync_saved_search_keys();

-- The function has one plan for every creator, because planning would cost as much as running it.
create function private.matching_watchers(c private.creators) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_keys int[] := private.creator_facet_keys(c.language, c.other_languages, c.platforms, c.categories, c.follower_range, c.is_verified);
  v_anchors int[] := 0 || private.text_grams(c.search_text);
begin
  return query
    select distinct k.watcher_id from private.filter_keys k
    where k.key = any (v_keys) and k.anchor = any (v_anchors)
      and private.creator_satisfies(c, row(k.term, k.language, k.platforms, k.categories, k.regions, k.follower_ranges,
        k.min_rating, k.verified, k.min_price, k.max_price, k.max_delivery_days)::private.creator_filter);
end;
$$;

-- Creators that a saved search was notified of, so that each is notified once. Rows are kept when the filters change.
create table private.saved_search_matches (
  saved_search_id uuid not null references public.saved_searches (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- The owner of the search was suspended, and is notified when the suspension has ended.
  is_missed boolean not null default false,
  primary key (saved_search_id, profile_id)
);
comment on table private.saved_search_matches is 'Creators that a saved search was notified of.';
create index saved_search_matches_missed on private.saved_search_matches (saved_search_id) where is_missed;
create index saved_search_matches_of_profile on private.saved_search_matches (profile_id, saved_search_id);
alter table private.saved_search_matches enable row level security;

-- The table has no unique key but its id: a change of a profile must never wait for the worker.
create table private.match_queue (
  id bigint primary key generated always as identity,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  -- The last watcher of an earlier batch; null: none yet.
  last_watcher_id uuid,
  -- The creator before the change: watchers that matched it already are not notified. Null: the creator was not in the market.
  before jsonb,
  -- The time by which the changes of one creator are sorted.
  created_at timestamptz not null default clock_timestamp()
);
comment on table private.match_queue is 'Creators to be matched: they became approved, or changed a field that filters read.';
create index match_queue_of_profile on private.match_queue (profile_id);
alter table private.match_queue enable row level security;

create function private.queue_match() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.match_queue (profile_id, before) values (NEW.profile_id, to_jsonb(OLD));
  perform pg_notify('due_work', '');
  return null;
end;
$$;
comment on function private.queue_match is 'Trigger: queues a creator, so that the change itself stays quick.';
create trigger creators_queue_match_inserted after insert on private.creators
  for each row execute function private.queue_match();
create trigger creators_queue_match_updated after update on private.creators
  for each row when (
    (private.matched_fields(OLD), OLD.rating, OLD.is_verified, OLD.price_cents, OLD.delivery_days)
    is distinct from (private.matched_fields(NEW), NEW.rating, NEW.is_verified, NEW.price_cents, NEW.delivery_days)
  ) execute function private.queue_match();

create function private.match_notice(profile_id uuid, saved_search_id uuid, name text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('profile_id', profile_id,
    'profile_name', (select m.display_name from public.members m where m.id = match_notice.profile_id),
    'saved_search_id', saved_search_id, 'saved_search_name', name)
$$;

-- The statement is planned for each batch, because one plan for all would assume short lists. The table of known
-- matches only grows, so it is never scanned.
create function private.notify_saved_searches(
  c private.creators, watchers uuid[], at timestamptz, most int, out notified int
)
language plpgsql security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
begin
  with fresh as materialized (
    select s.id, s.name, owner.user_id, owner.suspended_at is not null as is_missed
    from unnest(watchers) as watcher_id
    join public.saved_searches s on s.id = watcher_id
    join public.profiles owner on owner.id = s.profile_id
    where owner.id <> c.profile_id and owner.user_id is not null
      and owner.id <> all (array(select private.blocked_members(c.profile_id)))
      and not exists (
        select from private.saved_search_matches known
        where known.profile_id = c.profile_id and known.saved_search_id = watcher_id
      )
    limit most
  ), added as (
    insert into private.saved_search_matches (saved_search_id, profile_id, created_at, is_missed)
    select fresh.id, c.profile_id, at, fresh.is_missed from fresh
    on conflict do nothing
    returning saved_search_id
  ), notified_now as (
    insert into public.notifications (user_id, event, data, created_at)
    select fresh.user_id, 'creator_matched', private.match_notice(c.profile_id, fresh.id, fresh.name), at
    from fresh join added on added.saved_search_id = fresh.id where not fresh.is_missed
  )
  select count(*) into notified from added;
end;
$$;
comment on function private.notify_saved_searches is
  'Notifies at most the given number of saved searches of a creator, each once. Returns how many, including those of suspended members, who are notified later.';

create function private.queue_missed_matches() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.match_queue (profile_id)
  select NEW.id where exists (
    select from public.saved_searches s join private.saved_search_matches m on m.saved_search_id = s.id
    where s.profile_id = NEW.id and m.is_missed);
  perform pg_notify('due_work', '');
  return null;
end;
$$;
comment on function private.queue_missed_matches is 'Trigger: queues a member whose suspension ends, because many may end at once.';
create trigger profiles_queue_missed_matches after update of suspended_at on public.profiles
  for each row when (OLD.suspended_at is not null and NEW.suspended_at is null)
  execute function private.queue_missed_matches();

create function private.notify_missed_matches(owner_id uuid, at timestamptz, out notified int)
language plpgsql security definer set search_path = '' as $$
begin
  with own as materialized (
    select s.id, s.name, p.user_id, private.parse_filters(s.filters) as filter
    from public.saved_searches s join public.profiles p on p.id = s.profile_id and p.suspended_at is null
    where s.profile_id = owner_id and (s.filters ->> 'emailNotifications')::boolean
  ), missed as (
    update private.saved_search_matches m set is_missed = false from own where m.saved_search_id = own.id and m.is_missed
    returning own.id, own.name, own.user_id, own.filter, m.profile_id, m.created_at
  )
  insert into public.notifications (user_id, event, data, created_at)
  select missed.user_id, 'creator_matched', private.match_notice(c.profile_id, missed.id, missed.name), at
  from missed join private.creators c on c.profile_id = missed.profile_id
  where private.creator_satisfies(c, missed.filter) and c.profile_id <> all (array(select private.blocked_members(owner_id)))
  -- Further matches are shown in the list of the search only.
  order by missed.created_at desc limit 100;
  get diagnostics notified = row_count;
end;
$$;
comment on function private.notify_missed_matches is
  'Notifies a member of the newest matches that came during a suspension and still satisfy the search; returns how many.';

create function private.new_matches() returns table (saved_search_id uuid, creators int)
language sql stable security definer set search_path = '' as $$
  with own as materialized (
    select s.id, private.parse_filters(s.filters) as filter
    from public.saved_searches s where s.profile_id = (select private.my_profile_id())
  )
  select own.id, count(*)::int
  from public.notifications n
  join own on own.id = (n.data ->> 'saved_search_id')::uuid
  -- Leaves out creators whom the list does not show: who left the market, no longer satisfy its filters, or are blocked.
  join private.creators c on c.profile_id = (n.data ->> 'profile_id')::uuid
  where n.user_id = (select private.my_user_id()) and n.event = 'creator_matched' and not n.read
    and private.creator_satisfies(c, own.filter)
    and c.profile_id <> all (array(select private.blocked_members((select private.my_profile_id()))))
  group by own.id
$$;

create function public.new_matches() returns table (saved_search_id uuid, creators int)
language sql stable security invoker set search_path = '' as $$
  select * from private.new_matches()
$$;
comment on function public.new_matches is 'For each saved search of the caller: how many creators it finds about whom the caller has not read the notification.';
grant execute on function private.new_matches, public.new_matches to authenticated;

create function public.mark_matches_read(saved_search_id uuid) returns int
language sql volatile security invoker set search_path = '' as $$
  with marked as (
    update public.notifications n set read = true
    where n.user_id = (select private.my_user_id()) and n.event = 'creator_matched' and not n.read
      and n.data ->> 'saved_search_id' = mark_matches_read.saved_search_id::text
    returning n.id
  )
  select count(*)::int from marked
$$;
comment on function public.mark_matches_read is 'Marks the notifications of a saved search as read; returns how many were unread.';
grant execute on function public.mark_matches_read to authenticated;

insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('match_batch', 5000, 'count', 'Matches that one run of the worker notifies of.', 1, 1000000)
on conflict (key) do nothing;
