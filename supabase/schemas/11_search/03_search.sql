-- Search: one page of creators in a chosen order. It is for 20,000 creators, which a scan reads in 3 to 6 ms,
-- and takes at most a tenth of a scan among a million.
--
-- Postgres's planner cannot choose the plan by itself: it does not know how many creators have a
-- term, and it takes the filters for independent of the order. So a page is found in two steps
-- that need no estimate:
-- 1. Read the beginning of the sort order and keep those that satisfy the filters. Where many
--    creators match, they fill the page.
-- 2. If too few are found, `creators_by_filters` finds all of them, and they are sorted.

create type private.creator_page as (
  -- Only creators with the term in their name, or only those without; null: both.
  in_name boolean,
  -- The caller, and members who blocked the caller or were blocked.
  hidden uuid[],
  size int,
  -- The page comes after this place in the order: the end of the previous page, or null.
  after_id uuid,
  after_value text,
  sort_column text
);

create function private.search_by_order(f private.creator_filter, page private.creator_page, most int, out ids uuid[])
language plpgsql stable set search_path = '' set enable_sort = off as $$
begin
  execute format($sql$
    select coalesce(array_agg(found.profile_id), '{}') from (
      select entry.profile_id from (
        select c.profile_id, private.creator_satisfies(c, $1) and c.profile_id <> all ($2)
          and ($3 is null or $3 = (strpos(c.name, ($1).term) > 0)) as is_match
        from private.creators c
        where %2$L is null or (c.%1$I, c.profile_id) < (%2$L, %3$L)
        order by c.%1$I desc, c.profile_id desc
        limit $4
      ) entry
      where entry.is_match limit $5
    ) found $sql$, page.sort_column, page.after_value, page.after_id)
    into ids using f, page.hidden, page.in_name, most, page.size;
end;
$$;
comment on function private.search_by_order is 'A page found by reading the next creators of the sort order; it may not be full.';

-- The inner query has no limit, so that the planner does not read the order once more.
create function private.search_by_index(
  f private.creator_filter, page private.creator_page, index_condition text, out ids uuid[]
)
language plpgsql stable set search_path = '' as $$
begin
  execute format($sql$
    with found as materialized (
      select c.profile_id, c.%1$I as sort_value from private.creators c
      where private.creator_satisfies(c, $1) and c.profile_id <> all ($2)
        and ($3 is null or $3 = (strpos(c.name, ($1).term) > 0))
        and (%2$L is null or (c.%1$I, c.profile_id) < (%2$L, %3$L)) and %4$s
    )
    select coalesce(array_agg(page.profile_id), '{}') from (
      select f.profile_id from found f order by f.sort_value desc, f.profile_id desc limit $4
    ) page $sql$, page.sort_column, page.after_value, page.after_id, coalesce(index_condition, 'true'))
    into ids using f, page.hidden, page.in_name, page.size;
end;
$$;
comment on function private.search_by_index is 'A page found by sorting all creators who satisfy the filters.';

-- If every n-th creator matches, a full page takes n * size rows of the sort order, and the index returns creators / n: both
-- are equal if the page takes sqrt(size * creators) rows. A fourth of these rows is read first, to predict which way is
-- shorter. If that predicts a full page, up to twice as many rows are read, because the matches may be further away.
create function private.page_of_creators(f private.creator_filter, page private.creator_page, out ids uuid[])
language plpgsql stable set search_path = '' as $$
declare
  v_creators real := (select greatest(c.reltuples, 1) from pg_catalog.pg_class c where c.oid = 'private.creators'::regclass);
  -- How many rows a scan reads in the time of one row of the sort order.
  v_rows_of_scan constant real := 10;
  v_probe constant real := 1 / 4.0;
  v_condition text := private.index_condition(f, case when page.in_name then 'name' else 'search_text' end);
  v_most real := case when v_condition is null then v_creators / v_rows_of_scan else sqrt(page.size * v_creators) end;
begin
  ids := private.search_by_order(f, page, ceil(v_probe * v_most)::int);
  if cardinality(ids) between v_probe * page.size and page.size - 1 then
    ids := private.search_by_order(f, page, ceil(2 * v_most)::int);
  end if;
  if cardinality(ids) < page.size then
    ids := private.search_by_index(f, page, v_condition);
  end if;
end;
$$;

