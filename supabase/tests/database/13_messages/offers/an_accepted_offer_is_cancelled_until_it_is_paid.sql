-- cast: bob brand, ann kol
select tests.lift_limits();
create function pg_temp.accepted(author text, reader text) returns void language sql as $$
  select tests.make_offer(tests.id(author), tests.id(reader), 20000), tests.accept_offer(reader)
$$;
create function pg_temp.pay() returns text language sql as $$
  select coalesce((private.record_payment('sandbox', 'test-' || o.id, o.id, o.price_minor + o.buyer_fee_minor, o.currency)).problem, 'paid')
  from public.pack_orders o where o.id = tests.order_id()
$$;

-- Tests an offer made by the creator.
select pg_temp.accepted('ann', 'bob');
select tests.gets('ann', $$ select a.to_status from public.order_actions(tests.order_id()) a where a.action = 'cancel_order' and a.allowed $$, 'cancelled',
  'the creator reads that it can cancel the unpaid order of its offer alone');
select tests.gets('ann', $$ select (public.cancel_order(tests.order_id(), 'I am ill.')).status $$, 'cancelled', 'the creator cancels an accepted offer');
select tests.gets('ann', 'select (public.cancel_order(tests.order_id())).status', 'cancelled', 'a retry returns the order');
select is((select count(*) from private.transfers), 0::bigint, 'no money is returned for a cancelled offer that was never paid');
select is((select count(*) from private.demerits), 0::bigint, 'a cancelled unpaid offer gives nobody a demerit');
select results_eq($$ select p.role, n.data ->> 'order_id' from public.notifications n join public.profiles p using (user_id) where n.event = 'order_cancelled_unpaid' $$,
  $$ values ('brand', tests.order_id()::text) $$, 'the brand is notified of a cancelled offer once');
select tests.refused('bob', 'select public.pay_from_wallet(tests.order_id())', 'PT409', 'order_not_payable', 'the brand can no longer pay a cancelled offer');
select is(pg_temp.pay(), 'order_not_payable', 'a payment that arrives after the cancellation is not applied');

-- Tests an offer made by the brand.
select pg_temp.accepted('bob', 'ann');
select tests.gets('ann', $$ select (public.cancel_order(tests.order_id(), 'I am ill.')).status $$, 'cancelled', 'the creator cancels an offer that the creator accepted');

-- The payment arrives before the cancellation.
select pg_temp.accepted('ann', 'bob');
select is(pg_temp.pay(), 'paid', 'a payment that arrives before the cancellation is applied');
select tests.finds('ann', $$ select status, cancel_requested_by from public.cancel_order(tests.order_id(), 'I am ill.') $$,
  $$ values ('in_progress', tests.id('ann')) $$, 'after the payment the creator asks the brand to agree');
