-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select tests.act_as(tests.id('brand'));
select throws_ok('select public.accept_order(tests.order_id())', 'PT403', 'not_allowed', 'a brand does not accept for the creator');
select throws_ok('select public.decline_order(tests.order_id(), null)', 'PT403', 'not_allowed', 'nor decline');
select throws_ok('select public.deliver_order(tests.order_id(), $$x$$, array[$$https://a.b$$])', 'PT403', 'not_allowed', 'nor deliver');
select tests.act_as(tests.id('kol'));
select throws_ok('select public.complete_order(tests.order_id())', 'PT403', 'not_allowed', 'a creator does not complete');
select throws_ok('select public.request_revision(tests.order_id(), $$x$$)', 'PT403', 'not_allowed', 'nor ask for revisions');
select throws_ok('select public.extend_review(tests.order_id())', 'PT403', 'not_allowed', 'nor extend the review');
select throws_ok('select public.cancel_order(tests.order_id(), null)', 'PT403', 'not_allowed', 'nor cancel what they can decline');
select throws_ok('select public.pay_from_wallet(tests.order_id())', 'PT403', 'not_allowed', 'nor pay');
select throws_ok($$ select public.record_payment('sandbox', 'mine', tests.order_id(), 10000, 'USD') $$, '42501', null,
  'and only the provider reports payments');
select throws_ok($$ select public.record_chargeback('sandbox', 'mine', tests.order_id(), 10000, 'USD') $$, '42501', null, 'or went');
select throws_ok($$ select public.run_due_work('2100-01-01') $$, '42501', null, 'or that time went by');
