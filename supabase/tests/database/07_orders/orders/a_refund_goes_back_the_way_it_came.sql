-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select id from public.payments;
select tests.refused('kol', 'select tests.refund((select id from paid), 100, gen_random_uuid())', 'PT403', 'not_allowed', 'a creator cannot request a refund of the brand''s payment');
select tests.act_as(tests.id('brand'));
select throws_ok('select tests.refund((select id from paid), 10001, gen_random_uuid())', 'PT409', 'insufficient_funds', 'a refund of more than the payment is refused');
select is((tests.refund((select id from paid), 7000, '00000000-0000-4000-8000-000000000001')).id,
  (tests.refund((select id from paid), 7000, '00000000-0000-4000-8000-000000000001')).id, 'a retried request returns the same refund');
select throws_ok('select tests.refund((select id from paid), 3001, gen_random_uuid())', 'PT409', 'insufficient_funds',
  'a refund of more than the rest of the payment is refused');
select results_eq('select source, status, method = $$sandbox test-$$ || tests.order_id() from public.payouts', $$ values ('wallet', 'requested', true) $$,
  'a requested refund names the provider and the payment that are refunded');
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'wallet'), 3000::bigint, 'a requested refund is taken from the wallet');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select tests.by('brand', 'select tests.refund((select id from paid), 3000, gen_random_uuid())');
select tests.refused('brand', 'select tests.refund((select id from public.payments where order_id = tests.order_id()), 1, gen_random_uuid())',
  'PT409', 'insufficient_funds', 'money in escrow cannot be refunded');
