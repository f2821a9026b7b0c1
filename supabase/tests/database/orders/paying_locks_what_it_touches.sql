begin;
select plan(13);
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select (tests.payment()).*;
grant select on paid to authenticated;
select tests.make_member('other kol', 'kol');
select tests.make_order(tests.id('brand'), tests.id('other kol'), 'pending_payment');
select private.order_accounts(o) from public.pack_orders o where o.id = tests.order_id();
create function pg_temp.locked(command text) returns text[] language sql as $$
  select array_agg(a.kind order by a.kind)
  from unnest(tests.locked_rows(command, 'private.accounts')) as l (id) join private.accounts a on a.id::text = l.id $$;
select is(pg_temp.locked($$ select private.record_payment('sandbox', 'card', tests.order_id(), 10000, 'USD') $$),
  '{cash,escrow,fees_held,pending,wallet}', 'a payment locks all accounts of its order and cash before it writes');
select ok(tests.takes_lock(format('select private.%s', call), 'payment sandbox card'), 'what is told about one payment waits for each other: ' || call)
from unnest(array[
  $$lock_payment_reference('sandbox', 'card')$$,
  $$record_payment('sandbox', 'card', null, 100, 'USD')$$,
  $$record_chargeback('sandbox', 'card', null, 100, 'USD')$$,
  $$record_provider_dispute('sandbox', 'card', 'dp', 'opened', 100, 'USD')$$,
  $$record_provider_refund('sandbox', 'card', 're', 100, 'USD')$$]) as call;
select tests.move_time_as(tests.id('brand'));
select ok(tests.takes_lock($$ select private.pay_from_wallet(tests.order_id(), now()) $$, 'spending of ' || tests.id('brand')), 'paying from the wallet holds the spending');
select ok(tests.takes_lock($$ select private.request_refund((select id from paid), 1, gen_random_uuid()) $$, 'spending of ' || tests.id('brand')), 'so does a refund');
select tests.act_as_owner();
select ok(tests.takes_lock($$ select tests.charge_back((select p from public.payments p where id = (select id from paid))) $$, 'spending of ' || tests.id('brand')),
  'and so does a chargeback');
-- Of a payment that nothing has locked yet.
select tests.charge_back((select p from public.payments p where id = (select id from paid)), 100);
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table back as select (tests.payment()).*;
grant select on back to authenticated;
select tests.act_as(tests.id('brand'));
select public.request_refund((select id from back), 900, gen_random_uuid());
create function pg_temp.refund() returns jsonb language sql as $$
  select private.record_provider_refund('sandbox', (select provider_ref from back), 're', 900, 'USD') $$;
select tests.act_as_owner();
select is(tests.locked_rows('select pg_temp.refund()', 'public.payments'), array[(select id::text from back)], 'a refund at the provider locks its payment');
select ok(tests.takes_lock('select pg_temp.refund()', 'spending of ' || tests.id('brand')), 'and the spending');
select ok(tests.takes_lock($$ select private.record_provider_dispute('sandbox', (select provider_ref from paid), 'dispute of ' || (select provider_ref from paid), 'won', 100, 'USD') $$,
  'spending of ' || tests.id('brand')), 'and so does a dispute that is won');
select tests.move_time_as(tests.make_staff('judge'));
select ok(tests.takes_lock($$ select private.unfreeze_profile(tests.id('brand'), 'x') $$, 'spending of ' || tests.id('brand')), 'and whoever lifts a freeze');
select * from finish();
rollback;
