-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.run_due_work(now() + interval '14 days');
select tests.act_as(tests.id('kol'), 'aal2');
select public.request_payout(4000, 'USD', tests.payout_method(), gen_random_uuid());
select tests.act_as_service();
select is((public.fail_payout(id, 'No such account.')).status, 'failed', 'the provider could not') from public.payouts;
select is((public.fail_payout(id, 'No such account.')).status, 'failed', 'and says so twice') from public.payouts;
select throws_ok('select public.settle_payout(id, $$tr_2$$) from public.payouts', 'PT409', 'payout_not_open', 'what failed is not sent');
select tests.act_as(tests.id('kol'), 'aal2');
select public.request_payout(1, 'USD', tests.payout_method(), '00000000-0000-4000-8000-000000000001');
select tests.act_as_service();
select is(length((public.fail_payout(id, repeat('x', 600))).failure_reason), 500, 'a long reason is cut') from public.payouts where amount_minor = 1;
select tests.act_as_owner();
select is(tests.balance(tests.id('kol'), 'available'), 9000::bigint, 'the creator has it again');
select throws_ok('update public.payouts set status = $$sent$$, provider_ref = $$x$$', 'PT403', 'append_only', 'the owner cannot bring it back');
select throws_ok('update public.payouts set amount_minor = 1', 'PT403', 'append_only', 'nor change it');
select throws_ok('delete from public.payouts', 'PT403', 'append_only', 'nor remove it');
