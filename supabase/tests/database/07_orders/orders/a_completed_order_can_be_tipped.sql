-- cast: brand brand, kol kol, poor brand, exact brand
-- Gives the brand 200.00 in its wallet, and a completed order of 100.00.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 20000);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', 10000);
create temp table before as select tests.balance(tests.id('kol'), 'pending') as pending, gen_random_uuid() as key;
create function pg_temp.tip(amount bigint, key uuid default gen_random_uuid()) returns bigint language sql as $$
  select (public.tip_order(tests.order_id(), amount, ' Thank you. ', key)).amount_minor
$$;

select tests.finds('brand', 'select least_minor, most_minor from public.tip_bounds(tests.order_id())', $$ values (100::bigint, 5000::bigint) $$,
  'a tip is between one unit and half of the price');
update public.pack_orders set updated_at = now() - interval '1 day';
select tests.act_as(tests.id('brand'));
select is(pg_temp.tip(2000, (select key from before)), 2000::bigint, 'a brand can give a tip for a completed order');
select is(pg_temp.tip(2000, (select key from before)), 2000::bigint, 'a retried tip returns the same tip');
select throws_ok('select pg_temp.tip(2001, (select key from before))', 'PT409', 'idempotency_key_reused', 'an idempotency key cannot be used for a tip of another amount');
select throws_ok($$ select public.tip_order(tests.order_id(), 2000, 'Thanks!', key) from before $$, 'PT409', 'idempotency_key_reused', 'an idempotency key cannot be used for a tip with another note');
select throws_ok('select pg_temp.tip(2000, null)', 'PT422', 'idempotency_key_required', 'a tip needs an idempotency key');
select tests.act_as_owner();
select is((select count(*) from public.order_tips), 1::bigint, 'a retried tip moves its money once');
select is(tests.balance(tests.id('brand'), 'wallet'), 18000::bigint, 'a tip is paid out of the brand''s wallet');
select is(tests.balance(tests.id('kol'), 'pending'), (select pending + 2000 from before), 'a creator receives the whole tip without a fee');
select results_eq($$ select h.amount_minor, h.fees_minor, h.due_at = (select x.due_at from private.holds x where x.order_id = h.order_id and x.reference is null)
    from private.holds h join public.order_tips t on t.id = h.reference $$,
  $$ values (2000::bigint, 0::bigint, true) $$, 'a tip is on hold for as long as the price');
select results_eq($$ select t.event::text, t.order_id = tests.order_id() from private.transfers t order by id desc limit 1 $$,
  $$ values ('tip', true) $$, 'the ledger names a tip and its order');
select results_eq($$ select kind, note, actor_id = tests.id('brand') from public.order_events where order_id = tests.order_id() order by id desc limit 1 $$,
  $$ values ('tipped', 'Thank you.', true) $$, 'the history of an order has its tips with their notes');
select results_eq($$ select event, data ->> 'amount_minor' from public.notifications where user_id = tests.user_id(tests.id('kol')) and event = 'tip_received' $$,
  $$ values ('tip_received', '2000') $$, 'the creator receives a notice of a tip');

select set_eq('select id from public.pack_orders where updated_at = now()', array[tests.order_id()], 'a tip changes only the time of change of its order, so that open pages load the order again');

-- A tip has bounds.
select tests.act_as(tests.id('brand'));
select throws_ok('select pg_temp.tip(99)', 'PT422', 'tip_out_of_range', 'a tip below the least is refused');
select throws_ok('select pg_temp.tip(3001)', 'PT422', 'tip_out_of_range', 'a tip above what all tips of an order may be is refused');
select throws_ok('select pg_temp.tip(null)', 'PT422', 'tip_out_of_range', 'a tip without an amount is refused');
select is(pg_temp.tip(2950), 2950::bigint, 'a brand can give a second tip within the limit');
select throws_ok('select pg_temp.tip(100)', 'PT409', 'tip_limit_reached', 'a tip beyond the limit of its order is refused');
select is((select refusal from public.order_actions(tests.order_id()) where action = 'tip_order'), 'tip_limit_reached', 'an order whose tips have reached the limit offers no further tip');

