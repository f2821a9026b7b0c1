-- cast: ann kol, bob brand
select plan(7);
select tests.act_as(tests.id('bob'));
select is((select count(*) from public.search_creators(filters)), 1::bigint, filters::text) from unnest(array[
  '{}', '{"searchTerm": null, "language": null, "platforms": null, "rating": null, "verified": null}',
  '{"searchTerm": "", "language": "", "platforms": [], "categories": [], "followersRanges": []}',
  '{"searchTerm": "  ", "verified": false, "emailNotifications": false}', '{"rating": 0}',
  '{"minPrice": 0, "maxPrice": null, "maxDeliveryDays": 0}'
]::jsonb[]) as filters;
select is((select count(*) from public.search_creators(null)), 1::bigint, 'no filters at all');
