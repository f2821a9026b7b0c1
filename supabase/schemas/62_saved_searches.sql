-- Filters that a member keeps. A creator that newly satisfies them is a match: told once, by
-- one notification. With a million saved searches nothing can be compared one by one, so a
-- saved filter is expanded into keys when it is written, and a changed creator looks up its own.
create table public.saved_searches (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null default private.my_profile_id() references public.profiles (id) on delete cascade,
  name text not null,
  filters jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint saved_searches_name_length check (length(btrim(name)) between 1 and 80),
  constraint saved_searches_name_visible check (private.shows_all_characters(name))
);
comment on table public.saved_searches is 'Filters that a member keeps, to be told about creators that newly satisfy them.';
create index saved_searches_of_profile on public.saved_searches (profile_id, created_at desc);

alter table public.saved_searches enable row level security;
create policy saved_searches_select on public.saved_searches for select to authenticated
  using (profile_id = (select private.my_profile_id()));
create policy saved_searches_insert on public.saved_searches for insert to authenticated
  with check (profile_id = (select private.my_profile_id()) and (select private.is_member()));
create policy saved_searches_update on public.saved_searches for update to authenticated
  using (profile_id = (select private.my_profile_id()))
  with check (profile_id = (select private.my_profile_id()));
create policy saved_searches_delete on public.saved_searches for delete to authenticated
  using (profile_id = (select private.my_profile_id()));
grant select, insert (id, profile_id, name, filters), update (name, filters), delete
  on public.saved_searches to authenticated;
grant select on public.saved_searches to service_role;
create trigger saved_searches_check_open_session before insert or update or delete on public.saved_searches
  for each statement when (current_user = 'authenticated') execute function private.check_open_session();

-- The matcher's index ------------------------------------------------------------------------
-- Each distinct search term once. Its anchor is a trigram that every text holding the term
-- must hold too: a creator's own trigrams find the few terms worth comparing. A term without
-- such a trigram ("ai", "c#", one emoji) has the anchor '' and is always compared.
create table private.search_terms (
  id int primary key generated always as identity,
  term text not null,
  anchor text not null,
  constraint search_terms_term_key unique (term),
  constraint search_terms_term_length check (length(term) <= 100),
  constraint search_terms_term_normalised check (term = private.normalise_text(term) and term <> '')
);
comment on table private.search_terms is 'The dictionary of search terms. A term that nobody waits for any more goes after a day.';
create index search_terms_by_anchor on private.search_terms (anchor) include (id, term);
alter table private.search_terms enable row level security;

-- A watcher is whoever waits for creators: a saved search or an open campaign. No foreign keys:
-- it has two parents, whose triggers keep it, and term 0 means "no term".
create table private.filter_keys (
  key int not null,
  term_id int not null,
  min_rating smallint not null,
  watcher_id uuid not null,
  recheck boolean not null
);
comment on table private.filter_keys is 'What a watcher waits for, expanded into keys of (language, platform, category, follower range, verified); 0 in a place means "not set".';
create index filter_keys_lookup on private.filter_keys (key, term_id, min_rating) include (watcher_id, recheck);
create index filter_keys_of_watcher on private.filter_keys (watcher_id);
create index filter_keys_of_term on private.filter_keys (term_id) where term_id <> 0;
alter table private.filter_keys enable row level security;
-- Dead rows make the lookup wander.
alter table private.filter_keys set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);

