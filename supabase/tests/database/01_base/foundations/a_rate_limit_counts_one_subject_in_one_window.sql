select lives_ok($$
  select private.rate_limit('attempt', 'a', 3, '1 minute', '2030-01-01 10:00:00Z') from generate_series(1, 3)
$$, 'three times is within three');
select throws_ok($$ select private.rate_limit('attempt', 'a', 3, '1 minute', '2030-01-01 10:00:59Z') $$,
  'PT429', 'rate_limited', 'the fourth is refused');
select lives_ok($$ select private.rate_limit('attempt', 'b', 3, '1 minute', '2030-01-01 10:00:59Z') $$, 'another subject is not');
select lives_ok($$ select private.rate_limit('ring', 'a', 3, '1 minute', '2030-01-01 10:00:59Z') $$, 'nor another action');
select lives_ok($$ select private.rate_limit('attempt', 'a', 3, '1 minute', '2030-01-01 10:01:00Z') $$, 'nor the next window');
select is_empty($$ select 1 from private.rate_limits where subject in ('a', 'b') $$, 'who it was is kept as a hash only');
