-- A market of :size: creators and :size: saved searches, the same one each time. Written past
-- the triggers, set by set: what they would have written is written here.
set session_replication_role = replica;
select setseed(0.42);

-- Eight thousand words of three to seven sounds, the first ones much more often than the last.
create temporary table vocabulary as
select n as id, string_agg(
  case when place % 2 = n % 2 then (string_to_array(
      'b c d f g h j k l m n p r s t v w x z br ch cl cr dr fl fr gr kn pl pr sh sk sl sm sn sp st th tr ck ng nd nt rt',
      ' '))[1 + floor(44 * random())]
    else (string_to_array('a e i o u ea ou io y', ' '))[1 + floor(9 * random())] end,
  '' order by place) as word
from generate_series(1, 8000) as n, generate_series(1, 3 + n % 5) as place
group by n;
create unique index on vocabulary (id);

create function pg_temp.some_word_id() returns bigint language sql volatile as $$
  select 1 + floor(8000 * power(random(), 3))::bigint
$$;

-- Pieces of five words; a bio is four of them.
create temporary table pieces as
select g.n as id, string_agg(v.word, ' ' order by g.place) as piece
from (
  select n, place, pg_temp.some_word_id() as word_id
  from generate_series(1, 50000) as n, generate_series(1, 5) as place
) as g
join pg_temp.vocabulary v on v.id = g.word_id
group by g.n;
create unique index on pieces (id);

create function pg_temp.take(list text[], most int) returns text[] language sql volatile as $$
  select array(select item from unnest(list) as item order by random() limit 1 + floor(most * random())::int)
$$;

-- Creators -------------------------------------------------------------------------------------
create temporary table drawn as
select n,
  md5('creator' || n)::uuid as id,
  pg_temp.some_word_id() as first_id, pg_temp.some_word_id() as last_id,
  pg_temp.some_word_id() as knows_a, pg_temp.some_word_id() as knows_b,
  1 + floor(50000 * random())::int as a, 1 + floor(50000 * random())::int as b,
  1 + floor(50000 * random())::int as c, 1 + floor(50000 * random())::int as d,
  (array['en', 'en', 'en', 'en', 'en', 'es', 'tr', 'de', 'zh', 'pt', 'fr', 'ja'])[1 + floor(12 * random())] as language,
  pg_temp.take(private.platform_codes(), 3) as platforms,
  pg_temp.take(private.category_codes(), 3) as categories,
  floor(power(10, 2 + 4.8 * random()))::bigint as followers,
  case when random() < 0.7 then round((3 + 2 * random())::numeric, 2) end as rating,
  random() < 0.15 as is_verified,
  timestamptz '2025-01-01' + n * interval '20 seconds' as created_at
from generate_series(1, :size:) as n;

insert into public.profiles (id, role, display_name, bio, expertise, language, platforms, categories,
  follower_counts, rating, is_verified, is_approved, onboarded_at, referral_code, created_at)
select d.id, 'kol', initcap(first.word) || ' ' || initcap(last.word),
  pa.piece || '. ' || pb.piece || '. ' || pc.piece || '. ' || pd.piece,
  array[ka.word, kb.word], d.language, d.platforms, d.categories,
  jsonb_build_object(d.platforms[1], d.followers), d.rating, d.is_verified, true, d.created_at,
  'c' || d.n, d.created_at
from drawn d
join vocabulary first on first.id = d.first_id
join vocabulary last on last.id = d.last_id
join vocabulary ka on ka.id = d.knows_a
join vocabulary kb on kb.id = d.knows_b
join pieces pa on pa.id = d.a
join pieces pb on pb.id = d.b
join pieces pc on pc.id = d.c
join pieces pd on pd.id = d.d;

insert into public.members (id, role, display_name, bio, expertise, language, platforms, categories,
  follower_counts, follower_total, rating, review_count, completed_orders, is_verified, profile_image, created_at)
select id, role, display_name, bio, expertise, language, platforms, categories, follower_counts,
  follower_total, rating, review_count, completed_orders, is_verified, profile_image, created_at
from public.profiles where role = 'kol';

insert into private.creators (profile_id, name, haystack, language, platforms, categories, follower_total,
  rating, is_verified, created_at)
select id, private.normalise_text(display_name), private.haystack(display_name, expertise, bio), language, platforms, categories,
  follower_total, coalesce(rating * 100, 0)::smallint, is_verified, created_at
from public.members where role = 'kol';

-- Brands and their saved searches, fifty each ------------------------------------------------------
insert into auth.users (id, aud, role, email, email_confirmed_at)
select md5('user' || n)::uuid, 'authenticated', 'authenticated', 'brand' || n || '@market.test', now()
from generate_series(1, greatest(:size: / 50, 10)) as n;
insert into public.profiles (id, user_id, role, display_name, language, is_approved, onboarded_at, referral_code)
select md5('brand' || n)::uuid, md5('user' || n)::uuid, 'brand', 'Brand ' || n, 'en', true, now(), 'b' || n
from generate_series(1, greatest(:size: / 50, 10)) as n;
insert into public.members (id, role, display_name, bio, expertise, language, platforms, categories,
  follower_counts, follower_total, review_count, completed_orders, is_verified, created_at)
select id, role, display_name, bio, expertise, language, platforms, categories, follower_counts,
  follower_total, review_count, completed_orders, is_verified, created_at
from public.profiles where role = 'brand';

-- Most searches have a term: a word, or two that follow each other somewhere. A creator
-- satisfies about three searches in a thousand.
insert into public.saved_searches (id, profile_id, name, filters)
select md5('search' || s.n)::uuid, md5('brand' || (1 + s.n % greatest(:size: / 50, 10)))::uuid, 'Search ' || s.n,
  jsonb_strip_nulls(jsonb_build_object(
    'searchTerm', case when s.with_term < 0.5 then v.word
      when s.with_term < 0.85 then split_part(p.piece, ' ', 1) || ' ' || split_part(p.piece, ' ', 2) end,
    'language', case when random() < 0.8
      then (array['en', 'en', 'en', 'es', 'tr', 'de', 'zh', 'pt'])[1 + floor(8 * random())] end,
    'platforms', case when random() < 0.9 then to_jsonb(pg_temp.take(private.platform_codes(), 2)) end,
    'categories', case when random() < 0.9 then to_jsonb(pg_temp.take(private.category_codes(), 2)) end,
    'followersRanges', case when random() < 0.7
      then to_jsonb(pg_temp.take(array['0-1k', '1k-10k', '10k-100k', '100k-1m', '1m+'], 2)) end,
    'rating', case when random() < 0.3 then 3 + floor(20 * random()) / 10 end,
    'verified', case when random() < 0.1 then true end,
    'emailNotifications', true))
from (
  select n, random() as with_term, pg_temp.some_word_id() as word_id, 1 + floor(50000 * random())::int as piece_id
  from generate_series(1, :size:) as n
) as s
join vocabulary v on v.id = s.word_id
join pieces p on p.id = s.piece_id;

analyze private.creators;
select private.count_frequencies(now());
create temporary table parsed as
select id, private.parse_filters(filters) as f from public.saved_searches;
insert into private.search_terms (term, anchor)
select term, private.anchor_of(term) from (select distinct (f).term as term from parsed) as terms
where term is not null;
insert into private.filter_keys (key, term_id, min_rating, watcher_id, recheck)
select unnest((p.f).keys), coalesce(t.id, 0), coalesce((p.f).min_rating, 0), p.id, (p.f).keys_are_wide
from parsed p
left join private.search_terms t on t.term = (p.f).term;