-- Terms that a watcher stopped waiting for, to be looked at later: many come back within the day,
-- and looking for what nobody uses would mean to read the whole dictionary.
create table private.stale_terms (
  term_id int primary key references private.search_terms (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.stale_terms is 'Search terms that may be in use no more.';
create index stale_terms_oldest on private.stale_terms (created_at);
alter table private.stale_terms enable row level security;

-- A trigram that does not touch the term's ends stays the same whatever surrounds the term.
create function private.anchor_of(term text) returns text
language sql stable set search_path = '' as $$
  select coalesce((
    select inner_trigram from (
      select unnest(extensions.show_trgm(term)) as inner_trigram
      intersect select unnest(extensions.show_trgm('q' || term || 'q'))
      intersect select unnest(extensions.show_trgm('z' || term || 'z'))
    ) as candidates
    left join private.frequencies f on f.feature = inner_trigram
    order by coalesce(f.creators, 0), inner_trigram
    limit 1
  ), '')
$$;
comment on function private.anchor_of is 'The rarest trigram inside a term, or an empty text.';

create function private.term_id(term text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_id int;
begin
  if term is null then
    return 0;
  end if;
  -- Held until the keys are written: a term in someone's hands is not removed.
  select t.id into v_id from private.search_terms t where t.term = term_id.term for key share;
  if v_id is null then
    insert into private.search_terms as t (term, anchor)
    values (term_id.term, private.anchor_of(term_id.term))
    -- Somebody else may have added it a moment ago: take that row.
    on conflict on constraint search_terms_term_key do update set anchor = t.anchor
    returning t.id into v_id;
  end if;
  return v_id;
end;
$$;
comment on function private.term_id is 'The number of a term in the dictionary, 0 for no term.';

create function private.unwatch(watcher_id uuid) returns void
language sql security definer set search_path = '' as $$
  with removed as (
    delete from private.filter_keys k where k.watcher_id = unwatch.watcher_id returning k.term_id
  )
  insert into private.stale_terms (term_id)
  select distinct r.term_id from removed r where r.term_id <> 0
  on conflict on constraint stale_terms_pkey do update set created_at = excluded.created_at
$$;
comment on function private.unwatch is 'This watcher waits for nobody any more.';

create function private.watch(watcher_id uuid, filters jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_filter private.creator_filter := private.parse_filters(filters);
  v_term_id int := private.term_id(v_filter.term);
begin
  perform private.unwatch(watch.watcher_id);
  insert into private.filter_keys (key, term_id, min_rating, watcher_id, recheck)
  select key, v_term_id, coalesce(v_filter.min_rating, 0), watch.watcher_id, v_filter.keys_are_wide
  from unnest(v_filter.keys) as key;
end;
$$;
comment on function private.watch is 'From now on this watcher waits for creators that satisfy these filters.';


-- Whom a creator concerns ------------------------------------------------------------------
-- Planned once: the plan is the same for everybody, and planning would cost as much as running.
-- Duplicates are dropped by hashing: sorting a hundred thousand ids takes longer.
create function private.watchers_of(c private.creators)
returns table (watcher_id uuid, recheck boolean)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_generic_plan set enable_sort = off as $$
declare
  v_trigrams text[] := extensions.show_trgm(c.haystack) || ''::text;
  v_terms int[] := 0 || array(
    select t.id from private.search_terms t
    where t.anchor = any (v_trigrams) and strpos(c.haystack, t.term) > 0
  );
begin
  return query
    select distinct k.watcher_id, k.recheck from private.filter_keys k
    where k.key = any (c.keys) and k.term_id = any (v_terms) and k.min_rating <= c.rating;
end;
$$;
comment on function private.watchers_of is 'Watchers whose keys this creator opens; those to recheck still have to be compared with their filters.';

-- What happens when a saved search is written ------------------------------------------------
create function private.prepare_saved_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.parse_filters(NEW.filters);
  NEW.name := btrim(NEW.name);
  NEW.updated_at := now();
  if TG_OP = 'INSERT' then
    -- Counted one after the other, else many at once would all find room.
    perform pg_advisory_xact_lock(hashtextextended('saved searches of ' || NEW.profile_id, 0));
    if (
      select count(*) from public.saved_searches s where s.profile_id = NEW.profile_id
    ) >= private.setting('saved_searches_per_member') then
      raise exception 'too_many_saved_searches' using errcode = 'PT409';
    end if;
  end if;
  return NEW;
end;
$$;
comment on function private.prepare_saved_search is 'Trigger: refuses filters that nobody would understand later.';
create trigger saved_searches_prepare before insert or update on public.saved_searches
  for each row execute function private.prepare_saved_search();

create function private.keep_saved_search_keys() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if TG_OP = 'DELETE' then
    perform private.unwatch(OLD.id);
  elsif (private.parse_filters(NEW.filters)).email_notifications then
    perform private.watch(NEW.id, NEW.filters);
  else
    -- Who does not want to be told is not considered at all.
    perform private.unwatch(NEW.id);
  end if;
  return null;
end;
$$;
comment on function private.keep_saved_search_keys is 'Trigger: the matcher''s keys follow the filters.';
create trigger saved_searches_keep_keys after insert or delete or update of filters on public.saved_searches
  for each row execute function private.keep_saved_search_keys();

-- Matches -----------------------------------------------------------------------------------
-- The memory that makes "told once" true. It outlives later changes of the filters.
create table private.saved_search_matches (
  saved_search_id uuid not null references public.saved_searches (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (saved_search_id, profile_id)
);
comment on table private.saved_search_matches is 'Creators that a saved search was told about.';
create index saved_search_matches_of_profile on private.saved_search_matches (profile_id, saved_search_id);
alter table private.saved_search_matches enable row level security;

-- Creators to be matched. A creator may stand here twice: writing must never wait for the
-- worker, so there is nothing unique to collide with.
create table private.match_queue (
  id bigint primary key generated always as identity,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  -- The last watcher that an earlier batch told; null: nobody yet.
  told_up_to uuid,
  created_at timestamptz not null default now()
);
comment on table private.match_queue is 'Creators that became approved, or changed what searches ask for.';
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
comment on function private.queue_match is 'Trigger: the change itself stays quick; the matching follows at once, elsewhere.';
create trigger creators_queue_match_inserted after insert on private.creators
  for each row execute function private.queue_match();
create trigger creators_queue_match_updated after update on private.creators
  for each row when (
    (OLD.language, OLD.platforms, OLD.categories) is distinct from (NEW.language, NEW.platforms, NEW.categories)
  ) execute function private.queue_match();

-- Planned for the list in hand: one plan for all lists takes them for short and compares each with
-- each. What is known grows with every list, so it is never looked through from end to end.
create function private.notify_saved_searches(
  c private.creators, exact uuid[], to_recheck uuid[], at timestamptz
) returns int
language plpgsql security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  v_name text := (select m.display_name from public.members m where m.id = c.profile_id);
  v_blocked uuid[] := array(select private.blocked_members(c.profile_id));
  v_told int;
begin
  with fresh as materialized (
    select s.id, s.name, owner.user_id
    from (
      select unnest(exact) as id, false as recheck
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
      and (not watcher.recheck or private.creator_satisfies(c, private.parse_filters(s.filters)))
  ), told as (
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
  from fresh join told on told.saved_search_id = fresh.id;
  get diagnostics v_told = row_count;
  return v_told;
end;
$$;
comment on function private.notify_saved_searches is 'Tells saved searches about a creator, each once; answers how many.';

-- A batch is a stretch of watchers in the order of their ids, so that each one is looked at once,
-- however many batches a creator takes.
create function private.work_match_queue(at timestamptz default now()) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_left int := private.setting('match_batch');
  v_told int := 0;
  v_count int;
  v_profile_id uuid;
  v_told_up_to uuid;
  v_creator private.creators;
  v_exact uuid[];
  v_to_recheck uuid[];
begin
  -- One worker at a time; the next one would only wait for the same rows.
  if not pg_try_advisory_xact_lock(hashtext('work_match_queue')) then
    return 0;
  end if;
  for v_profile_id in
    select q.profile_id from private.match_queue q group by q.profile_id order by min(q.id)
  loop
    exit when v_left <= 0;
    -- Taken away before the creator is read: a change that comes later queues itself again. One
    -- that came since the last batch begins anew.
    with taken as (
      delete from private.match_queue q where q.profile_id = v_profile_id returning q.told_up_to
    )
    select (array_agg(t.told_up_to order by t.told_up_to nulls first))[1] into v_told_up_to from taken t;
    select c.* into v_creator from private.creators c where c.profile_id = v_profile_id;
    -- Suspended meanwhile.
    continue when not found;

    select coalesce(array_agg(next.watcher_id) filter (where not next.recheck), '{}'),
      coalesce(array_agg(next.watcher_id) filter (where next.recheck), '{}'),
      count(*), (array_agg(next.watcher_id order by next.watcher_id desc))[1]
    into v_exact, v_to_recheck, v_count, v_told_up_to
    from (
      select w.* from private.watchers_of(v_creator) w
      where v_told_up_to is null or w.watcher_id > v_told_up_to
      order by w.watcher_id
      limit v_left
    ) as next;
    v_told := v_told + private.notify_saved_searches(v_creator, v_exact, v_to_recheck, at)
      + private.notify_of_campaigns(v_creator, v_exact, v_to_recheck, at);
    if v_count = v_left then
      insert into private.match_queue (profile_id, told_up_to) values (v_profile_id, v_told_up_to);
      perform pg_notify('due_work', '');
    end if;
    v_left := v_left - v_count;
  end loop;
  perform private.count_frequencies(at);
  return v_told;
end;
$$;
comment on function private.work_match_queue is 'Tells the next batch of matches; answers how many. What does not fit stays queued.';

-- First the rows are locked, past those that somebody is about to use; then, with their keys in
-- sight, whatever is still in use stays.
create function private.work_stale_terms(at timestamptz) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_due int[];
  v_removed int;
begin
  v_due := array(
    select t.id from private.stale_terms s join private.search_terms t on t.id = s.term_id
    where s.created_at <= at - interval '1 day'
    order by s.created_at limit private.setting('stale_terms_batch')
    for update skip locked
  );
  delete from private.stale_terms s where s.term_id = any (v_due);
  delete from private.search_terms t
  where t.id = any (v_due) and not exists (select from private.filter_keys k where k.term_id = t.id and k.term_id <> 0);
  get diagnostics v_removed = row_count;
  return v_removed;
end;
$$;
comment on function private.work_stale_terms is 'Removes a batch of search terms that nobody has waited for since a day; answers how many.';

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('saved_searches_per_member', 100, 'count', 'Saved searches that a member may keep.', 0, 10000),
  ('match_batch', 5000, 'count', 'Matches told by one run of the worker.', 1, 1000000),
  ('stale_terms_batch', 500, 'count', 'Unused search terms that one run of the due work looks at.', 1, 100000)
on conflict (key) do nothing;