-- Sorting by relevance takes two passes, so that each can follow an index: first creators with the
-- term in their name, then the others, both by score.
create function private.search_creators(filters jsonb, sort text, page_size int, after uuid)
returns setof public.members
-- Compiling and starting parallel workers take longer than any page.
language plpgsql stable security definer set search_path = '' set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  v_columns constant jsonb := '{"rating": "score", "relevance": "score", "followers": "follower_total", "newest": "created_at",
    "price": "price_rank", "delivery": "delivery_rank"}';
  v_filter private.creator_filter := private.parse_filters(coalesce(filters, '{}'));
  v_page private.creator_page;
  v_last_in_name boolean;
  v_left int;
  v_ids uuid[];
begin
  if private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  v_page.hidden := private.my_profile_id() || array(select private.my_blocked_members());
  v_page.size := least(greatest(coalesce(page_size, 24), 1), 100);
  v_page.sort_column := v_columns ->> sort;
  if v_page.sort_column is null then
    raise exception 'sort_unknown' using errcode = 'PT422';
  end if;
  if after is not null then
    -- A creator whom the caller cannot find has no position, whatever the reason: paging around them would
    -- disclose their numbers, and different answers would tell a block from a suspension.
    select c.profile_id, to_jsonb(c) ->> v_page.sort_column, strpos(c.name, v_filter.term) > 0
    into v_page.after_id, v_page.after_value, v_last_in_name
    from private.creators c where c.profile_id = after and c.profile_id <> all (v_page.hidden);
    if not found then
      raise exception 'page_unknown' using errcode = 'PT422';
    end if;
  elsif sort = 'followers' then
    -- Creators with few followers are the last of their order: it is read from the highest range on.
    v_page.after_id := '00000000-0000-0000-0000-000000000000';
    v_page.after_value := (
      select (private.follower_floors())[max(range) + 1] from unnest(private.bit_places(v_filter.follower_ranges)) as range);
  elsif sort = 'price' and v_filter.min_price is not null then
    -- The cheapest are the first in the order of prices.
    v_page.after_id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    v_page.after_value := private.least_first(v_filter.min_price);
  end if;

  -- The second pass looks for a whole page, too, because its cost is estimated by the size of the page.
  v_left := v_page.size;
  foreach v_page.in_name in array case
    when sort <> 'relevance' or v_filter.term is null then '{null}'::boolean[]
    when v_last_in_name is false then '{false}'
    else '{true,false}' end
  loop
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
  'A page of creators that satisfy the filters. Sorts: rating, price, delivery (each least first), followers, newest, relevance (name first); '
  '`after` is the last id seen. Callers find neither themselves nor members whom they blocked or who blocked them.';
grant execute on function private.search_creators, public.search_creators to authenticated;

-- How many creators a search finds. Counting all of a large market would take as long as reading
-- it, so a sample that is read in two milliseconds decides: if it says "many", its share of the market is
-- the result. If it says "few", they are counted through the index, until there are more than anybody reads.
create function private.count_creators(
  filters jsonb, out total bigint, out is_exact boolean, sample int default 5000, exact_to int default 1000
)
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  v_filter private.creator_filter := private.parse_filters(coalesce(filters, '{}'));
  v_hidden uuid[] := private.my_profile_id() || array(select private.my_blocked_members());
  v_creators real := (select greatest(c.reltuples, 1) from pg_catalog.pg_class c where c.oid = 'private.creators'::regclass);
  v_share real := least(1, sample / v_creators);
  v_condition text := private.index_condition(v_filter);
  v_count constant text := $sql$
    select count(*) from (
      select from private.creators c %s
      where private.creator_satisfies(c, $1) and c.profile_id <> all ($2) and %s limit $3
    ) found $sql$;
begin
  if private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  -- The sample has the same pages each time, so that the count is stable while nothing changes.
  execute format(v_count, format('tablesample system (%s) repeatable (0)', 100 * v_share), 'true')
    into total using v_filter, v_hidden, null::bigint;
  is_exact := v_share = 1;
  total := total / v_share;
  if not is_exact and total <= 2 * exact_to and v_condition is not null then
    execute format(v_count, '', v_condition) into total using v_filter, v_hidden, exact_to + 1::bigint;
    is_exact := total <= exact_to;
  end if;
end;
$$;
comment on function private.count_creators is 'The body of public.count_creators; reads past row-level security, returns a number only.';

create function public.count_creators(filters jsonb default '{}') returns table (total bigint, is_exact boolean)
language sql stable security invoker set search_path = '' as $$
  select * from private.count_creators(filters)
