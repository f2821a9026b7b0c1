-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select tests.act_as(tests.id('kol'));
select public.propose_settlement(tests.order_id(), 4000);
select tests.act_as(tests.id('brand'));
select is((select message from public.notifications where event = 'settlement_proposed_to_silent'),
  'Of 100.00 USD in escrow: 36.00 USD to the creator, 60.00 USD back to the brand''s wallet, 4.00 USD our fee. You have given no evidence, answer or proposal yet (opening the dispute is none): if that is so on '
  || to_char(o.due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') || ', 0.00 USD goes to the creator, 100.00 USD back to the brand''s wallet and 0.00 USD is our fee.',
  'a proposal says what each side gets, and the fee; who has said nothing reads what silence does, and until when')
from public.pack_orders o where o.id = tests.order_id();
select public.answer_dispute(tests.order_id(), 'No.');
select tests.act_as(tests.id('kol'));
select public.propose_settlement(tests.order_id(), 4001);
select public.propose_settlement(tests.order_id(), 4000);
select tests.act_as(tests.id('brand'));
select results_eq($$ select event, data -> 'creator_minor' from public.notifications where event like 'settlement_proposed%' order by data -> 'creator_minor', event $$,
  $$ values ('settlement_proposed', '3600'::jsonb), ('settlement_proposed_to_silent', '3600'), ('settlement_proposed', '3601') $$,
  'a side that has spoken is not told of silence');
select public.accept_settlement(tests.order_id(), 4000);
select tests.act_as_owner();
select set_eq($$ select user_id, type, jsonb_build_array(data -> 'creator_minor', data -> 'fees_minor', data -> 'brand_minor') from public.notifications where event in ('dispute_settled_brand', 'dispute_settled_creator', 'order_earned') $$,
  $$ values (tests.user_id(tests.id('kol')), 'dispute_update', '[3600, 400, 6000]'::jsonb),
    (tests.user_id(tests.id('kol')), 'payment_received', '[3600, 400, 6000]') $$,
  'the other side of the acceptance is notified of the same amounts');
