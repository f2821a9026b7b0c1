-- cast: brand brand, kol kol
-- Money of an earlier payment waits in the wallet, and pays for the chargeback of a later one whose order is open.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'cancelled');
create temporary table earlier as select * from public.payments;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select tests.take_back(p) from public.payments p where p.id not in (select id from earlier);
select is(tests.balance(tests.id('brand'), 'wallet'), 0::bigint, 'the wallet covers the chargeback of an order''s payment');
select tests.by('kol', $$ select public.decline_order(tests.order_id(), 'No time.') $$);
select is(tests.balance(tests.id('brand'), 'wallet'), 10000::bigint, 'an order whose chargeback the wallet covered returns its money when it is declined');
select is((select sum(owed_minor) from private.chargebacks), 0::numeric, 'nothing is owed for a chargeback that the wallet covered');
update private.chargebacks set frozen_at = null;
select tests.finds('brand', 'select amount_minor, needs_other_way from public.refundable()', $$ values (10000::bigint, true) $$,
  'money whose payment was charged back can be paid out to an account');
savepoint declined;
select tests.answer('brand', $$ select status from public.request_refunds(10000, 'USD', gen_random_uuid(), null, (public.add_payout_method('iban', 'Bea Brand', 'DE89370400440532013000')).id) $$, 'aal2');
select is(private.kept_because(p), 'above_limit', 'a refund to an account waits for two members of staff') from public.payouts p;
select private.mark_payout_sent(p, 'bank 1') from public.payouts p;
select is(tests.balance(tests.id('brand'), 'wallet'), 0::bigint, 'nothing is left in the wallet after its refund was sent');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault after a refund to an account');
select is_empty('select * from private.refundable_lots(tests.id($$brand$$), null)', 'nothing can be refunded again after a refund to an account');
rollback to declined;

-- A part of the payment went back: the rest goes to the card.
select tests.dispute('won');
select is((select sum(amount_minor) from private.refundable_lots(tests.id('brand'), null) where not needs_other_way), 20000::numeric, 'all of the wallet can go back to the cards once the dispute is won');
select tests.take_back(tests.payment(), 4000, 'a part');
select set_eq('select amount_minor, needs_other_way from private.refundable_lots(tests.id($$brand$$), null)', $$ values (6000::bigint, false), (10000, false) $$,
  'a chargeback that its own payment covers sends nothing to an account');
