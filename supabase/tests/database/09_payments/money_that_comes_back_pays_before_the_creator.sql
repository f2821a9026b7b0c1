-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select set_config('tests.other', tests.order_id()::text, true);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.charge_back(tests.payment(), null, 'd');
select tests.by('brand', $$ select public.cancel_order(current_setting('tests.other')::uuid) $$);
select private.record_provider_dispute('sandbox', (tests.payment()).provider_ref, 'd', 'lost', 10000, 'USD');
select private.work_chargebacks(now() + interval '8 days');
select results_eq('select status, payment_disputed_at is null from public.pack_orders where id = tests.order_id()',
  $$ values ('delivered', true) $$, 'an order goes on when money that came back covers the lost dispute');
select is(tests.balance(tests.id('brand'), 'wallet'), 0::bigint, 'money that came back pays the debt');
select results_eq('select brand_minor, creator_minor, owed_minor from private.chargebacks', $$ values (10000::bigint, 0::bigint, 0::bigint) $$,
  'the brand bears a lost dispute that its money covers');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
