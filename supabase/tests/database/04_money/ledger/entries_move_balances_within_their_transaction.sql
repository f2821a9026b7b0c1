-- ledger: made by hand
-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select is((select count(*) from private.entries e join private.transfers t on t.id = e.transfer_id where t.event = 'escrow'), 2::bigint,
  'a transfer has no entry for a buyer''s fee of zero');
select throws_ok($$ select private.post_transfer('completion',
  array[private.platform_account('cash', 'USD', tests.order_id()), private.platform_account('suspense', 'USD', tests.order_id())],
  array[-1, 1], tests.order_id()) $$, '23505', null, 'the completion of an order is posted once');
-- Makes a transfer that another transaction made, as every transfer is for later transactions.
insert into private.transfers (event, made_in) values ('suspense', '3');
select throws_ok($$ insert into private.entries (transfer_id, account_id, amount_minor)
  select max(t.id), min(a.id), 5 from private.transfers t, private.accounts a $$, 'PT403', 'transfer_closed', 'no entry is added to a transfer of an earlier transaction');
insert into private.transfers (event) values ('suspense');
select throws_ok(format('insert into private.entries (transfer_id, account_id, amount_minor) values (%s, %s, 5)', transfer_id, account_id),
  'PT403', 'transfer_closed', description)
from (select max(t.id) as newest, min(a.id) as first from private.transfers t, private.accounts a), lateral (values
  (-1, first, 'an entry without a transfer is refused'), (newest, 0, 'an entry without an account is refused')) as wrong (transfer_id, account_id, description);
insert into private.entries (transfer_id, account_id, amount_minor)
select max(id), private.platform_account('loss', 'USD', tests.order_id()), 5 from private.transfers;
select is(tests.balance(null, 'loss'), 5::bigint, 'an entry changes the balance of its account by its amount');
select throws_ok('set constraints all immediate', 'PT409', 'transfer_not_balanced', 'a transfer of one entry is refused at commit');
