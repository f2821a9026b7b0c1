-- cast: brand brand, kol kol
create temporary table p (name text, id uuid);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 4000);
insert into p select 'one', (tests.payment()).id;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', 4000);
insert into p select 'two', (tests.payment()).id;
select results_eq('select payment_id, amount_minor from private.order_funding where order_id = tests.order_id()',
  'select id, 4000::bigint from p where name = $$two$$', 'an order is funded by its own payment, even when the wallet has older money');
select tests.by('brand', $$ select public.cancel_order(tests.order_id(), 'Off.') $$);
select set_eq('select * from tests.lots(tests.id($$brand$$))', 'select id, 4000::bigint from p', 'a cancelled order returns its money to the lot of its payment');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 6000);
select tests.act_as(tests.id('brand'));
select public.pay_from_wallet(tests.order_id());
select throws_ok('select tests.refund((select id from p where name = $$one$$), 1, gen_random_uuid())', 'PT409', 'insufficient_funds',
  'a refund cannot be more than the wallet holds of that payment');
select is((tests.refund((select id from p where name = 'two'), 2000, '00000000-0000-4000-8000-000000000001')).status, 'requested',
  'a refund can be all that the wallet holds of that payment');
select throws_ok('select tests.refund((select id from p where name = $$two$$), 1, gen_random_uuid())', 'PT409', 'insufficient_funds',
  'a payment whose lot is empty cannot be refunded again');
select tests.act_as_owner();
select private.fail_payout(id, 'No bank.') from public.payouts;
select results_eq('select * from tests.lots(tests.id($$brand$$))', 'select id, 2000::bigint from p where name = $$two$$', 'a refund that failed returns to the lot of its payment');
-- The creator earns 30.00 of the order, which takes the oldest money.
select tests.by('kol', 'select public.accept_order(tests.order_id())');
select tests.by('kol', $$ select public.open_dispute(tests.order_id(), 'Why.') $$);
select tests.by('kol', 'select public.propose_settlement(tests.order_id(), 3000)');
select tests.by('brand', $$ select public.accept_settlement(tests.order_id(), 3000) $$);
select set_eq('select p.name, l.amount_minor from tests.lots(tests.id($$brand$$)) l join p on p.id = l.payment_id',
  $$ values ('one', 1000::bigint), ('two', 4000) $$, 'a settlement spends the oldest lots first and returns the rest to their payments');
