create function pg_temp.asks(method text, path text, headers jsonb) returns boolean language sql as $$
  select private.takes_back_what_it_does(method, path, headers)
$$;
select is(pg_temp.asks(method, path, headers), wanted, format('%s %s with %s %s', method, path, headers, case when wanted then 'is refused' else 'is answered' end))
from (values
  ('POST', '/rpc/read_order', '{"accept": "application/vnd.pgrst.object+json"}'::jsonb, true),
  ('POST', '/rpc/read_order', '{"accept": "application/json", "prefer": "handling=strict, max-affected=0"}', true),
  ('POST', '/rpc/read_order', '{"prefer": "tx=rollback"}', true),
  ('POST', '/rpc/read_order', '{"accept": "application/json", "prefer": "count=exact"}', false),
  ('GET', '/rpc/staff_list', '{"accept": "application/vnd.pgrst.object+json"}', false),
  ('POST', '/messages', '{"accept": "application/vnd.pgrst.object+json", "prefer": "return=representation"}', false),
  (null, null, null, false)) as a (method, path, headers, wanted);
select throws_ok($$ select set_config('request.method', 'POST', true), set_config('request.path', '/rpc/check_invite', true),
  set_config('request.headers', '{"prefer": "handling=strict,max-affected=0"}', true), private.before_request() $$,
  'PT403', 'not_allowed', 'a call that would be taken back is refused before it begins');
