-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.run_due_work(now() + interval '14 days');
select tests.act_as(tests.id('kol'), 'aal2');
select throws_ok($$ select public.request_payout(9001, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'PT409', 'insufficient_funds', 'not more than there is');
select is((public.request_payout(9000, 'USD', tests.payout_method(), '00000000-0000-4000-8000-000000000001')).status, 'requested', 'all of it');
select is((public.request_payout(9000, 'USD', tests.payout_method(), '00000000-0000-4000-8000-000000000001')).status, 'requested', 'a retry is the same payout');
select throws_ok($$ select public.request_payout(1, 'USD', tests.payout_method(), '00000000-0000-4000-8000-000000000001') $$, 'PT409', 'idempotency_key_reused',
  'another amount is no retry');
select throws_ok($$ select public.request_payout(1, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'PT409', 'insufficient_funds', 'and there is nothing left');
select tests.act_as_owner();
select is(tests.balance(tests.id('kol'), 'in_transit'), 9000::bigint, 'the money is in transit');
select tests.act_as_service();
select is((public.settle_payout(id, 'tr_1')).status, 'sent', 'the provider sent it') from public.payouts;
select is((public.settle_payout(id, 'tr_1')).status, 'sent', 'and says so twice') from public.payouts;
select throws_ok('select public.settle_payout(id, $$tr_2$$) from public.payouts', 'PT409', 'payout_not_open', 'but not under another name');
select throws_ok('select public.fail_payout(id, $$x$$) from public.payouts', 'PT409', 'payout_not_open', 'and what was sent does not fail');
select throws_ok('select public.settle_payout(gen_random_uuid(), $$tr_2$$)', 'PT404', 'payout_unknown', 'there must be a payout');
select tests.act_as_owner();
select is(tests.balance(tests.id('kol'), 'in_transit'), 0::bigint, 'it has arrived');
select is(tests.balance(null, 'cash'), -1000::bigint, 'and what we hold is our fee');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
