-- cast: ann kol
select tests.make_member('brand ' || n, 'brand') from generate_series(1, 8) as n;
create function pg_temp.invites() returns int language sql as $$
  select invites_left from public.profiles where id = tests.id('ann')
$$;
create function pg_temp.trade(n int) returns void language sql as $$
  select tests.make_order(tests.id('brand ' || n), tests.id('ann'), 'completed');
  select private.run_due_work(now() + interval '14 days')
$$;
select tests.make_order(tests.id('brand 1'), tests.id('ann'), 'completed');
select is((select completed_orders from public.profiles where id = tests.id('ann')), 1, 'the number of completed orders counts an order as soon as it is completed');
select is((select completed_orders from public.profiles where id = tests.id('brand 2')), 0, 'an order does not change the number of completed orders of other members');
select is(pg_temp.invites(), 5, 'a completed order earns no invites before the fee is earned');
select private.run_due_work(now() + interval '14 days');
select is(pg_temp.invites(), 8, 'a new counterparty earns three invites');
select pg_temp.trade(1);
select is(pg_temp.invites(), 8, 'a second order with the same brand earns no invites');
update public.profiles set invites_left = 19 where id = tests.id('ann');
select pg_temp.trade(2);
select is(pg_temp.invites(), 20, 'a member earns no more than twenty invites at a time');
update public.profiles set invites_left = 25 where id = tests.id('ann');
select pg_temp.trade(3);
select is(pg_temp.invites(), 25, 'a quota above twenty that staff gave stays');

-- Demerits take back unused invites. When a demerit ends, the member gets as many invites as it took.
update public.profiles set invites_left = 4 where id = tests.id('ann');
select private.add_demerit(tests.id('ann'), tests.order_id(), 'dispute_lost', now());
select private.run_due_work(now() + interval '15 days');
select is(pg_temp.invites(), 1, 'a lost dispute takes back three unused invites');
select private.run_due_work(now() + interval '30 days');
select private.run_due_work(now() + interval '90 days');
select results_eq($$ select due_at from private.reassessments where profile_id = tests.id('ann') $$,
  array[now() + interval '180 days'], 'invites are next computed when the demerit ends');
select private.run_due_work(now() + interval '180 days');
select is(pg_temp.invites(), 4, 'the end of a demerit gives invites back once');
select is((select invites_for from private.standings where profile_id = tests.id('ann')), 3, 'invites were earned for three counterparties in total');
update public.profiles set invites_left = 0 where id = tests.id('ann');
select private.add_demerit(tests.id('ann'), (select id from public.pack_orders order by created_at, id limit 1), 'late', now() + interval '200 days');
select private.run_due_work(now() + interval '201 days');
select private.run_due_work(now() + interval '400 days');
select is(pg_temp.invites(), 0, 'used invites do not return when a demerit ends');
