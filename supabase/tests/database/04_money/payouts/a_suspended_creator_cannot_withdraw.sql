-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.run_due_work(now() + interval '14 days');
update public.profiles set suspended_at = now() where id = tests.id('kol');
select tests.act_as(tests.id('kol'), 'aal2');
select throws_ok($$ select public.request_payout(1, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'PT403', 'cannot_transact', 'until staff have looked');
