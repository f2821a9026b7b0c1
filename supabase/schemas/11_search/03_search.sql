-- Search: one page of creators in a chosen order.
--
-- Postgres's planner cannot choose the plan by itself: it does not know how many creators have a
-- term, and it takes the filters for independent of the order. So a page is found in two steps
-- that need no estimate:
-- 1. Read the sort order and keep those that satisfy the filters. Where many creators match, they
--    soon fill the page.
-- 2. As soon as too few are found, stop: `creators_by_filters` finds all of them, and they are sorted.

create type private.creator_page as (
  -- Only creators with the term in their name, or only those without; null: both.
  in_name boolean,
  -- The caller, and members who blocked the caller or were blocked.
  hidden uuid[],
  size int,
  -- The last creator of the previous page; null on the first one.
  after_id uuid,
  after_value text,
  sort_column text
);

create function private.keyset_condition(page private.creator_page) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case when page.after_value is null then 'true'
    else format('(c.%I, c.profile_id) < (%L, %L)', page.sort_column, page.after_value, page.after_id) end;
end;
$$;
comment on function private.keyset_condition is 'A condition on `c`: the creator comes after the previous page in the sort order.';

-- Ranges of followers bound their order, and verified or best rated creators have indexes of their own (02_index).
create function private.sort_range_condition(f private.creator_filter, page private.creator_page) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select concat_ws(' and ', private.keyset_condition(page),
      case when f.verified or f.min_rating >= 450 then '(c.is_verified or c.rating >= 450) is true' end,
      case when page.sort_column = 'follower_total' then
        'c.follower_total >= ' || (private.follower_floors())[min(range)] end,
      case when page.sort_column = 'follower_total' then
        'c.follower_total < ' || (private.follower_floors())[max(range) + 1] end)
    from unnest(f.follower_ranges) as range
  );
end;
$$;
comment on function private.sort_range_condition is
  'A condition on `c` that limits the part of a sort order that is read: after the previous page, and within the filters.';

-- Volatile, because Postgres allows no `explain` in a stable function.
create function private.estimated_creators(condition text) returns real
language plpgsql volatile set search_path = '' as $$
declare
  v_plan json;
begin
  -- Planning takes longer than a lookup: 0.2 ms.
  if condition = 'true' then
    return (select greatest(c.reltuples, 0) from pg_catalog.pg_class c where c.oid = 'private.creators'::regclass);
  end if;
  execute 'explain (format json) select from private.creators c where ' || condition into v_plan;
  return v_plan -> 0 -> 'Plan' ->> 'Plan Rows';
end;
$$;
comment on function private.estimated_creators is 'How many creators Postgres expects to satisfy a condition on `c`.';

-- The inner query compares no term, so it reads the index alone; the outer one reads the few rows that
-- are left. About one entry in sample_every is a sample, chosen by the hash of its id: there the entries
-- read so far are estimated, to decide whether to read on. If every n-th creator matches, a full page
-- takes n * size entries. That is more than max_entries if fewer matches are found than
-- size * entries / max_entries. One more match is allowed for, because the first entries are few. JIT is
-- off, because compiling takes longer than any page.
create function private.scan_sort_index(
  f private.creator_filter, page private.creator_page, max_entries real default null, sample_every int default 64
) returns uuid[]
language plpgsql stable set search_path = '' set jit = off set enable_seqscan = off set enable_sort = off
set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_memoize = off
set enable_material = off as $$
declare
  v_without_term private.creator_filter := f;
  v_scan refcursor;
  v_row record;
  v_entries bigint := 0;
  v_ids uuid[] := '{}';
