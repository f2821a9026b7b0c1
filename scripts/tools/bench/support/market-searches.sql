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
from public.profiles where role = 'brand'
on conflict do nothing;

-- Most searches have a term: a word, or two words that follow each other in some text. A creator
-- matches about three searches in a thousand.
insert into public.saved_searches (id, profile_id, name, filters)
select md5('search' || s.n)::uuid, md5('brand' || (1 + s.n % greatest(:size: / 50, 10)))::uuid, 'Search ' || s.n,
  jsonb_strip_nulls(jsonb_build_object(
    'searchTerm', case when s.with_term < 0.5 then v.word
      when s.with_term < 0.85 then split_part(p.piece, ' ', 1) || ' ' || split_part(p.piece, ' ', 2) end,
    'language', case when random() < 0.8
      then (array['en', 'en', 'en', 'es', 'tr', 'de', 'zh', 'pt'])[1 + floor(8 * random())] end,
    :searched lists:,
    'followersRanges', case when random() < 0.7
      then to_jsonb(pg_temp.take(private.follower_ranges(), 2)) end,
    'rating', case when random() < 0.3 then 3 + floor(20 * random()) / 10 end,
    'verified', case when random() < 0.1 then true end,
    'minPrice', case when random() < 0.03 then 10000 end,
    'maxPrice', case when random() < 0.1 then (array[2500, 10000, 50000])[1 + floor(3 * random())] end,
    'maxDeliveryDays', case when random() < 0.1 then (array[3, 7, 14])[1 + floor(3 * random())] end,
    'emailNotifications', true))
from (
  select n, random() as with_term, pg_temp.some_word_id() as word_id, 1 + floor(50000 * random())::int as piece_id
  from generate_series(1, :searches:) as n
) as s
join vocabulary v on v.id = s.word_id
join pieces p on p.id = s.piece_id;

-- Two parallel workers parse the filters. They cannot read temporary tables.
set min_parallel_table_scan_size = 0;
create temporary table parsed as
select id, private.parse_filters(filters) as f from public.saved_searches;
insert into private.filter_keys
select unnest(private.filter_facet_keys(f)), private.term_anchor((f).term), id, (f).* from parsed
on conflict do nothing;
