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
  -- The five of them again, as keys (below). Wide keys find more than the filter asks for.
  keys int[],
  keys_are_wide boolean,
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

-- Keys -----------------------------------------------------------------------------------
-- Language, platform, category, follower range and verified, packed into one number; 0 in a
-- place means "not set". A creator holds every key that describes them (about fifty), a filter
-- asks for a few: where they overlap, all five are satisfied. One index lookup instead of five.

-- The places in these lists are part of the keys: append new words, never reorder.
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
create function private.codes_of(list text[], codes text[]) returns int[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(array_position(codes, item)), '{}') from unnest(list) as item
$$;
comment on function private.codes_of is 'The places of some words in a list of all words.';

create function private.language_code(language text) returns int
language sql immutable parallel safe
return (ascii(language) - 96) * 27 + ascii(substr(language, 2)) - 96;
comment on function private.language_code is 'Two lower-case letters as a number above 0.';

create function private.filter_key(language int, platform int, category int, follower_range int, verified int)
returns int
language sql immutable parallel safe
return (((language * 32 + platform) * 32 + category) * 8 + follower_range) * 2 + verified;
comment on function private.filter_key is 'Five small numbers packed into one.';

create function private.creator_keys(
  language text, platforms text[], categories text[], follower_range int, is_verified boolean
) returns int[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_language int := private.filter_key(private.language_code(language), 0, 0, 0, 0);
  v_range int := private.filter_key(0, 0, 0, follower_range, 0);
  v_platform int;
  v_category int;
  v_key int;
  v_keys int[] := '{}';
begin
  foreach v_platform in array 0 || private.codes_of(platforms, private.platform_codes()) loop
    foreach v_category in array 0 || private.codes_of(categories, private.category_codes()) loop
      v_key := private.filter_key(0, v_platform, v_category, 0, 0);
      v_keys := v_keys || v_key || (v_key + v_range) || (v_key + v_language) || (v_key + v_language + v_range);
    end loop;
  end loop;
  if is_verified then
    v_keys := v_keys || array(select key + private.filter_key(0, 0, 0, 0, 1) from unnest(v_keys) as key);
  end if;
  return v_keys;
end;
$$;
comment on function private.creator_keys is 'Every key that describes a creator.';

-- At most 64 keys: beyond that the widest list is left out, and what the keys find still has
-- to be compared with the filter itself.
create function private.expand_filter(f private.creator_filter, out keys int[], out wide boolean)
language plpgsql immutable set search_path = '' as $$
declare
  v_language int := coalesce(private.language_code((f).language), 0);
  v_platforms int[] := private.codes_of((f).platforms, private.platform_codes());
  v_categories int[] := private.codes_of((f).categories, private.category_codes());
  v_ranges int[] := coalesce((f).follower_ranges::int[], '{}');
  v_verified int := case when (f).verified then 1 else 0 end;
begin
  wide := false;
  -- Every creator is in one of the five ranges.
  if cardinality(v_ranges) = 5 then
    v_ranges := '{}';
  end if;
  while greatest(cardinality(v_platforms), 1) * greatest(cardinality(v_categories), 1)
    * greatest(cardinality(v_ranges), 1) > 64
  loop
    wide := true;
    if cardinality(v_categories) >= greatest(cardinality(v_platforms), cardinality(v_ranges)) then
      v_categories := '{}';
    elsif cardinality(v_platforms) >= cardinality(v_ranges) then
      v_platforms := '{}';
    else
      v_ranges := '{}';
    end if;
  end loop;
  keys := array(
    select private.filter_key(v_language, platform, category, follower_range, v_verified)
    from unnest(case when v_platforms = '{}' then '{0}' else v_platforms end) as platform,
      unnest(case when v_categories = '{}' then '{0}' else v_categories end) as category,
      unnest(case when v_ranges = '{}' then '{0}' else v_ranges end) as follower_range
  );
end;
$$;
comment on function private.expand_filter is 'The keys that a filter asks for.';

-- Understanding filters --------------------------------------------------------------------
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
  select e.keys, e.wide into v_filter.keys, v_filter.keys_are_wide from private.expand_filter(v_filter) e;
  return v_filter;
end;
$$;
comment on function private.parse_filters is 'Understands filters, or refuses them with the reason.';

-- What search reads of a creator -----------------------------------------------------------
-- Apart from `members`, so that the public row stays what it is and a new picture or order
-- count touches no search index.
create table private.creators (
  profile_id uuid primary key references public.members (id) on delete cascade,
  name text not null,
  haystack text not null,
  language text not null,
  platforms text[] not null,
  categories text[] not null,
  follower_total bigint not null,
  follower_range smallint not null generated always as (private.follower_range(follower_total)) stored,
  rating smallint not null,
  is_verified boolean not null,
  keys int[] not null generated always as (
    private.creator_keys(language, platforms, categories, private.follower_range(follower_total), is_verified)
  ) stored,
  created_at timestamptz not null
);
comment on table private.creators is 'The searchable form of each member who is a creator; written by trigger only.';
comment on column private.creators.rating is 'Hundredths; 0 while there is no rating.';
alter table private.creators enable row level security;

-- The keyset orders of the sorts, the terms, and the keys.
create index creators_by_rating on private.creators (rating desc, profile_id desc);
create index creators_by_followers on private.creators (follower_total desc, profile_id desc);
create index creators_by_newest on private.creators (created_at desc, profile_id desc);
create index creators_by_term on private.creators using gin (haystack extensions.gin_trgm_ops);
create index creators_by_name on private.creators using gin (name extensions.gin_trgm_ops);
create index creators_by_keys on private.creators using gin (keys);
-- (99_reference_data has the planner look closer at texts and keys.)

create function private.keep_creator() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if NEW.role <> 'kol' then
    delete from private.creators where profile_id = NEW.id;
    return null;
  end if;
  insert into private.creators as c (
    profile_id, name, haystack, language, platforms, categories, follower_total, rating, is_verified, created_at
  ) values (
    NEW.id, private.normalise_text(NEW.display_name), private.haystack(NEW.display_name, NEW.expertise, NEW.bio), NEW.language, NEW.platforms,
    NEW.categories, NEW.follower_total, coalesce(NEW.rating * 100, 0)::smallint, NEW.is_verified, NEW.created_at
  )
  on conflict (profile_id) do update set
    name = excluded.name, haystack = excluded.haystack, language = excluded.language,
    platforms = excluded.platforms, categories = excluded.categories, follower_total = excluded.follower_total,
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
-- index. Where the keys say it all, nothing is said twice: the planner would count it twice.
create function private.creator_satisfies(c private.creators, f private.creator_filter) returns boolean
language sql immutable parallel safe
return ((f).term is null or c.haystack like (f).term_pattern)
  and ((f).min_rating is null or c.rating >= (f).min_rating)
  and ((f).keys = '{0}' or c.keys && (f).keys)
  and (not (f).keys_are_wide or (
    ((f).language is null or c.language = (f).language)
    and ((f).platforms is null or c.platforms && (f).platforms)
    and ((f).categories is null or c.categories && (f).categories)
    and ((f).follower_ranges is null or c.follower_range = any ((f).follower_ranges))
    and ((f).verified is null or c.is_verified)));
comment on function private.creator_satisfies is 'Whether a creator satisfies filters: the only place that says so.';

-- Search -----------------------------------------------------------------------------------
-- By relevance, those with the term in their name come first, then the others, each by rating:
-- two passes, so that both can follow an index.
create function private.search_creators(filters jsonb, sort text, page_size int, after uuid)
returns setof public.members
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_filter private.creator_filter := private.parse_filters(coalesce(filters, '{}'));
  v_key text;
  v_passes text[] := '{true}';
  v_pass text;
  v_position text;
  v_skipped boolean := after is not null;
  v_left int := least(greatest(coalesce(page_size, 24), 1), 100);
  v_found int;
begin
  if private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  v_key := case sort
    when 'rating' then 'rating'
    when 'relevance' then 'rating'
    when 'followers' then 'follower_total'
    when 'newest' then 'created_at'
  end;
  if v_key is null then
    raise exception 'sort_unknown' using errcode = 'PT422';
  end if;
  if sort = 'relevance' and v_filter.term is not null then
    v_passes := '{c.name like ($1).term_pattern,c.name not like ($1).term_pattern}';
  end if;

  foreach v_pass in array v_passes loop
    if v_skipped then
      -- Where the last page ended. The profile outlives the creator's place in the market: a
      -- page can still be turned when the last one seen has been suspended meanwhile.
      execute format($sql$
        select c.%I::text from (
          select private.normalise_text(coalesce(p.display_name, '')) as name,
            coalesce(p.rating * 100, 0)::smallint as rating, p.follower_total, p.created_at
          from public.profiles p where p.id = $2
        ) c where %s $sql$, v_key, v_pass)
        into v_position using v_filter, after;
      v_skipped := v_position is null;
      continue when v_skipped;
    end if;
    -- Planned anew for each mix of filters, with their values in sight.
    return query execute format($sql$
      select m.* from (
        select c.profile_id, c.%1$I as position from private.creators c
        where private.creator_satisfies(c, $1) and %2$s and c.profile_id <> $2 %3$s
        order by c.%1$I desc, c.profile_id desc
        limit %4$s
      ) page
      join public.members m on m.id = page.profile_id
      order by page.position desc, page.profile_id desc $sql$,
      v_key, v_pass,
      case when v_position is not null then
        format('and (c.%I, c.profile_id) < (%L, %L)', v_key, v_position, after) end,
      v_left)
      using v_filter, v_me;
    get diagnostics v_found = row_count;
    v_left := v_left - v_found;
    exit when v_left <= 0;
    v_position := null;
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
  'A page of creators that satisfy the filters. Sorts: rating, followers, newest, relevance (name first); `after` is the last id seen. Nobody finds themselves.';
grant execute on function private.search_creators, public.search_creators to authenticated;
