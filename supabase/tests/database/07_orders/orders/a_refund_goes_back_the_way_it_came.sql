-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select id from public.payments;
grant select on paid to authenticated;
select tests.act_as(tests.id('kol'));
select throws_ok('select public.request_refund((select id from paid), 100, gen_random_uuid())', 'PT403', 'not_allowed', 'the creator cannot ask');
select tests.act_as(tests.id('brand'));
select throws_ok('select public.request_refund((select id from paid), 10001, gen_random_uuid())', 'PT409', 'refund_exceeds_payment', 'not more than was paid');
select is((public.request_refund((select id from paid), 7000, '00000000-0000-4000-8000-000000000001')).id,
  (public.request_refund((select id from paid), 7000, '00000000-0000-4000-8000-000000000001')).id, 'a retry is the same refund');
select throws_ok('select public.request_refund((select id from paid), 3001, gen_random_uuid())', 'PT409', 'refund_exceeds_payment', 'nor in two parts');
select results_eq('select source, status, method = $$sandbox test-$$ || tests.order_id() from public.payouts', $$ values ('wallet', 'requested', true) $$,
  'it is on its way to the provider');
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'wallet'), 3000::bigint, 'out of the wallet');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select tests.act_as(tests.id('brand'));
select public.request_refund((select id from paid), 3000, gen_random_uuid());
select throws_ok('select public.request_refund((select id from public.payments where order_id = tests.order_id()), 1, gen_random_uuid())',
  'PT409', 'insufficient_funds', 'what is in escrow cannot be taken');
