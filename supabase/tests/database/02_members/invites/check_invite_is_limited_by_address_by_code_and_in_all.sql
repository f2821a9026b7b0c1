create function pg_temp.ask(code text, headers text) returns boolean language sql as $$
  select set_config('request.headers', headers, true);
  select (public.check_invite(code)).valid
$$;
create function pg_temp.ask(code text, n int) returns boolean language sql as $$
  select pg_temp.ask(code, format('{"cf-connecting-ip": "203.0.113.%s"}', n))
$$;
select tests.act_as_anon();
select lives_ok($$ select pg_temp.ask('NO-SUCH-CODE', '{"x-forwarded-for": "203.0.113.9"}') from generate_series(1, 30) $$,
  'one IP address may make thirty checks of invites a minute');
select throws_ok($$ select pg_temp.ask('TESTS-INVITE', '{"x-forwarded-for": "203.0.113.9"}') $$, 'PT429', 'rate_limited',
  'one IP address is refused the thirty-first check of a minute, even of a valid code');
select throws_ok($$ select pg_temp.ask('TESTS-INVITE', '{"x-forwarded-for": "6.6.6.6, 203.0.113.9"}') $$, 'PT429', 'rate_limited',
  'an IP address that the caller adds to the header does not lift the limit');
select lives_ok($$ select pg_temp.ask('TESTS-INVITE', '{"x-forwarded-for": "203.0.113.10"}') $$, 'another IP address may check an invite');
select tests.act_as_owner();
delete from private.rate_limits;
update private.settings set value = 5 where key = 'check_invite_limit_of_code';
update private.settings set value = 8 where key = 'check_invite_limit_of_all';
select tests.act_as_anon();
select lives_ok($$ select pg_temp.ask('NO-SUCH-CODE', n) from generate_series(1, 5) n $$, 'a code may be checked five times from different addresses');
select throws_ok($$ select pg_temp.ask('NO-SUCH-CODE', 6) $$, 'PT429', 'rate_limited', 'a code may not be checked a sixth time');
select throws_ok($$ select pg_temp.ask(' no-such-code', 7) $$, 'PT429', 'rate_limited', 'a code that is written differently has the same limit');
select lives_ok($$ select pg_temp.ask('GUESS-' || n, n) from generate_series(1, 3) n $$, 'another code may be checked');
select throws_ok($$ select pg_temp.ask('GUESS-9', 9) $$, 'PT429', 'rate_limited', 'wrong codes together may not be checked a ninth time');
select is(pg_temp.ask('TESTS-INVITE', 10), true, 'a valid code can be checked after the limit of wrong ones');
select ok(bool_and(pg_temp.ask('TESTS-INVITE', 10 + n)), 'a valid code can be checked any number of times') from generate_series(1, 20) n;
