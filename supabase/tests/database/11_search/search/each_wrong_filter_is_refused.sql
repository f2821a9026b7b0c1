-- cast: bob brand
select plan(32);
select tests.refused('bob', format('select public.search_creators(%L)', filters), 'PT422', token, 'a search is refused: ' || left(filters, 50)) from (values
  ('[]', 'filter_wrong_type'), ('"x"', 'filter_wrong_type'), ('{"colour": "red"}', 'filter_key_unknown'),
  ('{"searchterm": "x"}', 'filter_key_unknown'), ('{"searchTerm": 1}', 'filter_wrong_type'),
  ('{"language": ["en"]}', 'filter_wrong_type'), ('{"platforms": "x"}', 'filter_wrong_type'),
  ('{"platforms": [1]}', 'filter_wrong_type'), ('{"platforms": [null]}', 'filter_wrong_type'),
  ('{"categories": {"a": 1}}', 'filter_wrong_type'), ('{"rating": "4"}', 'filter_wrong_type'),
  ('{"verified": "yes"}', 'filter_wrong_type'), ('{"emailNotifications": 1}', 'filter_wrong_type'),
  ('{"followersRanges": ["0-1K"]}', 'filter_value_unknown'), ('{"followersRanges": ["1k-10k", "2m+"]}', 'filter_value_unknown'),
  ('{"platforms": ["myspace"]}', 'filter_value_unknown'), ('{"categories": ["cars"]}', 'filter_value_unknown'),
  ('{"language": "English"}', 'filter_value_unknown'), ('{"language": "xx"}', 'filter_value_unknown'), ('{"rating": 5.01}', 'filter_value_unknown'),
  ('{"rating": -0.01}', 'filter_value_unknown'), ('{"maxPrice": "100"}', 'filter_wrong_type'),
  ('{"minPrice": [100]}', 'filter_wrong_type'), ('{"maxPrice": -1}', 'filter_value_unknown'),
  ('{"minPrice": 0.5}', 'filter_value_unknown'), ('{"maxPrice": 1000000000000001}', 'filter_value_unknown'), ('{"minPrice": 1000000000000001}', 'filter_value_unknown'),
  ('{"maxDeliveryDays": 91}', 'filter_value_unknown'), ('{"max_price": 100}', 'filter_key_unknown'),
  (format('{"searchTerm": "%s"}', repeat('x', 101)), 'filter_term_too_long'),
  (format('{"searchTerm": "%s"}', repeat(' ', 8000)), 'filter_too_large'),
  (jsonb_build_object('platforms', array_fill('x'::text, array[4000]))::text, 'filter_too_large')
) as wrong (filters, token);
