-- cast: brand brand, rival brand, kol kol
update private.settings set value = 5 where key = 'buyer_fee';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.act_as_service();
select public.record_chargeback('sandbox', 'cb1', tests.order_id(), 10500, 'USD');
select public.record_chargeback('sandbox', 'cb1', tests.order_id(), 10500, 'USD');
select is((select status from public.pack_orders), 'in_progress', 'the order stands while the bank decides');
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'escrow'), 10000::bigint, 'and its escrow is whole');
select is(tests.balance(null, 'loss'), -10500::bigint, 'what is missing is the platform''s for now');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
select tests.act_as_service();
select public.record_provider_dispute('sandbox', 'test-' || tests.order_id(), 'cb1', 'lost', 10500, 'USD') from generate_series(1, 2);
select tests.act_as_owner();
select is((select status from public.pack_orders), 'cancelled', 'the order is off when it is lost');
select results_eq($$ select a.kind, sum(e.amount_minor)::bigint from private.transfers t
  join private.entries e on e.transfer_id = t.id join private.accounts a on a.id = e.account_id
  where t.event in ('refund', 'chargeback', 'loss_recovered') group by a.kind having sum(e.amount_minor) <> 0 order by a.kind $$,
  $$ values ('cash', 10500::bigint), ('escrow', -10000), ('fees_held', -500) $$, 'escrow and fees held to cash, once');
select is((select count(*) from private.chargebacks), 1::bigint, 'one reference is one chargeback');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
select tests.make_order(tests.id('rival'), tests.id('kol'), 'disputed');
select tests.act_as_service();
select public.record_chargeback('sandbox', 'cb2', tests.order_id(), 600, 'USD');
select public.record_provider_dispute('sandbox', 'test-' || tests.order_id(), 'cb2', 'lost', 600, 'USD');
select tests.act_as_owner();
select is(tests.balance(tests.id('rival'), 'wallet'), 9900::bigint, 'what the provider did not take belongs to the brand');
select is(tests.balance(null, 'cash'), -9900::bigint, 'cash agrees');
select is(tests.balance(null, 'loss'), 0::bigint, 'nothing is lost');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
