select set_config('request.headers', '{"x-forwarded-for": "6.6.6.6, 203.0.113.9"}', true);
select is(private.client_address(), '203.0.113.9', 'the address of a client is the one that our own proxy added');
select set_config('request.headers', '{"x-forwarded-for": "6.6.6.6", "cf-connecting-ip": "198.51.100.7"}', true);
select is(private.client_address(), '198.51.100.7', 'the address is the one that the edge in front of the proxy reports');
select set_config('request.headers', '', true);
select is(private.client_address(), 'unknown', 'the address of a call without a request is unknown');
