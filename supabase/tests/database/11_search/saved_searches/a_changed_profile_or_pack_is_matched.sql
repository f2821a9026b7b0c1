-- cast: bob brand, ann kol
select plan(11);
select private.work_match_queue();
insert into public.saved_searches (profile_id, name, filters) select tests.id('bob'), name, filters || '{"emailNotifications": true}'
from (values ('platform', '{"platforms": ["youtube"]}'::jsonb), ('category', '{"categories": ["nft"]}'),
  ('language', '{"language": "de"}'), ('rating', '{"rating": 4}'), ('term', '{"searchTerm": "rollups"}'), ('nothing', '{}'),
  ('verified', '{"verified": true}'), ('range', '{"followersRanges": ["1m+"]}'), ('cheap', '{"maxPrice": 10000}'), ('dear', '{"minPrice": 60000}'), ('quick', '{"maxDeliveryDays": 3}'),
  ('cheap and quick', '{"maxPrice": 10000, "maxDeliveryDays": 3, "platforms": ["x"]}')) as wanted (name, filters);
create function pg_temp.matches_after(change text) returns text language plpgsql as $$
declare
  v_names text;
begin
  delete from public.notifications;
  execute change;
  perform private.work_match_queue();
  select string_agg(n.data ->> 'saved_search_name', ', ' order by n.data ->> 'saved_search_name') into v_names from public.notifications n where n.type = 'new_kol_match';
  return v_names;
end;
$$;
select is(pg_temp.matches_after(change), matches, description) from (values
  ($$ update public.profiles set rating = 5 where role = 'kol' $$, 'rating', 'a change of rating is matched'),
  ($$ update public.profiles set bio = 'rollups' where role = 'kol' $$, 'term', 'a change of text is matched'),
  ($$ update public.profiles set bio = 'zk rollups', platforms = '{x,youtube}' where role = 'kol' $$, 'platform',
    'a change of platforms is matched, but not with searches that the creator satisfied before'),
  ($$ update public.profiles set is_verified = true where role = 'kol' $$, 'verified', 'a decision of staff is matched'),
  ($$ update public.profiles set follower_counts = '{"x": 2000000}' where role = 'kol' $$, 'range', 'a change of the range of followers is matched'),
  ($$ update public.profiles set categories = '{defi,nft}' where role = 'kol' $$, 'category', 'a change of categories is matched'),
  ($$ update public.profiles set language = 'de' where role = 'kol'; update public.profiles set bio = '' where role = 'kol' $$, 'language',
    'a creator who changes twice is compared with the profile before both changes'),
  ($$ select tests.make_pack(tests.id('ann'), 50000) $$, null, 'a price between the bounds of two searches satisfies neither'),
  ($$ update public.packs set price_minor = 60000 $$, 'dear', 'a raised price is matched'),
  ($$ update public.packs set price_minor = 10000 $$, 'cheap', 'a lowered price is matched'),
  ($$ update public.packs set delivery_days = 3 $$, 'cheap and quick, quick', 'a shorter delivery is matched')
) as changed (change, matches, description);
