-- cast: brand brand, kol kol, other kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.run_due_work(now() + interval '14 days');
select tests.act_as(tests.id('other'), 'aal2');
select set_config('tests.of_other', tests.payout_method()::text, true);
select tests.act_as(tests.id('kol'), 'aal2');
create function pg_temp.request(method uuid, currency text default 'USD', key uuid default gen_random_uuid()) returns text language sql as $$
  select method from public.request_payout(1000, currency, method, key) $$;
select throws_ok($$ select pg_temp.request(current_setting('tests.of_other')::uuid) $$, 'PT404', 'payout_method_unknown', 'not to the account of another member');
select throws_ok('select pg_temp.request(null)', 'PT404', 'payout_method_unknown', 'nor to none');
select throws_ok($$ select pg_temp.request(tests.payout_method(), 'USDC') $$, 'PT422', 'currency_not_paid_out', 'USDC has no method of payout');
select is(pg_temp.request(tests.payout_method(), 'USD', '00000000-0000-4000-8000-000000000001'), 'IBAN •••• 3000', 'to an own one');
select set_config('tests.second', (public.add_payout_method('iban', 'Kim Creator', 'GB33BUKB20201555555555')).id::text, true);
select throws_ok($$ select pg_temp.request(current_setting('tests.second')::uuid, 'USD', '00000000-0000-4000-8000-000000000001') $$, 'PT409', 'idempotency_key_reused',
  'a retry to another account is no retry');
select tests.act_as(tests.id('other'), 'aal2');
select throws_ok($$ select public.remove_payout_method(current_setting('tests.second')::uuid) $$, 'PT404', 'payout_method_unknown', 'others do not remove it');
select tests.act_as(tests.id('kol'), 'aal2');
select set_config('tests.first', (select method_id::text from public.payouts), true);
select throws_ok($$ select public.remove_payout_method(current_setting('tests.first')::uuid) $$, 'PT409', 'payout_method_in_use', 'an account that money is to be sent to stays');
select lives_ok($$ select public.remove_payout_method(current_setting('tests.second')::uuid) $$, 'one without is removed');
select throws_ok($$ select pg_temp.request(current_setting('tests.second')::uuid) $$, 'PT404', 'payout_method_unknown', 'and paid no more');
select throws_ok($$ select public.remove_payout_method(current_setting('tests.second')::uuid) $$, 'PT404', 'payout_method_unknown', 'nor removed again');
select tests.act_as_service();
select public.settle_payout(id, 'tr 1') from public.payouts;
select tests.act_as(tests.id('kol'), 'aal2');
select lives_ok($$ select public.remove_payout_method(current_setting('tests.first')::uuid) $$, 'after the money was sent it is removed');
select is_empty('select from public.payout_methods', 'and gone');
select is((select method from public.payouts), 'IBAN •••• 3000', 'the payout says where it went');
select tests.act_as_owner();
select throws_ok($$ update public.payouts set method = 'IBAN •••• 0000' $$, 'PT403', 'append_only', 'and is not rewritten');
-- An account that is deleted takes the methods along; what was paid out stays.
select tests.act_as(tests.id('other'), 'aal2');
select lives_ok('select public.delete_my_account()', 'whoever leaves');
select tests.act_as_owner();
select is_empty('select from private.payout_methods', 'leaves no account number');
select tests.act_as(tests.id('kol'));
select throws_ok($$ select public.add_payout_method('iban', 'Kim Creator', 'GB33BUKB20201555555555') $$, 'PT403', 'mfa_required', 'a password alone saves no account');
