select private.rate_limit('attempt', 'a', 3, '1 minute', '2030-01-01');
select private.rate_limit('attempt', 'a', 3, '1 minute', '2030-01-03');
select is(count(*), 2::bigint, 'two days are kept') from private.rate_limits where action = 'attempt';
select private.rate_limit('attempt', 'a', 3, '1 minute', '2030-01-05 00:00:01');
select is(count(*), 1::bigint, 'what is older than two days is deleted as well') from private.rate_limits where action = 'attempt';
