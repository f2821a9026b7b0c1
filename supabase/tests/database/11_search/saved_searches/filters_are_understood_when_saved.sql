-- cast: bob brand
select plan(7);
select tests.act_as(tests.id('bob'));
select lives_ok($$ insert into public.saved_searches (name, filters) values ('All of them', '{"searchTerm": "x", "language": "en",
  "platforms": ["x"], "categories": ["ai"], "followersRanges": ["0-1k", "1m+"], "rating": 4.5, "verified": true,
  "minPrice": 100, "maxPrice": 50000, "maxDeliveryDays": 7,
  "emailNotifications": true}') $$, 'every filter there is');
select throws_ok(format('insert into public.saved_searches (name, filters) values (%L, %L)', 'x', filters), 'PT422', token, filters)
from (values ('{"colour": "red"}', 'filter_key_unknown'), ('{"platforms": "x"}', 'filter_wrong_type'),
  ('{"followersRanges": ["all"]}', 'filter_range_unknown'), ('{"categories": ["cars"]}', 'filter_value_unknown')
) as wrong (filters, token);
select throws_ok($$ update public.saved_searches set filters = '{"colour": "red"}' $$, 'PT422', 'filter_key_unknown',
  'when changed, too');
select throws_ok($$ insert into public.saved_searches (name) values (' ') $$, '23514',
  'new row for relation "saved_searches" violates check constraint "saved_searches_name_length"', 'and it has a name');
