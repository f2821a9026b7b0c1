begin;
select plan(4);
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select tests.act_as(tests.id('kol'));
select public.propose_settlement(tests.order_id(), 4000);
select tests.act_as(tests.id('brand'));
select results_eq($$ select data -> 'amount_minor', data -> 'price_minor', data ->> 'currency' from public.notifications
  where event = 'settlement_proposed_to_silent' $$,
  $$ values ('4000'::jsonb, '10000'::jsonb, 'USD') $$, 'a proposal says how much of which price');
select results_eq($$ select data -> 'silence_minor', (data ->> 'due_at')::timestamptz = o.due_at
  from public.notifications, public.pack_orders o where event = 'settlement_proposed_to_silent' and o.id = tests.order_id() $$,
  $$ values ('0'::jsonb, true) $$, 'who has said nothing reads what silence does, and until when');
select public.answer_dispute(tests.order_id(), 'No.');
select tests.act_as(tests.id('kol'));
select public.propose_settlement(tests.order_id(), 4001);
select public.propose_settlement(tests.order_id(), 4000);
select tests.act_as(tests.id('brand'));
select results_eq($$ select event, data -> 'amount_minor' from public.notifications where event like 'settlement_proposed%' order by data -> 'amount_minor', event $$,
  $$ values ('settlement_proposed', '4000'::jsonb), ('settlement_proposed_to_silent', '4000'), ('settlement_proposed', '4001') $$,
  'a side that has spoken is not told of silence');
select public.accept_settlement(tests.order_id(), 4000);
select tests.act_as_owner();
select set_eq($$ select user_id, type, data -> 'amount_minor' from public.notifications where event in ('dispute_settled_brand', 'dispute_settled_creator', 'order_earned') $$,
  $$ values (tests.user_id(tests.id('brand')), 'dispute_update', '6000'::jsonb),
    (tests.user_id(tests.id('kol')), 'dispute_update', '3600'), (tests.user_id(tests.id('kol')), 'payment_received', '3600') $$,
  'and each side is notified of its own amount');
select * from finish();
rollback;
