select plan(30);
create function pg_temp.is_fine(name text) returns boolean language sql as $$
  select h.is_fine from private.market_health() as h where h.name = is_fine.name
$$;
create function pg_temp.detail(name text) returns text language sql as $$
  select h.detail from private.market_health() as h where h.name = detail.name
$$;
select is(pg_temp.detail('due_work'), 'never ran', 'a clock that never ran is found');
select is(pg_temp.is_fine('due_work'), false, 'a clock that never ran is not fine');
select private.run_due_work(now() - interval '1 year');
select is(pg_temp.is_fine('due_work'), true, 'a run counts, whatever time it was given');
update private.clock_runs set ran_at = now() - interval '6 minutes';
select is(pg_temp.is_fine('due_work'), false, 'a clock whose last run was six minutes ago is not fine');
update private.clock_runs set ran_at = now() - interval '4 minutes';
select is(pg_temp.is_fine('due_work'), true, 'a clock whose last run was four minutes ago is fine');
update private.clock_runs set ran_at = now() - interval '5 minutes';
select is(pg_temp.is_fine('due_work'), false, 'a clock whose last run was five minutes ago is not fine');
select is(pg_temp.is_fine('call_functions'), true, 'without pg_cron the check of calls is fine, because functions are called from outside');
select tests.imitate_cron();
select is(pg_temp.detail('call_functions'), 'pg_net or Vault is not enabled', 'with pg_cron the calls need pg_net and Vault');
select is(pg_temp.is_fine('call_functions'), false, 'pg_cron without pg_net and Vault is not fine');
select tests.imitate_net();
select is(pg_temp.detail('call_functions'), 'pg_net or Vault is not enabled', 'pg_net without Vault is not enough');
select tests.imitate_vault();
select is(pg_temp.detail('call_functions'), 'Vault lacks kolpact_api_url or kolpact_clock_key', 'Vault without address and key is not enough');
select is(pg_temp.is_fine('call_functions'), false, 'Vault without address and key is not fine');
select vault.create_secret('https://ref.supabase.co', 'kolpact_api_url');
select is(pg_temp.detail('call_functions'), 'Vault lacks kolpact_api_url or kolpact_clock_key', 'an address without a key calls nobody');
select vault.create_secret('key', 'kolpact_clock_key');
select is(pg_temp.detail('call_functions'), 'never ran', 'calls that never ran are found');
select is(pg_temp.is_fine('call_functions'), false, 'calls that never ran are not fine');
select private.call_due_functions();
select is(pg_temp.is_fine('call_functions'), true, 'calls that ran are fine');
update private.clock_runs set ran_at = now() - interval '6 minutes' where clock = 'call_functions';
select is(pg_temp.is_fine('call_functions'), false, 'functions that were last called six minutes ago are not fine');
update private.clock_runs set ran_at = now() - interval '5 minutes' where clock = 'call_functions';
select is(pg_temp.is_fine('call_functions'), false, 'functions that were last called five minutes ago are not fine');
select is(pg_temp.is_fine('function_answers'), true, 'the answers of functions are fine before the first answer');
insert into net._http_response (status_code, content, created) values
  (200, '{}', now() - interval '1 minute'), (403, '{"error":"not_allowed"}', now());
select is(pg_temp.detail('function_answers'), '403 {"error":"not_allowed"}', 'the health of functions shows the last answer');
select is(pg_temp.is_fine('function_answers'), false, 'a refusal as the last answer of a function is not fine');
insert into net._http_response (error_msg, created) values ('Timeout was reached', now() + interval '1 second');
select is(pg_temp.is_fine('function_answers'), false, 'a call of a function without an answer is not fine');
-- Replaces all answers of functions by this one; returns the health of functions.
create function pg_temp.after(answer net._http_response) returns text language plpgsql as $$
begin
  delete from net._http_response;
  insert into net._http_response (status_code, content, created) values (answer.status_code, answer.content, answer.created);
  return (select concat_ws(' ', h.is_fine, h.detail) from private.market_health() as h where h.name = 'function_answers');
end;
$$;
create function pg_temp.answer(status int, said text, age interval) returns net._http_response language sql as $$
  select r from jsonb_populate_record(null::net._http_response,
    jsonb_build_object('status_code', status, 'content', said, 'created', now() - age)) as r
$$;
select is(pg_temp.after(pg_temp.answer(status, said, age)), health, name) from (values
  ('status 399 is fine', 399, 'x', '0'::interval, 't 399 x'),
  ('status 400 is not fine', 400, 'x', '0', 'f 400 x'),
  ('an answer of an hour ago does not count', 400, 'x', '1 hour', 't none in the last hour'),
  ('an answer of less than an hour ago counts', 400, 'x', '59 minutes 59 seconds', 'f 400 x'),
  ('the beginning of a long answer is shown', 200, repeat('x', 201), '0', 't 200 ' || repeat('x', 200))
) as a (name, status, said, age, health);
-- A run that began later is the last one, whichever commits first.
update private.clock_runs set ran_at = now() - interval '6 minutes' where clock = 'due_work';
select private.note_clock_run('due_work');
select is(pg_temp.is_fine('due_work'), true, 'a clock that runs again is fine');
update private.clock_runs set ran_at = now() + interval '1 hour' where clock = 'due_work';
select private.note_clock_run('due_work');
select is(r.ran_at, now() + interval '1 hour', 'the time of the last run never decreases') from private.clock_runs r where clock = 'due_work';
select is((select count(*) from private.clock_runs where clock = 'due_work'), 1::bigint, 'each clock has one row');
