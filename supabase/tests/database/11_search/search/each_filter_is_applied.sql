-- cast: ann kol, ben kol, bob brand
select plan(22);
update public.profiles set display_name = 'Ann Chain', bio = 'Explains rollups', expertise = '{Zero knowledge}', language = 'de', other_languages = '{tr,de}',
  platforms = '{x,youtube}', categories = '{defi,layer2}', follower_counts = '{"x": 5000}', rating = 4.5, is_verified = true
where id = tests.id('ann');
create function pg_temp.found(filters jsonb) returns text language sql as $$
  select string_agg(display_name, ', ' order by display_name) from public.search_creators(filters)
$$;
select tests.act_as(tests.id('bob'));
select is(pg_temp.found(filters), found, description) from (values
  ('{"searchTerm": "ROLLUPS"}'::jsonb, 'Ann Chain', 'a term is found in any case'),
  ('{"language": "de"}', 'Ann Chain', 'a language finds its creators'),
  ('{"language": "tr"}', 'Ann Chain', 'another language of a creator finds them'),
  ('{"language": "fr"}', null, 'a language that nobody speaks finds nobody'),
  ('{"platforms": ["youtube", "discord"]}', 'Ann Chain', 'one of several platforms is enough'),
  ('{"platforms": ["discord"]}', null, 'a platform that nobody has finds nobody'),
  ('{"categories": ["nft", "layer2"]}', 'Ann Chain', 'one of several categories is enough'),
  ('{"followersRanges": ["1k-10k"]}', 'Ann Chain', 'a range of followers finds its creators'),
  ('{"followersRanges": ["0-1k", "1k-10k"]}', 'Ann Chain, Ben', 'several ranges find the creators of each'),
  ('{"rating": 4.5}', 'Ann Chain', 'a rating that equals the minimum satisfies it'),
  ('{"rating": 4.51}', null, 'a rating below the minimum does not satisfy it'),
  ('{"rating": 0.01}', 'Ann Chain', 'a creator without a rating satisfies no minimum'),
  ('{"verified": true}', 'Ann Chain', 'a search can be limited to verified creators'),
  ('{"searchTerm": "rollups", "language": "en"}', null, 'all filters that are set must be satisfied'),
  ('{}', 'Ann Chain, Ben', 'an empty filter finds every creator'),
  ('{"searchTerm": null, "language": null, "platforms": null, "rating": null, "verified": null}', 'Ann Chain, Ben', 'a filter of null finds every creator'),
  ('{"searchTerm": "", "language": "", "platforms": [], "categories": [], "followersRanges": []}', 'Ann Chain, Ben', 'a filter of an empty text or list finds every creator'),
  ('{"searchTerm": "  ", "verified": false, "emailNotifications": false}', 'Ann Chain, Ben', 'a filter of spaces or false finds every creator'),
  ('{"rating": 0}', 'Ann Chain, Ben', 'a rating of zero is not set'),
  ('{"minPrice": 0, "maxPrice": null, "maxDeliveryDays": 0}', 'Ann Chain, Ben', 'a price or a delivery of zero is not set'),
  (null, 'Ann Chain, Ben', 'a search without filters finds every creator'),
  ('{"emailNotifications": true}', 'Ann Chain, Ben', 'the wish for e-mails does not filter')
) as searched (filters, found, description);
