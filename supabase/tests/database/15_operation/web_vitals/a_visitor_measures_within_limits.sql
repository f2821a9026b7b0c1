-- cast: bob brand
create function pg_temp.measure(route text, device text default 'phone', release text default 'v1.0.0', lcp real default 900, inp real default null, cls real default 0.1, network text default '203.0.113.1') returns void language sql as $$
  select set_config('request.headers', format('{"cf-connecting-ip": "%s"}', network), true);
  select public.record_web_vitals(route, device, release, lcp, inp, cls)
$$;
select tests.allowed('visitor', $$ select pg_temp.measure('order') $$, 'a visitor says how fast a screen was');
select tests.refused('visitor', format('select pg_temp.measure(%s)', v.arguments), v.code, null, v.what)
from (values
  ('''/dashboard/orders/1''', 'PT422', 'an address in place of a route is refused'),
  ('''order'', ''watch''', 'PT422', 'an unknown kind of device is refused'),
  ('''order'', release => ''a b''', 'PT422', 'a text in place of a release is refused'),
  ('''order'', lcp => -1', 'PT422', 'a time before the visit is refused'),
  ('''order'', lcp => ''Infinity''', 'PT422', 'an infinite time is refused'),
  ('''order'', inp => 600001', 'PT422', 'more than ten minutes until a press is answered are refused'),
  ('''order'', cls => ''NaN''', 'PT422', 'a value that is not a number is refused'),
  ('null', 'PT422', 'a screen without a name is refused')
) v (arguments, code, what);
select results_eq($$ select day, route, device, release, lcp_ms, inp_ms, cls from private.web_vitals $$,
  $$ values (current_date, 'order', 'phone', 'v1.0.0', 900::real, null::real, 0.1::real) $$, 'a measurement stores the day, the route, the device and the figures');
select is(array(select attname::text from pg_attribute where attrelid = 'private.web_vitals'::regclass and attnum > 0 order by attnum),
  '{id,day,route,device,release,lcp_ms,inp_ms,cls}', 'no column of the measurements says whose visit it was');
select tests.refused('bob', $$ select public.record_web_vitals('order', 'phone', 'v1') $$, '42501', null, 'a signed-in member records no measurement');

delete from private.rate_limits;
update private.settings set value = 3 where key = 'web_vitals_of_network';
update private.settings set value = 5 where key = 'web_vitals_of_all';
select tests.act_as_anon();
select lives_ok($$ select pg_temp.measure('order') from generate_series(1, 3) $$, 'a network sends measurements within the limit of a day');
select throws_ok($$ select pg_temp.measure('order') $$, 'PT429', 'rate_limited', 'a network sends no more than the limit of a day');
select lives_ok($$ select pg_temp.measure('order', network => '2001:db8:1:2::' || nr) from generate_series(1, 2) as nr $$, 'another network has a limit of its own');
select tests.act_as_owner();
update private.settings set value = 2 where key = 'web_vitals_of_network';
update private.settings set value = 6 where key = 'web_vitals_of_all';
select tests.act_as_anon();
select throws_ok($$ select pg_temp.measure('order', network => '2001:db8:1:2:ffff::1') $$, 'PT429', 'rate_limited', 'each address of a network of IPv6 counts for all');
select lives_ok($$ select pg_temp.measure('order', network => '203.0.113.2') $$, 'a third network has a limit of its own, too');
select throws_ok($$ select pg_temp.measure('order', network => '203.0.113.3') $$, 'PT429', 'rate_limited', 'all networks together cannot fill the table further');
