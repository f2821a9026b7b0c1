-- cast: brand brand, kol kol
-- 200.00 in the wallet, and an order of 100.00 that is completed.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 20000);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', 10000);
create temp table before as select tests.balance(tests.id('kol'), 'pending') as pending, gen_random_uuid() as key;
grant select on before to authenticated;
create function pg_temp.tip(amount bigint, key uuid default gen_random_uuid()) returns bigint language sql as $$
  select (public.tip_order(tests.order_id(), amount, ' Thank you. ', key)).amount_minor
$$;
grant execute on function pg_temp.tip to authenticated;

-- Giving.
select tests.act_as(tests.id('brand'));
select results_eq('select least_minor, most_minor from public.tip_bounds(tests.order_id())', $$ values (100::bigint, 5000::bigint) $$,
  'a tip is at least one unit, and at most half of the price');
select tests.act_as_owner();
update public.pack_orders set updated_at = now() - interval '1 day';
select tests.act_as(tests.id('brand'));
select is(pg_temp.tip(2000, (select key from before)), 2000::bigint, 'the brand gives a tip');
select is(pg_temp.tip(2000, (select key from before)), 2000::bigint, 'and asks twice');
select throws_ok('select pg_temp.tip(2001, (select key from before))', 'PT409', 'idempotency_key_reused', 'a key belongs to one tip');
select throws_ok('select pg_temp.tip(2000, null)', 'PT422', 'idempotency_key_required', 'a tip has a key');
select tests.act_as_owner();
select is((select count(*) from public.order_tips), 1::bigint, 'it is given once');
select is(tests.balance(tests.id('brand'), 'wallet'), 18000::bigint, 'out of the wallet');
select is(tests.balance(tests.id('kol'), 'pending'), (select pending + 2000 from before), 'all of it to the creator, without a fee');
select results_eq($$ select h.amount_minor, h.fees_minor, h.due_at = (select x.due_at from private.holds x where x.order_id = h.order_id and x.reference is null)
    from private.holds h join public.order_tips t on t.id = h.reference $$,
  $$ values (2000::bigint, 0::bigint, true) $$, 'on hold for as long as the price');
select results_eq($$ select t.event::text, t.order_id = tests.order_id() from private.transfers t order by id desc limit 1 $$,
  $$ values ('tip', true) $$, 'the ledger names the tip and its order');
select results_eq($$ select kind, note, actor_id = tests.id('brand') from public.order_events where order_id = tests.order_id() order by id desc limit 1 $$,
  $$ values ('tipped', 'Thank you.', true) $$, 'the history of the order has it, with its words');
select results_eq($$ select event, data ->> 'amount_minor' from public.notifications where user_id = tests.user_id(tests.id('kol')) and event = 'tip_received' $$,
  $$ values ('tip_received', '2000') $$, 'and the creator is notified');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');

select set_eq('select id from public.pack_orders where updated_at = now()', array[tests.order_id()], 'open pages of this order read it again');

-- Bounds.
select tests.act_as(tests.id('brand'));
select throws_ok('select pg_temp.tip(99)', 'PT422', 'tip_out_of_range', 'less than the least is no tip');
select throws_ok('select pg_temp.tip(3001)', 'PT422', 'tip_out_of_range', 'all tips together have a limit');
select throws_ok('select pg_temp.tip(null)', 'PT422', 'tip_out_of_range', 'nothing is no tip');
select is(pg_temp.tip(2950), 2950::bigint, 'a second tip');
select throws_ok('select pg_temp.tip(100)', 'PT409', 'tip_limit_reached', 'then nothing is left to give');
select is((select refusal from public.order_actions(tests.order_id()) where action = 'tip_order'), 'tip_limit_reached', 'and no tip is offered');

-- Who and when.
select tests.act_as_owner();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', 10000);
select tests.act_as(tests.id('kol'));
select throws_ok('select pg_temp.tip(500)', 'PT403', 'not_allowed', 'the creator gives no tip');
select throws_ok('select public.tip_bounds(tests.order_id())', 'PT403', 'not_allowed', 'and does not learn what the wallet holds');
select is((select count(*) from public.order_tips), 2::bigint, 'but sees the tips of its orders');
select tests.act_as_owner();
select tests.make_member('stranger', 'brand');
select tests.act_as(tests.id('stranger'));
select throws_ok('select pg_temp.tip(500)', 'PT403', 'not_allowed', 'nor does another brand');
select is((select count(*) from public.order_tips), 0::bigint, 'which sees none');
select tests.move_time_as(tests.id('brand'));
select throws_ok($$ select private.tip_order(tests.order_id(), 500, '', gen_random_uuid(), now() + interval '90 days 1 second') $$,
  'PT409', 'tip_window_over', 'a tip comes soon after the work');
