-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.act_as(tests.id('kol'), 'aal2');
select throws_ok($$ select public.request_payout(1, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'PT409', 'insufficient_funds', 'while on hold');
select throws_ok($$ select public.request_payout(0, 'USD', tests.payout_method(), gen_random_uuid()) $$, '23514', null, 'nothing is no payout');
select throws_ok($$ select public.request_payout(-5, 'USD', tests.payout_method(), gen_random_uuid()) $$, '23514', null, 'nor less than nothing');
select throws_ok($$ select public.request_payout(1, 'XXX', tests.payout_method(), gen_random_uuid()) $$, 'PT422', 'currency_unknown', 'nor in no currency');
select throws_ok($$ select public.request_payout(1, 'USD', tests.payout_method(), null) $$, 'PT422', 'idempotency_key_required', 'nor without a key');
select results_eq('select amount_minor, clears_at from public.holds', $$ values (9000::bigint, now() + interval '14 days') $$, 'the creator sees when it clears');
select tests.act_as(tests.id('brand'), 'aal2');
select throws_ok($$ select public.request_payout(1, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'PT403', 'not_allowed', 'brands have no payouts');
select is_empty('select from public.holds', 'and see no holds');
