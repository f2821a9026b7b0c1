-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
create function pg_temp.open(owner uuid, kind text, order_id uuid, shard int, balance bigint) returns void language sql as $$
  insert into private.accounts (owner_id, kind, currency, order_id, shard, balance_minor) values (owner, kind, 'USD', order_id, shard, balance) $$;
select lives_ok('select pg_temp.open(tests.id($$brand$$), $$wallet$$, null, 0, 0)', 'a member has a wallet');
select lives_ok('select pg_temp.open(tests.id($$brand$$), $$escrow$$, tests.order_id(), 0, 0)', 'an order has an escrow');
select throws_ok('select pg_temp.open(tests.id($$kol$$), $$wallet$$, null, 0, 5)', 'PT422', 'account_malformed', 'it begins empty');
select throws_ok('select pg_temp.open(null, $$wallet$$, null, 0, 0)', 'PT422', 'account_malformed', 'a wallet has an owner');
select throws_ok('select pg_temp.open(tests.id($$kol$$), $$cash$$, null, 0, 0)', 'PT422', 'account_malformed', 'cash has none');
select throws_ok('select pg_temp.open(null, $$cash$$, tests.order_id(), 0, 0)', 'PT422', 'account_malformed', 'and no order');
select throws_ok('select pg_temp.open(tests.id($$kol$$), $$escrow$$, null, 0, 0)', 'PT422', 'account_malformed', 'an escrow has an order');
select throws_ok('select pg_temp.open(tests.id($$kol$$), $$pending$$, tests.order_id(), 0, 0)', 'PT422', 'account_malformed', 'nothing else has');
select throws_ok('select pg_temp.open(tests.id($$kol$$), $$available$$, null, 1, 0)', 'PT422', 'account_malformed', 'a member''s account is one row');
select throws_ok('select pg_temp.open(null, $$loss$$, null, 16, 0)', 'PT422', 'account_malformed', 'the platform''s are sixteen');
select throws_ok('select pg_temp.open(null, $$loss$$, null, -1, 0)', 'PT422', 'account_malformed', 'from zero');
select lives_ok($$ insert into public.currencies (code, name, decimals, min_price_minor, max_price_minor) values ('EUR', 'Euro', 2, 500, 100000000) $$, 'to fifteen');
select throws_ok('select pg_temp.open(tests.id($$kol$$), $$gold$$, null, 0, 0)', 'PT422', 'account_malformed', 'other kinds there are none');
select throws_ok('select pg_temp.open(tests.id($$brand$$), $$wallet$$, null, 0, 0)', '23505', null, 'and one of each');
