select set_config('application_name', 'before', true);
create function pg_temp.named(headers text) returns text language sql as $$
  select set_config('request.headers', headers, true);
  select private.name_request();
  select current_setting('application_name')
$$;
select is(pg_temp.named(null), 'before', 'a transaction outside a request keeps its application name');
select is(pg_temp.named('{"traceparent": "00-0AF7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}'), 'before', 'a header that is no id is not written into the log');
select is(pg_temp.named('{"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}'), 'kolpact 0af7651916cd43dd8448eb211c80319c',
  'the application name of a request, which each line of the log has, contains the id of the request');
select is((select count(*)::int from unnest(array['anon', 'authenticated', 'service_role']) r where has_function_privilege(r, 'private.name_request()', 'execute')), 3,
  'every role of the Data API may call name_request');
select ok('pgrst.db_pre_request=private.before_request' = any (rolconfig), 'the Data API runs before_request before each request') from pg_roles where rolname = 'authenticator';
select set_config('application_name', 'before', true), set_config('request.headers', '{"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}', true),
  private.before_request();
select is(current_setting('application_name'), 'kolpact 0af7651916cd43dd8448eb211c80319c', 'before_request sets the application name to the id of the request');
