begin;
select plan(6);
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
update private.settings set value = 5 where key = 'buyer_fee';
create function pg_temp.notified() returns setof jsonb language sql as $$
  select jsonb_build_array(n.event, n.data -> 'amount_minor', n.data -> 'currency')
  from public.notifications n
  where n.user_id = tests.user_id(tests.id('brand')) and n.data ->> 'order_id' = tests.order_id()::text
    and n.event ~ '^order_(declined|cancelled|expired)'
$$;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
select results_eq('select pg_temp.notified()', array['["order_declined", 10500, "USD"]'::jsonb], 'price and fee of a declined order, as a number');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'cancelled');
select results_eq('select pg_temp.notified()', array['["order_cancelled_refunded", 10500, "USD"]'::jsonb], 'of a cancelled one');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select private.run_due_work(now() + interval '72 hours');
select results_eq('select pg_temp.notified()', array['["order_expired_refunded", 10500, "USD"]'::jsonb], 'of an order that expired unanswered');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'expired');
select results_eq('select pg_temp.notified()', array['["order_expired_unpaid", null, "USD"]'::jsonb], 'but what was not paid does not come back');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select public.record_chargeback('sandbox', 'cb1', tests.order_id(), 10500, 'USD');
select results_eq('select pg_temp.notified()', array['["order_cancelled_charged_back", null, "USD"]'::jsonb], 'nor what was charged back');
select set_eq($$ select data -> 'amount_minor' from public.notifications where event = 'order_funded' $$,
  array['10000'::jsonb], 'the creator''s notice has the price in escrow');
select * from finish();
rollback;
