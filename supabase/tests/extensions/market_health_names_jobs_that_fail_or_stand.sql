create function pg_temp.jobs() returns text language sql as $$
  select concat_ws(' ', h.is_fine, h.detail) from private.market_health() as h where h.name = 'jobs'
$$;
select is(pg_temp.jobs(), null, 'without pg_cron there are no jobs');
select tests.imitate_cron();
select cron.schedule('kolpact-due-work', '5 seconds', 'select 1'), cron.schedule('of-others', '5 seconds', 'select 1');
create function pg_temp.runs(job text, status text, ago interval) returns text language plpgsql as $$
begin
  insert into cron.job_run_details (jobid, status, start_time) select j.jobid, runs.status, now() - ago from cron.job j where j.jobname = job;
  return pg_temp.jobs();
end;
$$;
select is(pg_temp.jobs(), 't each ran, and did not fail', 'jobs of a new project have an hour to begin');
select is(pg_temp.runs('kolpact-due-work', 'succeeded', '2 hours 1 second'), 'f kolpact-due-work: succeeded ' || now() - interval '2 hours 1 second', 'a job that no longer runs is named');
select is(pg_temp.runs('kolpact-due-work', 'succeeded', '2 hours'), 't each ran, and did not fail', 'a run two hours ago raises no alarm');
select is(pg_temp.runs('kolpact-due-work', 'failed', '0'), 'f kolpact-due-work: failed ' || now(), 'a job whose last run failed is named');
select is(pg_temp.runs('kolpact-due-work', 'running', '0'), 't each ran, and did not fail', 'a failure is over with the next run');
select is(pg_temp.runs('of-others', 'failed', '0'), 't each ran, and did not fail', 'failed jobs of other programs raise no alarm');
select cron.schedule('kolpact-note-health', '5 minutes', 'select 1');
select is(pg_temp.jobs(), 'f kolpact-note-health: never ran', 'a job that never ran, while others did, is named');
