-- cast: brand brand, kol kol
select set_config('tests.wallet', private.member_account(tests.id('brand'), 'wallet', 'USD')::text, true);
select set_config('tests.in_transit', private.member_account(tests.id('brand'), 'in_transit', 'USD')::text, true);
select is(tests.locked_rows($$ select private.lock_accounts(array[current_setting('tests.in_transit')::bigint, current_setting('tests.wallet')::bigint]) $$, 'private.accounts'),
  array[current_setting('tests.wallet'), current_setting('tests.in_transit')], 'lock_accounts locks the accounts that it is given');
select ok(tests.takes_lock($$ select private.lock_spending(tests.id('brand')) $$, 'spending of ' || tests.id('brand')), 'lock_spending locks the spending of the brand');
select ok(not tests.takes_lock($$ select private.lock_spending(gen_random_uuid()) $$, 'spending of ' || tests.id('brand')), 'lock_spending leaves the spending of other brands unlocked');
select set_config('tests.available', private.member_account(tests.id('kol'), 'available', 'USD')::text, true);
select is(tests.locked_rows($$ do $x$ begin
    perform private.open_payout(jsonb_populate_record(null::public.payouts, jsonb_build_object('provider', 'manual', 'profile_id', tests.id('kol'), 'amount_minor', 1,
      'currency', 'USD', 'method', 'IBAN', 'method_id', gen_random_uuid(), 'source', 'available', 'idempotency_key', gen_random_uuid())));
  exception when sqlstate 'PT409' then null; end $x$ $$, 'private.accounts'), array[current_setting('tests.available')], 'a payout locks the available balance before it reads it');
