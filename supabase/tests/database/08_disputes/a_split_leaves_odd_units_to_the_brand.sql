-- cast: brand brand, kol kol
update private.settings set value = 5 where key = 'buyer_fee';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed', 9999);
select tests.act_as(tests.id('kol'));
select public.propose_settlement(tests.order_id(), 5000);
select tests.act_as(tests.id('brand'));
select public.accept_settlement(tests.order_id(), 5000);
select tests.act_as_owner();
-- The platform keeps 5000/9999 of the fees 1000 and 500, rounded down: 500 and 250.
select set_eq($$ select a.kind, e.amount_minor from private.transfers t join private.entries e on e.transfer_id = t.id join private.accounts a on a.id = e.account_id where t.event = 'settlement' $$,
  $$ values ('escrow', -9999::bigint), ('wallet', 5249), ('pending', 4500), ('fees_held', 250) $$, 'price and fees are split in one proportion');
select is(tests.balance(null, 'fees_held'), 750::bigint, 'we hold both fees on the creator''s share');
select is_empty('select * from private.ledger_faults()', 'nothing is lost in rounding');
