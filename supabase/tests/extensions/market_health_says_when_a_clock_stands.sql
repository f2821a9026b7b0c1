begin;
select plan(17);
create function pg_temp.is_fine(name text) returns boolean language sql as $$
  select h.is_fine from private.market_health() as h where h.name = is_fine.name
$$;
create function pg_temp.detail(name text) returns text language sql as $$
  select h.detail from private.market_health() as h where h.name = detail.name
$$;
select is(pg_temp.detail('due_work'), 'never ran', 'a clock that never ran is found');
select is(pg_temp.is_fine('due_work'), false, 'and is not fine');
select private.run_due_work(now() - interval '1 year');
select is(pg_temp.is_fine('due_work'), true, 'a run counts, whatever time it was about');
update private.clock_runs set ran_at = now() - interval '6 minutes';
select is(pg_temp.is_fine('due_work'), false, 'six minutes later it is too long ago');
update private.clock_runs set ran_at = now() - interval '4 minutes';
select is(pg_temp.is_fine('due_work'), true, 'four are not');
update private.clock_runs set ran_at = now() - interval '5 minutes';
select is(pg_temp.is_fine('due_work'), false, 'five are');
select is(pg_temp.is_fine('call_functions'), true, 'where there is no pg_cron, functions are called from outside');
select tests.imitate_cron();
select is(pg_temp.detail('call_functions'), 'pg_net or Vault is not enabled', 'where there is, pg_net and Vault are needed');
select tests.imitate_net();
select tests.imitate_vault();
select is(pg_temp.detail('call_functions'), 'Vault lacks kolpact_api_url or kolpact_clock_key', 'with address and key');
select vault.create_secret('https://ref.supabase.co', 'kolpact_api_url');
select vault.create_secret('key', 'kolpact_clock_key');
select is(pg_temp.detail('call_functions'), 'never ran', 'and a run');
select private.call_due_functions();
select is(pg_temp.is_fine('call_functions'), true, 'then all is well');
update private.clock_runs set ran_at = now() - interval '6 minutes' where clock = 'call_functions';
select is(pg_temp.is_fine('call_functions'), false, 'for five minutes');
update private.clock_runs set ran_at = now() - interval '5 minutes' where clock = 'call_functions';
select is(pg_temp.is_fine('call_functions'), false, 'and no longer');
select is(pg_temp.is_fine('function_answers'), true, 'no answer is no failure');
insert into net._http_response (status_code, content, created) values
  (200, '{}', now() - interval '1 minute'), (403, '{"error":"not_allowed"}', now());
select is(pg_temp.detail('function_answers'), '403 {"error":"not_allowed"}', 'the last answer is shown');
select is(pg_temp.is_fine('function_answers'), false, 'and a refusal is not fine');
insert into net._http_response (error_msg, created) values ('Timeout was reached', now() + interval '1 second');
select is(pg_temp.is_fine('function_answers'), false, 'nor is no answer at all');
select * from finish();
rollback;
