-- cast: brand brand, kol kol
create temporary table p (name text, id uuid);
grant all on p to authenticated;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 4000);
insert into p select 'one', (tests.payment()).id;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', 4000);
insert into p select 'two', (tests.payment()).id;
select results_eq('select payment_id, amount_minor from private.order_funding where order_id = tests.order_id()',
  'select id, 4000::bigint from p where name = $$two$$', 'an order''s own payment pays for it, whatever is in the wallet');
select tests.act_as(tests.id('brand'));
select public.cancel_order(tests.order_id(), 'Off.');
select tests.act_as_owner();
select set_eq('select * from tests.lots(tests.id($$brand$$))', 'select id, 4000::bigint from p', 'and gets its part back');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 6000);
select tests.act_as(tests.id('brand'));
select public.pay_from_wallet(tests.order_id());
select throws_ok('select public.request_refund((select id from p where name = $$one$$), 1, gen_random_uuid())', 'PT409', 'insufficient_funds',
  'money of one payment is not given back on another');
select is((public.request_refund((select id from p where name = 'two'), 2000, '00000000-0000-4000-8000-000000000001')).status, 'requested', 'what is left of the other is');
select throws_ok('select public.request_refund((select id from p where name = $$two$$), 1, gen_random_uuid())', 'PT409', 'insufficient_funds', 'and no more');
select tests.act_as_service();
select public.fail_payout(id, 'No bank.') from public.payouts;
select tests.act_as_owner();
select results_eq('select * from tests.lots(tests.id($$brand$$))', 'select id, 2000::bigint from p where name = $$two$$', 'what could not be sent returns');
-- Half of it is earned: the oldest money.
select tests.act_as(tests.id('kol'));
select public.accept_order(tests.order_id());
select public.open_dispute(tests.order_id(), 'Why.');
select public.propose_settlement(tests.order_id(), 3000);
select tests.act_as(tests.id('brand'));
select public.accept_settlement(tests.order_id(), 3000);
select tests.act_as_owner();
select set_eq('select p.name, l.amount_minor from tests.lots(tests.id($$brand$$)) l join p on p.id = l.payment_id',
  $$ values ('one', 1000::bigint), ('two', 4000) $$, 'what paid first is spent first; the rest returns to its payments');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');

-- The proof notices.
savepoint whole;
update private.wallet_lots set amount_minor = amount_minor + 1;
select set_eq('select distinct fault from private.ledger_faults()',
  $$ values ('wallet differs from its lots'), ('payment is in more places than it paid for') $$, 'lots that are wrong are found');
rollback to whole;
alter table private.order_funding disable trigger user;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', 4000);
update private.order_funding set amount_minor = amount_minor - 1 where order_id = tests.order_id();
select set_eq('select distinct fault from private.ledger_faults()', $$ values ('escrow differs from its funding') $$, 'and an order whose funding is missing');
rollback to whole;
select throws_ok('delete from private.order_funding', 'PT403', 'append_only', 'what paid for an order is history');
