-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
create function pg_temp.open(owner uuid, kind text, order_id uuid, shard int, balance bigint) returns void language sql as $$
  insert into private.accounts (owner_id, kind, currency, order_id, shard, balance_minor) values (owner, kind, 'USD', order_id, shard, balance) $$;
select lives_ok('select pg_temp.open(tests.id($$brand$$), $$wallet$$, null, 0, 0)', 'a member can have a wallet');
select lives_ok('select pg_temp.open(tests.id($$brand$$), $$escrow$$, tests.order_id(), 0, 0)', 'an order can have an escrow');
select throws_ok(format('select pg_temp.open(%s)', arguments), 'PT422', 'account_malformed', description) from (values
  ('tests.id($$kol$$), $$wallet$$, null, 0, 5', 'an account cannot be opened with a balance'),
  ('null, $$wallet$$, null, 0, 0', 'a wallet cannot be without an owner'),
  ('tests.id($$kol$$), $$cash$$, null, 0, 0', 'a cash account cannot have an owner'),
  ('null, $$cash$$, tests.order_id(), 0, 0', 'a cash account cannot have an order'),
  ('tests.id($$kol$$), $$escrow$$, null, 0, 0', 'an escrow cannot be without an order'),
  ('tests.id($$kol$$), $$pending$$, tests.order_id(), 0, 0', 'a pending account cannot have an order'),
  ('tests.id($$kol$$), $$available$$, null, 1, 0', 'a member''s account cannot have a second row'),
  ('null, $$loss$$, null, 16, 0', 'a platform account cannot have a row after the sixteenth'),
  ('null, $$loss$$, null, -1, 0', 'a platform account cannot have a row before the first'),
  ('tests.id($$kol$$), $$gold$$, null, 0, 0', 'an account cannot be of an unknown kind')) as wrong (arguments, description);
select throws_ok('select pg_temp.open(tests.id($$brand$$), $$wallet$$, null, 0, 0)', '23505', null, 'a member cannot have two wallets of one currency');
