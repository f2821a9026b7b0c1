-- cast: brand brand, kol kol
update private.settings set value = 5 where key = 'buyer_fee';
create function pg_temp.notified() returns setof jsonb language sql as $$
  select jsonb_build_array(n.event, n.data -> 'brand_minor', n.data -> 'currency')
  from public.notifications n
  where n.user_id = tests.user_id(tests.id('brand')) and n.data ->> 'order_id' = tests.order_id()::text
    and n.event ~ '^order_(declined|cancelled|expired)'
$$;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
select results_eq('select pg_temp.notified()', array['["order_declined", 10500, "USD"]'::jsonb], 'price and fee of a declined order, as a number');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
update public.pack_orders set cancel_requested_by = brand_id where id = tests.order_id();
select tests.act_as(tests.id('kol'));
select public.cancel_order(tests.order_id(), 'Agreed.');
select tests.act_as_owner();
select results_eq('select pg_temp.notified()', array['["order_cancelled_refunded", 10500, "USD"]'::jsonb], 'of one that the creator agreed to cancel');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select private.run_due_work(now() + interval '72 hours');
select results_eq('select pg_temp.notified()', array['["order_expired_refunded", 10500, "USD"]'::jsonb], 'of an order that expired unanswered');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'expired');
select results_eq('select pg_temp.notified()', array['["order_expired_unpaid", null, "USD"]'::jsonb], 'but what was not paid does not come back');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select private.move_order(o, 'cancelled', 'provider', null, 'chargeback', now()) from public.pack_orders o where o.id = tests.order_id();
select results_eq('select pg_temp.notified()', array['["order_cancelled_charged_back", null, "USD"]'::jsonb], 'nor what was charged back');
select set_eq($$ select jsonb_build_array(data -> 'price_minor', data -> 'creator_minor', data -> 'creator_fee_minor') from public.notifications where event = 'order_funded' $$,
  array['[10000, 9000, 1000]'::jsonb], 'the creator''s notice has the price in escrow, and what is theirs after the fee');
