-- cast: brand brand, kol kol, other kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.run_due_work(now() + interval '14 days');
select tests.act_as(tests.id('kol'), 'aal2');
select public.add_payout_method('iban', 'Kim Creator', 'DE89370400440532013000');
select public.request_payout(4000, 'USD', id, gen_random_uuid()) from public.payout_methods;
select results_eq('select kind, holder, masked from public.payout_methods', $$ values ('iban', 'Kim Creator', 'IBAN •••• 3000') $$, 'the owner reads the last four characters');
select throws_ok('select account from private.payout_methods', '42501', null, 'and no more');
select is((select method from public.payouts), 'IBAN •••• 3000', 'a payout has them too');
select unalike(public.export_my_data()::text, '%0532013000%', 'the export has no number');
select alike(public.export_my_data() ->> 'payout_methods', '%3000%', 'but the method');
select throws_ok('select public.take_payout(id) from public.payouts', 'PT403', 'not_allowed', 'the owner does not send');
select tests.act_as(tests.id('other'));
select is_empty('select from public.payout_methods', 'other members read none');
select tests.act_as_service();
select throws_ok('select from public.payout_methods', '42501', null, 'nor do functions with the secret key');
select tests.act_as(tests.id('stella'));
select is_empty('select from public.payout_methods', 'nor staff');
select results_eq('select amount_minor, method, holder, taken_at from public.payout_queue()',
  $$ values (4000::bigint, 'IBAN •••• 3000', 'Kim Creator', null::timestamptz) $$, 'who read the last four in the queue');
select is((select count(*)::int from public.staff_audit where action = 'take_payout'), 0, 'which is no act');
select results_eq('select t.* from public.payout_queue() q, public.take_payout(q.id) t',
  $$ values ('iban', 'Kim Creator', 'DE89370400440532013000') $$, 'the number is for whoever sends it');
select results_eq($$ select actor_id, details ->> 'method', details ->> 'amount_minor' from public.staff_audit where action = 'take_payout' $$,
  $$ values (tests.id('stella'), 'IBAN •••• 3000', '4000') $$, 'and leaves a row of the audit log');
select lives_ok('select public.take_payout(id) from public.payout_queue()', 'it is read again');
select is((select count(*)::int from public.staff_audit where action = 'take_payout'), 2, 'which is written down again');
select tests.act_as(tests.id('stella'), 'aal1');
select throws_ok('select public.take_payout(gen_random_uuid())', 'PT403', 'mfa_required', 'not by a password alone');
select tests.act_as_owner();
update auth.mfa_amr_claims set updated_at = now() - interval '15 minutes' where session_id = tests.session_id(tests.user_id(tests.id('stella')), 'aal2');
select tests.act_as(tests.id('stella'));
select throws_ok('select public.take_payout(id) from public.payout_queue()', 'PT403', 'mfa_stale', 'nor by a code of a quarter of an hour ago');
select tests.act_as_owner();
select is_empty($$ select from public.staff_audit where details::text like '%0532013000%' $$, 'the audit log has no number');
select is_empty($$ select from public.notifications where data::text || title || message like '%0532013000%' $$, 'nor has a notice');
