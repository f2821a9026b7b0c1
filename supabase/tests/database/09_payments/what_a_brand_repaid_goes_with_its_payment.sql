-- cast: brand brand, ann kol, kay kol, pal kol
create temporary table orders (name text, id uuid, payment text);
grant select on orders to authenticated;
create function pg_temp.make(name text, kol text, status text) returns void language sql as $$
  with made as materialized (select tests.make_order(tests.id('brand'), tests.id(kol), status, 50000) as id)
  insert into orders select name, m.id from made m;
  update orders o set payment = p.provider_ref from public.payments p where p.order_id = o.id;
$$;
create function pg_temp.open(name text) returns void language sql as $$
  select private.record_provider_dispute('sandbox', o.payment, 'dispute of ' || name, 'opened', 50000, 'USD') from orders o where o.name = open.name
$$;
create function pg_temp.lose(name text) returns void language sql as $$
  select private.record_provider_dispute('sandbox', o.payment, 'dispute of ' || lose.name, 'lost', 50000, 'USD') from orders o where o.name = lose.name;
  select private.lose_chargeback(c, now() + interval '7 days') from private.chargebacks c
  where c.provider_ref = 'dispute of ' || lose.name and c.apportioned_at is null
$$;
create function pg_temp.money() returns text language sql as $$
  select format('creator %s, owed %s', tests.balance(tests.id('ann'), 'pending'),
    (select sum(owed_minor + repay_minor) from private.chargebacks where status <> 'won'))
$$;

select pg_temp.make('parked', 'pal', 'funded');
select pg_temp.make('done', 'ann', 'completed');
select pg_temp.open('done');
select pg_temp.lose('done');
select tests.by('pal', $$ select public.decline_order(id) from orders where name = 'parked' $$);
do $$ begin for n in 1..5 loop perform private.work_debts(now()); end loop; end $$;
select is(pg_temp.money(), 'creator 45000, owed 0', 'money of another payment repays the creator');

select pg_temp.open('parked');
select is((select count(*) from public.pack_orders o, private.holds h where h.order_id = o.id and h.profile_id = tests.id('ann')
  and h.amount_minor > 0 and private.is_payment_disputed(o.id, h.reference)), 1::bigint, 'a repaid amount is on hold while the payment that repaid it is disputed');
select pg_temp.lose('parked');
select is(pg_temp.money(), 'creator 0, owed 50000', 'an amount that a brand repaid is taken when the payment behind it is charged back, as directly paid earnings are');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault after a repaid amount was taken');
select throws_ok('delete from private.later_funding', 'PT403', 'append_only', 'the payments of a repaid amount cannot be deleted');

-- The bank decides for the market in the end.
select private.record_provider_dispute('sandbox', o.payment, 'dispute of done', 'won', 50000, 'USD') from orders o where o.name = 'done';
do $$ begin for n in 1..5 loop perform private.work_debts(now()); end loop; end $$;
select is(pg_temp.money(), 'creator 45000, owed 0', 'a first dispute that is won pays for the second');
