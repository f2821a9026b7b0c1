-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.act_as_service();
select public.record_chargeback('sandbox', 'cb1', tests.order_id(), 10000, 'USD');
select is((select status from public.pack_orders), 'completed', 'the order stays completed');
select tests.act_as_owner();
select set_eq($$ select a.kind, e.amount_minor from private.transfers t
  join private.entries e on e.transfer_id = t.id join private.accounts a on a.id = e.account_id where t.event = 'chargeback' $$,
  $$ values ('loss', -10000::bigint), ('cash', 10000) $$, 'our loss to cash');
select is(tests.balance(tests.id('kol'), 'pending'), 9000::bigint, 'the creator keeps the pay');
select is_empty('select from private.count_solvency() where held_minor <> owed_minor', 'and the books still agree');
