-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
select tests.act_as_service();
select is((public.record_payment('sandbox', 'p1', tests.order_id(), 10000, 'USD')).id,
  (public.record_payment('sandbox', 'p1', tests.order_id(), 10000, 'USD')).id, 'a webhook that comes twice is one payment');
select is((public.record_payment('sandbox', 'p1', tests.order_id(), 99, 'USD')).amount_minor, 10000::bigint,
  'whatever it says the second time');
select tests.act_as_owner();
select is(tests.balance(null, 'cash'), -10000::bigint, 'the money came once');
select is((select count(*) from public.order_events where to_status = 'funded'), 1::bigint, 'the order moved once');
select tests.act_as_service();
select is((public.record_payment('stripe', 'p1', tests.order_id(), 10000, 'USD')).problem, 'order_not_payable',
  'the same reference of another provider is another payment');
select results_eq($$ select (public.record_payment(provider, ref, tests.order_id(), 10000, 'USD')).provider_ref
  from (values ('sandbox', 'p2'), ('stripe', 'p2'), ('sandbox', 'p2'), ('stripe', 'p1'), ('sandbox', 'p1')) as reported (provider, ref) $$,
  $$ values ('p2'), ('p2'), ('p2'), ('p1'), ('p1') $$, 'each payment is found again by its own reference');