begin
  v_without_term.term := null;
  open v_scan for execute format($sql$
    select c.profile_id, entry.is_sample from (
      select c.profile_id, c.%1$I as sort_value, private.creator_satisfies(c, $2)
        and ($3 is null or c.text_bits & $3 = $3) and c.profile_id <> all ($4) as is_candidate,
        mod(uuid_hash(c.profile_id), $6) = 0 as is_sample
      from private.creators c
      where %2$s
      order by c.%1$I desc, c.profile_id desc
      offset 0
    ) entry
    left join private.creators c on c.profile_id = entry.profile_id and entry.is_candidate
      and private.creator_satisfies(c, $1) and ($5 is null or $5 = (strpos(c.name, ($1).term) > 0))
    where (entry.is_candidate or entry.is_sample) and (c.profile_id is not null or entry.is_sample)
    order by entry.sort_value desc, entry.profile_id desc $sql$,
    (page).sort_column, private.sort_range_condition(f, page))
    using f, v_without_term, private.trigram_bits(f.term), (page).hidden, (page).in_name, sample_every;
  loop
    fetch v_scan into v_row;
    exit when not found;
    v_ids := array_remove(v_ids || v_row.profile_id, null);
    exit when cardinality(v_ids) = (page).size;
    if v_row.is_sample then
      v_entries := v_entries + sample_every;
      if (cardinality(v_ids) + 1) * max_entries <= (page).size * v_entries then
        v_ids := null;
        exit;
      end if;
    end if;
  end loop;
  close v_scan;
  return v_ids;
end;
$$;
comment on function private.scan_sort_index is
  'A page found by reading the sort order; null as soon as it would take more entries than max_entries.';

-- Used when few creators match. A scan in sort order would read too many entries, and parallel workers
-- would take longer to start than the query takes, although the planner's estimates suggest them.
create function private.search_by_index(f private.creator_filter, page private.creator_page, index_condition text)
returns uuid[]
language plpgsql stable set search_path = '' set enable_indexscan = off set max_parallel_workers_per_gather = 0
set jit = off as $$
declare
  v_ids uuid[];
begin
  execute format($sql$
    select array_agg(found.profile_id) from (
      select c.profile_id from private.creators c
      where private.creator_satisfies(c, $1) and c.profile_id <> all ($2) and %2$s
        and ($3 is null or $3 = (strpos(c.name, ($1).term) > 0))
        and %4$s
      order by c.%1$I desc, c.profile_id desc
      limit %3$s
    ) found $sql$, (page).sort_column, private.keyset_condition(page), (page).size, index_condition)
    into v_ids using f, (page).hidden, (page).in_name;
  return coalesce(v_ids, '{}');
end;
$$;
comment on function private.search_by_index is 'A page found by sorting all creators who satisfy the filters.';

-- A filter without a term is decided by the entry alone. With a term, the bits of some entries match by
-- chance, so their rows are read in vain, unless another filter leaves out most of them.
create function private.cost_of_row(f private.creator_filter) returns int
language plpgsql immutable set search_path = '' as $$
begin
  return case when f.term is null then 30
    when (f.language, f.platforms, f.categories, f.follower_ranges, f.verified) is null then 5
    else 12 end;
end;
$$;
comment on function private.cost_of_row is 'How many entries of an order are read in the time of one row that the index of filters finds.';

-- If every n-th creator of the sort order matches, a full page takes n * size entries of it, and the
-- index of filters returns creators / n rows. Both cost the same if the page takes as many entries as
-- the square root of size * creators * cost of a row. With more matches the sort order is cheaper, with
-- fewer the index.
create function private.page_of_creators(f private.creator_filter, page private.creator_page) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  v_condition text := private.index_condition(f, case when (page).in_name then 'name' else 'search_text' end);
  v_max_entries real;
begin
  if v_condition is not null then
    v_max_entries := sqrt((page).size * private.estimated_creators(private.sort_range_condition(f, page))
      * private.cost_of_row(f));
  end if;
  return coalesce(private.scan_sort_index(f, page, v_max_entries), private.search_by_index(f, page, v_condition));
end;
$$;
comment on function private.page_of_creators is 'Ids of a page of creators, in order.';

-- The profile, not the row of creators, tells where the previous page ended, so that the next page can be
-- read even if its last creator was suspended meanwhile. A profile that was never in the market has no
-- position, because paging around it would disclose its numbers.
create function private.position_of(profile_id uuid, sort_column text) returns text
language sql stable set search_path = '' as $$
  select case sort_column
    when 'score' then private.score_of(p.id)::text
    when 'follower_total' then p.follower_total::text
    when 'created_at' then p.created_at::text end
  from public.profiles p where p.id = position_of.profile_id and p.is_approved
$$;
comment on function private.position_of is 'A profile''s value in a sort order; null for a profile that was never in the market.';

