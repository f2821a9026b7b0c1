select set_config('request.headers', '{"x-forwarded-for": "6.6.6.6, 203.0.113.9"}', true);
select is(private.client_address(), '203.0.113.9', 'what our own proxy wrote');
select set_config('request.headers', '{"x-forwarded-for": "6.6.6.6", "cf-connecting-ip": "198.51.100.7"}', true);
select is(private.client_address(), '198.51.100.7', 'or the edge in front of it');
select set_config('request.headers', '', true);
select is(private.client_address(), 'unknown', 'no request, no address');
