-- cast: brand brand, kol kol, sam staff
create function pg_temp.pack(price_minor bigint) returns uuid language sql as $$ select tests.make_pack(tests.id('kol'), price_minor, 'USDC') $$;
create function pg_temp.figure(who text) returns text language sql as $$
  select tests.act_as(tests.id(who));
  select string_agg(concat_ws(' ', f.amount_minor, f.currency), ', ') from public.money_figures('all', 'month', current_date, current_date) as f $$;
create function pg_temp.market() returns text language sql as $$
  select tests.act_as(tests.id('sam'));
  select format('volume %s, returned %s, take %s', f.volume_minor, f.refunded_minor, f.take_minor) from public.market_figures('month', current_date, current_date) as f where f.currency = 'USDC' $$;

select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', pack => pg_temp.pack(90000000));
select is(pg_temp.figure('brand'), null, 'a brand has spent nothing while the escrow holds the money of its order');
select tests.by('kol', $$ select public.decline_order(tests.order_id(), 'No time.') $$);
select is(pg_temp.figure('brand'), null, 'a brand has spent nothing for an order that was declined');
select tests.act_as_owner();
select is(pg_temp.market(), 'volume 90000000, returned 90000000, take 0', 'the void of an order is money that returned to its brand');

select tests.act_as_owner();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', pack => pg_temp.pack(50000000));
select is(pg_temp.figure('brand'), '50000000 USDC', 'a brand spends what the creator''s part of its order costs it');
select is(pg_temp.figure('kol'), '45000000 USDC', 'a creator earns what is captured less the fee');
select is((select string_agg(f.group_name, ',') from public.money_figures('partner', 'month', current_date, current_date) as f), 'Brand', 'earnings on the chain are separate by brand');
select is(pg_temp.market(), 'volume 140000000, returned 90000000, take 5000000', 'a capture returns nothing to the brand');

-- A payment for an order that is over does not count as spent.
select tests.act_as_owner();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', pack => pg_temp.pack(30000000));
select tests.sign_payment(tests.order_id()), tests.send_acts();
select tests.by('brand', $$ select public.cancel_order(tests.order_id()) $$);
select tests.mine_block();
select is(pg_temp.market(), 'volume 140000000, returned 90000000, take 5000000', 'money that arrived too late is neither volume nor returned');

select tests.act_as_owner();
update public.chain_acts set state = 'given_up', final_at = null where kind = 'capture';
select is(pg_temp.figure('kol'), null, 'a creator has not earned a capture that staff gave up');
select is(pg_temp.figure('brand'), null, 'a brand has not spent a capture that staff gave up');
select tests.act_as_owner();
update public.chain_acts set state = 'failed' where kind = 'capture';
select is(pg_temp.figure('kol'), null, 'a creator has not earned what the escrow did not pay');
