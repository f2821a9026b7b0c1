-- The index of filters holds the beginnings of words, and a text has twice as many bits. Both are
-- computed anew from the texts. Nobody searches meanwhile: a few seconds for thousands of creators,
-- a quarter of an hour for a million.
drop index private.creators_by_filters, private.creators_by_score, private.creators_by_followers, private.creators_by_newest;
alter table private.creators drop column text_bits;
drop function private.text_suffixes(text);

create function private.word_start(word text) returns text
language sql immutable parallel safe
return ' ' || substr(word, 1, 3);

create function private.text_keys(value text) returns tsvector
language sql immutable parallel safe cost 1000 set search_path = '' as $$
  select array_to_tsvector(array_agg(key))
  from string_to_table(translate(value, E'\x1f', ' '), ' ') as word, lateral (
    select substr(word, place, private.suffix_length()) from generate_series(1, length(word)) as place
    union all
    select private.word_start(word) where length(word) > 2
  ) as keys (key)
$$;

create or replace function private.term_query(term text) returns tsquery
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_words text[] := string_to_array(term, ' ');
  v_last int := cardinality(v_words);
begin
  return (
    select string_agg(
      format('''%s''', replace(replace(key, '\', '\\'), '''', ''''''))
        || case when v_last = 1 and length(key) < private.suffix_length() then ':*' else '' end,
      ' & ')::tsquery
    from unnest(v_words) with ordinality as listed (word, place), lateral (
      select case when place = v_last and v_last > 1 and length(word) < private.suffix_length()
        then private.word_start(word) else substr(word, 1, private.suffix_length()) end
    ) as looked_up (key)
    -- One or two letters are no beginning that the index holds.
    where v_last = 1 or place < v_last or length(word) > 2
  );
end;
$$;

create or replace function private.trigram_bits(value text) returns bit
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  v_bytes bytea := convert_to(value, 'UTF8');
  v_bits bit(512) := repeat('0', 512);
begin
  for place in 0 .. length(v_bytes) - 3 loop
    v_bits := set_bit(v_bits,
      (get_byte(v_bytes, place) * 7 + get_byte(v_bytes, place + 1) * 31 + get_byte(v_bytes, place + 2) * 127) & 511, 1);
  end loop;
  return v_bits;
end;
$$;

alter table private.creators
  add column text_bits bit(512) not null generated always as (private.trigram_bits(search_text)) stored;
-- small table: the table is written anew here, with every index
create index creators_by_score on private.creators (score desc, profile_id desc)
  include (language, platforms, categories, regions, follower_range, rating, is_verified, price_cents, delivery_days, text_bits);
-- small table: the table is written anew here, with every index
create index creators_by_followers on private.creators (follower_total desc, profile_id desc)
  include (language, platforms, categories, regions, follower_range, rating, is_verified, price_cents, delivery_days, text_bits);
-- small table: the table is written anew here, with every index
create index creators_by_newest on private.creators (created_at desc, profile_id desc)
  include (language, platforms, categories, regions, follower_range, rating, is_verified, price_cents, delivery_days, text_bits);
-- small table: the table is written anew here, with every index
create index creators_by_filters on private.creators using gin (
  private.text_keys(search_text), private.text_keys(name),
  private.creator_facet_keys(language, platforms, categories, follower_range, is_verified));
-- Statistics of these take minutes to collect, and search does not depend on them.
alter index private.creators_by_filters alter column 1 set statistics 0;
alter index private.creators_by_filters alter column 2 set statistics 0;
alter index private.creators_by_filters alter column 3 set statistics 0;
