-- cast: brand brand, ann kol, cyd kol
select tests.refused('ann', 'select public.begin_payout_account()', 'PT403', 'mfa_required', 'an account is opened with the second factor');
select tests.allowed('ann', 'select public.begin_payout_account()', 'a creator can open an account', 'aal2');
select public.record_payout_account(tests.id('ann'), 'sandbox', 'acct_ann', 'new', array['identity.individual.dob']);
select tests.finds('ann', 'select provider, status, requirements from public.payout_accounts', $$ values ('sandbox', 'new', array['identity.individual.dob']) $$, 'a creator reads what the provider still requires');
select tests.refused('ann', 'select account_ref from private.payout_accounts', '42501', null, 'a creator does not read the name of the account at the provider');
select tests.gets('ann', 'select count(*) from public.payout_methods', '0', 'an account that is not ready cannot be used for payouts');
select public.record_payout_account(tests.id('ann'), 'sandbox', 'acct_ann', 'active', '{}') from generate_series(1, 2);
select tests.finds('ann', 'select kind, masked from public.payout_methods', $$ values ('sandbox', 'SANDBOX •••• _ann') $$, 'an account that is ready becomes a payout method, once');
select tests.gets('ann', $$ select count(*)::int from public.notifications where event = 'payout_method_added' $$, '1', 'the owner receives one notice of a new payout method');
update public.profiles set display_name = '420' where id = tests.id('cyd');
select public.record_payout_account(tests.id('cyd'), 'sandbox', 'acct_cyd', 'active', '{}');
select is((select holder from private.payout_methods where profile_id = tests.id('cyd')), 'Sandbox', 'the payout method of a creator whose name is digits has the provider as its holder');
delete from private.payout_methods where profile_id = tests.id('cyd');
delete from private.payout_accounts where profile_id = tests.id('cyd');
select throws_ok($$ select public.record_payout_account(tests.id('cyd'), 'sandbox', 'acct_ann', 'active', '{}') $$, '23505', null, 'an account of one member cannot be recorded for another');
select throws_ok($$ select public.record_payout_account(tests.id('ann'), 'sandbox', 'acct_two', 'active', '{}') $$, 'PT409', 'payout_account_taken', 'a member has one account at a provider');
select throws_ok($$ select public.record_payout_account(gen_random_uuid(), 'sandbox', 'acct_new', 'active', '{}') $$, 'PT404', 'profile_unknown', 'an account of a member who does not exist is refused');
select is(tests.refusal(format('select private.record_payout_account(tests.id(''cyd''), %L, repeat(''x'', %s), %L, array_fill(%L::text, array[%s]))', provider, length, status, word, words)), refusal, what) from (values
  ('sandbox', 34, 'pending', 'x', 50, null, 'an account may have a name of 34 characters and 50 requirements'),
  ('sandbox', 1, 'pending', 'x', 0, null, 'an account needs no requirements'), ('sandbox', 35, 'pending', 'x', 1, 'payout_account_malformed', 'a name of an account with more than 34 characters is refused'), ('sandbox', 0, 'pending', 'x', 1, 'payout_account_malformed', 'an account without a name is refused'),
  ('sandbox', 9, 'pending', 'x', 51, 'payout_account_malformed', 'an account with more than 50 requirements is refused'),
  ('sandbox', 9, 'gone', 'x', 1, 'payout_account_malformed', 'an account in an unknown state is refused'), ('paypal', 9, 'pending', 'x', 1, 'payout_account_malformed', 'an account at an unknown provider is refused')) as c (provider, length, status, word, words, refusal, what);
delete from private.payout_accounts where profile_id = tests.id('cyd');
select private.record_payout_account(tests.id('cyd'), 'sandbox', 'acct_cyd', 'pending', '{}', repeat('x', 201), instant) from unnest(array[true, null]) as instant;
select results_eq($$ select is_instant, length(bank) from private.payout_accounts where profile_id = tests.id('cyd') $$, $$ values (false, 200) $$, 'a bank does not take instant payouts unless the provider says so');
select private.record_payout_account(tests.id('cyd'), 'sandbox', 'acct_cyd', 'pending', '{}', null, true);
select is(is_instant, true, 'a bank takes instant payouts if the provider says so') from private.payout_accounts where profile_id = tests.id('cyd');
delete from private.payout_accounts where profile_id = tests.id('cyd');
select tests.refused('ann', $$ select public.add_payout_method('sandbox', 'Ann', 'acct_two') $$, 'PT400', 'payout_methods_kind_known', 'a member cannot enter the id of an account at a provider', 'aal2');
select tests.by('ann', $$ select public.remove_payout_method(id) from public.payout_methods $$, 'aal2');
select is_empty('select from private.payout_accounts', 'an account whose method is removed is deleted');
select public.record_payout_account(tests.id('ann'), 'sandbox', 'acct_ann', 'active', '{}');
select tests.earn('ann');
select public.record_payout_account(tests.id('ann'), 'sandbox', 'acct_ann', 'restricted', array['proof']);
select tests.refused('ann', $$ select public.request_payout(1000, 'USD', (select id from public.payout_methods), gen_random_uuid()) $$, 'PT409', 'payout_account_not_ready',
  'nothing is sent to an account that its provider has restricted', 'aal2');
