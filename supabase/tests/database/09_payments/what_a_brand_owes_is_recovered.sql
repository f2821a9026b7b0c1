-- cast: brand brand, kol kol, stella staff, clerk staff, lena brand, mara brand, nora brand, rita brand
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
create temporary table done as select (tests.payment()).*;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table back as select (tests.payment()).*;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', 5000);

-- The first chargeback takes the money of the second payment; then the second is charged back.
select tests.charge_back((select p from public.payments p where id = (select id from done)), null, 'd1');
select tests.charge_back((select p from public.payments p where id = (select id from back)), null, 'd2');
select is(tests.balance(null, 'loss'), -10000::bigint, 'a chargeback of money that another chargeback already took is a loss');
select private.record_provider_dispute('sandbox', provider_ref, 'd1', 'won', 10000, 'USD') from done;
select is(tests.balance(tests.id('brand'), 'wallet'), 0::bigint, 'a dispute that is won does not pay the brand for money it owes');
select is(tests.balance(null, 'loss'), 0::bigint, 'a dispute that is won covers the loss of the other');

-- Money that reaches the wallet later pays the debt before it can be spent.
select tests.charge_back((select p from public.payments p where id = (select id from done)), 4000, 'd3');
select is((select owed_minor from private.chargebacks where provider_ref = 'd3'), 4000::bigint, 'a brand owes a chargeback that its wallet does not cover');
select tests.by('kol', $$ select public.decline_order(tests.order_id()) $$);
select tests.by('stella', $$ select public.unfreeze_profile(tests.id('brand'), 'pays', tests.causes(tests.id('brand'))) $$);
select is(tests.balance(tests.id('brand'), 'wallet'), 1000::bigint, 'a debt is recovered from the wallet when the freeze is lifted');
select results_eq('select brand_minor, loss_minor, owed_minor from private.chargebacks where provider_ref = $$d3$$',
  'values (4000::bigint, 0::bigint, 0::bigint)', 'a recovered chargeback counts as paid by the brand and is no longer owed');

-- Two members of staff unfroze a brand that still owes money; then money is returned to its wallet.
select tests.make_order(tests.id('lena'), tests.id('kol'), 'completed');
select tests.take_back(tests.payment(), 400);
select tests.decide_by_two('stella', 'clerk', 'unfreeze_profile', jsonb_build_object('profile_id', tests.id('lena'), 'note', 'pays', 'seen', tests.causes(tests.id('lena'))));
select tests.make_order(tests.id('lena'), tests.id('kol'), 'declined');
select tests.refused('lena', 'select tests.refund((tests.payment()).id, 10000, gen_random_uuid())', 'PT409', 'insufficient_funds',
  'a brand cannot have money refunded that it owes');
select tests.allowed('lena', 'select tests.refund((tests.payment()).id, 9600, gen_random_uuid())', 'a brand can have the rest refunded');
select is((select sum(owed_minor) from private.chargebacks where brand_id = tests.id('lena')), 0::numeric, 'a refund pays the debt first');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault when a refund pays the debt first');

-- Makes a brand that owes 4.00 and is not frozen. It spends the money on another order, or gives it as a tip.
create function pg_temp.with_debt(name text) returns void language sql as $$
  select tests.make_order(tests.id(name), tests.id('kol'), 'completed');
  select tests.take_back(tests.payment(), 400);
  select tests.decide_by_two('stella', 'clerk', 'unfreeze_profile', jsonb_build_object('profile_id', tests.id(name), 'note', 'pays', 'seen', tests.causes(tests.id(name))));
  select tests.make_order(tests.id(name), tests.id('kol'), 'declined')
$$;
select pg_temp.with_debt('mara');
select tests.make_order(tests.id('mara'), tests.id('kol'), 'pending_payment');
select tests.refused('mara', 'select public.pay_from_wallet(tests.order_id())', 'PT409', 'insufficient_funds', 'a brand cannot pay an order with money that it owes');
select pg_temp.with_debt('nora');
select tests.allowed('nora', $$ select public.tip_order(o.id, 1000, null, gen_random_uuid()) from public.pack_orders o where o.status = 'completed' $$,
  'a brand can give a tip from what is left after its debt');
select is(tests.balance(tests.id('nora'), 'wallet'), 8600::bigint, 'a tip pays the debt first');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault when orders and tips pay the debt first');

-- The creator does not accept the order in time, so it expires, and its money pays the debt.
select tests.make_order(tests.id('rita'), tests.id('kol'), 'completed');
select set_config('tests.paid', (tests.payment()).id::text, true);
select tests.make_order(tests.id('rita'), tests.id('kol'), 'funded');
select tests.take_back(p, 10000, 'of rita') from public.payments p where p.id = current_setting('tests.paid')::uuid;
select private.run_due_work(now() + interval '4 days');
select private.run_due_work(now() + interval '4 days');
select is((select owed_minor from private.chargebacks where provider_ref = 'of rita'), 0::bigint, 'money of an order that expired pays what its brand owes');
select is(tests.balance(tests.id('rita'), 'wallet'), 0::bigint, 'money that paid a debt is gone from the wallet');
