-- What a search for creators may ask, and what it is asked of. This chapter holds the one
-- definition of "this creator satisfies these filters": search reads it, saved searches and
-- campaigns are matched by it.

-- Filters --------------------------------------------------------------------------------
-- What a jsonb of filters means once it is understood; null means "not set". Ratings are
-- hundredths and ranges are numbers, so that an index can carry both. The last six are what
-- `may_satisfy` looks at.
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
  email_notifications boolean,
  category_traits bigint,
  language_code int,
  name_signature bit(640),
  platform_traits bigint,
  range_traits bigint,
  signature bit(640)
);

-- One form for both sides of a text match. The case mapping is the one built into Postgres,
-- the same on every machine. Control characters become spaces, so that no text can hold the
-- separator of the haystack.
create function private.normalise_text(value text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return btrim(regexp_replace(
    lower(normalize(value, NFC) collate pg_catalog.pg_c_utf8), E'[\\x01-\\x20\\x7f]+', ' ', 'g'));
end;
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

-- A term may stand anywhere in a text. Two things tell most texts without it apart: a signature,
-- one bit for every three characters, small enough to lie in an index; and the list of all that
-- is five characters long, which an index finds texts by. A text that holds the term has all
-- bits of the term and every five characters of it; the reverse has to be looked at.
create function private.text_bits(value text, first int, most int) returns bit(640)
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select coalesce(bit_or(set_bit(0::bit(640), first + (hashtext(substr(value, place, 3)) & (most - 1)), 1)), 0::bit(640))
    from generate_series(1, length(value) - 2) as place
  );
end;
$$;
comment on function private.text_bits is 'One of `most` bits, a power of two, for every three characters of a text.';
create function private.signature(name text, haystack text) returns bit(640)
language sql immutable parallel safe
return private.text_bits(haystack, 0, 512) | private.text_bits(name, 512, 128);
comment on function private.signature is '512 bits for everything that is said of a creator, 128 for the name.';

create function private.grams(value text) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select array_to_tsvector(array(
    select substr(value, place, 5) from generate_series(1, length(value)) as place
  ))
$$;
comment on function private.grams is 'Every five characters of a text, and the fewer ones at its end.';

create function private.follower_range(total bigint) returns smallint
language sql immutable parallel safe set search_path = '' as $$
  select width_bucket(total, private.follower_floors())::smallint
$$;
comment on function private.follower_range is 'Place in the list of follower ranges.';

-- Keys -----------------------------------------------------------------------------------
-- Language, platform, category, follower range and verified, packed into one number; 0 in a
-- place means "not set". A creator holds every key that describes them (about fifty), a filter
-- asks for a few: where they overlap, all five are satisfied. One index lookup instead of five.

create function private.codes_of(list text[], codes text[]) returns int[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (select coalesce(array_agg(array_position(codes, item)), '{}') from unnest(list) as item);
end;
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
  foreach v_platform in array 0 || private.codes_of(platforms, private.platforms()) loop
    foreach v_category in array 0 || private.codes_of(categories, private.categories()) loop
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

-- The same and the rating once more, a bit for each word: what a filter asks for can be seen in
-- one number, without a list.
create function private.trait_bits(codes int[], first int) returns bigint
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (select bit_or(1::bigint << (first + code - 1)) from unnest(codes) as code);
end;
$$;
create function private.creator_traits(
  language text, platforms text[], categories text[], follower_range int, is_verified boolean, rating int
) returns bigint
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(private.trait_bits(private.codes_of(platforms, private.platforms()), 0), 0)
    | coalesce(private.trait_bits(private.codes_of(categories, private.categories()), 16), 0)
    | private.trait_bits(array[follower_range], 32)
    | case when is_verified then 1::bigint << 38 else 0 end
    | (private.language_code(language)::bigint << 40)
    | (rating::bigint << 50)
$$;
comment on function private.creator_traits is
  'Platforms from bit 0, categories from 16, follower range from 32, verified at 38, language from 40, rating from 50.';

-- At most 64 keys: beyond that the widest list is left out, and what the keys find still has
-- to be compared with the filter itself.
create function private.expand_filter(f private.creator_filter, out keys int[], out wide boolean)
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_language int := coalesce(private.language_code((f).language), 0);
  v_platforms int[] := private.codes_of((f).platforms, private.platforms());
  v_categories int[] := private.codes_of((f).categories, private.categories());
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
language plpgsql immutable parallel safe set search_path = '' as $$
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
language plpgsql immutable parallel safe set search_path = '' as $$
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
language plpgsql immutable parallel safe set search_path = '' as $$
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
    or not v_filter.platforms <@ private.platforms()
    or not v_filter.categories <@ private.categories()
  then
    raise exception 'filter_unknown_value' using errcode = 'PT422';
  end if;
  if not v_ranges <@ private.follower_ranges() then
    raise exception 'filter_unknown_range' using errcode = 'PT422';
  end if;
  v_filter.follower_ranges := (
    select array_agg(array_position(private.follower_ranges(), range)::smallint
      order by 1)
    from unnest(v_ranges) as range
  );
  v_filter.min_rating := nullif(ceil(v_rating * 100), 0)::smallint;
  select e.keys, e.wide into v_filter.keys, v_filter.keys_are_wide from private.expand_filter(v_filter) e;

  if v_filter.term is not null then
    v_filter.signature := nullif(private.text_bits(v_filter.term, 0, 512), 0::bit(640));
    v_filter.name_signature := private.signature(v_filter.term, v_filter.term);
  end if;
  v_filter.language_code := private.language_code(v_filter.language);
  v_filter.platform_traits := private.trait_bits(private.codes_of(v_filter.platforms, private.platforms()), 0);
  v_filter.category_traits := private.trait_bits(private.codes_of(v_filter.categories, private.categories()), 16);
  v_filter.range_traits := private.trait_bits(v_filter.follower_ranges::int[], 32);
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
  score smallint not null,
  is_verified boolean not null,
  keys int[] not null generated always as (
    private.creator_keys(language, platforms, categories, private.follower_range(follower_total), is_verified)
  ) stored,
  signature bit(640) not null generated always as (private.signature(name, haystack)) stored,
  traits bigint not null generated always as (
    private.creator_traits(language, platforms, categories, private.follower_range(follower_total), is_verified, rating)
  ) stored,
  created_at timestamptz not null
);
comment on table private.creators is 'The searchable form of each member who is a creator; written by trigger only.';
comment on column private.creators.rating is 'Hundredths; 0 while there is no rating.';
comment on column private.creators.score is 'What "best rated" sorts by, in thousandths; 0 while there is no rating.';
alter table private.creators enable row level security;

