-- cast: brand brand, kol kol, other kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.run_due_work(now() + interval '14 days');
select tests.act_as(tests.id('kol'), 'aal2');
select public.request_payout(4000, 'USD', tests.payout_method(), gen_random_uuid());
select is((select count(*) from public.payouts), 1::bigint, 'the owner');
select throws_ok('update public.payouts set status = $$sent$$', '42501', null, 'who does not write');
select throws_ok('select public.settle_payout(id, $$x$$) from public.payouts', '42501', null, 'nor settles');
select throws_ok('select public.fail_payout(id, $$x$$) from public.payouts', '42501', null, 'nor fails');
select tests.act_as(tests.id('other'));
select is_empty('select from public.payouts', 'other members read none');
select tests.act_as_owner();
select tests.act_as(tests.make_staff('stella'));
select is_empty('select from public.payouts', 'staff read none: they have the queue');
