-- cast: brand brand, kol kol, other kol, stella staff
select tests.earn('kol');
select tests.act_as(tests.id('kol'), 'aal2');
select public.request_payout(4000, 'USD', tests.payout_method(), '00000000-0000-4000-8000-000000000001');
select set_config('tests.payout', (select id::text from public.payouts), true);
create function pg_temp.withdraw() returns text language sql as $$
  select status from public.withdraw_payout(current_setting('tests.payout')::uuid) $$;
select tests.refused('other', 'select pg_temp.withdraw()', 'PT404', 'payout_unknown', 'a creator cannot withdraw the payout of another', 'aal2');
select tests.refused('stella', 'select pg_temp.withdraw()', 'PT404', 'payout_unknown', 'staff cannot withdraw the payout of a creator');
select tests.gets('kol', 'select pg_temp.withdraw()', 'withdrawn', 'a creator can withdraw a payout that waits');
select tests.gets('kol', 'select pg_temp.withdraw()', 'withdrawn', 'withdrawing a payout a second time succeeds');
select is(tests.balance(tests.id('kol'), 'available'), 9000::bigint, 'withdrawn money is available again');
select is(tests.balance(tests.id('kol'), 'in_transit'), 0::bigint, 'withdrawn money is no longer in transit');
select is((select count(*)::int from private.transfers where event = 'payout_withdrawn'), 1, 'a payout that is withdrawn twice moves its money once');
select throws_ok($$ select private.settle_payout(current_setting('tests.payout')::uuid, 'tr 1') $$, 'PT409', 'payout_not_open', 'a withdrawn payout is not sent');
select throws_ok($$ select private.fail_payout(current_setting('tests.payout')::uuid, 'No.') $$, 'PT409', 'payout_not_open', 'a withdrawn payout does not fail');
select tests.gets('stella', 'select count(*) from tests.payouts()', '0', 'a withdrawn payout is not in the queue of payouts');
select tests.refused('stella', $$ select public.take_payout(current_setting('tests.payout')::uuid) $$, 'PT409', 'payout_withdrawn', 'staff can see that the member withdrew a payout');
select tests.gets('kol', $$ select (public.request_payout(4000, 'USD', tests.payout_method(), '00000000-0000-4000-8000-000000000001')).status $$, 'withdrawn',
  'a retry of the request returns the withdrawn payout', 'aal2');
select tests.by('kol', $$ select set_config('tests.payout', (public.request_payout(5000, 'USD', tests.payout_method(), gen_random_uuid())).id::text, true) $$, 'aal2');
select tests.by('stella', $$ select public.take_payout(current_setting('tests.payout')::uuid) $$);
select tests.refused('kol', 'select pg_temp.withdraw()', 'PT409', 'payout_being_sent', 'a payout that is being sent cannot be withdrawn');
select tests.by('stella', $$ select public.record_payout_sent(current_setting('tests.payout')::uuid, 'SEPA 1') $$);
select tests.refused('kol', 'select pg_temp.withdraw()', 'PT409', 'payout_not_open', 'a payout that was sent cannot be withdrawn');
select is(tests.balance(tests.id('kol'), 'available'), 4000::bigint, 'a payout that was sent leaves the rest available');

-- A brand withdraws the request for a refund; the money is assigned to its payment again.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select (tests.payment()).id;
select tests.act_as(tests.id('brand'));
select set_config('tests.payout', (tests.refund((select id from paid), 1000, gen_random_uuid())).id::text, true);
select is(pg_temp.withdraw(), 'withdrawn', 'a brand can withdraw a refund that waits');
select is((select amount_minor from public.wallet_lots where payment_id = (select id from paid)), 10000::bigint, 'a withdrawn refund returns to the lot of its payment');
select lives_ok($$ select tests.refund((select id from paid), 10000, gen_random_uuid()) $$, 'a payment whose refund was withdrawn can be refunded whole');

-- A member who may not request a payout may still withdraw one.
select tests.by('kol', $$ select set_config('tests.payout', (public.request_payout(1000, 'USD', tests.payout_method(), gen_random_uuid())).id::text, true) $$, 'aal2');
update public.profiles set frozen_at = now() where id = tests.id('kol');
select tests.refused('stella', $$ select public.take_payout(current_setting('tests.payout')::uuid) $$, 'PT409', 'payout_of_frozen', 'staff cannot take the payout of a frozen creator');
select tests.gets('kol', 'select pg_temp.withdraw()', 'withdrawn', 'a frozen creator can withdraw a payout');
update public.profiles set frozen_at = null where id = tests.id('kol');
select tests.allowed('kol', $$ select public.withdraw_payout((public.request_payout(100, 'USD', tests.payout_method(), gen_random_uuid())).id) from generate_series(1, 17) $$,
  'a creator can request twenty payouts a day', 'aal2');
select tests.refused('kol', $$ select public.request_payout(100, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'PT429', 'rate_limited',
  'a creator cannot request more than twenty payouts a day', 'aal2');
delete from auth.sessions where user_id = tests.user_id(tests.id('kol'));
select tests.refused('kol', 'select pg_temp.withdraw()', 'PT403', 'session_ended', 'an ended session cannot withdraw a payout');
select is(tests.balance(tests.id('kol'), 'available'), 4000::bigint, 'repeated requests and withdrawals lose no money');
select is((select count(*)::int from public.payouts where status = 'withdrawn'), 20, 'the row of a withdrawn payout is kept');
