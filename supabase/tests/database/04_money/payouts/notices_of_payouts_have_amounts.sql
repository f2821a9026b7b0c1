-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.run_due_work(now() + interval '14 days');
select tests.act_as(tests.id('kol'), 'aal2');
select public.request_payout(4000, 'USD', tests.payout_method(), '00000000-0000-4000-8000-000000000001');
select public.request_payout(5000, 'USD', tests.payout_method(), '00000000-0000-4000-8000-000000000002');
select tests.act_as_service();
select public.settle_payout(id, 'tr_1') from public.payouts where amount_minor = 4000;
select public.fail_payout(id, 'No such account.') from public.payouts where amount_minor = 5000;
select tests.act_as(tests.id('kol'));
select results_eq($$ select data -> 'amount_minor', data ->> 'currency', data ->> 'method' from public.notifications
  where event = 'payout_sent' $$, $$ values ('4000'::jsonb, 'USD', 'IBAN •••• 3000') $$, 'and where it was sent');
select results_eq($$ select data -> 'amount_minor', data ->> 'currency' from public.notifications
  where event = 'payout_failed' $$, $$ values ('5000'::jsonb, 'USD') $$, 'or that it could not be');
