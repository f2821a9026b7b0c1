-- Builds eight layers of wallet payments, each of which pays for parts of two payments of the layer before.
-- When all are charged back, layer after layer, the number of ways from a payment to the first one doubles with
-- every layer.
-- cast: brand brand, kol kol
update public.currencies set min_price_minor = 1 where code = 'USD';
update private.settings set value = coalesce(max_value, private.max_of_unit(unit)) where key ~ '_per_(minute|hour|day)$';
create temporary table layers (layer int, nr int, payment uuid);
create function pg_temp.lot(amount bigint) returns uuid language plpgsql as $$
begin
  perform tests.make_order(tests.id('brand'), tests.id('kol'), 'cancelled', amount);
  return (tests.payment()).id;
end $$;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', 1200);
insert into layers select 0, 1, (tests.payment()).id;
insert into layers
select l, n, pg_temp.lot(a) from generate_series(1, 8) as l
cross join lateral unnest(case when l % 2 = 1 then '{300,600,300}'::bigint[] else '{600,600}' end) with ordinality as x (a, n)
order by l, n;
select is(count(*), 21::bigint, 'the test has one payment and eight layers of others') from layers;

select lives_ok(format('select private.record_provider_dispute(%L, %L, %L, %L, %s, %L)',
  'sandbox', p.provider_ref, 'd' || p.provider_ref, 'opened', p.amount_minor, 'USD'), format('layer %s, payment %s', l.layer, l.nr))
from layers l join public.payments p on p.id = l.payment where l.layer < 8 order by l.layer, l.nr;

select cmp_ok(max(n.chains), '<=', 12::bigint, 'two payments have few chains between them, although many ways lead from one to the other')
from (select count(*) as chains from private.payment_cover group by payment_id, covered_id) as n;
select is(count(*), 20::bigint, 'every later payment stands in for the first one with its whole amount')
from private.standing_cover v join layers l on l.payment = v.covered_id and l.layer = 0
join public.payments p on p.id = v.payment_id and p.amount_minor = v.amount_minor;
select is(count(distinct i.id), 19::bigint, 'the chains name every chargeback on the way of the money')
from private.payment_cover v cross join unnest(v.chargeback_ids) as i (id)
join layers l on l.payment = v.payment_id and l.layer = 8 where v.covered_id = (select payment from layers where layer = 0);
