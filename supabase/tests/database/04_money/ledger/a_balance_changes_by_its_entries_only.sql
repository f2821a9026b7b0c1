-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select throws_ok('update private.accounts set balance_minor = balance_minor + 1', 'PT403', 'balance_only_by_entry',
  'the owner does not write a balance by hand');
select throws_ok($$ update private.accounts set kind = 'wallet' where kind = 'pending' $$, 'PT403', 'balance_only_by_entry',
  'nor makes one account into another');
insert into private.transfers (event) values ('suspense');
select throws_ok($$ insert into private.entries (transfer_id, account_id, amount_minor) select max(id), 0, 5 from private.transfers $$,
  'PT403', 'transfer_closed', 'an entry has an account');
insert into private.entries (transfer_id, account_id, amount_minor)
  select max(id), private.platform_account('loss', 'USD', tests.order_id()), 5 from private.transfers;
select is(tests.balance(null, 'loss'), 5::bigint, 'an entry that is written moves the balance');
select throws_ok('set constraints all immediate', 'PT409', 'transfer_not_balanced', 'and cannot stand alone');
