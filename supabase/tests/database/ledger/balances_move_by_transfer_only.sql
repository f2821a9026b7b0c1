begin;
select plan(5);
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select throws_ok('update private.accounts set balance_minor = balance_minor + 1', 'PT403', 'ledger_only_by_transfer',
  'the owner does not write a balance by hand');
select throws_ok($$ insert into private.transfers (event) values ('payment') $$, 'PT403', 'ledger_only_by_transfer',
  'nor a transfer');
select throws_ok($$ insert into private.entries select t.id, a.id, 5 from private.transfers t, private.accounts a limit 1 $$,
  'PT403', 'ledger_only_by_transfer', 'nor an entry');
select throws_ok($$ insert into private.accounts (kind, currency, shard, balance_minor) values ('loss', 'USDC', 3, 5) $$,
  'PT403', 'ledger_only_by_transfer', 'nor opens an account with money in it');
set local kolpact.posting = 'on';
select throws_ok($$ update private.accounts set kind = 'wallet' where kind = 'pending' $$, 'PT403', 'append_only',
  'and whoever has the door open cannot make one account into another');
select * from finish();
rollback;
