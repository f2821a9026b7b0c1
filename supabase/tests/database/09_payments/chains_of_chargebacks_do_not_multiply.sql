-- Payments of a wallet in layers, each of which pays for parts of two payments of the layer before. Charged back layer after layer, every
-- payment is linked to the first one in a number of ways that doubles with every layer.
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
select is(count(*), 21::bigint, 'one payment and eight layers') from layers;

select lives_ok(format('select private.record_provider_dispute(%L, %L, %L, %L, %s, %L)',
  'sandbox', p.provider_ref, 'd' || p.provider_ref, 'opened', p.amount_minor, 'USD'), format('layer %s, payment %s', l.layer, l.nr))
from layers l join public.payments p on p.id = l.payment where l.layer < 8 order by l.layer, l.nr;

select cmp_ok(max(n.chains), '<=', 12::bigint, 'two payments keep few chains')
from (select count(*) as chains from private.payment_cover group by payment_id, covered_id) as n;
select is(count(*), 20::bigint, 'every later payment is with its whole amount in the place of the first')
from private.standing_cover v join layers l on l.payment = v.covered_id and l.layer = 0
join public.payments p on p.id = v.payment_id and p.amount_minor = v.amount_minor;
select is(count(distinct i.id), 19::bigint, 'every chargeback on the way of the money is named')
from private.payment_cover v cross join unnest(v.chargeback_ids) as i (id)
join layers l on l.payment = v.payment_id and l.layer = 8 where v.covered_id = (select payment from layers where layer = 0);
