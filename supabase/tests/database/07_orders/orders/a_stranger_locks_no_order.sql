-- cast: brand brand, kol kol, eve brand, judge staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
create function pg_temp.lock(act text, id uuid default tests.order_id()) returns text language sql as $$
  select format('select private.lock_order(%L, %L)', id, act)
$$;
create function pg_temp.actor(act text) returns text language sql as $$
  select private.require_order_actor(act, o) from public.pack_orders o where o.id = tests.order_id()
$$;
-- Acts as a member, but with the rights of the owner, who may call private functions.
select tests.move_time_as(tests.id('brand'));
select is(tests.locked_rows(pg_temp.lock('open_dispute'), 'public.pack_orders'), array[tests.order_id()::text], 'a side of an order locks it to act');
select throws_ok(pg_temp.lock('deliver_order'), 'PT403', 'not_allowed', 'a side cannot lock an order for an act of the other side');
select throws_ok(pg_temp.lock('open_dispute', gen_random_uuid()), 'PT403', 'not_allowed', 'an unknown order cannot be locked');
select tests.move_time_as(tests.id('eve'));
select throws_ok(pg_temp.lock('open_dispute'), 'PT403', 'not_allowed', 'a stranger cannot lock an order');
select throws_ok($$ select pg_temp.actor('open_dispute') $$, 'PT403', 'not_allowed', 'a stranger cannot act on an order as staff');
select throws_ok($$ select pg_temp.actor('accept_order') $$, 'PT403', 'not_allowed', 'a stranger cannot act on an order as a side');
select tests.move_time_as(tests.id('judge'));
select is(pg_temp.actor('open_dispute'), 'staff', 'staff can act on an order as staff');
select throws_ok($$ select pg_temp.actor('accept_order') $$, 'PT403', 'not_allowed', 'staff cannot act on an order as a side');
select throws_ok(pg_temp.lock('open_dispute'), 'PT403', 'not_allowed', 'staff cannot lock an order with the function for its sides');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('kol');
select tests.move_time_as(tests.id('kol'));
select throws_ok(pg_temp.lock('deliver_order'), 'PT403', 'not_allowed', 'a suspended creator cannot lock an order to deliver');
