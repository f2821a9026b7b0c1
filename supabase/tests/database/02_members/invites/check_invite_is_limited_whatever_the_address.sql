update private.settings set value = 5 where key = 'check_invite_limit_of_code';
update private.settings set value = 8 where key = 'check_invite_limit_of_all';
select tests.act_as_anon();
create function pg_temp.ask(code text, n int) returns boolean language plpgsql as $$
begin
  perform set_config('request.headers', format('{"cf-connecting-ip": "203.0.113.%s"}', n), true);
  return (public.check_invite(code)).valid;
end;
$$;
select lives_ok($$ select pg_temp.ask('NO-SUCH-CODE', n) from generate_series(1, 5) n $$, 'five times, each from another address');
select throws_ok($$ select pg_temp.ask('NO-SUCH-CODE', 6) $$, 'PT429', 'rate_limited', 'then the code is asked about too often');
select throws_ok($$ select pg_temp.ask(' no-such-code', 7) $$, 'PT429', 'rate_limited', 'however it is written');
select lives_ok($$ select pg_temp.ask('GUESS-' || n, n) from generate_series(1, 3) n $$, 'another code is not concerned');
select throws_ok($$ select pg_temp.ask('GUESS-9', 9) $$, 'PT429', 'rate_limited', 'but all together are');
select is(pg_temp.ask('TESTS-INVITE', 10), true, 'nobody shuts a code that can be used by asking about others');
select ok(bool_and(pg_temp.ask('TESTS-INVITE', 10 + n)), 'nor by asking about it') from generate_series(1, 20) n;
