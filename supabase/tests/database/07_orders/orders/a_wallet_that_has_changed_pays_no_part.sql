-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 3000);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 10000);
create temp table first_order as select tests.order_id() as id;
select tests.by('brand', $$ select public.start_checkout(id) from first_order $$);
-- Another order uses the wallet's money before the payment arrives.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 2000);
select tests.by('brand', $$ select public.pay_from_wallet(tests.order_id()) $$);
select is((select (private.record_payment('sandbox', 'rest', id, 7000, 'USD')).problem from first_order), 'wallet_short',
  'a payment is too little when the wallet no longer has the agreed part');
select is((select status from public.pack_orders where id = (select id from first_order)), 'pending_payment', 'an order whose wallet part is missing is not paid');
select is(tests.balance(tests.id('brand'), 'wallet'), 1000::bigint, 'a payment that does not apply takes nothing from the wallet');
select is(tests.balance(null, 'suspense'), 7000::bigint, 'a payment that does not apply waits in suspense');
select results_eq($$ select event, data ->> 'amount_minor' from public.notifications
    where user_id = tests.user_id(tests.id('brand')) and event = 'payment_not_applied' $$,
  $$ values ('payment_not_applied', '7000') $$, 'the brand receives a notice of a payment that does not apply');

-- Staff assign the payment to the brand, and the next payment is smaller.
create temp table rest as select id from public.payments where provider_ref = 'rest';
grant select on rest to authenticated;
select tests.make_staff('judge');
select tests.gets('judge', $$ select (public.resolve_suspense(id, tests.id('brand'), 'Theirs.', 7000)).status from rest $$, 'resolved', 'staff can assign a waiting payment to the brand''s wallet', 'aal2');
select tests.finds('brand', 'select wallet_minor, provider_minor from public.start_checkout((select id from first_order))',
  $$ values (8000::bigint, 2000::bigint) $$, 'a checkout asks for less when the wallet holds more');
select tests.finds('brand', 'select wallet_minor, provider_minor from public.start_checkout((select id from first_order), false)',
  $$ values (0::bigint, 10000::bigint) $$, 'a checkout without the wallet asks for the total');
select is((select (private.record_payment('sandbox', 'all', id, 10000, 'USD')).problem from first_order), null, 'a payment of the total pays the order, whatever part was agreed before');
select is((select (private.record_payment('sandbox', 'second', id, 2000, 'USD')).problem from first_order), 'order_not_payable',
  'a second payment of a paid order is not applied');
select is(tests.balance(tests.id('brand'), 'wallet'), 8000::bigint, 'a second payment takes nothing from the wallet');

select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 20000);
select tests.by('brand', $$ select public.start_checkout(tests.order_id()) $$);
update public.profiles set frozen_at = now() where id = tests.id('brand');
select tests.refused('brand', 'select public.start_checkout(tests.order_id())', 'PT403', 'profile_frozen', 'a frozen brand cannot start a checkout');
select is((private.record_payment('sandbox', 'frozen', tests.order_id(), 12000, 'USD')).problem, 'payer_frozen',
  'a payment of a brand that was frozen meanwhile is not applied');
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.gets('brand', 'select (public.start_checkout(tests.order_id())).payments_before', '1', 'a brand that pays again gets another payment session than the paid one');
select tests.by('brand', $$ select public.cancel_order(tests.order_id(), 'No longer needed.') $$);
select tests.refused('brand', 'select public.start_checkout(tests.order_id())', 'PT409', 'order_not_payable', 'a cancelled order cannot be paid');
select is((private.record_payment('sandbox', 'late', tests.order_id(), 12000, 'USD')).problem, 'order_not_payable',
  'a payment that arrives after the cancellation is not applied');
select is(tests.balance(tests.id('brand'), 'wallet'), 8000::bigint, 'payments that are not applied leave the wallet unchanged');