select throws_ok($$ select private.tip_order(tests.order_id(), 500, '', gen_random_uuid(), now() + interval '90 days') $$,
  'PT409', 'tip_window_over', 'ninety days are too late');
select tests.act_as_owner();
insert into public.member_blocks (blocker_id, blocked_id) values (tests.id('kol'), tests.id('brand'));
select tests.act_as(tests.id('brand'));
select throws_ok('select pg_temp.tip(500)', 'PT409', 'creator_not_available', 'a blocked brand gives no tip');
select tests.act_as_owner();
delete from public.member_blocks;
update public.profiles set suspended_at = now() where id = tests.id('kol');
select tests.act_as(tests.id('brand'));
select throws_ok('select pg_temp.tip(500)', 'PT409', 'creator_not_available', 'a suspended creator gets none');
select tests.act_as_owner();
update public.profiles set suspended_at = null where id = tests.id('kol');
update public.profiles set frozen_at = now() where id = tests.id('brand');
select tests.act_as(tests.id('brand'));
select throws_ok('select pg_temp.tip(500)', 'PT403', 'profile_frozen', 'a frozen brand gives none');
select tests.act_as_owner();
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered', 10000);
select tests.act_as(tests.id('brand'));
select throws_ok('select pg_temp.tip(500)', 'PT409', 'order_not_completed', 'nor for work that is not accepted');
select tests.act_as_owner();
select tests.make_member('poor', 'brand');
select tests.make_order(tests.id('poor'), tests.id('kol'), 'declined', 3000);
select tests.make_order(tests.id('poor'), tests.id('kol'), 'completed', 10000);
select tests.act_as(tests.id('poor'));
select throws_ok('select pg_temp.tip(3001)', 'PT409', 'insufficient_funds', 'a tip of more than the wallet');
select is(pg_temp.tip(3000), 3000::bigint, 'of all of it');
select throws_ok('select pg_temp.tip(100)', 'PT409', 'insufficient_funds', 'and of an empty one');
select is((select refusal from public.order_actions(tests.order_id()) where action = 'tip_order'), 'insufficient_funds', 'no tip is offered from one');
select tests.act_as_owner();
-- Bounds that leave exactly the least tip
select tests.make_member('exact', 'brand');
select tests.make_order(tests.id('exact'), tests.id('kol'), 'declined', 600);
select tests.make_order(tests.id('exact'), tests.id('kol'), 'completed', 10000);
select tests.act_as(tests.id('exact'));
select pg_temp.tip(500);
select is(pg_temp.tip(100), 100::bigint, 'a wallet that has just the least tip');
select tests.act_as_owner();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', 10000);
select tests.act_as(tests.id('brand'));
select pg_temp.tip(4900);
select is(pg_temp.tip(100), 100::bigint, 'a limit that leaves just the least tip');
select tests.act_as_owner();
select throws_ok('update public.order_tips set amount_minor = 1', 'PT403', 'append_only', 'a tip is not changed');

-- So many a day.
update private.settings set value = 1 where key = 'tips_per_day';
delete from private.rate_limits;
select tests.make_order(tests.id('exact'), tests.id('kol'), 'declined', 600);
select tests.make_order(tests.id('exact'), tests.id('kol'), 'completed', 10000);
select tests.act_as(tests.id('exact'));
select is(pg_temp.tip(100), 100::bigint, 'a tip');
select throws_ok('select pg_temp.tip(100)', 'PT429', 'rate_limited', 'not another one on the same day');
select tests.act_as_owner();

-- The payment that a tip came from is taken back: the tip waits until the bank has decided.
create temp table earned as select tests.balance(tests.id('kol'), 'pending') as pending;
select tests.charge_back(p, 3000) from public.payments p where p.payer_id = tests.id('poor') and p.amount_minor = 3000;
select is(tests.balance(tests.id('kol'), 'pending'), (select pending from earned), 'nothing is taken while the bank decides');
select results_eq($$ select loss_minor, owed_minor from private.chargebacks where brand_id = tests.id('poor') $$,
  $$ values (3000::bigint, 3000::bigint) $$, 'the brand owes it');
select private.run_due_work(now() + interval '15 days');
select is((select count(*) from private.holds h join public.order_tips t on t.id = h.reference where h.cleared_at is null), 1::bigint,
  'the other tips clear like the price');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
