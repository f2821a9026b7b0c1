-- How the searchable form of creators is kept, and the indexes that search needs. All of it is
-- derived from other tables and can be built again from them.

create function private.search_text(display_name text, expertise text[], bio text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.normalise_text(display_name) || E'\x1f'
    || coalesce((
      select string_agg(private.normalise_text(item), E'\x1f' order by place)
      from unnest(expertise) with ordinality as listed (item, place)
    ), '')
    || E'\x1f\x1f' || private.normalise_text(bio)
$$;
comment on function private.search_text is
  'Everything that a search term may be found in, as one text. No term can hold the separator.';

-- Terms ----------------------------------------------------------------------------------
-- A term may begin inside a word, so the index holds every four bytes of a text: whoever has the
-- term has all of its grams. The reverse has to be checked. Compared with pg_trgm: a gram of four
-- is much rarer than a trigram, and every second one of a term is enough, where pg_trgm reads all.
-- Bytes, because two Chinese characters are six. The cost keeps the planner from computing grams
-- where it can compare texts.
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

create function private.term_grams(term text) returns int[]
language sql immutable parallel safe set search_path = '' as $$
  select array_agg(gram) from unnest(private.text_grams(term)) with ordinality as listed (gram, place)
  where place % 2 = 1 or place = octet_length(term) - 3
$$;
comment on function private.term_grams is 'Grams that cover a term, for the index; null for a term that is too short.';

-- Indexes --------------------------------------------------------------------------------
create index creators_by_score on private.creators (score desc, profile_id desc);
create index creators_by_followers on private.creators (follower_total desc, profile_id desc);
create index creators_by_newest on private.creators (created_at desc, profile_id desc);
-- One index over all filters, because Postgres intersects the columns of one index faster than
-- several indexes. The minimum rating is not in it: most creators satisfy it.
create index creators_by_filters on private.creators using gin
  (private.text_grams(search_text), platforms, categories, regions, language, follower_range, is_verified);
-- Statistics of the grams take minutes to collect, and search does not depend on them.
alter index private.creators_by_filters alter column 1 set statistics 0;

-- Keeping it current -----------------------------------------------------------------------
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

create function private.sync_score(profile_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update private.creators c set score = private.score_of(c.profile_id)
  where c.profile_id = sync_score.profile_id and c.score <> private.score_of(c.profile_id)
$$;
comment on function private.sync_score is 'Updates the score after a change of weights, which leaves `members` as it is.';

create function private.sync_creator() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if NEW.role <> 'kol' then
    delete from private.creators where profile_id = NEW.id;
    return null;
  end if;
  insert into private.creators as c (
    profile_id, name, search_text, language, platforms, categories, regions, follower_total, rating, score,
    is_verified, created_at
  ) values (
    NEW.id, private.normalise_text(NEW.display_name),
    private.search_text(NEW.display_name, NEW.expertise, NEW.bio), NEW.language, NEW.platforms,
    NEW.categories, NEW.regions, NEW.follower_total, coalesce(NEW.rating * 100, 0)::smallint,
    private.score_of(NEW.id), NEW.is_verified, NEW.created_at
  )
  on conflict (profile_id) do update set
    name = excluded.name, search_text = excluded.search_text, language = excluded.language,
    platforms = excluded.platforms, categories = excluded.categories, regions = excluded.regions,
    follower_total = excluded.follower_total,
    rating = excluded.rating, score = excluded.score, is_verified = excluded.is_verified, created_at = excluded.created_at;
  return null;
end;
$$;
comment on function private.sync_creator is 'Trigger: creators follows members.';
create trigger members_sync_creator_inserted after insert on public.members
  for each row when (NEW.role = 'kol') execute function private.sync_creator();
create trigger members_sync_creator_updated after update on public.members
  for each row when (
    (OLD.role, OLD.display_name, OLD.bio, OLD.expertise, OLD.language, OLD.platforms,
      OLD.categories, OLD.regions, OLD.follower_total, OLD.rating, OLD.is_verified, OLD.created_at)
    is distinct from
    (NEW.role, NEW.display_name, NEW.bio, NEW.expertise, NEW.language, NEW.platforms,
      NEW.categories, NEW.regions, NEW.follower_total, NEW.rating, NEW.is_verified, NEW.created_at)
  ) execute function private.sync_creator();
