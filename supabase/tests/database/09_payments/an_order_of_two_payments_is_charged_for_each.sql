-- cast: brand brand, other brand, ann kol, bea kol, pal kol, ring brand, cas kol, old brand, dee kol, pair brand, eli kol
create temporary table paid (name text primary key, order_id uuid, ref text, amount bigint);
grant select on paid to authenticated;
create function pg_temp.make(name text, brand text, kol text, status text, price bigint) returns void language sql as $$
  with made as materialized (select tests.make_order(tests.id(brand), tests.id(kol), status, price) as id)
  insert into paid (name, order_id, amount) select make.name, m.id, price from made m;
  update paid x set ref = p.provider_ref from public.payments p where p.order_id = x.order_id and x.ref is null;
$$;
create function pg_temp.lose(name text) returns void language plpgsql as $$
declare
  v constant paid := (select p from paid p where p.name = lose.name);
begin
  perform private.record_provider_dispute('sandbox', v.ref, 'dispute of ' || name, 'opened', v.amount, 'USD');
  perform private.record_provider_dispute('sandbox', v.ref, 'dispute of ' || name, 'lost', v.amount, 'USD');
  perform private.lose_chargeback(c, now() + interval '8 days') from private.chargebacks c
  where c.provider_ref = 'dispute of ' || name and c.apportioned_at is null;
end;
$$;
create function pg_temp.creator(name text) returns text language sql as $$
  select format('%s on hold, loss %s', tests.balance(tests.id(name), 'pending'), (select sum(loss_minor) from private.chargebacks))
$$;

-- Two cards pay for one order; the money of the first card had been returned to the wallet.
select pg_temp.make('first', 'brand', 'pal', 'funded', 25000);
select tests.by('brand', $$ select public.cancel_order(order_id, 'x') from paid where name = 'first' $$);
select tests.make_order(tests.id('brand'), tests.id('ann'), 'pending_payment', 50000);
select tests.by('brand', 'select public.start_checkout(tests.order_id(), true)');
select public.record_payment('sandbox', 'second card', tests.order_id(), 25000, 'USD');
insert into paid values ('second', tests.order_id(), 'second card', 25000);
select tests.by('ann', $$ select public.accept_order(tests.order_id()), public.deliver_order(tests.order_id(), 'Junk.', array['https://example.com/x']) $$);
select pg_temp.lose('first');
select is(pg_temp.creator('ann'), '22500 on hold, loss 0', 'a chargeback of one payment ends the order, and leaves the creator what the other payment paid');
select pg_temp.lose('second');
select is(pg_temp.creator('ann'), '0 on hold, loss 2500', 'the creator loses the rest when the other payment is charged back, too');

-- Another payment repays what the chargeback took from the creator, and is charged back itself.
select pg_temp.make('third', 'other', 'bea', 'delivered', 50000);
select pg_temp.make('parked', 'other', 'pal', 'funded', 100000);
select pg_temp.lose('third');
select tests.by('pal', $$ select public.decline_order(order_id) from paid where name = 'parked' $$);
do $$ begin for n in 1..5 loop perform private.work_debts(now()); end loop; end $$;
select is(tests.balance(tests.id('bea'), 'pending'), 45000::bigint, 'a brand repays what its chargeback cut from a creator');
select pg_temp.lose('parked');
select is(tests.balance(tests.id('bea'), 'pending'), 0::bigint, 'a repayment is taken from the creator when its own payment is charged back');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault after a repayment is charged back');

-- A wallet filled by a second card covers the chargeback of the first, and one filled by a third that of the second.
select pg_temp.make('card ' || n, 'ring', case n when 1 then 'cas' else 'pal' end, case n when 1 then 'completed' else 'funded' end, 50000)
from generate_series(1, 3) as n;
create function pg_temp.cancel(name text) returns void language sql as $$
  select tests.by('pal', format('select public.decline_order(%L)', p.order_id)) from paid p where p.name = cancel.name
