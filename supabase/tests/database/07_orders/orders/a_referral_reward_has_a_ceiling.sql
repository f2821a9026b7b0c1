-- cast: brand brand, kol kol
update public.referrals set inviter_id = tests.id('brand') where invitee_id = tests.id('kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', 100000000);
select is((select reward_minor from public.referrals where invitee_id = tests.id('kol')), 10000::bigint, 'at most 100.00');
select is(tests.balance(tests.id('brand'), 'pending'), 10000::bigint, 'it is on hold');
select private.run_due_work(now() + interval '15 days');
select is(tests.balance(tests.id('brand'), 'wallet'), 10000::bigint, 'and a brand may spend it then');
