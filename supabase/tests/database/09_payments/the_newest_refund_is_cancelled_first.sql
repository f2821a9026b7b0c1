-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 4000) from generate_series(1, 2);
create temporary table p as select row_number() over ()::int as nr, p as payment from public.payments p;
select tests.by('brand', $$ select tests.refund((payment).id, amount, gen_random_uuid()) from p cross join unnest(array[1000, 1001, 1002]) as amount $$);
-- All refunds were requested in this transaction, so their times are set here.
select tests.unguarded('public.payouts', $$ update public.payouts set created_at = now() - make_interval(hours => (amount_minor - 1000)::int) $$);
create function pg_temp.left() returns table (nr int, amount bigint) language sql as $$
  select p.nr, o.amount_minor from public.payouts o join p on (p.payment).id = o.payment_id where o.status = 'requested' order by 1, 2 $$;
select tests.charge_back((select payment from p where nr = 1), 1500);
select results_eq('select * from pg_temp.left()', 'values (1, 1001::bigint), (1, 1002), (2, 1000), (2, 1001), (2, 1002)', 'a chargeback stops the newest refund of its payment first');
select tests.charge_back((select payment from p where nr = 1), 2500, 'the rest');
select results_eq('select * from pg_temp.left()', 'values (2, 1000::bigint), (2, 1001), (2, 1002)', 'a chargeback stops as many refunds of its payment as it needs');
-- A payment was spent, so its chargeback cancels refunds of another payment.
insert into public.payments (provider, provider_ref, payer_id, amount_minor, currency) values ('sandbox', 'spent', tests.id('brand'), 1500, 'USD');
select private.return_money_to_wallet(p, 1500) from public.payments p where p.provider_ref = 'spent';
select results_eq('select * from pg_temp.left()', 'values (2, 1001::bigint), (2, 1002)', 'a chargeback stops refunds of other payments when its own are gone');
