begin;
select plan(2);
select private.rate_limit('knock', 'a', 3, '1 minute', '2030-01-01');
select private.rate_limit('knock', 'a', 3, '1 minute', '2030-01-02');
select is(count(*), 2::bigint, 'yesterday is kept') from private.rate_limits where action = 'knock';
select private.rate_limit('knock', 'a', 3, '1 minute', '2030-01-05');
select is(count(*), 1::bigint, 'what is older than two days goes by the way') from private.rate_limits where action = 'knock';
select * from finish();
rollback;
