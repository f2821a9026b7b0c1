-- Filters of a search for creators. This chapter holds the one definition of "this creator
-- satisfies these filters", `private.creator_satisfies`: search, saved searches and campaigns all
-- call it. It compares one creator, so it is for any size of the market. 02_index stores creators,
-- 03_search finds a page of them, 05_matching finds matches.

-- Filters parsed from jsonb; null means "not set".
create type private.creator_filter as (
  term text,
  language text,
  -- Bits of words (private.word_bits).
  platforms int,
  categories int,
  regions int,
  -- Places in private.follower_ranges().
  follower_ranges smallint[],
  -- Hundredths.
  min_rating smallint,
  verified boolean,
  email_notifications boolean,
  -- Cents of a dollar (private.price_in_cents), and days.
  min_price bigint,
  max_price bigint,
  max_delivery_days smallint
);

-- Brings a term and a searched text into the same form. The case mapping is the one built into Postgres,
-- the same on every machine. Control characters become spaces, so that no text can hold the
-- separator of a creator's search text. Nothing longer than a bio comes here (see 01_base/04_names).
create function private.normalise_text(value text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return btrim(regexp_replace(
    lower(normalize(left(value, 2000), NFC) collate pg_catalog.pg_c_utf8), E'[\\x01-\\x20\\x7f]+', ' ', 'g'));
end;
$$;
comment on function private.normalise_text is 'Lower case, composed characters, single spaces.';

create function private.follower_range(total bigint) returns smallint
language sql immutable parallel safe set search_path = '' as $$
  select width_bucket(total, private.follower_floors())::smallint
$$;
comment on function private.follower_range is 'Place in the list of follower ranges.';

-- One word, one bit, by its place in the list: quicker to compare than arrays, and small enough to
-- be held by each index of a sort order.
create function private.word_bits(words text[], list text) returns int
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_list text[] := private.words(list);
begin
  return (select bit_or(1 << (array_position(v_list, word) - 1)) from unnest(words) as word);
end;
$$;
comment on function private.word_bits is 'Words of one of private.member_lists as bits; null for none.';

-- Parsing --------------------------------------------------------------------------------
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

create function private.filter_words(filters jsonb, list text) returns int
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_words text[] := private.filter_list(filters, list);
begin
  if not v_words <@ private.words(list) then
    raise exception 'filter_value_unknown' using errcode = 'PT422', detail = list;
  end if;
  return private.word_bits(v_words, list);
end;
$$;
comment on function private.filter_words is 'One filter that is one of private.member_lists, as bits.';

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

create function private.filter_number(filters jsonb, key text, most bigint) returns bigint
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_value numeric := private.filter_value(filters, key, 'number')::numeric;
begin
  if v_value not between 0 and most or v_value <> trunc(v_value) then
    raise exception 'filter_value_unknown' using errcode = 'PT422', detail = key;
  end if;
  return nullif(v_value, 0)::bigint;
end;
$$;
comment on function private.filter_number is 'One filter that is a whole number; null when it is not set.';

-- Absent, null, empty, false and 0 all mean "not set".
create function private.parse_filters(filters jsonb) returns private.creator_filter
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_filter private.creator_filter;
  v_ranges text[];
  v_rating numeric;
  v_unknown text;
begin
  -- All words of all lists together are 2,000 bytes.
  if pg_column_size(filters) > 8000 then
    raise exception 'filter_too_large' using errcode = 'PT422';
  end if;
  if jsonb_typeof(filters) is distinct from 'object' then
    raise exception 'filter_wrong_type' using errcode = 'PT422';
  end if;
  select given into v_unknown from jsonb_object_keys(filters) as given
  where given not in ('searchTerm', 'language', 'followersRanges', 'rating', 'verified', 'emailNotifications',
      'minPrice', 'maxPrice', 'maxDeliveryDays')
    and private.member_lists() -> given is null
  limit 1;
  if v_unknown is not null then
    raise exception 'filter_key_unknown' using errcode = 'PT422', detail = v_unknown;
  end if;

  v_filter.term := nullif(private.normalise_text(private.filter_value(filters, 'searchTerm', 'string')), '');
  if length(v_filter.term) > 100 then
    raise exception 'filter_term_too_long' using errcode = 'PT422', detail = 'searchTerm';
  end if;
  v_filter.language := nullif(private.filter_value(filters, 'language', 'string'), '');
  v_filter.platforms := private.filter_words(filters, 'platforms');
  v_filter.categories := private.filter_words(filters, 'categories');
  v_filter.regions := private.filter_words(filters, 'regions');
  v_ranges := private.filter_list(filters, 'followersRanges');
  v_rating := private.filter_value(filters, 'rating', 'number')::numeric;
  v_filter.verified := nullif(private.filter_value(filters, 'verified', 'boolean')::boolean, false);
  v_filter.email_notifications :=
    coalesce(private.filter_value(filters, 'emailNotifications', 'boolean')::boolean, false);

  if v_filter.language <> all (private.work_languages()) or v_rating not between 0 and 5 then
    raise exception 'filter_value_unknown' using errcode = 'PT422';
  end if;
  if not v_ranges <@ private.follower_ranges() then
    raise exception 'filter_range_unknown' using errcode = 'PT422';
  end if;
  v_filter.follower_ranges := (
    select array_agg(array_position(private.follower_ranges(), range)::smallint order by 1)
    from unnest(v_ranges) as range
  );
  v_filter.min_rating := nullif(ceil(v_rating * 100), 0)::smallint;
  -- No pack costs or takes more (06_packs/01_packs).
  v_filter.min_price := private.filter_number(filters, 'minPrice', 1000000000000000);
  v_filter.max_price := private.filter_number(filters, 'maxPrice', 1000000000000000);
  v_filter.max_delivery_days := private.filter_number(filters, 'maxDeliveryDays', 90);
  return v_filter;
end;
$$;
comment on function private.parse_filters is 'Parses filters, or rejects them with the reason.';

-- The definition -------------------------------------------------------------------------
-- Separate from `members`, so that a new picture or order count updates no search index.
create table private.creators (
  profile_id uuid primary key references public.members (id) on delete cascade,
  name text not null,
  search_text text not null,
  language text not null,
  platforms int not null,
  categories int not null,
  regions int not null,
  follower_total bigint not null,
  follower_range smallint not null generated always as (private.follower_range(follower_total)) stored,
  rating smallint not null,
  score smallint not null,
  is_verified boolean not null,
  created_at timestamptz not null,
  price_cents bigint,
  delivery_days smallint
);
comment on table private.creators is 'The searchable form of each member who is a creator; written by trigger only.';
comment on column private.creators.search_text is 'Name, expertise and bio, normalised (private.search_text).';
comment on column private.creators.platforms is 'Bits of words (private.word_bits), as categories and regions.';
comment on column private.creators.rating is 'Hundredths; 0 while there is no rating.';
comment on column private.creators.score is 'The value that "best rated" sorts by, in thousandths; 0 while there is no rating.';
comment on column private.creators.price_cents is 'Price of the cheapest published pack (private.price_in_cents); null without one.';
comment on column private.creators.delivery_days is 'The shortest time of delivery of a published pack; null without one.';
alter table private.creators enable row level security;

-- The body is parsed when the function is created and carries no settings, so that Postgres
-- inlines it: a filter that is not set disappears from the plan, one that is set can use an index.
create function private.creator_satisfies(c private.creators, f private.creator_filter) returns boolean
language sql immutable parallel safe
return ((f).term is null or strpos(c.search_text, (f).term) > 0)
  and ((f).language is null or c.language = (f).language)
  and ((f).platforms is null or c.platforms & (f).platforms <> 0)
  and ((f).categories is null or c.categories & (f).categories <> 0)
  and ((f).regions is null or c.regions & (f).regions <> 0)
  and ((f).follower_ranges is null or c.follower_range = any ((f).follower_ranges))
  and ((f).min_rating is null or c.rating >= (f).min_rating)
  and ((f).verified is null or c.is_verified)
  and ((f).min_price is null or c.price_cents >= (f).min_price)
  and ((f).max_price is null or c.price_cents <= (f).max_price)
  and ((f).max_delivery_days is null or c.delivery_days <= (f).max_delivery_days);
comment on function private.creator_satisfies is
  'Whether a creator satisfies filters: the only definition. Null if a filter asks for a price or a time of delivery and the creator has no published pack.';

create function private.matched_fields(c private.creators) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_build_array(c.language, c.platforms, c.categories, c.regions)
$$;
comment on function private.matched_fields is 'The fields of a profile whose change matches the creator anew with saved searches and campaigns.';
