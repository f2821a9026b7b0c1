begin;
select plan(3);
select tests.make_member('brand', 'brand');
select set_config('tests.wallet', private.member_account(tests.id('brand'), 'wallet', 'USD')::text, true);
select set_config('tests.in_transit', private.member_account(tests.id('brand'), 'in_transit', 'USD')::text, true);
select is(tests.locked_rows($$ select private.lock_accounts(array[current_setting('tests.in_transit')::bigint, current_setting('tests.wallet')::bigint]) $$, 'private.accounts'),
  array[current_setting('tests.wallet'), current_setting('tests.in_transit')], 'lock_accounts locks the accounts that it is given');
select ok(tests.takes_lock($$ select private.lock_spending(tests.id('brand')) $$, 'spending of ' || tests.id('brand')), 'lock_spending locks the spending of one brand');
select ok(not tests.takes_lock($$ select private.lock_spending(gen_random_uuid()) $$, 'spending of ' || tests.id('brand')), 'and of no other');
select * from finish();
rollback;
