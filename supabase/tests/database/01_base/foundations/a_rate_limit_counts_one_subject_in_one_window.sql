select lives_ok($$
  select private.rate_limit('attempt', 'a', 3, '1 minute', '2030-01-01 10:00:00Z') from generate_series(1, 3)
$$, 'three attempts are within a limit of three');
select throws_ok($$ select private.rate_limit('attempt', 'a', 3, '1 minute', '2030-01-01 10:00:59Z') $$,
  'PT429', 'rate_limited', 'the fourth attempt within a minute is refused');
select lives_ok(format('select private.rate_limit(%L, %L, 3, $$1 minute$$, %L)', action, subject, moment), description || ' is counted apart') from (values
  ('attempt', 'b', '2030-01-01 10:00:59Z', 'another subject'), ('ring', 'a', '2030-01-01 10:00:59Z', 'another action'),
  ('attempt', 'a', '2030-01-01 10:01:00Z', 'the next window')) as cases (action, subject, moment, description);
select is_empty($$ select 1 from private.rate_limits where subject in ('a', 'b') $$, 'the subject is kept as a hash only');
select private.rate_limit('sweep', 'a', 3, '1 minute', moment) from unnest(array['2030-01-01', '2030-01-03']::timestamptz[]) as moment;
select is(count(*), 2::bigint, 'counts of the last two days are kept') from private.rate_limits where action = 'sweep';
select private.rate_limit('sweep', 'a', 3, '1 minute', '2030-01-05 00:00:01');
select is(count(*), 1::bigint, 'counts older than two days are deleted') from private.rate_limits where action = 'sweep';