-- Sorting by relevance takes two passes, so that each can follow an index: first creators with the
-- term in their name, then the others, both by score.
create function private.search_creators(filters jsonb, sort text, page_size int, after uuid)
returns setof public.members
language plpgsql stable security definer set search_path = '' as $$
declare
  v_filter private.creator_filter := private.parse_filters(coalesce(filters, '{}'));
  v_page private.creator_page;
  v_passes boolean[] := '{null}';
  v_last_in_name boolean;
  v_left int;
  v_ids uuid[];
begin
  if private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  v_page.hidden := private.my_profile_id() || array(select private.my_blocked_members());
  v_page.size := least(greatest(coalesce(page_size, 24), 1), 100);
  v_page.sort_column := case sort
    when 'rating' then 'score'
    when 'relevance' then 'score'
    when 'followers' then 'follower_total'
    when 'newest' then 'created_at'
  end;
  if v_page.sort_column is null then
    raise exception 'sort_unknown' using errcode = 'PT422';
  end if;
  if after is not null then
    v_page.after_id := after;
    v_page.after_value := private.position_of(after, v_page.sort_column);
    if v_page.after_value is null then
      raise exception 'page_unknown' using errcode = 'PT422';
    end if;
  end if;
  if sort = 'relevance' and v_filter.term is not null then
    v_last_in_name := (
      select strpos(private.normalise_text(p.display_name), v_filter.term) > 0 from public.profiles p where p.id = after
    );
    v_passes := case when v_last_in_name is false then '{false}' else '{true,false}' end;
  end if;

  -- The second pass looks for a whole page, too, because its cost is estimated by the size of the page.
  v_left := v_page.size;
  foreach v_page.in_name in array v_passes loop
    v_ids := (private.page_of_creators(v_filter, v_page))[:v_left];
    return query select m.* from unnest(v_ids) with ordinality as found (id, place)
      join public.members m on m.id = found.id
      order by found.place;
    v_left := v_left - cardinality(v_ids);
    exit when v_left = 0;
    v_page.after_value := null;
  end loop;
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

-- How many creators a search finds. Counting all of a large market would take as long as reading
-- it, so a sample of pages decides: if it says "many", its share of the market is the result. If
-- it says "few", they are counted through the index, until there are more than anybody reads.
create function private.count_creators(
  filters jsonb, out total bigint, out is_exact boolean,
  -- Creators in the sample: read in a few milliseconds.
  sample int default 5000, exact_to int default 1000
)
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  v_filter private.creator_filter := private.parse_filters(coalesce(filters, '{}'));
  v_hidden uuid[] := private.my_profile_id() || array(select private.my_blocked_members());
  v_creators real := (select greatest(c.reltuples, 1) from pg_catalog.pg_class c where c.oid = 'private.creators'::regclass);
  v_share real := least(1, sample / v_creators);
begin
  if private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  -- The sample has the same pages each time, so that the count is stable while nothing changes.
  execute $sql$
    select count(*) from private.creators c tablesample system ($3) repeatable (0)
    where private.creator_satisfies(c, $1) and c.profile_id <> all ($2) $sql$
    into total using v_filter, v_hidden, 100 * v_share;
  is_exact := v_share = 1;
  total := total / v_share;
  if is_exact or total > 2 * exact_to or private.index_condition(v_filter) is null then
    return;
  end if;
  execute format($sql$
    select count(*) from (
      select from private.creators c
      where private.creator_satisfies(c, $1) and c.profile_id <> all ($2) and %s
      limit $3
    ) found $sql$, private.index_condition(v_filter))
    into total using v_filter, v_hidden, exact_to + 1;
  is_exact := total <= exact_to;
end;
$$;
comment on function private.count_creators is 'The body of public.count_creators; reads past row-level security, returns a number only.';

create function public.count_creators(filters jsonb default '{}') returns table (total bigint, is_exact boolean)
language sql stable security invoker set search_path = '' as $$
  select * from private.count_creators(filters)
$$;
comment on function public.count_creators is 'How many creators satisfy the filters: exactly up to 1,000 and in a small market, beyond that about.';
grant execute on function private.count_creators, public.count_creators to authenticated;
