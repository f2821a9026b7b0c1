-- Returns what a chargeback changed of that side's part of the order after the order was over.
-- cast: brand brand, early brand, poor brand, kol kol, judge staff, thrifty brand, rich brand, stager brand
create function pg_temp.later(who text) returns bigint language sql as $$
  select tests.answer(who, 'select m.later_minor from public.settlement_preview(tests.order_id()) as m')::bigint
$$;

create function pg_temp.moves(who text) returns text language sql as $$
  select tests.answer(who, $q$
    select string_agg(concat_ws(' ', m.event, p ->> 'kind', p ->> 'amount_minor'), ', ' order by m.transfer_id, p ->> 'kind')
    from public.money_moves(tests.order_id()) as m, jsonb_array_elements(m.parts) as p $q$)
$$;

-- Makes a completed order of 100.00 with a fee of 10.00 on each side, which is charged back later.
update private.settings set value = 10 where key = 'buyer_fee';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select is(pg_temp.later('kol'), 0::bigint, 'an order whose payment is not charged back has no changes');
select tests.lose_dispute(11000, 'all');
select is(tests.balance(tests.id('kol'), 'pending'), 0::bigint, 'a lost chargeback takes the earnings on hold');
select is(pg_temp.later('kol'), -9000::bigint, 'a creator reads what was taken of the earnings of an order');
select is(pg_temp.later('brand'), -11000::bigint, 'a brand reads what went back of the payment of an order');
select tests.by('judge', $$ select public.read_order(tests.order_id(), 'A question.') $$);
select is(pg_temp.later('judge'), null, 'staff read no change of either side');
select tests.dispute('won', 11000, 'all');
select is(pg_temp.later('kol'), 0::bigint, 'a dispute that is won leaves the earnings of a creator as they were');
select is(pg_temp.later('brand'), 0::bigint, 'a dispute that is won leaves the part of a brand as it was');
select is(pg_temp.moves('kol'), 'completion pending 9000, loss_recovered pending -9000, chargeback_won pending 9000',
  'amounts that a dispute took and returned are money moves of the order');

-- The price was returned to the wallet and is taken from there, first while the dispute is open.
select tests.make_order(tests.id('early'), tests.id('kol'), 'declined');
select is(tests.balance(tests.id('early'), 'wallet'), 11000::bigint, 'a declined order returns to the wallet');
select tests.dispute('opened', 4000, 'part');
select is(tests.balance(tests.id('early'), 'wallet') - 11000, pg_temp.later('early'), 'an amount that a chargeback takes from the wallet is shown on the order that filled the wallet');
select is(pg_temp.later('kol'), 0::bigint, 'a creator who earned nothing loses nothing');
select tests.dispute('opened', 20000, 'more');
select is(pg_temp.later('early'), -11000::bigint, 'a chargeback takes back no more than the order cost');

-- The chargeback ended the order and was won later: the brand's part pays the creator and our fee.
update public.profiles set frozen_at = null where id = tests.id('brand');
update private.settings set value = 0 where key = 'buyer_fee';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.lose_dispute(10000, 'cut');
select is(pg_temp.later('brand'), -10000::bigint, 'a brand reads that the payment of an order that the chargeback ended was charged back');
select tests.dispute('won', 10000, 'cut');
select is(pg_temp.later('kol'), 9000::bigint, 'a creator reads what a won dispute gave back after the order had ended');
select is(pg_temp.moves('kol'), 'chargeback_won pending 9000', 'money that a won dispute gave back is a money move of the order');
select matches(pg_temp.moves('brand'), 'chargeback_won wallet 10000, chargeback_won wallet -10000$', 'amounts that a won dispute gave to the brand and took from it are money moves of the order');
select is(pg_temp.later('brand'), -10000::bigint, 'a brand reads that its part of an order was paid to the creator in the end');
select tests.gets('brand', $$ select sum(f.amount_minor) from public.money_figures('total', 'month', current_date - 1, current_date) as f $$, '21000', 'money that was paid to the creator in the end counts as spent');

-- Makes two orders that one payment paid, so that the returned amount must be named once.
update private.settings set value = 0 where key = 'buyer_fee';
select tests.make_order(tests.id('thrifty'), tests.id('kol'), 'declined');
create temporary table older as select tests.order_id() as id, (tests.payment()).provider_ref;
select tests.make_order(tests.id('thrifty'), tests.id('kol'), 'pending_payment', 6000);
-- Both orders were placed in this transaction, so their times are set here.
select tests.unguarded('public.pack_orders', $$ update public.pack_orders set created_at = created_at + interval '1 minute' where id = tests.order_id() $$);
select tests.by('thrifty', 'select public.pay_from_wallet(tests.order_id())');
select tests.by('kol', $$ select public.decline_order(tests.order_id(), 'No time.') $$);
select private.record_provider_dispute('sandbox', provider_ref, 'once', 'opened', 7000, 'USD') from older;
select is(pg_temp.later('thrifty'), -6000::bigint, 'the newest order of a payment shows the charged-back amount first, up to its price');
select set_config('tests.order_id', id::text, true) from older;
select is(pg_temp.later('thrifty'), -1000::bigint, 'an older order of a payment shows the rest of the charged-back amount');
select private.record_provider_dispute('sandbox', provider_ref, 'once', 'won', 7000, 'USD') from older;
select private.record_provider_dispute('sandbox', provider_ref, 'less', 'opened', 500, 'USD') from older;
select is(pg_temp.later('thrifty'), 0::bigint, 'an amount that the newer order of a payment shows is not shown on the older one');

-- The chargeback ended the order; other money of the brand repays the creator.
select tests.make_order(tests.id('rich'), tests.id('kol'), 'funded', 30000);
create temporary table parked as select tests.order_id() as id;
select tests.make_order(tests.id('rich'), tests.id('kol'), 'delivered');
create temporary table ended as select tests.order_id() as id;
grant select on ended to authenticated;
select tests.lose_dispute(10000, 'repaid');
grant select on parked to authenticated;
select tests.by('kol', 'select public.decline_order(id) from parked');
do $$ begin for n in 1..5 loop perform private.work_debts(now()); end loop; end $$;
select tests.gets('kol', 'select m.later_minor from ended e, public.settlement_preview(e.id) as m', '9000', 'a creator reads what the brand repaid of an order that its chargeback had ended');
select tests.act_as(tests.id('rich'));
select is((select m.later_minor from ended e, public.settlement_preview(e.id) as m), -10000::bigint - 9000, 'a brand reads what it repaid to the creator');
select is((select sum(f.amount_minor) from public.money_figures('total', 'month', current_date - 1, current_date) as f), 9000::numeric, 'money that the brand repaid counts as spent');

-- One milestone is paid and the next delivered when the dispute is lost. Winning it later pays the creator for both.
select tests.act_as_owner();
select tests.make_milestones(tests.id('stager'), tests.id('kol'), 'delivered', '{4000,4000,2000}', 1);
select tests.lose_dispute(10000, 'stages');
select tests.dispute('won', 10000, 'stages');
select matches(pg_temp.moves('kol'), 'loss_recovered pending -\d+, chargeback_won pending \d+, chargeback_won pending \d+$', 'a repayment and a won dispute are money moves of the order');

-- Makes an order that was never paid.
select tests.make_order(tests.id('poor'), tests.id('kol'), 'expired');
select is(pg_temp.later(name), 0::bigint, format('nothing has changed for the %s of an order that was never paid', name)) from unnest(array['poor', 'kol']) as name;
