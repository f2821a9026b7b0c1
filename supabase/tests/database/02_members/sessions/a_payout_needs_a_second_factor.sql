-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.run_due_work(now() + interval '14 days');
select tests.act_as(tests.id('kol'), 'aal1');
select throws_ok($$ select public.request_payout(1000, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'PT403', 'mfa_required', 'a password alone takes no money out');
select is((select count(*)::int from public.payouts), 0, 'and nothing is written');
select tests.act_as(tests.id('kol'), 'aal2');
select lives_ok($$ select public.request_payout(1000, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'with the second factor it does');
