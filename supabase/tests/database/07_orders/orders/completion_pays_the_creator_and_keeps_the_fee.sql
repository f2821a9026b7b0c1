-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');

select is(tests.balance(tests.id('brand'), 'escrow'), 10000::bigint, 'until the end the price is in escrow');
select tests.act_as(tests.id('brand'));
select is((public.complete_order(tests.order_id())).status, 'completed', 'the brand completes');
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'escrow'), 0::bigint, 'escrow is empty');
select is(tests.balance(tests.id('brand'), 'wallet'), 0::bigint, 'nothing comes back to the brand');
select is(tests.balance(tests.id('kol'), 'pending'), 9000::bigint, 'the creator has earned the price less the fee');
select is(tests.balance(null, 'fees_held'), 1000::bigint, 'the fee is held');
select is(tests.balance(null, 'cash'), -10000::bigint, 'cash gave it all');
select set_eq(
  $$ select kind, amount_minor from private.entries e join private.accounts a on a.id = e.account_id
     join private.transfers tr on tr.id = e.transfer_id where tr.event = 'completion' $$,
  $$ values ('escrow', -10000::bigint), ('pending', 9000), ('fees_held', 1000) $$,
  'the posting is escrow to pending and fees held');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
set constraints all immediate;
select ok(held_minor = owed_minor and held_minor = 10000, 'solvency says so in public')
from private.count_solvency() where currency = 'USD';
