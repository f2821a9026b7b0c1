-- Creators have the price of their cheapest pack and their shortest time of delivery, which search
-- filters by. No filter asks for them yet, so nobody is matched anew.
-- small table: one row for each creator
alter table private.creators add column price_cents bigint, add column delivery_days smallint;
update private.creators c set price_cents = offer.price_cents, delivery_days = offer.delivery_days
from (
  select p.kol_id, min(ceil(p.price_minor * 100 / power(10::numeric, u.decimals)))::bigint as price_cents,
    min(p.delivery_days)::smallint as delivery_days
  from public.packs p join public.currencies u on u.code = p.currency
  where p.is_published group by p.kol_id
) as offer
where offer.kol_id = c.profile_id;

-- Here, because the difference would add them in the order of their names.
alter type private.creator_filter
  add attribute min_price bigint, add attribute max_price bigint, add attribute max_delivery_days smallint;
