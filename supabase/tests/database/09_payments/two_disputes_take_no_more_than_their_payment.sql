-- cast: brand brand, kol kol
-- Makes a payment of 40.00, with which the wallet pays a part of an order of 100.00.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 4000);
create function pg_temp.dispute(ref text, outcome text, amount bigint) returns void language sql as $$
  select private.record_provider_dispute('sandbox', p.provider_ref, ref, outcome, amount, 'USD')
  from public.payments p where p.provider_ref <> 'the rest' $$;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 10000);
select tests.by('brand', 'select public.start_checkout(tests.order_id())');
select private.record_payment('sandbox', 'the rest', tests.order_id(), 6000, 'USD');
select tests.by('kol', $$ select public.accept_order(tests.order_id()); select public.deliver_order(tests.order_id(), 'Done.', '{https://a.b}') $$);
select tests.by('brand', 'select public.complete_order(tests.order_id())');
select pg_temp.dispute('all', 'opened', 4000);
select pg_temp.dispute('a part again', 'opened', 3000);
select is((select disputed_minor from public.settlement_preview(tests.order_id())), 4000::bigint, 'a creator reads no more than the payment as disputed, though two disputes are open')
from tests.act_as(tests.id('kol'));
select tests.act_as_owner();
select pg_temp.dispute('all', 'lost', 4000);
select pg_temp.dispute('a part again', 'lost', 3000);
-- Staff decide nothing, and the clock works the two disputes off in any order.
select private.apportion_chargeback(c, false, now()) from private.chargebacks c where c.provider_ref = 'a part again';
select private.apportion_chargeback(c, false, now()) from private.chargebacks c where c.provider_ref = 'all';
select is((select sum(creator_minor) from private.chargebacks), 4000::numeric, 'two lost disputes of one payment take no more from the creator than it paid');
