begin;
select plan(29);
select tests.make_member('bob', 'brand');
select tests.act_as(tests.id('bob'));
select throws_ok(format('select public.search_creators(%L)', filters), 'PT422', token, filters) from (values
  ('[]', 'filter_wrong_type'), ('"x"', 'filter_wrong_type'), ('{"colour": "red"}', 'filter_unknown_key'),
  ('{"searchterm": "x"}', 'filter_unknown_key'), ('{"searchTerm": 1}', 'filter_wrong_type'),
  ('{"language": ["en"]}', 'filter_wrong_type'), ('{"platforms": "x"}', 'filter_wrong_type'),
  ('{"platforms": [1]}', 'filter_wrong_type'), ('{"platforms": [null]}', 'filter_wrong_type'),
  ('{"categories": {"a": 1}}', 'filter_wrong_type'), ('{"rating": "4"}', 'filter_wrong_type'),
  ('{"verified": "yes"}', 'filter_wrong_type'), ('{"emailNotifications": 1}', 'filter_wrong_type'),
  ('{"followersRanges": ["0-1K"]}', 'filter_unknown_range'), ('{"followersRanges": ["1k-10k", "2m+"]}', 'filter_unknown_range'),
  ('{"platforms": ["myspace"]}', 'filter_unknown_value'), ('{"categories": ["cars"]}', 'filter_unknown_value'),
  ('{"language": "English"}', 'filter_unknown_value'), ('{"language": "xx"}', 'filter_unknown_value'), ('{"rating": 5.1}', 'filter_unknown_value'),
  ('{"rating": -1}', 'filter_unknown_value'), ('{"maxPrice": "100"}', 'filter_wrong_type'),
  ('{"minPrice": [100]}', 'filter_wrong_type'), ('{"maxPrice": -1}', 'filter_unknown_value'),
  ('{"minPrice": 99.5}', 'filter_unknown_value'), ('{"maxPrice": 1000000000000001}', 'filter_unknown_value'),
  ('{"maxDeliveryDays": 91}', 'filter_unknown_value'), ('{"max_price": 100}', 'filter_unknown_key'),
  (format('{"searchTerm": "%s"}', repeat('x', 101)), 'filter_term_too_long')
) as wrong (filters, token);
select * from finish();
rollback;
