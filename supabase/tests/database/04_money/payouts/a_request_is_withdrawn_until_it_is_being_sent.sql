-- cast: brand brand, kol kol, other kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.run_due_work(now() + interval '14 days');
select tests.act_as(tests.id('kol'), 'aal2');
select public.request_payout(4000, 'USD', tests.payout_method(), '00000000-0000-4000-8000-000000000001');
select set_config('tests.payout', (select id::text from public.payouts), true);
create function pg_temp.withdraw() returns text language sql as $$
  select status from public.withdraw_payout(current_setting('tests.payout')::uuid) $$;
select tests.act_as(tests.id('other'), 'aal2');
select throws_ok('select pg_temp.withdraw()', 'PT404', 'payout_unknown', 'not by another creator');
select tests.act_as(tests.id('stella'));
select throws_ok('select pg_temp.withdraw()', 'PT404', 'payout_unknown', 'nor by staff');
select tests.act_as(tests.id('kol'));
select is(pg_temp.withdraw(), 'withdrawn', 'its owner withdraws it');
select is(pg_temp.withdraw(), 'withdrawn', 'and asked twice it is the same');
select tests.act_as_owner();
select is(tests.balance(tests.id('kol'), 'available'), 9000::bigint, 'the money is available again');
select is(tests.balance(tests.id('kol'), 'in_transit'), 0::bigint, 'and not on its way');
select is((select count(*)::int from private.transfers where event = 'payout_withdrawn'), 1, 'by one transfer');
select tests.act_as_service();
select throws_ok($$ select public.settle_payout(current_setting('tests.payout')::uuid, 'tr 1') $$, 'PT409', 'payout_not_open', 'it is not sent any more');
select throws_ok($$ select public.fail_payout(current_setting('tests.payout')::uuid, 'No.') $$, 'PT409', 'payout_not_open', 'nor does it fail');
select tests.act_as(tests.id('stella'));
select is_empty('select from public.payout_queue()', 'nor does it wait');
select throws_ok($$ select public.take_payout(current_setting('tests.payout')::uuid) $$, 'PT409', 'payout_not_open', 'nor is it taken');
select tests.act_as(tests.id('kol'), 'aal2');
select is((public.request_payout(4000, 'USD', tests.payout_method(), '00000000-0000-4000-8000-000000000001')).status, 'withdrawn',
  'a retry of the request does not bring it back');
select set_config('tests.payout', (public.request_payout(5000, 'USD', tests.payout_method(), gen_random_uuid())).id::text, true);
select tests.act_as(tests.id('stella'));
select public.take_payout(current_setting('tests.payout')::uuid);
select tests.act_as(tests.id('kol'));
select throws_ok('select pg_temp.withdraw()', 'PT409', 'payout_being_sent', 'what is being sent is not withdrawn');
select tests.act_as(tests.id('stella'));
select public.record_payout_sent(current_setting('tests.payout')::uuid, 'SEPA 1');
select tests.act_as(tests.id('kol'));
select throws_ok('select pg_temp.withdraw()', 'PT409', 'payout_not_open', 'nor what was sent');
select tests.act_as_owner();
select is(tests.balance(tests.id('kol'), 'available'), 4000::bigint, 'the rest is there');

-- A refund of a brand in the same way; its money finds the payment that it came from again.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select (tests.payment()).id;
grant select on paid to authenticated;
select tests.act_as(tests.id('brand'));
select set_config('tests.payout', (public.request_refund((select id from paid), 1000, gen_random_uuid())).id::text, true);
select is(pg_temp.withdraw(), 'withdrawn', 'a refund is withdrawn too');
select is((select amount_minor from public.wallet_lots where payment_id = (select id from paid)), 10000::bigint, 'to the payment that it came from');
select lives_ok($$ select public.request_refund((select id from paid), 10000, gen_random_uuid()) $$, 'and all of it can be returned after that');

-- A member who may take nothing out may still take it back.
select tests.act_as(tests.id('kol'), 'aal2');
select set_config('tests.payout', (public.request_payout(1000, 'USD', tests.payout_method(), gen_random_uuid())).id::text, true);
select tests.act_as_owner();
update public.profiles set frozen_at = now() where id = tests.id('kol');
select tests.act_as(tests.id('stella'));
select throws_ok($$ select public.take_payout(current_setting('tests.payout')::uuid) $$, 'PT409', 'payout_of_frozen', 'the payout of a frozen member is not taken');
select tests.act_as(tests.id('kol'));
select is(pg_temp.withdraw(), 'withdrawn', 'but withdrawn');
select tests.act_as_owner();
update public.profiles set frozen_at = null where id = tests.id('kol');
select tests.act_as(tests.id('kol'), 'aal2');
select lives_ok($$ select public.withdraw_payout((public.request_payout(1, 'USD', tests.payout_method(), gen_random_uuid())).id) from generate_series(1, 17) $$,
  'twenty requests a day');
select throws_ok($$ select public.request_payout(1, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'PT429', 'rate_limited', 'and no more');
select tests.act_as_owner();
delete from auth.sessions where user_id = tests.user_id(tests.id('kol'));
select tests.act_as(tests.id('kol'));
select throws_ok('select pg_temp.withdraw()', 'PT403', 'session_ended', 'an ended session withdraws nothing');
select tests.act_as_owner();
select is(tests.balance(tests.id('kol'), 'available'), 4000::bigint, 'nothing is lost on the way');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
select is((select count(*)::int from public.payouts where status = 'withdrawn'), 20, 'each is kept');
