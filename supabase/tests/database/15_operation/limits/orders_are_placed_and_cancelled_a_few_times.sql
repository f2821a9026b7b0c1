-- cast: ann kol, ben kol, bob brand, bea brand
select set_config('tests.pack', tests.make_pack(tests.id('ann'))::text, true);
select set_config('tests.other', tests.make_pack(tests.id('ben'))::text, true);
create function pg_temp.place(pack text) returns uuid language sql as $$
  select (public.place_order(current_setting(pack)::uuid, '', gen_random_uuid())).id
$$;
update private.settings set value = 4 where key = 'orders_per_hour';
update private.settings set value = 3 where key = 'orders_with_one_per_hour';
select tests.act_as(tests.id('bob'));
select lives_ok($$ select pg_temp.place('tests.pack') from generate_series(1, 3) $$, 'a brand places orders with one creator up to the limit of an hour');
select throws_ok($$ select pg_temp.place('tests.pack') $$, 'PT429', 'rate_limited', 'a brand places no order with one creator beyond the limit');
select lives_ok($$ select pg_temp.place('tests.other') $$, 'a brand at the limit with one creator places orders with another');
select throws_ok($$ select pg_temp.place('tests.other') $$, 'PT429', 'rate_limited', 'a brand places no order beyond the total limit of an hour');
select tests.act_as_owner();
delete from private.rate_limits;
select lives_ok($$ select tests.make_order(tests.id('bea'), tests.id('ann'), 'cancelled') from generate_series(1, 3) $$, 'a brand cancels three paid orders');
delete from private.rate_limits where action like 'orders%';
select lives_ok($$ select tests.make_order(tests.id('bea'), tests.id('ann'), 'cancelled') from generate_series(1, 2) $$, 'a brand cancels five paid orders of one creator');
select tests.make_order(tests.id('bea'), tests.id('ann'), 'funded');
select tests.refused('bea', $$ select public.cancel_order(tests.order_id(), 'Again.') $$, 'PT429', 'rate_limited', 'a brand cancels no sixth order of one creator');
select tests.by('ann', 'select public.accept_order(tests.order_id())');
select tests.allowed('ann', $$ select public.cancel_order(tests.order_id(), 'Sorry.') $$, 'a creator may ask for a cancellation');
select tests.gets('bea', $$ select (public.cancel_order(tests.order_id(), 'Fine.')).status $$, 'cancelled', 'agreeing to a cancellation does not count as a cancellation');
