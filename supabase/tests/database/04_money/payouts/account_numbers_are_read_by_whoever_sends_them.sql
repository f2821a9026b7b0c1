-- cast: brand brand, kol kol, stella staff
select tests.earn('kol');
select tests.act_as(tests.id('kol'), 'aal2');
select public.add_payout_method('iban', 'Kim Creator', 'DE89370400440532013000');
select public.request_payout(4000, 'USD', id, gen_random_uuid()) from public.payout_methods;
select results_eq('select kind, holder, masked from public.payout_methods', $$ values ('iban', 'Kim Creator', 'IBAN •••• 3000') $$,
  'the owner reads the last four characters of the account number');
select throws_ok('select account from private.payout_methods', '42501', null, 'the owner cannot read the whole account number');
select is((select method from public.payouts), 'IBAN •••• 3000', 'a payout has the last four characters of the account number');
select unalike(public.export_my_data()::text, '%0532013000%', 'an export of data has no whole account number');
select alike(public.export_my_data() ->> 'payout_methods', '%3000%', 'an export of data has the masked account number');
select tests.act_as(tests.id('stella'));
select results_eq('select amount_minor, method, holder, taken_at from tests.payouts()',
  $$ values (4000::bigint, 'IBAN •••• 3000', 'Kim Creator', null::timestamptz) $$, 'the queue of payouts shows the masked account number');
select is((select count(*)::int from public.staff_audit where action = 'take_payout'), 0, 'reading the queue of payouts takes no payout');
select results_eq('select t.* from tests.payouts() q, public.take_payout(q.id) t',
  $$ values ('iban', 'Kim Creator', 'DE89370400440532013000') $$, 'staff who take a payout read its whole account number');
select results_eq($$ select actor_id, details ->> 'method', details ->> 'amount_minor' from public.staff_audit where action = 'take_payout' $$,
  $$ values (tests.id('stella'), 'IBAN •••• 3000', '4000') $$, 'taking a payout is in the audit log');
select lives_ok('select public.take_payout(id) from tests.payouts()', 'staff who took a payout can read its account number again');
select is((select count(*)::int from public.staff_audit where action = 'take_payout'), 2, 'a second reading of an account number is in the audit log too');
select tests.refused('stella', 'select public.take_payout(gen_random_uuid())', 'PT403', 'mfa_required', 'staff need a second factor to take a payout', 'aal1');
update auth.mfa_amr_claims set updated_at = now() - interval '15 minutes' where session_id = tests.session_id(tests.user_id(tests.id('stella')), 'aal2');
select tests.refused('stella', 'select public.take_payout(id) from tests.payouts()', 'PT403', 'mfa_stale',
  'staff need a second factor of the last 15 minutes to take a payout');
select is_empty($$ select from public.staff_audit where details::text like '%0532013000%' $$, 'the audit log has no whole account number');
select is_empty($$ select from public.notifications where data::text || title || message like '%0532013000%' $$, 'no notice has a whole account number');
