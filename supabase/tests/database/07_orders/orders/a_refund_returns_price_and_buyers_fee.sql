-- cast: brand brand, kol kol
update private.settings set value = 5 where key = 'buyer_fee';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
select set_eq($$ select a.kind, e.amount_minor from private.transfers t
  join private.entries e on e.transfer_id = t.id join private.accounts a on a.id = e.account_id where t.event = 'refund' $$,
  $$ values ('escrow', -10000::bigint), ('fees_held', -500), ('wallet', 10500) $$, 'escrow and fees held to the wallet');
select is(tests.balance(tests.id('brand'), 'wallet'), 10500::bigint, 'the brand has everything back');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'cancelled');
select is(tests.balance(tests.id('brand'), 'wallet'), 21000::bigint, 'a cancelled order does the same');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select private.run_due_work(now() + interval '72 hours');
select is((select status from public.pack_orders where id = tests.order_id()), 'expired', 'so does an order that the creator did not answer');
select is(tests.balance(tests.id('brand'), 'wallet'), 31500::bigint, 'does so too');
select is(tests.balance(null, 'fees_held'), 0::bigint, 'we keep nothing');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
