-- cast: brand brand, ann kol, cyd kol
select tests.refused('brand', 'select public.begin_payout_account()', 'PT403', 'not_allowed', 'a brand opens no account', 'aal2');
select tests.refused('ann', 'select public.begin_payout_account()', 'PT403', 'mfa_required', 'an account is opened with the second factor');
select tests.allowed('ann', 'select public.begin_payout_account()', 'a creator can open an account', 'aal2');
select public.record_payout_account(tests.id('ann'), 'sandbox', 'acct_ann', 'new', array['identity.individual.dob']);
select tests.act_as(tests.id('ann'));
select results_eq('select provider, status, requirements from public.payout_accounts', $$ values ('sandbox', 'new', array['identity.individual.dob']) $$, 'a creator reads what is missing');
select throws_ok('select account_ref from private.payout_accounts', '42501', null, 'a creator does not read the name of the account at the provider');
select is_empty('select from public.payout_methods', 'an account that is not ready is no method');
select tests.act_as_owner();
select public.record_payout_account(tests.id('ann'), 'sandbox', 'acct_ann', 'active', '{}') from generate_series(1, 2);
select tests.act_as(tests.id('ann'));
select results_eq('select kind, masked from public.payout_methods', $$ values ('sandbox', 'SANDBOX •••• _ann') $$, 'an account that is ready is a method, once');
select is((select count(*)::int from public.notifications where event = 'payout_method_added'), 1, 'the owner receives one notice of it');
select tests.act_as_owner();
select throws_ok($$ select public.record_payout_account(tests.id('cyd'), 'sandbox', 'acct_ann', 'active', '{}') $$, '23505', null, 'an account belongs to one member');
select throws_ok($$ select public.record_payout_account(tests.id('ann'), 'sandbox', 'acct_two', 'active', '{}') $$, 'PT409', 'payout_account_taken', 'a member has one account at a provider');
select tests.refused('ann', $$ select public.add_payout_method('sandbox', 'Ann', 'acct_two') $$, 'PT400', 'payout_methods_kind_known', 'a member cannot name an account of a provider', 'aal2');
select tests.by('ann', $$ select public.remove_payout_method(id) from public.payout_methods $$, 'aal2');
select is_empty('select from private.payout_accounts', 'an account whose method is removed is forgotten');
select public.record_payout_account(tests.id('ann'), 'sandbox', 'acct_ann', 'active', '{}');
select tests.make_order(tests.id('brand'), tests.id('ann'), 'completed');
select private.run_due_work(now() + interval '14 days');
select public.record_payout_account(tests.id('ann'), 'sandbox', 'acct_ann', 'restricted', array['proof']);
select tests.refused('ann', $$ select public.request_payout(1000, 'USD', (select id from public.payout_methods), gen_random_uuid()) $$, 'PT409', 'payout_account_not_ready',
  'nothing is sent to an account that its provider has restricted', 'aal2');
