select tests.make_member('brand ' || n, 'brand') from generate_series(1, 8) as n;
select tests.make_member('ann', 'kol');
create function pg_temp.invites() returns int language sql as $$
  select invites_left from public.profiles where id = tests.id('ann')
$$;
create function pg_temp.trade(n int) returns void language plpgsql as $$
begin
  perform tests.make_order(tests.id('brand ' || n), tests.id('ann'), 'completed');
  perform private.run_due_work(now() + interval '14 days');
end;
$$;
select tests.make_order(tests.id('brand 1'), tests.id('ann'), 'completed');
select is((select completed_orders from public.profiles where id = tests.id('ann')), 1, 'an order is counted at once');
select is((select completed_orders from public.profiles where id = tests.id('brand 2')), 0, 'for its two sides');
select is(pg_temp.invites(), 5, 'but earns no invites before our fee is earned');
select private.run_due_work(now() + interval '14 days');
select is(pg_temp.invites(), 8, 'then it earns three');
select pg_temp.trade(1);
select is(pg_temp.invites(), 8, 'a second order with the same brand earns none');
update public.profiles set invites_left = 19 where id = tests.id('ann');
select pg_temp.trade(2);
select is(pg_temp.invites(), 20, 'at most twenty at a time');
update public.profiles set invites_left = 25 where id = tests.id('ann');
select pg_temp.trade(3);
select is(pg_temp.invites(), 25, 'what was given beyond that stays');

-- Demerits take back what is unused, and no more than that can be earned again.
update public.profiles set invites_left = 4 where id = tests.id('ann');
select private.add_demerit(tests.id('ann'), tests.order_id(), 'dispute_lost', now());
select private.run_due_work(now() + interval '15 days');
select is(pg_temp.invites(), 1, 'three counterparties less, but only one of them had its invites unused');
select private.run_due_work(now() + interval '30 days');
select private.run_due_work(now() + interval '90 days');
select results_eq($$ select due_at from private.reassessments where profile_id = tests.id('ann') $$,
  array[now() + interval '180 days'], 'when the account has come of age, the end of the demerit is next');
select private.run_due_work(now() + interval '180 days');
select is(pg_temp.invites(), 4, 'when it lapses they are given back, not doubled');
select is((select invites_for from private.standings where profile_id = tests.id('ann')), 3, 'for three counterparties in all');
update public.profiles set invites_left = 0 where id = tests.id('ann');
select private.add_demerit(tests.id('ann'), (select id from public.pack_orders order by created_at, id limit 1), 'late', now() + interval '200 days');
select private.run_due_work(now() + interval '201 days');
select private.run_due_work(now() + interval '400 days');
select is(pg_temp.invites(), 0, 'a demerit while there were none left brings none later');
select tests.act_as(tests.id('ann'));
select throws_ok($$ select private.reassess(tests.id('ann'), now()) $$, '42501', null, 'members cannot start the computation');
