select throws_ok($$ insert into private.entries (transfer_id, account_id, amount_minor) values (-1, (select min(id) from private.accounts), 5) $$,
  'PT403', 'transfer_closed', 'an entry has a transfer');
-- A transfer of another transaction, as they all are from the next one on.
insert into private.transfers (event, made_in) values ('suspense', '3');
select throws_ok($$ insert into private.entries (transfer_id, account_id, amount_minor) select max(t.id), min(a.id), 5 from private.transfers t, private.accounts a $$,
  'PT403', 'transfer_closed', 'and nothing is added to it later');
