-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.charge_back(tests.payment(), 5000, 'first');
select tests.take_back(tests.payment(), 5000, 'second');
select private.work_chargebacks(now() + interval '8 days');
create function pg_temp.state() returns text language sql as $$
  select concat_ws(' ', o.status, o.creator_share_minor, 'creator', (select sum(h.amount_minor) from private.holds h where h.order_id = o.id))
  from public.pack_orders o where o.id = tests.order_id()
$$;
select is(pg_temp.state(), 'settled 5000 creator 4500', 'a creator loses the amount of the lost dispute, but nothing for another dispute that is still open');
select tests.by('service', $$ select public.record_provider_dispute('sandbox', (tests.payment()).provider_ref, 'first', 'won', 5000, 'USD') $$);
select is(pg_temp.state(), 'settled 5000 creator 4500', 'a second dispute that is won takes nothing');
