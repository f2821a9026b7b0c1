select tests.imitate_cron();
insert into cron.job_run_details (start_time) values (now() - interval '2 days 1 microsecond'), (now() - interval '2 days'), (now() - interval '1 hour');
select private.purge_clock_history();
select is((select count(*) from cron.job_run_details), 2::bigint, 'runs of the last two days are kept');
