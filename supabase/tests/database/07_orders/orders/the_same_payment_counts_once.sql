-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
select is((private.record_payment('sandbox', 'p1', tests.order_id(), 10000, 'USD')).id,
  (private.record_payment('sandbox', 'p1', tests.order_id(), 10000, 'USD')).id, 'a payment that is reported twice is one payment');
select is((private.record_payment('sandbox', 'p1', tests.order_id(), 99, 'USD')).amount_minor, 10000::bigint,
  'a second report does not change a payment');
select is(tests.balance(null, 'cash'), -10000::bigint, 'a payment that is reported twice moves its money once');
select is((select count(*) from public.order_events where to_status = 'funded'), 1::bigint, 'a payment that is reported twice moves the order once');
select is((private.record_payment('stripe', 'p1', tests.order_id(), 10000, 'USD')).problem, 'order_not_payable',
  'the same reference of another provider is another payment');
select results_eq($$ select (private.record_payment(provider, ref, tests.order_id(), 10000, 'USD')).provider_ref
  from (values ('sandbox', 'p2'), ('stripe', 'p2'), ('sandbox', 'p2'), ('stripe', 'p1'), ('sandbox', 'p1')) as reported (provider, ref) $$,
  $$ values ('p2'), ('p2'), ('p2'), ('p1'), ('p1') $$, 'each payment is found by its provider and reference');
