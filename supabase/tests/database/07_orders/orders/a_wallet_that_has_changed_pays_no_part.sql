-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 3000);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 10000);
create temp table first_order as select tests.order_id() as id;
grant select on first_order to authenticated, service_role;
select tests.act_as(tests.id('brand'));
select public.start_checkout(id) from first_order;
-- Another order takes the wallet before the payment arrives.
select tests.act_as_owner();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 2000);
select tests.act_as(tests.id('brand'));
select public.pay_from_wallet(tests.order_id());
select tests.act_as_service();
select is((select (public.record_payment('sandbox', 'rest', id, 7000, 'USD')).problem from first_order), 'wallet_short',
  'the wallet no longer has its part');
select is((select status from public.pack_orders where id = (select id from first_order)), 'pending_payment', 'the order is not paid');
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'wallet'), 1000::bigint, 'nothing leaves the wallet');
select is(tests.balance(null, 'suspense'), 7000::bigint, 'the payment waits in suspense');
select results_eq($$ select event, data ->> 'amount_minor' from public.notifications
    where user_id = tests.user_id(tests.id('brand')) and event = 'payment_not_applied' $$,
  $$ values ('payment_not_applied', '7000') $$, 'and the brand is notified');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');

-- Staff give it to the brand, and the next payment is smaller.
select tests.make_staff('judge');
select tests.act_as(tests.id('judge'), 'aal2');
select is((public.resolve_suspense(p.id, tests.id('brand'), 'Theirs.')).status, 'resolved', 'staff assign it to the wallet')
from public.payments p where p.provider_ref = 'rest';
select tests.act_as(tests.id('brand'));
select results_eq('select wallet_minor, provider_minor from public.start_checkout((select id from first_order))',
  $$ values (8000::bigint, 2000::bigint) $$, 'the order now needs less');
select results_eq('select wallet_minor, provider_minor from public.start_checkout((select id from first_order), false)',
  $$ values (0::bigint, 10000::bigint) $$, 'or all of it, in another tab');
select tests.act_as_service();
select is((select (public.record_payment('sandbox', 'all', id, 10000, 'USD')).problem from first_order), null, 'the total pays the order');
select is((select (public.record_payment('sandbox', 'second', id, 2000, 'USD')).problem from first_order), 'order_not_payable',
  'a second tab pays nothing');
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'wallet'), 8000::bigint, 'and takes nothing from the wallet');

-- Who may not pay does not begin to.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 20000);
select tests.act_as(tests.id('kol'));
select throws_ok('select public.start_checkout(tests.order_id())', 'PT403', 'not_allowed', 'the creator does not pay');
select tests.act_as(tests.id('brand'));
select public.start_checkout(tests.order_id());
select tests.act_as_owner();
update public.profiles set frozen_at = now() where id = tests.id('brand');
select tests.act_as(tests.id('brand'));
select throws_ok('select public.start_checkout(tests.order_id())', 'PT403', 'profile_frozen', 'a frozen brand does not pay');
select tests.act_as_service();
select is((public.record_payment('sandbox', 'frozen', tests.order_id(), 12000, 'USD')).problem, 'payer_frozen',
  'a payment of a brand that was frozen meanwhile takes nothing from its wallet');
select tests.act_as_owner();
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.act_as(tests.id('brand'));
select public.cancel_order(tests.order_id(), 'No longer needed.');
select throws_ok('select public.start_checkout(tests.order_id())', 'PT409', 'order_not_payable', 'a cancelled order is not paid');
select tests.act_as_service();
select is((public.record_payment('sandbox', 'late', tests.order_id(), 12000, 'USD')).problem, 'order_not_payable',
  'a payment that arrives after the cancellation waits in suspense');
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'wallet'), 8000::bigint, 'the wallet is untouched');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
