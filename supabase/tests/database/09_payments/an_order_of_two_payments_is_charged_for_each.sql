-- cast: brand brand, other brand, ann kol, bea kol, pal kol
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

-- Two cards pay for one order: the money of the first came back to the wallet.
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
select is(pg_temp.creator('ann'), '0 on hold, loss 2500', 'that is taken when the other payment is charged back, too');

-- Another payment repays what a chargeback cut from the creator, and is charged back.
select pg_temp.make('third', 'other', 'bea', 'delivered', 50000);
select pg_temp.make('parked', 'other', 'pal', 'funded', 100000);
select pg_temp.lose('third');
select tests.by('pal', $$ select public.decline_order(order_id) from paid where name = 'parked' $$);
do $$ begin for n in 1..5 loop perform private.work_debts(now()); end loop; end $$;
select is(tests.balance(tests.id('bea'), 'pending'), 45000::bigint, 'a brand repays what its chargeback cut from a creator');
select pg_temp.lose('parked');
select is(tests.balance(tests.id('bea'), 'pending'), 0::bigint, 'that is taken when the payment that repaid it is charged back');
select is_empty('select * from private.ledger_faults()', 'the books agree');
