select tests.act_as_anon();
select set_config('request.headers', '{"x-forwarded-for": "203.0.113.9"}', true);
select lives_ok($$ select public.check_invite('NO-SUCH-CODE') from generate_series(1, 30) $$, 'thirty times a minute');
select throws_ok($$ select public.check_invite('TESTS-INVITE') $$, 'PT429', 'rate_limited', 'no more, not even for a good one');
select set_config('request.headers', '{"x-forwarded-for": "6.6.6.6, 203.0.113.9"}', true);
select throws_ok($$ select public.check_invite('TESTS-INVITE') $$, 'PT429', 'rate_limited', 'what the caller adds in front does not help');
select set_config('request.headers', '{"x-forwarded-for": "203.0.113.10"}', true);
select lives_ok($$ select public.check_invite('TESTS-INVITE') $$, 'another address is not concerned');
