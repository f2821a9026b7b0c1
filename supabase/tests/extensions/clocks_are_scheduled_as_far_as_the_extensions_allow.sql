select is(private.schedule_clocks(), '{}', 'nothing is scheduled without pg_cron');
select tests.imitate_cron();
select is(private.schedule_clocks(), '{kolpact-due-work,kolpact-purge-clock-history,kolpact-prove-balances,kolpact-note-health}', 'clocks of the database run with pg_cron alone');
select tests.imitate_net();
select is(cardinality(private.schedule_clocks()), 4, 'calls of functions are not scheduled without Vault');
select tests.imitate_vault();
select is(private.schedule_clocks(), '{kolpact-due-work,kolpact-purge-clock-history,kolpact-prove-balances,kolpact-note-health,kolpact-call-functions}',
  'calls of functions are scheduled once pg_cron, pg_net and Vault are there');
select bag_eq('select jobname, schedule, command from cron.job', $$ values
  ('kolpact-due-work', '5 seconds', 'call private.run_due_work_in_steps()'),
  ('kolpact-purge-clock-history', '17 * * * *', 'select private.purge_clock_history()'),
  ('kolpact-prove-balances', '7 * * * *', 'select private.prove_due_balances()'),
  ('kolpact-note-health', '*/5 * * * *', 'select private.note_health()'),
  ('kolpact-call-functions', '10 seconds', 'select private.call_due_functions()')
$$, 'each clock is scheduled once, however often it was asked for');
select lives_ok('select private.run_due_work(); select private.purge_clock_history(); select private.call_due_functions(); select private.note_health()',
  'every scheduled command can be run');
-- Records the extensions that schedule_clocks enables.
create temporary table asked (name text, schema text);
create or replace function private.enable_extension(name text, schema text) returns void language sql as $$
  insert into asked values (name, schema)
$$;
select private.schedule_clocks();
select results_eq('select * from asked', $$ values ('pg_cron', 'pg_catalog'), ('pg_net', 'extensions') $$, 'pg_cron and pg_net are enabled where they exist');
select tests.make_staff('sam');
select tests.refused('sam', 'select private.schedule_clocks()', '42501', null, 'staff cannot schedule clocks');
select tests.act_as_service();
select throws_ok('select private.schedule_clocks()', '42501', null, 'the service role cannot schedule clocks');
