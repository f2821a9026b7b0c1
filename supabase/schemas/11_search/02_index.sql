-- The searchable form of creators and the indexes of search, all of it derived from other tables. The
-- indexes are for 20,000 creators, as `03_search`, and no larger than they have to be among a million.

create function private.search_text(display_name text, expertise text[], bio text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select concat_ws(E'\x1f', private.normalise_text(display_name),
    array_to_string(array(select private.normalise_text(item) from unnest(expertise) as item), E'\x1f'),
    '', private.normalise_text(bio))
$$;
comment on function private.search_text is
  'Everything that a search term may be found in, as one text. No term can hold the separator.';

-- Terms ----------------------------------------------------------------------------------
-- A gram has four bytes, because a term of two Chinese characters has only six. A gram is part of one word: those
-- across words would double the index and find hardly fewer creators.
create function private.text_grams(value text) returns int[]
language plpgsql immutable parallel safe cost 1000 set search_path = '' as $$
begin
  return array(
    select (get_byte(bytes, place) << 24) | (get_byte(bytes, place + 1) << 16)
      | (get_byte(bytes, place + 2) << 8) | get_byte(bytes, place + 3)
    from string_to_table(translate(value, E'\x1f', ' '), ' ') as word, convert_to(word, 'UTF8') as bytes,
      generate_series(0, length(bytes) - 4) as place
  );
end;
$$;
comment on function private.text_grams is
  'Every four bytes of each word of a text, as numbers; a text has all grams of the terms that it contains. The cost keeps the planner from computing it where it can compare texts.';

-- Facets ---------------------------------------------------------------------------------
-- Language, platform, category, follower range and verified, packed into one number; 0 in a
-- place means "not set". A creator has every key that describes it (about fifty for each language), a filter asks
-- for a few: where they overlap, all five are satisfied.
create function private.bit_places(bits int) returns int[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return array(select place from generate_series(1, 31) as place where bits & (1 << (place - 1)) <> 0);
end;
$$;
comment on function private.bit_places is 'Places of the bits that are set, from 1.';

-- A key holds up to 31 platforms, 31 categories and 7 ranges. A language is two lower-case letters.
create function private.facet_key(
  language text, platform int, category int, follower_range int, is_verified boolean
) returns int
language sql immutable parallel safe
return (((coalesce((ascii(language) - 96) * 27 + ascii(substr(language, 2)) - 96, 0)
  * 32 + platform) * 32 + category) * 8 + follower_range) * 2 + is_verified::int;
comment on function private.facet_key is 'Five small values packed into one number.';

create function private.creator_facet_keys(
  language text, other_languages text[], platforms int, categories int, follower_range smallint, is_verified boolean
) returns int[]
language sql immutable parallel safe cost 1000 set search_path = '' as $$
  select array_agg(private.facet_key(a_language, platform, category, a_range, verified))
  from unnest(array[null, language] || other_languages) as a_language,
    unnest(0 || private.bit_places(platforms)) as platform,
    unnest(0 || private.bit_places(categories)) as category,
    unnest(array[0, follower_range::int]) as a_range,
    unnest(case when is_verified then '{false,true}'::boolean[] else '{false}' end) as verified
$$;

-- A filter of many platforms, categories and ranges would have hundreds of keys. Beyond 64, about
-- as many as a creator has, the categories are left out.
create function private.filter_facet_keys(f private.creator_filter) returns int[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_most_keys constant int := 64;
  v_platforms int[] := coalesce(nullif(private.bit_places(f.platforms), '{}'), '{0}');
  v_categories int[] := coalesce(nullif(private.bit_places(f.categories), '{}'), '{0}');
  v_ranges int[] := private.bit_places(f.follower_ranges);
begin
  -- A filter of all ranges is the same as none, because every creator is in one of them.
  if v_ranges = '{}' or cardinality(v_ranges) = cardinality(private.follower_ranges()) then
    v_ranges := '{0}';
  end if;
  if cardinality(v_platforms) * cardinality(v_categories) * cardinality(v_ranges) > v_most_keys then
    v_categories := '{0}';
  end if;
  return array(
    select private.facet_key(f.language, platform, category, follower_range, coalesce(f.verified, false))
    from unnest(v_platforms) as platform, unnest(v_categories) as category, unnest(v_ranges) as follower_range);
end;
$$;

-- Indexes --------------------------------------------------------------------------------
-- Each index contains what filters compare, except terms: most rows that a search passes do not match, and are skipped without the table.
create index creators_by_score on private.creators (score desc, profile_id desc)
  include (language, other_languages, platforms, categories, regions, follower_range, rating, is_verified, price_cents, delivery_days);
create index creators_by_followers on private.creators (follower_total desc, profile_id desc)
  include (language, other_languages, platforms, categories, regions, follower_range, rating, is_verified, price_cents, delivery_days);
create index creators_by_price on private.creators (price_rank desc, profile_id desc)
  include (language, other_languages, platforms, categories, regions, follower_range, rating, is_verified, price_cents, delivery_days);
create index creators_by_delivery on private.creators (delivery_rank desc, profile_id desc)
  include (language, other_languages, platforms, categories, regions, follower_range, rating, is_verified, price_cents, delivery_days);
create index creators_by_newest on private.creators (created_at desc, profile_id desc)
  include (language, other_languages, platforms, categories, regions, follower_range, rating, is_verified, price_cents, delivery_days);
-- This is one index, because Postgres intersects the columns of one faster than several indexes. It makes no
-- statistics of arrays, which take minutes to collect among a million creators and change no plan.
create index creators_by_filters on private.creators using gin (
  private.text_grams(search_text), private.text_grams(name),
  private.creator_facet_keys(language, other_languages, platforms, categories, follower_range, is_verified));
alter index private.creators_by_filters
  alter column 1 set statistics 0, alter column 2 set statistics 0, alter column 3 set statistics 0;

-- The condition finds a superset: private.creator_satisfies decides.
create function private.index_condition(f private.creator_filter, text_column text default 'search_text') returns text
language plpgsql immutable set search_path = '' as $$
begin
  return nullif(concat_ws(' and ',
    'private.text_grams(c.' || text_column || ') @> ' || quote_literal(nullif(private.text_grams(f.term), '{}')),
    'private.creator_facet_keys(c.language, c.other_languages, c.platforms, c.categories, c.follower_range, c.is_verified) && '
      || quote_literal(nullif(private.filter_facet_keys(f), '{0}'))), '');
end;
$$;
comment on function private.index_condition is
  'A condition on `c` for the indexes: every creator who satisfies the filters meets it. Null if all creators meet it.';

-- Keeping it current -----------------------------------------------------------------------
-- A ring of fake accounts can buy a high mean rating, so the score weighs reviews by their authors
-- (10_trust/02_reputation). A rating that was set without reviews is the score.
create function private.score_of(profile_id uuid) returns smallint
language sql stable security definer set search_path = '' as $$
  select coalesce(round(1000 * coalesce(s.rating_score, p.rating)), 0)::smallint
  from public.profiles p
  left join private.standings s on s.profile_id = p.id
  where p.id = score_of.profile_id
$$;
comment on function private.score_of is 'The score of a creator, as the index holds it.';

-- Prices of several currencies are compared one to one, as in 10_trust/02_reputation: every currency of the
-- market is the dollar or worth one. Rounded up, so that nobody is found below their price.
create function private.price_in_cents(price_minor bigint, currency text) returns bigint
language sql stable security definer set search_path = '' as $$
  select ceil(price_minor * 100 / private.minor_units_in_one(currency))::bigint
$$;
comment on function private.price_in_cents is 'A price in cents of a dollar, for filters; one unit of each currency counts as one dollar.';

-- Columns of the same name are copied; lists become bits.
create function private.creator_of(profile_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select to_jsonb(m)
    || (
      select jsonb_object_agg(list, coalesce(private.word_bits(
        array(select jsonb_array_elements_text(to_jsonb(m) -> list)), private.words(list)), 0))
      from json_object_keys(private.member_lists()) as list)
    || (
      select jsonb_build_object('price_cents', min(private.price_in_cents(p.price_minor, p.currency)),
        'delivery_days', min(p.delivery_days))
      from public.packs p where p.kol_id = m.id and p.is_published)
    || jsonb_build_object(
      'profile_id', m.id, 'name', private.normalise_text(m.display_name),
      'search_text', private.search_text(m.display_name, m.expertise, m.bio),
      'rating', coalesce(m.rating * 100, 0)::smallint, 'score', private.score_of(m.id))
  from public.members m where m.id = creator_of.profile_id and m.role = 'kol');
end;
$$;
comment on function private.creator_of is
  'A member as private.creators holds it, with the price of the cheapest pack and the shortest time of delivery, not always of the same pack. Null for a member who is no creator.';

create function private.sync_creator() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := to_jsonb(NEW) ->> TG_ARGV[0];
  v_creator jsonb;
begin
  -- Calls wait for each other: otherwise a concurrent change, such as of another pack, would not be seen.
  perform pg_advisory_xact_lock(hashtextextended('creator ' || v_id, 0));
  v_creator := private.creator_of(v_id);
  if v_creator is null then
    delete from private.creators c where c.profile_id = v_id;
  -- Compares both documents with either one in front: they are equal if all common columns have the same values.
  elsif not exists (
    select from private.creators c where c.profile_id = v_id and to_jsonb(c) || v_creator = v_creator || to_jsonb(c)
  ) then
    perform private.store_copy('private.creators', 'profile_id', v_creator);
  end if;
  return null;
end;
$$;
comment on function private.sync_creator is 'Trigger: updates creators; its argument names the column with the id of the creator.';
create trigger members_sync_creator_inserted after insert on public.members
  for each row when (NEW.role = 'kol') execute function private.sync_creator('id');
create trigger members_sync_creator_updated after update on public.members
  for each row when (
    to_jsonb(NEW) - '{follower_counts,followers_declared_at,channels,website,works,review_count,completed_orders,profile_image,changed_since}'::text[]
    <> to_jsonb(OLD) - '{follower_counts,followers_declared_at,channels,website,works,review_count,completed_orders,profile_image,changed_since}'::text[]
  ) execute function private.sync_creator('id');
-- The score changes with the weights of reviews, which leave `members` as it is.
create trigger standings_sync_creator after insert or update of rating_score on private.standings
  for each row execute function private.sync_creator('profile_id');
create trigger packs_sync_creator_inserted after insert on public.packs
  for each row when (NEW.is_published) execute function private.sync_creator('kol_id');
create trigger packs_sync_creator_updated after update on public.packs
  for each row when (
    (OLD.is_published or NEW.is_published)
    and (OLD.is_published, OLD.price_minor, OLD.currency, OLD.delivery_days)
      is distinct from (NEW.is_published, NEW.price_minor, NEW.currency, NEW.delivery_days)
  ) execute function private.sync_creator('kol_id');
