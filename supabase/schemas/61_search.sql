-- Search: one page of creators, in order, out of a million as quickly as out of a few.

-- How rare ---------------------------------------------------------------------------------
create table private.frequencies (
  -- Byte by byte, so that what begins with a term stands together.
  feature text collate "C" primary key,
  creators int not null,
  counted_at timestamptz not null default now()
);
comment on table private.frequencies is
  'How many of a sample of creators hold a trigram, five characters or a key (`key: 5`), or are rated so many tenths or more (`rated: 45`); `everyone` is the size of the sample. Counted once a day; only speed depends on it.';
alter table private.frequencies enable row level security;

create function private.count_frequencies(at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_creators real := (select greatest(c.reltuples, 1) from pg_catalog.pg_class c where c.oid = 'private.creators'::regclass);
begin
  -- As long as a walk meets everybody, nothing depends on it.
  if v_creators < private.setting('search_steps')
    or exists (select from private.frequencies f where f.counted_at > at - interval '1 day')
  then
    return;
  end if;
  -- The condition is for `safeupdate`, which refuses API sessions a delete without one.
  delete from private.frequencies where true;
  with sampled as materialized (
    select c.haystack, c.keys, c.rating from private.creators c tablesample system (least(100, 100 * 4000 / v_creators))
  ), features as (
    select unnest(extensions.show_trgm(s.haystack)) as feature from sampled s
    union all select unnest(tsvector_to_array(private.grams(s.haystack))) from sampled s
    union all select 'key: ' || unnest(s.keys) from sampled s
    union all select 'rated: ' || tenths from sampled s, generate_series(1, s.rating / 10) as tenths
    union all select 'everyone' from sampled s
  )
  insert into private.frequencies (feature, creators, counted_at)
  select feature, count(*), at from features
  group by feature
  -- Most are found once and say no more than those that are not found.
  having count(*) > 1;
end;
$$;
comment on function private.count_frequencies is 'Counts again what is older than a day, in a market that has grown.';

-- The rarest gram of each stretch of a term: neighbours say the same. Five of them say nearly as
-- much as all; what every tenth creator has, says little. A term that is shorter than a gram is
-- the beginning of some.
create function private.rare_grams(term text, out query tsquery, out creators int)
language sql stable set search_path = '' as $$
  with stretches as (
    select distinct on (place / 3) substr(term, place + 1, 5) as gram, counted.creators
    from generate_series(0, greatest(length(term) - 5, 0)) as place,
      lateral (select coalesce(
        (select f.creators from private.frequencies f where f.feature = substr(term, place + 1, 5)), 0
      ) as creators) counted
    where term is not null
    order by place / 3, counted.creators
  ), ranked as (
    select s.*, row_number() over (order by s.creators, s.gram) as rank from stretches s
  )
  select string_agg(format('''%s''', replace(replace(r.gram, '\', '\\'), '''', ''''''))
      || case when length(r.gram) < 5 then ':*' else '' end, ' & ')::tsquery,
    case when length(term) >= 5 then min(r.creators) else (
      select coalesce(sum(f.creators), 0) from private.frequencies f
      where f.feature >= term and f.feature < term || chr(1114111) and length(f.feature) = 5
    ) end
  from ranked r
  where r.rank = 1 or r.rank <= 5
    and r.creators * 10 < (select f.creators from private.frequencies f where f.feature = 'everyone')
$$;
comment on function private.rare_grams is 'What to look for where a term may be, and how many of the sample have the rarest of it.';

-- Search -----------------------------------------------------------------------------------
-- A page is found in one of two ways. Where many satisfy the filters, a walk along the order of
-- the sort soon meets enough of them. Where few do, an index gathers them all and they are sorted.
-- What is known of frequencies tells where not to begin; it may be wrong, so the walk is short.
create type private.creator_page as (
  -- The column that the sort goes by.
  key text,
  -- Only those who have the term in their name, or only those who have not.
  in_name boolean,
  -- The caller, and whom a block stands between.
  hidden uuid[],
  -- Where the last page ended; null: nowhere yet.
  position text,
  after uuid,
  size int
);

create function private.beyond(page private.creator_page) returns text
language sql immutable set search_path = '' as $$
  select format('(c.%I, c.profile_id) < (%L, %L)', (page).key, (page).position, (page).after)
  where (page).position is not null
$$;
comment on function private.beyond is 'A condition on `c`: it comes after the last page; null on the first one.';

-- The stretch of the order that the page can come from.
create function private.stretch(f private.creator_filter, page private.creator_page) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_floors bigint[] := private.follower_floors();
  v_lowest int := (select min(range) from unnest(f.follower_ranges) as range);
  v_highest int := (select max(range) from unnest(f.follower_ranges) as range);
begin
  return concat_ws(' and ', 'true',
    private.beyond(page),
    case when (page).key = 'follower_total' then 'c.follower_total >= ' || v_floors[v_lowest] end,
    case when (page).key = 'follower_total' then 'c.follower_total < ' || v_floors[v_highest + 1] end);
end;
$$;
comment on function private.stretch is 'A condition on `c`, which is an entry of the sort index.';

-- The walk reads nothing but the index, until a creator may be one.
create function private.walk_creators(f private.creator_filter, page private.creator_page, steps bigint) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_sort = off as $$
declare
  v_ids uuid[];
begin
  execute format($sql$
    select array_agg(found.profile_id) from (
      select step.profile_id from (
        select c.profile_id, c.signature, c.traits, c.%1$I as position from private.creators c
        where %2$s
        order by c.%1$I desc, c.profile_id desc
        limit %3$L
      ) step
      where private.may_satisfy(step.signature, step.traits, $1) and step.profile_id <> all ($2)
        and ($3 is null or step.signature & $3 = $3)
        and (
          select private.creator_satisfies(c, $1) and ($4 is null or $4 = (c.name like ($1).term_pattern))
          from private.creators c where c.profile_id = step.profile_id
        )
      order by step.position desc, step.profile_id desc
      limit %4$s
    ) found $sql$, (page).key, private.stretch(f, page), steps, (page).size)
    into v_ids using f, (page).hidden, case when (page).in_name then f.name_signature end, (page).in_name;
  return coalesce(v_ids, '{}');
end;
$$;
comment on function private.walk_creators is 'The page as far as it is found within some steps of the sort order; null steps: all.';

-- With too little memory the bitmap would forget rows, and each would be looked at again, gram by gram.
create function private.gather_creators(
  f private.creator_filter, page private.creator_page, grams tsquery, by_name boolean
) returns uuid[]
language plpgsql stable set search_path = '' set enable_indexscan = off set work_mem = '64MB' as $$
declare
  v_ids uuid[];
begin
  execute format($sql$
    select array_agg(found.profile_id) from (
      select c.profile_id from private.creators c
      where private.creator_satisfies(c, $1) and ($3 is null or private.grams(c.haystack) @@ $3)
        and (not $5 or c.name like ($1).term_pattern)
        and ($4 is null or (c.name like ($1).term_pattern) is not distinct from $4)
        and %2$s and c.profile_id <> all ($2)
      order by c.%1$I desc, c.profile_id desc
      limit %3$s
    ) found $sql$, (page).key, coalesce(private.beyond(page), 'true'), (page).size)
    into v_ids using f, (page).hidden, grams, (page).in_name, by_name;
  return coalesce(v_ids, '{}');
end;
$$;
comment on function private.gather_creators is 'The page out of all who satisfy the filters, found by grams, by keys or by the index of names.';

-- A step costs an eighth of what it costs to look at a gathered creator: the walk ends where
-- gathering would have been done as well, and is not begun where nothing would be met till then.
create function private.page_of_creators(f private.creator_filter, page private.creator_page) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  v_everyone float8 := (select s.creators from private.frequencies s where s.feature = 'everyone');
  v_grams tsquery;
  v_by_name boolean := false;
  -- Shares of all creators, as far as is known; as if one did not depend on the other.
  v_with_term float8 := 1;
  v_with_keys float8 := 1;
  v_rated float8 := 1;
  v_named float8 := 1;
  v_steps bigint;
  v_ids uuid[];
begin
  if f.term is not null then
    select g.query, g.creators / v_everyone into v_grams, v_with_term from private.rare_grams(f.term) g;
  end if;
  if f.keys <> '{0}' then
    v_with_keys := (
      select coalesce(sum(s.creators), 0) / v_everyone from private.frequencies s
      where s.feature = any (array(select 'key: ' || key from unnest(f.keys) as key))
    );
  end if;
  if f.min_rating is not null then
    v_rated := coalesce((
      select s.creators from private.frequencies s where s.feature = 'rated: ' || f.min_rating / 10
    ), 0) / v_everyone;
  end if;
  if (page).in_name then
    -- One in ten has in the name what it has at all.
    v_named := 0.1;
  end if;

  v_steps := least(private.setting('search_steps'), 8 * v_with_term * v_with_keys * v_named
    * (select greatest(c.reltuples, 0) from pg_catalog.pg_class c where c.oid = 'private.creators'::regclass));
  if coalesce(v_steps * v_with_term * v_with_keys * v_rated * v_named >= (page).size, true) then
    v_ids := private.walk_creators(f, page, v_steps);
    if cardinality(v_ids) = (page).size then
      return v_ids;
    end if;
  end if;
  -- Nothing to gather by, or so much that a walk to the end costs less: this is the end of a long list.
  if v_grams is null and f.keys = '{0}' or v_with_term * v_with_keys * v_named * 8 >= 1 then
    return private.walk_creators(f, page, null);
  end if;
  -- What many have in their text is found sooner by the name, or by the keys.
  if (page).in_name and length(f.term) >= 3 and coalesce(v_with_term >= 0.002, true) then
    v_by_name := true;
    v_grams := null;
  elsif v_with_term >= 0.1 and f.keys <> '{0}' then
    v_grams := null;
  end if;
  return private.gather_creators(f, page, v_grams, v_by_name);
end;
$$;
comment on function private.page_of_creators is 'Ids of a page of creators, in order.';

-- By relevance, those with the term in their name come first, then the others, each by score:
-- two passes, so that both can follow an index.
create function private.search_creators(filters jsonb, sort text, page_size int, after uuid)
returns setof public.members
language plpgsql stable security definer set search_path = '' as $$
declare
  v_filter private.creator_filter := private.parse_filters(coalesce(filters, '{}'));
  v_page private.creator_page;
  v_passes boolean[] := '{null}';
  v_skipped boolean := after is not null;
  v_ids uuid[];
begin
  if private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  v_page.hidden := private.my_profile_id() || array(select private.my_blocked_members());
  v_page.after := after;
  v_page.size := least(greatest(coalesce(page_size, 24), 1), 100);
  v_page.key := case sort
    when 'rating' then 'score'
    when 'relevance' then 'score'
    when 'followers' then 'follower_total'
    when 'newest' then 'created_at'
  end;
  if v_page.key is null then
    raise exception 'sort_unknown' using errcode = 'PT422';
  end if;
  if sort = 'relevance' and v_filter.term is not null then
    v_passes := '{true,false}';
  end if;

  foreach v_page.in_name in array v_passes loop
    if v_skipped then
      -- Where the last page ended. The profile outlives the creator's place in the market: a
      -- page can still be turned when the last one seen has been suspended meanwhile.
      execute format($sql$
        select c.%I::text from (
          select private.normalise_text(coalesce(p.display_name, '')) as name,
            private.score_of(p.id) as score, p.follower_total, p.created_at
          from public.profiles p where p.id = $2
        ) c where $3 is null or $3 = (c.name like ($1).term_pattern) $sql$, v_page.key)
        into v_page.position using v_filter, after, v_page.in_name;
      v_skipped := v_page.position is null;
      continue when v_skipped;
    end if;
    v_ids := private.page_of_creators(v_filter, v_page);
    return query select m.* from unnest(v_ids) with ordinality as found (id, place)
      join public.members m on m.id = found.id
      order by found.place;
    v_page.size := v_page.size - cardinality(v_ids);
    exit when v_page.size <= 0;
    v_page.position := null;
  end loop;
  if v_skipped then
    raise exception 'page_unknown' using errcode = 'PT422';
  end if;
end;
$$;
comment on function private.search_creators is 'The body of public.search_creators; reads past row-level security, shows members only.';

create function public.search_creators(
  filters jsonb default '{}', sort text default 'rating', page_size int default 24, after uuid default null
) returns setof public.members
language sql stable security invoker set search_path = '' as $$
  select * from private.search_creators(filters, sort, page_size, after)
$$;
comment on function public.search_creators is
  'A page of creators that satisfy the filters. Sorts: rating, followers, newest, relevance (name first); `after` is the last id seen. Nobody finds themselves, or anybody between whom and them a block stands.';
grant execute on function private.search_creators, public.search_creators to authenticated;

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('search_steps', 50000, 'count', 'The most creators that a search looks at in order before it gathers those who satisfy it.', 1, 10000000)
on conflict (key) do nothing;
