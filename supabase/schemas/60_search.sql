-- Finding creators. This chapter holds the one definition of "this creator satisfies these
-- filters": search reads it, saved searches and campaigns are matched by it.

-- Filters --------------------------------------------------------------------------------
-- What a jsonb of filters means once it is understood; null means "not set". Ratings are
-- hundredths and ranges are numbers, so that an index can carry both.
create type private.creator_filter as (
  term text,
  term_pattern text,
  language text,
  platforms text[],
  categories text[],
  follower_ranges smallint[],
  min_rating smallint,
  verified boolean,
  email_notifications boolean
);

-- One form for both sides of a text match. The case mapping is the one built into Postgres,
-- the same on every machine. Control characters become spaces, so that no text can hold the
-- separator of the haystack.
create function private.normalise_text(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(
    lower(normalize(value, NFC) collate pg_catalog.pg_c_utf8), E'[\\x01-\\x20\\x7f]+', ' ', 'g'))
$$;
comment on function private.normalise_text is 'Lower case, composed characters, single spaces.';

-- Name, then the list of expertise, then, after a double separator, the bio.
create function private.haystack(display_name text, expertise text[], bio text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.normalise_text(display_name) || E'\x1f'
    || coalesce((
      select string_agg(private.normalise_text(item), E'\x1f' order by place)
      from unnest(expertise) with ordinality as listed (item, place)
    ), '')
    || E'\x1f\x1f' || private.normalise_text(bio)
$$;
comment on function private.haystack is 'Everything of a creator that a search term may be found in, as one text.';

create function private.follower_range(total bigint) returns smallint
language sql immutable parallel safe set search_path = '' as $$
  select case
    when total <= 1000 then 1
    when total <= 10000 then 2
    when total <= 100000 then 3
    when total <= 1000000 then 4
    else 5
  end::smallint
$$;
comment on function private.follower_range is 'Place in the list 0-1k, 1k-10k, 10k-100k, 100k-1m, 1m+.';

create function private.filter_list(filters jsonb, key text) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  v_value jsonb := nullif(filters -> key, 'null');
begin
  if v_value is null then
    return null;
  end if;
  if jsonb_typeof(v_value) <> 'array' or exists (
    select from jsonb_array_elements(case when jsonb_typeof(v_value) = 'array' then v_value end) as item
    where jsonb_typeof(item) <> 'string'
  ) then
    raise exception 'filter_wrong_type' using errcode = 'PT422', detail = key;
  end if;
  return nullif(array(select distinct item from jsonb_array_elements_text(v_value) as item order by item), '{}');
end;
$$;
comment on function private.filter_list is 'One filter that is a list of texts; null when it is not set.';

create function private.filter_value(filters jsonb, key text, type text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  v_value jsonb := nullif(filters -> key, 'null');
begin
  if jsonb_typeof(v_value) <> type then
    raise exception 'filter_wrong_type' using errcode = 'PT422', detail = key;
  end if;
  return v_value #>> '{}';
end;
$$;
comment on function private.filter_value is 'One filter that is a single value of that JSON type; null when it is not set.';

-- Platforms and categories in the order of their codes (62_saved_searches packs them into
-- keys): append new ones, never reorder.
create function private.platform_codes() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['x', 'youtube', 'telegram', 'discord', 'tiktok', 'instagram', 'twitch', 'farcaster',
    'medium', 'linkedin']
$$;
create function private.category_codes() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['defi', 'nft', 'gaming', 'infrastructure', 'layer2', 'trading', 'education', 'news',
    'memecoins', 'dao', 'security', 'ai']
$$;

-- Absent, null, empty, false and a minimum rating of 0 all mean "not set".
create function private.parse_filters(filters jsonb) returns private.creator_filter
language plpgsql immutable set search_path = '' as $$
declare
  v_filter private.creator_filter;
  v_ranges text[];
  v_rating numeric;
  v_unknown text;
begin
  if jsonb_typeof(filters) is distinct from 'object' then
    raise exception 'filter_wrong_type' using errcode = 'PT422';
  end if;
  select given into v_unknown from jsonb_object_keys(filters) as given
  where given not in ('searchTerm', 'language', 'platforms', 'categories', 'followersRanges',
    'rating', 'verified', 'emailNotifications')
  limit 1;
  if v_unknown is not null then
    raise exception 'filter_unknown_key' using errcode = 'PT422', detail = v_unknown;
  end if;

  v_filter.term := nullif(private.normalise_text(private.filter_value(filters, 'searchTerm', 'string')), '');
  if length(v_filter.term) > 100 then
    raise exception 'filter_term_too_long' using errcode = 'PT422', detail = 'searchTerm';
  end if;
  v_filter.term_pattern := '%' || replace(replace(replace(v_filter.term,
    '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_filter.language := nullif(private.filter_value(filters, 'language', 'string'), '');
  v_filter.platforms := private.filter_list(filters, 'platforms');
  v_filter.categories := private.filter_list(filters, 'categories');
  v_ranges := private.filter_list(filters, 'followersRanges');
  v_rating := private.filter_value(filters, 'rating', 'number')::numeric;
  v_filter.verified := nullif(private.filter_value(filters, 'verified', 'boolean')::boolean, false);
  v_filter.email_notifications :=
    coalesce(private.filter_value(filters, 'emailNotifications', 'boolean')::boolean, false);

  if v_filter.language !~ '^[a-z]{2}$' or v_rating not between 0 and 5
    or not v_filter.platforms <@ private.platform_codes()
    or not v_filter.categories <@ private.category_codes()
  then
    raise exception 'filter_unknown_value' using errcode = 'PT422';
  end if;
  if not v_ranges <@ array['0-1k', '1k-10k', '10k-100k', '100k-1m', '1m+'] then
    raise exception 'filter_unknown_range' using errcode = 'PT422';
  end if;
  v_filter.follower_ranges := (
    select array_agg(array_position(array['0-1k', '1k-10k', '10k-100k', '100k-1m', '1m+'], range)::smallint
      order by 1)
    from unnest(v_ranges) as range
  );
  v_filter.min_rating := nullif(ceil(v_rating * 100), 0)::smallint;
  return v_filter;
end;
$$;
comment on function private.parse_filters is 'Understands filters, or refuses them with the reason.';

-- What search reads of a creator -----------------------------------------------------------
-- Apart from `members`, so that the public row stays what it is and a new picture or order
-- count touches no search index.
create table private.creators (
  profile_id uuid primary key references public.members (id) on delete cascade,
  haystack text not null,
  language text not null,
  platforms text[] not null,
  categories text[] not null,
  follower_total bigint not null,
  follower_range smallint not null generated always as (private.follower_range(follower_total)) stored,
  rating smallint not null,
  is_verified boolean not null,
  created_at timestamptz not null
);
comment on table private.creators is 'The searchable form of each member who is a creator; written by trigger only.';
comment on column private.creators.rating is 'Hundredths; 0 while there is no rating.';
alter table private.creators enable row level security;

-- The keyset orders of the sorts, and the bitmap of everything that can be filtered.
create index creators_by_rating on private.creators (rating desc, profile_id desc);
create index creators_by_followers on private.creators (follower_total desc, profile_id desc);
create index creators_by_newest on private.creators (created_at desc, profile_id desc);
create index creators_by_term on private.creators using gin (haystack extensions.gin_trgm_ops);
create index creators_by_filters on private.creators
  using gin (platforms, categories, language, follower_range, is_verified);
-- Long texts: the default sample says nothing about how many of them hold a word.
alter table private.creators alter column haystack set statistics 1000;

create function private.keep_creator() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if NEW.role <> 'kol' then
    delete from private.creators where profile_id = NEW.id;
    return null;
  end if;
  insert into private.creators as c (
    profile_id, haystack, language, platforms, categories, follower_total, rating, is_verified, created_at
  ) values (
    NEW.id, private.haystack(NEW.display_name, NEW.expertise, NEW.bio), NEW.language, NEW.platforms,
    NEW.categories, NEW.follower_total, coalesce(NEW.rating * 100, 0)::smallint, NEW.is_verified, NEW.created_at
  )
  on conflict (profile_id) do update set
    haystack = excluded.haystack, language = excluded.language, platforms = excluded.platforms,
    categories = excluded.categories, follower_total = excluded.follower_total,
    rating = excluded.rating, is_verified = excluded.is_verified, created_at = excluded.created_at;
  return null;
end;
$$;
comment on function private.keep_creator is 'Trigger: creators follows members.';
create trigger members_keep_creator_inserted after insert on public.members
  for each row when (NEW.role = 'kol') execute function private.keep_creator();
create trigger members_keep_creator_updated after update on public.members
  for each row when (
    (OLD.role, OLD.display_name, OLD.bio, OLD.expertise, OLD.language, OLD.platforms,
      OLD.categories, OLD.follower_total, OLD.rating, OLD.is_verified, OLD.created_at)
    is distinct from
    (NEW.role, NEW.display_name, NEW.bio, NEW.expertise, NEW.language, NEW.platforms,
      NEW.categories, NEW.follower_total, NEW.rating, NEW.is_verified, NEW.created_at)
  ) execute function private.keep_creator();

-- The one definition -----------------------------------------------------------------------
-- Its body is bound when it is created and it carries no settings, so that the planner can
-- open it up: a filter that is not set leaves no trace in the plan, one that is set finds its
-- index.
create function private.creator_satisfies(c private.creators, f private.creator_filter) returns boolean
language sql immutable parallel safe
return ((f).term is null or c.haystack like (f).term_pattern)
  and ((f).language is null or c.language = (f).language)
  and ((f).platforms is null or c.platforms && (f).platforms)
  and ((f).categories is null or c.categories && (f).categories)
  and ((f).follower_ranges is null or c.follower_range = any ((f).follower_ranges))
  and ((f).min_rating is null or c.rating >= (f).min_rating)
  and ((f).verified is null or c.is_verified);
comment on function private.creator_satisfies is 'Whether a creator satisfies filters: the only place that says so.';

-- Where the term is found decides first, the rating second. One number, for one keyset.
create function private.relevance(haystack text, rating smallint, term text) returns int
language sql immutable parallel safe
return case
  when starts_with(haystack, term) then 3
  when strpos(split_part(haystack, E'\x1f', 1), term) > 0 then 2
  when strpos(split_part(haystack, E'\x1f\x1f', 1), term) > 0 then 1
  else 0
end * 1000 + rating;
comment on function private.relevance is 'Name before expertise before bio, then the rating.';

-- Search -----------------------------------------------------------------------------------
create function private.search_creators(filters jsonb, sort text, page_size int, after uuid)
returns setof public.members
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_filter private.creator_filter := private.parse_filters(coalesce(filters, '{}'));
  v_position text;
  v_key text;
  v_size int := least(greatest(coalesce(page_size, 24), 1), 100);
begin
  if private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  v_key := case
    when sort = 'rating' or sort = 'relevance' and v_filter.term is null then 'c.rating'
    when sort = 'followers' then 'c.follower_total'
    when sort = 'newest' then 'c.created_at'
    when sort = 'relevance' then 'private.relevance(c.haystack, c.rating, ($1).term)'
  end;
  if v_key is null then
    raise exception 'sort_unknown' using errcode = 'PT422';
  end if;

  if after is not null then
    -- The profile outlives the creator's place in the market: a page can still be turned when
    -- the last one seen has been suspended meanwhile.
    execute format($sql$
      select (%s)::text from (
        select p.id as profile_id, coalesce(p.rating * 100, 0)::smallint as rating,
          p.follower_total, p.created_at,
          private.haystack(coalesce(p.display_name, ''), p.expertise, p.bio) as haystack
        from public.profiles p where p.id = $2
      ) c $sql$, v_key)
      into v_position using v_filter, after;
    if v_position is null then
      raise exception 'page_unknown' using errcode = 'PT422';
    end if;
  end if;

  -- Planned anew for each mix of filters, with their values in sight.
  return query execute format($sql$
    select m.* from (
      select c.profile_id, %1$s as position from private.creators c
      where private.creator_satisfies(c, $1) and c.profile_id <> $2 %2$s
      order by %1$s desc, c.profile_id desc
      limit %3$s
    ) page
    join public.members m on m.id = page.profile_id
    order by page.position desc, page.profile_id desc $sql$,
    v_key,
    case when after is not null then
      format('and (%s, c.profile_id) < (%L, %L)', v_key, v_position, after) end,
    v_size)
    using v_filter, v_me;
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
  'A page of creators that satisfy the filters. Sorts: rating, followers, newest, relevance; `after` is the last id seen. Nobody finds themselves.';
grant execute on function private.search_creators, public.search_creators to authenticated;
