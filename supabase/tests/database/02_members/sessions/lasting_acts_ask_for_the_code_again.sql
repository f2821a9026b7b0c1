-- cast: brand brand, kol kol, ann kol
select plan(17);
select tests.earn('kol');
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
values (gen_random_uuid(), tests.user_id(tests.id('kol')), 'totp', 'verified', now(), now());
create function pg_temp.code_given(age interval) returns void language sql security definer as $$
  update auth.mfa_amr_claims set updated_at = now() - age
  where session_id = tests.session_id(tests.user_id(tests.id('kol')), 'aal2') and authentication_method = 'totp'
$$;
create temporary table acts (act text, call text);
insert into acts values
  ('a payout', $$ select public.request_payout(1000, 'USD', tests.payout_method(), gen_random_uuid()) $$),
  ('a payout method', $$ select public.add_payout_method('iban', 'Kim', 'GB33BUKB20201555555555') $$),
  ('the removal of a payout method', $$ select public.remove_payout_method(gen_random_uuid()) $$),
  ('an export', 'select public.export_my_data()'),
  ('another address of the calendar', 'select public.renew_calendar()'),
  ('a deletion', 'select public.delete_my_account()');

select pg_temp.code_given('15 minutes');
select tests.refused('kol', call, 'PT403', 'mfa_stale', act || ' is refused fifteen minutes after the code', 'aal2') from acts;
select tests.gets('kol', 'select count(*)::int from public.payouts', '0', 'no payout is made fifteen minutes after the code', 'aal2');
select tests.allowed('kol', 'select public.remove_calendar()', 'removing the address of the calendar asks for no new code, because it only protects', 'aal2');
-- Dates the last code of this session: its age counts, not that of the token.
select pg_temp.code_given('14 minutes 59 seconds');
select tests.allowed('kol', call, act || ' is accepted within fifteen minutes of the code', 'aal2') from acts where act not in ('a deletion', 'the removal of a payout method');
select tests.allowed('kol', format('select public.export_my_data(%s)', page), format('page %s of an export needs no other code', page), 'aal2') from generate_series(2, 3) as page;
select tests.refused('kol', 'select public.delete_my_account()', 'PT409', null, 'a deletion within fifteen minutes of the code is refused only because there is money left', 'aal2');

select tests.allowed('ann', 'select public.export_my_data()', 'a member without a second factor exports data without a code');
select tests.allowed('ann', 'select public.delete_my_account()', 'a member without a second factor deletes the account without a code');
