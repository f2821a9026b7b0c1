select plan(23 + cardinality(array(select json_object_keys(private.member_lists()))));
-- Tests private.parse_filters and the functions that it calls.
create function pg_temp.read(filters jsonb) returns jsonb language sql as $$
  select jsonb_strip_nulls(to_jsonb(private.parse_filters(filters)))
$$;
select is(pg_temp.read(filters), wanted, 'the filters are parsed: ' || filters::text) from (values
  ('{}'::jsonb, '{}'::jsonb),
  (jsonb_build_object('searchTerm', repeat('x', 100)), jsonb_build_object('term', repeat('x', 100))),
  ('{"language": "de"}', '{"language": "de"}'),
  ('{"platforms": ["x"]}', '{"platforms": 1}'),
  ('{"platforms": ["youtube", "linkedin"]}', '{"platforms": 514}'),
  ('{"categories": ["ai"]}', '{"categories": 2048}'),
  ('{"followersRanges": ["1m+", "0-1k"]}', '{"follower_ranges": 17}'),
  ('{"rating": 0.01}', '{"min_rating": 1}'),
  ('{"rating": 4.5}', '{"min_rating": 450}'),
  ('{"rating": 4.501}', '{"min_rating": 451}'),
  ('{"rating": 5}', '{"min_rating": 500}'),
  ('{"verified": true}', '{"verified": true}'),
  ('{"minPrice": 1}', '{"min_price": 1}'),
  ('{"minPrice": 1000000000000000}', '{"min_price": 1000000000000000}'),
  ('{"maxPrice": 1000000000000000}', '{"max_price": 1000000000000000}'),
  ('{"maxDeliveryDays": 90}', '{"max_delivery_days": 90}')
) as f (filters, wanted);
select is(pg_temp.read(jsonb_build_object(list, array[words[1], words[cardinality(words)]])) -> list,
  to_jsonb(1 + (1 << cardinality(words) - 1)), list || ': the first and the last word have their bits')
from json_object_keys(private.member_lists()) as list, private.words(list) as words;
select is(pg_temp.read('{"emailNotifications": true}'), '{}', 'the wish for e-mails is no filter');
-- Stored rows contain these bits, so the place of a word must never change.
select is(private.bit_places(bits), places, format('%s has the bits %s', bits, places)) from (values
  (0, '{}'::int[]), (1, '{1}'), (5, '{1,3}'), (1 << 30, '{31}')
) as b (bits, places);
-- A price is compared in cents of a dollar, rounded up.
select is(private.price_in_cents(10001, 'USD'), 10001::bigint, 'a price in dollars is compared in cents');
select is(private.price_in_cents(1000001, 'USDC'), 101::bigint, 'a price in USDC is compared in cents, rounded up');
