create function pg_temp.asks(method text, path text, headers jsonb) returns boolean language sql as $$
  select private.takes_back_what_it_does(method, path, headers)
$$;
select is(pg_temp.asks(method, path, headers), wanted, format('%s %s with %s %s', method, path, headers, case when wanted then 'is refused' else 'is answered' end))
from (values
  ('POST', '/rpc/read_order', '{"accept": "application/vnd.pgrst.object+json"}'::jsonb, true),
  ('POST', '/rpc/read_order', '{"accept": "application/json", "prefer": "handling=strict, max-affected=0"}', true),
  ('POST', '/rpc/read_order', '{"prefer": "tx=rollback"}', true),
  ('POST', '/rpc/read_order', '{"accept": "application/json", "prefer": "count=exact"}', false),
  ('POST', '/%72pc/read_order', '{"accept": "application/vnd.pgrst.object+json"}', true),
  ('GET', '/rpc/staff_list', '{"accept": "application/vnd.pgrst.object+json"}', false),
  ('POST', '/messages', '{"accept": "application/vnd.pgrst.object+json", "prefer": "return=representation"}', false),
  (null, null, null, false)) as a (method, path, headers, wanted);
select throws_ok($$ select set_config('request.method', 'POST', true), set_config('request.path', '/rpc/check_invite', true),
  set_config('request.headers', '{"prefer": "handling=strict,max-affected=0"}', true), private.before_request() $$,
  'PT403', 'not_allowed', 'a call that the Data API would roll back is refused before it begins');
select is(private.filters_a_call(lower(query), method), wanted, format('%s of %s %s', method, query, case when wanted then 'is refused' else 'is answered' end))
from (values
  ('POST', 'WITH pgrst_source AS (SELECT pgrst_call.* FROM f() pgrst_call) SELECT * FROM (SELECT * FROM "pgrst_source" WHERE  "brief" > $1) t', true),
  ('POST', 'WITH pgrst_source AS (SELECT pgrst_call.* FROM f() pgrst_call) SELECT * FROM (SELECT * FROM "pgrst_source") t', false),
  ('GET', 'WITH pgrst_source AS (SELECT pgrst_call.* FROM f() pgrst_call) SELECT * FROM (SELECT * FROM "pgrst_source" WHERE  "a" > $1) t', false),
  ('POST', 'WITH pgrst_source AS (INSERT INTO messages SELECT * FROM pgrst_body WHERE  true) SELECT 1', false)) as q (method, query, wanted);