-- The orders of the sorts, each with what a walk along it looks at; and what finds the few.
create index creators_by_score on private.creators (score desc, profile_id desc) include (signature, traits);
create index creators_by_followers on private.creators (follower_total desc, profile_id desc) include (signature, traits);
create index creators_by_newest on private.creators (created_at desc, profile_id desc) include (signature, traits);
create index creators_by_grams_and_keys on private.creators using gin (private.grams(haystack), keys);
-- Statistics of an expression that no query asks the planner about take minutes to collect.
alter index private.creators_by_grams_and_keys alter column 1 set statistics 0;
create index creators_by_name on private.creators using gin (name extensions.gin_trgm_ops);

-- A ring of accounts can buy a mean; the score weighs who says it (46_reputation). Where a rating
-- was set without reviews, it is the score.
create function private.score_of(profile_id uuid) returns smallint
language sql stable security definer set search_path = '' as $$
  select coalesce(round(1000 * coalesce(s.rating_score, p.rating)), 0)::smallint
  from public.profiles p
  left join private.standings s on s.profile_id = p.id
  where p.id = score_of.profile_id
$$;
comment on function private.score_of is 'The score of a creator, as the index holds it.';

create function private.keep_score(profile_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update private.creators c set score = private.score_of(c.profile_id)
  where c.profile_id = keep_score.profile_id and c.score <> private.score_of(c.profile_id)
$$;
comment on function private.keep_score is 'The score moves when a weight does, though the public row stays as it is.';

create function private.keep_creator() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if NEW.role <> 'kol' then
    delete from private.creators where profile_id = NEW.id;
    return null;
  end if;
  insert into private.creators as c (
    profile_id, name, haystack, language, platforms, categories, follower_total, rating, score,
    is_verified, created_at
  ) values (
    NEW.id, private.normalise_text(NEW.display_name), private.haystack(NEW.display_name, NEW.expertise, NEW.bio), NEW.language, NEW.platforms,
    NEW.categories, NEW.follower_total, coalesce(NEW.rating * 100, 0)::smallint,
    private.score_of(NEW.id), NEW.is_verified, NEW.created_at
  )
  on conflict (profile_id) do update set
    name = excluded.name, haystack = excluded.haystack, language = excluded.language,
    platforms = excluded.platforms, categories = excluded.categories, follower_total = excluded.follower_total,
    rating = excluded.rating, score = excluded.score, is_verified = excluded.is_verified, created_at = excluded.created_at;
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
-- index. Where the keys say it all, nothing is said twice: the planner would count it twice. Half
-- of all creators have a rating that is asked for: adding 0 keeps the planner from its index.
create function private.creator_satisfies(c private.creators, f private.creator_filter) returns boolean
language sql immutable parallel safe
return ((f).term is null or c.haystack like (f).term_pattern)
  and ((f).min_rating is null or c.rating + 0 >= (f).min_rating)
  and ((f).keys = '{0}' or c.keys && (f).keys)
  and (not (f).keys_are_wide or (
    ((f).language is null or c.language = (f).language)
    and ((f).platforms is null or c.platforms && (f).platforms)
    and ((f).categories is null or c.categories && (f).categories)
    and ((f).follower_ranges is null or c.follower_range = any ((f).follower_ranges))
    and ((f).verified is null or c.is_verified)));
comment on function private.creator_satisfies is 'Whether a creator satisfies filters: the only place that says so.';

-- Its shadow: whoever satisfies the filter passes here too, and few others.
create function private.may_satisfy(signature bit(640), traits bigint, f private.creator_filter) returns boolean
language sql immutable parallel safe
return ((f).platform_traits is null or traits & (f).platform_traits <> 0)
  and ((f).category_traits is null or traits & (f).category_traits <> 0)
  and ((f).range_traits is null or traits & (f).range_traits <> 0)
  and ((f).language_code is null or (traits >> 40) & 1023 = (f).language_code)
  and ((f).min_rating is null or traits >> 50 >= (f).min_rating)
  and ((f).verified is null or traits & 274877906944 <> 0)
  and ((f).signature is null or signature & (f).signature = (f).signature);
comment on function private.may_satisfy is 'Whether a creator may satisfy filters, as far as an entry of a sort index tells.';
