-- cast: brand brand, kol kol
update private.settings set value = 5 where key = 'buyer_fee';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select results_eq($$ select t.event::text, a.kind, e.amount_minor from private.transfers t
  join private.entries e on e.transfer_id = t.id join private.accounts a on a.id = e.account_id order by t.id, a.kind $$,
  $$ values ('payment', 'cash', -10500::bigint), ('payment', 'wallet', 10500),
    ('escrow', 'escrow', 10000), ('escrow', 'fees_held', 500), ('escrow', 'wallet', -10500) $$,
  'cash to wallet, then wallet to escrow and fees held');
