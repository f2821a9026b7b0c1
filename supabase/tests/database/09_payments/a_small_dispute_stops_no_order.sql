-- cast: brand brand, kol kol, shop brand, hall brand
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.dispute('opened', 1, 'cent');
select is((select payment_disputed_at from public.pack_orders where id = tests.order_id()), null, 'a dispute of one cent does not stop an order');
select tests.dispute('opened', 499, 'five percent');
select is((select payment_disputed_at from public.pack_orders where id = tests.order_id()), null, 'disputes of less than five percent do not stop an order');
select tests.dispute('opened', 1, 'more');
select isnt((select payment_disputed_at from public.pack_orders where id = tests.order_id()), null, 'disputes of five percent stop an order');
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.run_due_work(now() + interval '15 days');
select is(tests.balance(tests.id('kol'), 'available'), 9000::bigint, 'earnings become available after their hold');
select tests.dispute('opened', 400, 'small');
select is(private.disputed_earnings(tests.id('kol'), 'USD'), null, 'a small dispute holds back none of the cleared earnings');
select private.record_provider_dispute('sandbox', (tests.payment()).provider_ref, 'small', 'won', 400, 'USD');
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.dispute('opened', 2000, 'cleared');
select tests.refused('kol', $$ select public.request_payout(7001, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'PT409', 'payout_disputed',
  'a payout that includes disputed earnings is refused', 'aal2');
select tests.allowed('kol', $$ select public.request_payout(7000, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'a payout of all earnings that are not disputed is accepted', 'aal2');

-- The whole payment is disputed, but it paid only a small part of this order's price.
select tests.make_order(tests.id('shop'), tests.id('kol'), 'declined', 10000);
create temporary table first as select (tests.payment()).*;
create temporary table most as select tests.make_order(tests.id('shop'), tests.id('kol'), 'pending_payment', 9600) as id;
select tests.by('shop', 'select public.pay_from_wallet(id) from most');
select tests.make_order(tests.id('shop'), tests.id('kol'), 'pending_payment', 10000);
select tests.by('shop', 'select public.start_checkout(tests.order_id())');
select public.record_payment('sandbox', 'the rest', tests.order_id(), 9600, 'USD');
select public.record_provider_dispute('sandbox', provider_ref, 'all of it', 'opened', 10000, 'USD') from first;
select results_eq($$ select o.id = (select id from most), o.payment_disputed_at is not null from public.pack_orders o where o.status = 'funded' and o.brand_id = tests.id('shop') order by 1 $$,
  $$ values (false, false), (true, true) $$, 'a dispute of a payment stops the orders that it paid for, and none of which it paid a small part');
select public.record_provider_dispute('sandbox', provider_ref, 'all of it', 'lost', 10000, 'USD') from first;
select private.work_chargebacks(now() + interval '8 days');
select results_eq($$ select o.id = (select id from most), o.status from public.pack_orders o where o.brand_id = tests.id('shop') and o.price_minor in (9600, 10000) and o.status <> 'declined' order by 1 $$,
  $$ values (false, 'funded'), (true, 'cancelled') $$, 'a lost dispute ends the stopped orders and leaves the other one');

-- A ring paid five percent of a price with a stolen card, and took the rest back.
select tests.make_order(tests.id('hall'), tests.id('kol'), 'settled');
select results_eq($$ select lost, private.is_small_part(tests.order_id(), (tests.payment()).id, lost) from unnest(array[250, 251]) as lost $$, $$ values (250, true), (251, false) $$,
  'for an order that is over, a small part is measured by what its creator got');
