-- cast: ann kol, ben kol, bob brand, bea brand
select set_config('tests.pack', tests.make_pack(tests.id('ann'))::text, true);
select set_config('tests.other', tests.make_pack(tests.id('ben'))::text, true);
create function pg_temp.place(pack text) returns uuid language sql as $$
  select (public.place_order(current_setting(pack)::uuid, '', gen_random_uuid())).id
$$;
grant execute on function pg_temp.place to authenticated;
update private.settings set value = 4 where key = 'orders_per_hour';
update private.settings set value = 3 where key = 'orders_with_one_per_hour';
select tests.act_as(tests.id('bob'));
select lives_ok($$ select pg_temp.place('tests.pack') from generate_series(1, 3) $$, 'three with one creator');
select throws_ok($$ select pg_temp.place('tests.pack') $$, 'PT429', 'rate_limited', 'not a fourth');
select lives_ok($$ select pg_temp.place('tests.other') $$, 'one with another creator');
select throws_ok($$ select pg_temp.place('tests.other') $$, 'PT429', 'rate_limited', 'then no more at all');
select tests.act_as_owner();
delete from private.rate_limits;
select lives_ok($$ select tests.make_order(tests.id('bea'), tests.id('ann'), 'cancelled') from generate_series(1, 3) $$, 'paid and cancelled');
delete from private.rate_limits where action like 'orders%';
select lives_ok($$ select tests.make_order(tests.id('bea'), tests.id('ann'), 'cancelled') from generate_series(1, 2) $$, 'five times');
select tests.make_order(tests.id('bea'), tests.id('ann'), 'funded');
select tests.act_as(tests.id('bea'));
select throws_ok($$ select public.cancel_order(tests.order_id(), 'Again.') $$, 'PT429', 'rate_limited', 'not a sixth with the same creator');
select tests.act_as(tests.id('ann'));
select public.accept_order(tests.order_id());
select lives_ok($$ select public.cancel_order(tests.order_id(), 'Sorry.') $$, 'the other side may ask');
select tests.act_as(tests.id('bea'));
select is((public.cancel_order(tests.order_id(), 'Fine.')).status, 'cancelled', 'to agree is not counted');
