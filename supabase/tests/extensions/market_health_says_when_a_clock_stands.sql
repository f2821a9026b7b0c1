select plan(30);
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
select is(pg_temp.is_fine('call_functions'), false, 'both of them');
select tests.imitate_net();
select is(pg_temp.detail('call_functions'), 'pg_net or Vault is not enabled', 'one of them is not enough');
select tests.imitate_vault();
select is(pg_temp.detail('call_functions'), 'Vault lacks kolpact_api_url or kolpact_clock_key', 'with address and key');
select is(pg_temp.is_fine('call_functions'), false, 'both of these');
select vault.create_secret('https://ref.supabase.co', 'kolpact_api_url');
select is(pg_temp.detail('call_functions'), 'Vault lacks kolpact_api_url or kolpact_clock_key', 'an address without a key calls nobody');
select vault.create_secret('key', 'kolpact_clock_key');
select is(pg_temp.detail('call_functions'), 'never ran', 'and a run');
select is(pg_temp.is_fine('call_functions'), false, 'none is not fine');
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
-- Answers that count as refusals, and for how long
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
  ('the highest status that is fine', 399, 'x', '0'::interval, 't 399 x'),
  ('the lowest that is not', 400, 'x', '0', 'f 400 x'),
  ('an answer counts for less than an hour', 400, 'x', '1 hour', 't none in the last hour'),
  ('and until then', 400, 'x', '59 minutes 59 seconds', 'f 400 x'),
  ('of a long answer its beginning is shown', 200, repeat('x', 201), '0', 't 200 ' || repeat('x', 200))
) as a (name, status, said, age, health);
-- A run that began later is the last one, whichever commits first.
update private.clock_runs set ran_at = now() - interval '6 minutes' where clock = 'due_work';
select private.note_clock_run('due_work');
select is(pg_temp.is_fine('due_work'), true, 'the clock goes again');
update private.clock_runs set ran_at = now() + interval '1 hour' where clock = 'due_work';
select private.note_clock_run('due_work');
select is(r.ran_at, now() + interval '1 hour', 'and never back') from private.clock_runs r where clock = 'due_work';
select is((select count(*) from private.clock_runs where clock = 'due_work'), 1::bigint, 'with one row for each');
