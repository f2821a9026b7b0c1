-- cast: brand brand, rival brand, kol kol
update private.settings set value = 5 where key = 'buyer_fee';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select private.record_chargeback('sandbox', 'cb1', tests.order_id(), 10500, 'USD');
select private.record_chargeback('sandbox', 'cb1', tests.order_id(), 10500, 'USD');
select is((select status from public.pack_orders), 'in_progress', 'an order is paused while the bank decides about its payment');
select is(tests.balance(tests.id('brand'), 'escrow'), 10000::bigint, 'the escrow of an order stays whole while the bank decides');
select is(tests.balance(null, 'loss'), -10500::bigint, 'a chargeback is the market''s loss while the bank decides');
select private.record_provider_dispute('sandbox', 'test-' || tests.order_id(), 'cb1', 'lost', 10500, 'USD') from generate_series(1, 2);
select is((select status from public.pack_orders), 'cancelled', 'a lost dispute cancels the order');
select results_eq($$ select a.kind, sum(e.amount_minor)::bigint from private.transfers t
  join private.entries e on e.transfer_id = t.id join private.accounts a on a.id = e.account_id
  where t.event in ('refund', 'chargeback', 'loss_recovered') group by a.kind having sum(e.amount_minor) <> 0 order by a.kind $$,
  $$ values ('cash', 10500::bigint), ('escrow', -10000), ('fees_held', -500) $$, 'a lost dispute that is reported twice takes escrow and fees once');
select is((select count(*) from private.chargebacks), 1::bigint, 'a chargeback that is reported twice is recorded once');
select tests.make_order(tests.id('rival'), tests.id('kol'), 'disputed');
select private.record_chargeback('sandbox', 'cb2', tests.order_id(), 600, 'USD');
select private.record_provider_dispute('sandbox', 'test-' || tests.order_id(), 'cb2', 'lost', 600, 'USD');
select is(tests.balance(tests.id('rival'), 'wallet'), 9900::bigint, 'the rest that the provider did not take is returned to the brand');
select is(tests.balance(null, 'cash'), -9900::bigint, 'cash holds what the provider did not take');
select is(tests.balance(null, 'loss'), 0::bigint, 'a lost dispute that escrow covers is no loss');