-- Tests who may tip, and until when.
select tests.act_as_owner();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', 10000);
select tests.gets('kol', 'select count(*) from public.order_tips', '2', 'a creator reads the tips of their orders');
select tests.refused('brand', $$ select public.tip_order(tests.order_id(), 500, '', gen_random_uuid()) $$, 'PT409', 'tip_window_over', 'a tip at the end of the time for tips is refused', at => now() + interval '90 days');
create function pg_temp.tip_after(change text) returns void language plpgsql as $$
begin
  execute change;
  perform tests.act_as(tests.id('brand'));
  perform pg_temp.tip(500);
end;
$$;
select throws_ok(format('select pg_temp.tip_after(%L)', change), code, token, description) from (values
  ('insert into public.member_blocks (blocker_id, blocked_id) values (tests.id(''kol''), tests.id(''brand''))', 'PT409', 'creator_not_available', 'a blocked brand cannot give a tip'),
  ('update public.profiles set suspended_at = now() where id = tests.id(''kol'')', 'PT409', 'creator_not_available', 'a suspended creator cannot be given a tip'),
  ('update public.profiles set frozen_at = now() where id = tests.id(''brand'')', 'PT403', 'profile_frozen', 'a frozen brand cannot give a tip'),
  ('select tests.make_order(tests.id(''brand''), tests.id(''kol''), ''delivered'')', 'PT409', 'order_not_completed', 'work that is not accepted cannot be tipped')
) as wrong (change, code, token, description);
select tests.make_order(tests.id('poor'), tests.id('kol'), 'declined', 3000);
select tests.make_order(tests.id('poor'), tests.id('kol'), 'completed', 10000);
select tests.act_as(tests.id('poor'));
select throws_ok('select pg_temp.tip(3001)', 'PT409', 'insufficient_funds', 'a tip of more than the wallet holds is refused');
select is(pg_temp.tip(3000), 3000::bigint, 'a tip can be all that the wallet holds');
select throws_ok('select pg_temp.tip(100)', 'PT409', 'insufficient_funds', 'a tip out of an empty wallet is refused');
select is((select refusal from public.order_actions(tests.order_id()) where action = 'tip_order'), 'insufficient_funds', 'an order of a brand with an empty wallet offers no tip');
select tests.act_as_owner();
-- Makes an order whose bounds allow exactly one amount, the least tip.
select tests.make_order(tests.id('exact'), tests.id('kol'), 'declined', 600);
select tests.make_order(tests.id('exact'), tests.id('kol'), 'completed', 10000);
select tests.by('exact', 'select pg_temp.tip(500)');
select tests.gets('exact', 'select pg_temp.tip(100)', '100', 'a wallet that holds exactly the least tip can pay it');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', 10000);
select tests.by('brand', 'select pg_temp.tip(4900)');
select tests.gets('brand', 'select pg_temp.tip(100)', '100', 'a limit that leaves exactly the least tip allows it');
select throws_ok('update public.order_tips set amount_minor = 1', 'PT403', 'append_only', 'a tip cannot be changed');

-- Tips are limited per day.
update private.settings set value = 1 where key = 'tips_per_day';
delete from private.rate_limits;
select tests.make_order(tests.id('exact'), tests.id('kol'), 'declined', 600);
select tests.make_order(tests.id('exact'), tests.id('kol'), 'completed', 10000);
select tests.gets('exact', 'select pg_temp.tip(100)', '100', 'a brand can give as many tips a day as the setting says');
select tests.refused('exact', 'select pg_temp.tip(100)', 'PT429', 'rate_limited', 'a brand cannot give more tips a day than the setting says');

-- The payment that a tip came from is taken back: the tip waits until the bank has decided.
create temp table earned as select tests.balance(tests.id('kol'), 'pending') as pending;
select tests.charge_back(p, 3000) from public.payments p where p.payer_id = tests.id('poor') and p.amount_minor = 3000;
select is(tests.balance(tests.id('kol'), 'pending'), (select pending from earned), 'a creator keeps a tip while the bank decides about its payment');
select results_eq($$ select loss_minor, owed_minor from private.chargebacks where brand_id = tests.id('poor') $$,
  $$ values (3000::bigint, 3000::bigint) $$, 'a brand owes a tip whose payment is charged back');
select private.run_due_work(now() + interval '15 days');
select is((select count(*) from private.holds h join public.order_tips t on t.id = h.reference where h.cleared_at is null), 1::bigint,
  'tips that are not charged back clear as the price does');
