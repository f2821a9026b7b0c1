begin;
select plan(3);
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 4000);
select tests.act_as(tests.id('brand'));
select public.pay_from_wallet(tests.order_id());
select tests.act_as_service();
select public.record_chargeback('sandbox', provider_ref, order_id, amount_minor, currency) from public.payments;
select is((select status from public.payments), 'charged_back', 'the payment is marked');
select tests.act_as_owner();
select set_eq($$ select a.kind, e.amount_minor from private.transfers t
  join private.entries e on e.transfer_id = t.id join private.accounts a on a.id = e.account_id where t.event = 'chargeback' $$,
  $$ values ('wallet', -6000::bigint), ('loss', -4000), ('cash', 10000) $$, 'the wallet as far as it goes, then our loss');
select tests.act_as(tests.id('brand'));
select throws_ok('select public.request_refund((select id from public.payments), 1, gen_random_uuid())', 'PT409', 'payment_not_refundable',
  'and the provider pays nothing back a second time');
select * from finish();
rollback;
