-- Filters of a search for creators. This chapter holds the one definition of "this creator
-- satisfies these filters", `private.creator_satisfies`: search, saved searches and campaigns all
-- call it. It compares one creator, so it is for any size of the market. 02_index stores creators,
-- 03_search finds a page of them, 05_matching finds matches.

-- Filters parsed from jsonb; null means "not set".
create type private.creator_filter as (
  term text,
  language text,
  -- The chosen words as bits (private.word_bits).
  platforms int,
  categories int,
  regions int,
  follower_ranges int,
  -- The rating in hundredths.
  min_rating smallint,
  verified boolean,
  -- Prices in cents of a dollar (private.price_in_cents), and a time in days.
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

-- Stores each word as one bit, by its place in the list, which is quicker to compare than arrays.
create function private.word_bits(words text[], list text[]) returns int
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (select bit_or(1 << (array_position(list, word) - 1)) from unnest(words) as word);
end;
$$;
comment on function private.word_bits is 'Words of a list as bits; null for none.';

-- Parsing --------------------------------------------------------------------------------
create function private.filter_words(filters jsonb, key text, list text[]) returns int
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_value jsonb := nullif(filters -> key, 'null');
  v_words text[];
begin
  if jsonb_typeof(v_value) <> 'array' or v_value @? 'strict $[*] ? (@.type() != "string")' then
    raise exception 'filter_wrong_type' using errcode = 'PT422', detail = key;
  end if;
  v_words := array(select jsonb_array_elements_text(v_value));
  if not v_words <@ list then
    raise exception 'filter_value_unknown' using errcode = 'PT422', detail = key;
  end if;
  return private.word_bits(v_words, list);
end;
$$;
comment on function private.filter_words is 'One filter that is a choice of words from a list, as bits; null when it is not set.';

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

-- Filters of one value. Each sets a field of creator_filter, which creator_satisfies compares.
create function private.scalar_filters() returns table (
  key text, type text, field text,
  -- The column of a profile that the filter compares; null: it compares the creator's packs.
  column_name text,
  -- True: creators state it on their profile. False: the market assesses it, or it comes from the packs.
  by_creator boolean,
  -- The texts that the filter accepts.
  words text[],
  -- The highest number. `parts` is how many stored units make one, rounded up; null: numbers are whole.
  most numeric, parts int
)
language sql immutable parallel safe set search_path = '' as $$
  values
    ('language', 'string', 'language', 'language', true, private.work_languages(), null::numeric, null::int),
    ('rating', 'number', 'min_rating', 'rating', false, null, 5, 100),
    ('verified', 'boolean', 'verified', 'is_verified', false, null, null, null),
    -- The maxima are above the price and the delivery time of any pack (06_packs/01_packs).
    ('minPrice', 'number', 'min_price', null, false, null, 1000000000000000, null),
    ('maxPrice', 'number', 'max_price', null, false, null, 1000000000000000, null),
    ('maxDeliveryDays', 'number', 'max_delivery_days', null, false, null, 90, null)
$$;
comment on function private.scalar_filters is 'The filters of one value: text, number, or yes.';

-- Absent, null, empty, false and 0 all mean "not set".
create function private.parse_filters(filters jsonb) returns private.creator_filter
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_filter private.creator_filter;
  v_fields jsonb := '{}';
  v_scalar record;
  v_value text;
  v_number numeric;
  v_unknown text;
begin
  -- The limit is far above the size of all words of all lists together, which is 2,000 bytes.
  if pg_column_size(filters) > 8000 then
    raise exception 'filter_too_large' using errcode = 'PT422';
  end if;
  perform private.require_plain(filters);
  if jsonb_typeof(filters) is distinct from 'object' then
    raise exception 'filter_wrong_type' using errcode = 'PT422';
  end if;
  select given into v_unknown from jsonb_object_keys(filters) as given
  where given not in ('searchTerm', 'followersRanges', 'emailNotifications')
    and given not in (select key from private.scalar_filters())
    and private.member_lists() -> given is null
  limit 1;
  if v_unknown is not null then
    raise exception 'filter_key_unknown' using errcode = 'PT422', detail = v_unknown;
  end if;

  for v_scalar in select * from private.scalar_filters() loop
    v_value := private.filter_value(filters, v_scalar.key, v_scalar.type);
    v_number := case when v_scalar.type = 'number' then v_value::numeric end;
    if v_number not between 0 and v_scalar.most or v_number <> trunc(v_number) and v_scalar.parts is null
      or v_value <> '' and v_value <> all (v_scalar.words)
    then
      raise exception 'filter_value_unknown' using errcode = 'PT422', detail = v_scalar.key;
    end if;
    if v_value not in ('', 'false') and v_number is distinct from 0 then
      v_fields := v_fields || jsonb_build_object(v_scalar.field,
        coalesce(ceil(v_number * coalesce(v_scalar.parts, 1))::text, v_value));
    end if;
  end loop;
  v_filter := jsonb_populate_record(v_filter, v_fields || (
    select jsonb_object_agg(list, private.filter_words(filters, list, private.words(list)))
    from json_object_keys(private.member_lists()) as list));
  v_filter.term := nullif(private.normalise_text(private.filter_value(filters, 'searchTerm', 'string')), '');
  if length(v_filter.term) > 100 then
    raise exception 'filter_term_too_long' using errcode = 'PT422', detail = 'searchTerm';
  end if;
  v_filter.follower_ranges := private.filter_words(filters, 'followersRanges', private.follower_ranges());
  -- This filter says only whether a saved search is matched; every creator satisfies it.
  perform private.filter_value(filters, 'emailNotifications', 'boolean');
  return v_filter;
end;
$$;
comment on function private.parse_filters is 'Parses filters, or rejects them with the reason.';

create function private.least_first(value bigint) returns bigint
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return -coalesce(value, 1000000000000000000);
end;
$$;
comment on function private.least_first is 'Turns a number around for sort orders, which begin with the highest: the least comes first, and null last.';

-- The definition -------------------------------------------------------------------------
-- This table is separate from `members`, so that a new picture or order count updates no search index.
create table private.creators (
  profile_id uuid primary key references public.members (id) on delete cascade,
  name text not null,
  search_text text not null,
  language text not null,
  other_languages text[] not null default '{}',
  language_bits int not null generated always as (
    private.word_bits(language || other_languages, private.work_languages())) stored,
  platforms int not null,
  categories int not null,
  regions int not null,
  follower_total bigint not null,
  follower_range smallint not null generated always as (width_bucket(follower_total, private.follower_floors())) stored,
  rating smallint not null,
  score smallint not null,
  is_verified boolean not null,
  created_at timestamptz not null,
  price_cents bigint,
  delivery_days smallint,
  price_rank bigint not null generated always as (private.least_first(price_cents)) stored,
  delivery_rank bigint not null generated always as (private.least_first(delivery_days)) stored
);
comment on table private.creators is 'The searchable form of creators. Lists are bits of words, ratings hundredths and scores thousandths, 0 without one; price and days are the least of the published packs, null without one.';
alter table private.creators enable row level security;

-- The body is parsed when the function is created and carries no settings, so that Postgres
-- inlines it: a filter that is not set disappears from the plan, one that is set can use an index.
create function private.creator_satisfies(c private.creators, f private.creator_filter) returns boolean
language sql immutable parallel safe
return ((f).term is null or strpos(c.search_text, (f).term) > 0)
  and ((f).language is null or c.language = (f).language or (f).language = any (c.other_languages))
  and ((f).platforms is null or c.platforms & (f).platforms <> 0)
  and ((f).categories is null or c.categories & (f).categories <> 0)
  and ((f).regions is null or c.regions & (f).regions <> 0)
  and ((f).follower_ranges is null or (f).follower_ranges & (1 << c.follower_range - 1) <> 0)
  and ((f).min_rating is null or c.rating >= (f).min_rating)
  and ((f).verified is null or c.is_verified)
  and ((f).min_price is null or c.price_cents >= (f).min_price)
  and ((f).max_price is null or c.price_cents <= (f).max_price)
  and ((f).max_delivery_days is null or c.delivery_days <= (f).max_delivery_days);
comment on function private.creator_satisfies is
  'Whether a creator satisfies filters: the only definition. Null if a filter asks for a price or a time of delivery and the creator has no published pack.';

-- Leaves out assessments by the market, and packs: 11_search/05_matching compares them separately.
create function private.matched_fields(c private.creators) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(c) - '{follower_total,rating,score,is_verified,price_cents,delivery_days,price_rank,delivery_rank}'::text[]
$$;
comment on function private.matched_fields is 'The fields that filters ask for and the creator states. If they change, the change counts for a limit, and the creator is matched again.';
