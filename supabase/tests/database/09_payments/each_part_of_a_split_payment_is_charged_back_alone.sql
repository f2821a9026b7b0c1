-- cast: brand brand, kol kol
-- Makes an order that the whole wallet pays, with 80.00 of an older payment, together with 20.00 by card.
create function pg_temp.split(status text) returns uuid language plpgsql as $$
declare
  v_order uuid;
begin
  perform tests.act_as_owner();
  perform tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 8000);
  v_order := tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment',
    tests.balance(tests.id('brand'), 'wallet') + 2000);
  perform tests.act_as(tests.id('brand'));
  perform public.start_checkout(v_order);
  perform tests.act_as_service();
  perform public.record_payment('sandbox', 'card ' || v_order, v_order, 2000, 'USD');
  if status = 'completed' then
    perform tests.act_as(tests.id('kol'));
    perform public.accept_order(v_order);
    perform public.deliver_order(v_order, 'Done.', '{https://a.b}');
    perform tests.act_as(tests.id('brand'));
    perform public.complete_order(v_order);
  end if;
  perform tests.act_as_owner();
  return v_order;
end;
$$;
create temp table orders as select pg_temp.split('funded') as id;

-- The card's part is charged back: the order ends, the wallet's part returns to the wallet.
select tests.take_back(p, 2000) from public.payments p join orders o on p.provider_ref = 'card ' || o.id;
select is((select status from public.pack_orders where id = (select id from orders)), 'cancelled', 'a chargeback of the card''s part cancels the order');
select is(tests.balance(tests.id('brand'), 'wallet'), 8000::bigint, 'a chargeback of the card''s part returns the wallet''s part');
select is((select sum(loss_minor) from private.chargebacks), 0::numeric, 'a chargeback of the card''s part is nobody''s loss');
update public.profiles set frozen_at = null where id = tests.id('brand');

-- A report that names only the order concerns the payment made for it, not the larger one.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 10000);
select tests.by('brand', $$ select public.start_checkout(tests.order_id()) $$);
select is((private.record_payment('sandbox', 'second card', tests.order_id(), 2000, 'USD')).status, 'received', 'a second order can be paid by wallet and card');
select private.record_chargeback('sandbox', 'a reference of its own', tests.order_id(), 2000, 'USD');
select private.record_provider_dispute('sandbox', 'second card', 'a reference of its own', 'lost', 2000, 'USD');
select is((select p.provider_ref from private.chargebacks c join public.payments p on p.id = c.payment_id
  where c.provider_ref = 'a reference of its own'), 'second card', 'a chargeback that names an order concerns the payment made for it');
update public.profiles set frozen_at = null where id = tests.id('brand');

-- The wallet's part is charged back: the older payment is found in the order that it pays for.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 10000);
select tests.by('brand', $$ select public.start_checkout(tests.order_id()) $$);
select is((private.record_payment('sandbox', 'third card', tests.order_id(), 2000, 'USD')).status, 'received', 'a third order can be paid by wallet and card');
select tests.take_back(p, 8000) from public.payments p
join private.order_funding f on f.payment_id = p.id
where f.order_id = tests.order_id() and f.amount_minor = 8000;
select is((select status from public.pack_orders where id = tests.order_id()), 'cancelled', 'a chargeback of the wallet''s part cancels the order');
select results_eq($$ select p.provider_ref, l.amount_minor from tests.lots(tests.id('brand')) l join public.payments p on p.id = l.payment_id
    where l.amount_minor > 0 $$,
  $$ values ('third card', 2000::bigint) $$, 'a chargeback of the wallet''s part leaves the card''s part to the brand');
update public.profiles set frozen_at = null where id = tests.id('brand');

-- Earnings of the creator are not taken, whichever part of the payment is charged back.
select pg_temp.split('completed');
create temp table earned as select tests.balance(tests.id('kol'), 'pending') as amount;
select tests.take_back(p, 2000) from public.payments p where p.provider_ref = 'card ' || tests.order_id();
select is(tests.balance(tests.id('kol'), 'pending'), (select amount from earned), 'a creator keeps what was earned when a part is charged back');
select is(tests.balance(tests.id('brand'), 'wallet'), 0::bigint, 'the rest of the wallet pays for a part that is charged back');
select is((select status from public.pack_orders where id = tests.order_id()), 'completed', 'a completed order stays completed when a part is charged back');