$$;
comment on function public.count_creators is 'How many creators satisfy the filters: exactly up to 1,000 and in a small market, beyond that approximately.';
grant execute on function private.count_creators, public.count_creators to authenticated;

-- Counts beside the options of the filters: how many creators each word would give, with the filters of all other
-- groups as they are. A market of 10,000 is read whole, a larger one by a sample of as many: about 15 ms.
create function private.option_groups() returns table (
  -- The field of creator_filter, the words of a creator as bits, and what they mean.
  key text, field text, bits text, words text[], place bigint
)
language sql immutable set search_path = '' as $$
  select g.*, row_number() over () from (
    select list, list, format('c.%I', list), private.words(list) from json_object_keys(private.member_lists()) as list
    union all values
      ('language', 'language', 'c.language_bits', private.work_languages()),
      ('followersRanges', 'follower_ranges', '1 << c.follower_range - 1', private.follower_ranges())
    union all select f.key, f.field, format('c.%I::int', f.column_name), array['true']
      from private.scalar_filters() f where f.type = 'boolean'
  ) g
$$;
comment on function private.option_groups is 'The filters that are a choice of words, and how their options are counted.';

-- One reading counts all groups. A creator counts for a group if they satisfy all other groups: `missed` has a bit for each group
-- whose filter they do not satisfy. Creators with the same words are many, so they are grouped before words are counted.
create function private.count_options(filters jsonb, out options jsonb, out is_exact boolean, sample int default 10000)
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  v_fields constant jsonb := to_jsonb(private.parse_filters(coalesce(filters, '{}')));
  v_hidden constant uuid[] := private.my_profile_id() || array(select private.my_blocked_members());
  v_share constant real := least(1, sample / (
    select greatest(c.reltuples, 1) from pg_catalog.pg_class c where c.oid = 'private.creators'::regclass));
  g record;
begin
  if private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  is_exact := v_share = 1;
  select v_fields - array_agg(o.field) as others,
    array_agg(jsonb_populate_record(null::private.creator_filter, jsonb_build_object(o.field, v_fields -> o.field)) order by place) as own,
    coalesce(string_agg(format('((private.creator_satisfies(c, $2[%s]) is not true)::int << %s)', place, place - 1), '|')
      filter (where v_fields ->> o.field is not null), '0') as missed,
    string_agg(format('%s as b%s', o.bits, place), ',' order by place) as bits,
    string_agg('f.b' || place, ',' order by place) as names,
    string_agg(format('grouping(f.b%s)', place), ',' order by place) as sets,
    string_agg(format('(f.missed, f.b%s)', place), ',' order by place) as keys
  into g from private.option_groups() as o;
  execute format($sql$
    with counted as (
      select f.missed, coalesce(%s) as bits, array_position(array[%s], 0) as place, count(*) as creators
      from (
        select %s, %s as missed from private.creators c %s
        where private.creator_satisfies(c, $1) and c.profile_id <> all ($3)
      ) f
      where f.missed & (f.missed - 1) = 0
      group by grouping sets (%s)
    )
    select jsonb_object_agg(o.key, (
      select coalesce(jsonb_object_agg(word, creators), '{}') from (
        select w.word, round(sum(c.creators) / $4) as creators
        from counted c join unnest(o.words) with ordinality as w (word, place) on c.bits & (1 << w.place::int - 1) <> 0
        where c.place = o.place and c.missed in (0, 1 << o.place::int - 1)
        group by w.word) as words))
    from private.option_groups() as o $sql$, g.names, g.sets, g.bits, g.missed,
    case when not is_exact then format('tablesample system (%s) repeatable (0)', 100 * v_share) end, g.keys)
    into options using jsonb_populate_record(null::private.creator_filter, g.others), g.own, v_hidden, v_share;
end;
$$;
comment on function private.count_options is 'The body of public.count_options; reads past row-level security, returns numbers only.';

create function public.count_options(filters jsonb default '{}') returns table (options jsonb, is_exact boolean)
language sql stable security invoker set search_path = '' as $$
  select * from private.count_options(filters)
$$;
comment on function public.count_options is
  'How many creators each word of the filters would give while the other filters stay: {"platforms": {"x": 12}}; a word of nobody is left out. Beyond 10,000 creators the numbers are approximate.';
grant execute on function private.count_options, public.count_options to authenticated;
