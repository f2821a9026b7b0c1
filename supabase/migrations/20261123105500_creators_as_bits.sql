-- Creators hold their platforms, categories and regions as bits, and the bits of their text. The
-- row is derived from members, so the words are converted where they are; nobody is matched anew.
create function private.word_bits(words text[], list text) returns int
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_list text[] := private.words(list);
begin
  return (select bit_or(1 << (array_position(v_list, word) - 1)) from unnest(words) as word);
end;
$$;

create function private.trigram_bits(value text) returns bit
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  v_bytes bytea := convert_to(value, 'UTF8');
  v_bits bit(256) := repeat('0', 256);
begin
  for place in 0 .. length(v_bytes) - 3 loop
    v_bits := set_bit(v_bits,
      (get_byte(v_bytes, place) * 7 + get_byte(v_bytes, place + 1) * 31 + get_byte(v_bytes, place + 2) * 127) & 255, 1);
  end loop;
  return v_bits;
end;
$$;

drop trigger creators_queue_match_updated on private.creators;
drop function private.creator_satisfies, private.creator_facet_keys;
drop index private.creators_by_filters;
alter type private.creator_filter
  alter attribute platforms type int, alter attribute categories type int, alter attribute regions type int;

alter table private.creators alter column regions drop default;
alter table private.creators
  alter column platforms type int using coalesce(private.word_bits(platforms, 'platforms'), 0),
  alter column categories type int using coalesce(private.word_bits(categories, 'categories'), 0),
  alter column regions type int using coalesce(private.word_bits(regions, 'regions'), 0),
  add column text_bits bit(256) not null generated always as (private.trigram_bits(search_text)) stored;

-- The index of filters, here because the difference does not tell its statistics.
create function private.suffix_length() returns int
language sql immutable parallel safe
return 8;

create function private.text_suffixes(value text) returns tsvector
language sql immutable parallel safe cost 1000 set search_path = '' as $$
  select array_to_tsvector(array_agg(substr(word, place, private.suffix_length())))
  from string_to_table(translate(value, E'\x1f', ' '), ' ') as word, generate_series(1, length(word)) as place
$$;

create function private.bit_places(bits int) returns int[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return array(select place from generate_series(1, 31) as place where bits & (1 << (place - 1)) <> 0);
end;
$$;

create function private.creator_facet_keys(
  language text, platforms int, categories int, follower_range smallint, is_verified boolean
) returns int[]
language sql immutable parallel safe cost 1000 set search_path = '' as $$
  select array_agg(private.facet_key(a_language, platform, category, a_range, verified))
  from unnest(array[0, private.language_code(language)]) as a_language,
    unnest(0 || private.bit_places(platforms)) as platform,
    unnest(0 || private.bit_places(categories)) as category,
    unnest(array[0, follower_range::int]) as a_range,
    generate_series(0, is_verified::int) as verified
$$;

-- small table: one row for each creator, rewritten above; search waits, nothing else does
create index creators_by_filters on private.creators using gin (
  private.text_suffixes(search_text), private.text_suffixes(name),
  private.creator_facet_keys(language, platforms, categories, follower_range, is_verified));
-- Statistics of these take minutes to collect, and search does not depend on them.
alter index private.creators_by_filters alter column 1 set statistics 0;
alter index private.creators_by_filters alter column 2 set statistics 0;
alter index private.creators_by_filters alter column 3 set statistics 0;
