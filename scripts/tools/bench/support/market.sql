-- Makes a market of :size: creators and :size: saved searches, with the same random values each time. Triggers are off,
-- and the rows that they would write are written here.
set session_replication_role = replica;
select setseed(0.42);

-- Eight thousand invented words of three to seven letters or pairs of letters; words are used less often down the list.
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

-- Pieces of text of five words each; a bio has four pieces.
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
  :drawn lists:,
  floor(power(10, 2 + 4.8 * random()))::bigint as followers,
  case when random() < 0.7 then round((3 + 2 * random())::numeric, 2) end as rating,
  random() < 0.15 as is_verified,
  timestamptz '2025-01-01' + n * interval '20 seconds' as created_at
from generate_series(1, :size:) as n;

insert into public.profiles (id, role, display_name, bio, expertise, language, :lists:,
  follower_counts, rating, is_verified, is_approved, onboarded_at, referral_code, created_at)
select d.id, 'kol', initcap(first.word) || ' ' || initcap(last.word),
  pa.piece || '. ' || pb.piece || '. ' || pc.piece || '. ' || pd.piece,
  array[ka.word, kb.word], d.language, :lists:,
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

-- Seven in ten creators have a pack, at 5 to 5,000 dollars.
insert into public.packs (kol_id, title, price_minor, delivery_days, is_published)
select id, 'A pack', round(power(10, 2.7 + 3 * random()))::bigint, 1 + floor(30 * random())::int, true
from drawn where random() < 0.7;

insert into public.members (id, role, display_name, bio, expertise, language, :lists:,
  follower_counts, follower_total, rating, review_count, completed_orders, is_verified, profile_image, created_at)
select id, role, display_name, bio, expertise, language, :lists:, follower_counts,
  follower_total, rating, review_count, completed_orders, is_verified, profile_image, created_at
from public.profiles where role = 'kol'
on conflict do nothing; -- a seed has inserted its own already