$$;
select pg_temp.cancel('card 2');
select pg_temp.lose('card 1');
select is(tests.balance(tests.id('cas'), 'pending'), 45000::bigint, 'a wallet that covers a chargeback leaves the creator what they earned');
select pg_temp.cancel('card 3');
select pg_temp.lose('card 2');
select is(tests.balance(tests.id('cas'), 'pending'), 45000::bigint, 'a third card''s money in the wallet covers the chargeback of the second card');
select is((select array_agg(distinct f.order_id) from private.earning_funding f join public.payments x on x.id = f.payment_id join paid p on p.ref = x.provider_ref where p.name = 'card 3'
  and f.order_id = (select order_id from paid where name = 'card 1')), array[(select order_id from paid where name = 'card 1')], 'the payment that filled the wallet replaces the first one as payment of the order');
select pg_temp.lose('card 3');
select is(tests.balance(tests.id('cas'), 'pending'), 0::bigint, 'when no money covers the chargeback, the earnings of the order are taken');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault after all chargebacks');
select private.record_provider_dispute('sandbox', p.ref, 'dispute of card 1', 'won', p.amount, 'USD') from paid p where p.name = 'card 1';
do $$ begin for n in 1..5 loop perform private.work_debts(now()); end loop; end $$;
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault after the first dispute was lost and then won');
select is(tests.balance(tests.id('cas'), 'pending'), 45000::bigint, 'a lost dispute that is won later repays the creator');

-- An unpaid order is paid with money that a newer order returned; both were paid by one card.
select tests.make_order(tests.id('old'), tests.id('dee'), 'pending_payment', 25000);
set constraints all immediate;
set constraints all deferred;
select tests.unguarded('public.pack_orders', $$ update public.pack_orders o set created_at = o.created_at - interval '1 hour' where o.id = tests.order_id() $$);
create temporary table waiting as select tests.order_id() as id;
grant select on waiting to authenticated;
select pg_temp.make('part', 'old', 'dee', 'settled', 50000);
select tests.by('old', 'select public.pay_from_wallet(id) from waiting');
select tests.by('dee', $$ select public.accept_order(id), public.deliver_order(id, 'Junk.', array['https://example.com/x']) from waiting $$);
select tests.by('old', 'select public.complete_order(id) from waiting');
select is(tests.balance(tests.id('dee'), 'pending'), 45000::bigint, 'one payment pays for two orders, one after the other');
select pg_temp.lose('part');
select is(tests.balance(tests.id('dee'), 'pending'), 0::bigint, 'a chargeback takes what both orders earned, though the order paid last is the older one');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault after a chargeback of two orders');

-- Two disputes of one payment are covered by another payment, and the first dispute is won.
select pg_temp.make('card A', 'pair', 'eli', 'completed', 50000), pg_temp.make('card B', 'pair', 'pal', 'funded', 50000);
select pg_temp.cancel('card B');
create function pg_temp.dispute(part text, outcome text, minor bigint) returns void language sql as $$
  select private.record_provider_dispute('sandbox', p.ref, part, outcome, minor, 'USD') from paid p where p.name = 'card A'
$$;
select pg_temp.dispute('small', 'opened', 100), pg_temp.dispute('large', 'opened', 49900);
select pg_temp.dispute('small', 'won', 100), pg_temp.dispute('large', 'lost', 49900);
select is((select v.amount_minor from private.standing_cover v join public.payments x on x.id = v.payment_id join paid p on p.ref = x.provider_ref where p.name = 'card B'),
  49900::bigint, 'a dispute that was won ends only the replacement of its own payment');
select pg_temp.lose('card B');
select is(tests.balance(tests.id('eli'), 'pending'), 0::bigint, 'earnings that another payment covered are taken when that payment is charged back');

-- In a market with many chargebacks the money of one order is read without reading other orders.
set local enable_seqscan = off;
create temporary table looked_up as select tests.plan_of('select from private.earning_funding f where f.order_id = gen_random_uuid()') as plan;
select matches(plan, 'payment_cover_covered_id', 'replacements for the payments of an order are found by an index') from looked_up;
select doesnt_match(plan, 'Aggregate', 'no reading of an order adds up the chargebacks of others') from looked_up;
