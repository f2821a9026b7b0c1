-- Search reads grams of four bytes instead of trigrams: names that say what they hold, and new
-- anchors for the terms of living saved searches.
create extension if not exists btree_gin with schema extensions;

alter table private.creators rename column haystack to search_text;
alter table private.match_queue rename column told_up_to to last_watcher_id;
alter table private.filter_keys rename column recheck to needs_recheck;
delete from private.settings where key = 'search_steps';

create function private.text_grams(value text) returns int[]
language plpgsql immutable parallel safe cost 1000 set search_path = '' as $$
declare
  v_bytes bytea := convert_to(value, 'UTF8');
begin
  return array(
    select get_byte(v_bytes, place) << 24 | get_byte(v_bytes, place + 1) << 16
      | get_byte(v_bytes, place + 2) << 8 | get_byte(v_bytes, place + 3)
    from generate_series(0, length(v_bytes) - 4) as place
  );
end;
$$;
comment on function private.text_grams is 'Every four bytes of a text, as numbers.';

drop index private.creators_by_grams_and_keys;
create index creators_by_filters on private.creators using gin
  (private.text_grams(search_text), platforms, categories, language, follower_range, is_verified);
alter index private.creators_by_filters alter column 1 set statistics 0;

alter table private.search_terms alter column anchor type int using 0;
create function private.term_anchor(term text) returns int
language sql stable set search_path = '' as $$
  select coalesce((
    select gram from unnest(private.text_grams(term)) as gram
    order by (select count(*) from private.search_terms t where t.anchor = gram), gram
    limit 1
  ), 0)
$$;
comment on function private.term_anchor is 'A gram of the term; 0 when it is too short, so that it is compared with every creator.';

do $$
declare
  v_term record;
begin
  for v_term in select id, term from private.search_terms order by id loop
    update private.search_terms set anchor = private.term_anchor(v_term.term) where id = v_term.id;
  end loop;
end;
$$;
