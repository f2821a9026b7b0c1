-- cast: brand brand, kol kol, other kol
select tests.earn('kol');
select tests.by('other', $$ select set_config('tests.of_other', tests.payout_method()::text, true) $$, 'aal2');
select tests.act_as(tests.id('kol'), 'aal2');
create function pg_temp.request(method uuid, currency text default 'USD', key uuid default gen_random_uuid()) returns text language sql as $$
  select method from public.request_payout(1000, currency, method, key) $$;
select throws_ok($$ select pg_temp.request(current_setting('tests.of_other')::uuid) $$, 'PT404', 'payout_method_unknown', 'a creator cannot be paid out to the account of another member');
select throws_ok('select pg_temp.request(null)', 'PT404', 'payout_method_unknown', 'a creator cannot be paid out to no account');
select throws_ok($$ select pg_temp.request(tests.payout_method(), 'USDC') $$, 'PT422', 'currency_not_paid_out', 'a payout in USDC is refused');
select is(pg_temp.request(tests.payout_method(), 'USD', '00000000-0000-4000-8000-000000000001'), 'IBAN •••• 3000', 'a creator can be paid out to an account of their own');
select set_config('tests.second', (public.add_payout_method('iban', 'Kim Creator', 'GB33BUKB20201555555555')).id::text, true);
select throws_ok($$ select pg_temp.request(current_setting('tests.second')::uuid, 'USD', '00000000-0000-4000-8000-000000000001') $$, 'PT409', 'idempotency_key_reused',
  'a retry that names another account is refused');
select tests.refused('other', $$ select public.remove_payout_method(current_setting('tests.second')::uuid) $$, 'PT404', 'payout_method_unknown', 'a creator cannot remove the account of another member', 'aal2');
select tests.act_as(tests.id('kol'), 'aal2');
select set_config('tests.first', (select method_id::text from public.payouts), true);
select throws_ok($$ select public.remove_payout_method(current_setting('tests.first')::uuid) $$, 'PT409', 'payout_method_in_use', 'an account of an open payout cannot be removed');
select lives_ok($$ select public.remove_payout_method(current_setting('tests.second')::uuid) $$, 'an account without an open payout can be removed');
select throws_ok($$ select pg_temp.request(current_setting('tests.second')::uuid) $$, 'PT404', 'payout_method_unknown', 'a creator cannot be paid out to an account that was removed');
select lives_ok($$ select public.remove_payout_method(current_setting('tests.second')::uuid) $$, 'a repeated removal succeeds');
select isnt_empty('select from public.payout_methods', 'a repeated removal removes no other account');
select tests.act_as_owner();
select private.settle_payout(id, 'tr 1') from public.payouts;
select tests.allowed('kol', $$ select public.remove_payout_method(current_setting('tests.first')::uuid) $$, 'an account can be removed once its payout was sent', 'aal2');
select tests.gets('kol', 'select count(*) from public.payout_methods', '0', 'a creator who removed all accounts has none', 'aal2');
select tests.gets('kol', 'select method from public.payouts', 'IBAN •••• 3000', 'a payout keeps the masked number of an account that was removed', 'aal2');
select tests.allowed('other', 'select public.delete_my_account()', 'a creator can delete their account', 'aal2');
select is_empty('select from private.payout_methods', 'a deleted account leaves no account number');
select tests.refused('kol', $$ select public.add_payout_method('iban', 'Kim Creator', 'GB33BUKB20201555555555') $$, 'PT403', 'mfa_required', 'a session with a password alone cannot add an account');
