-- cast: brand brand, kol kol, stella staff, sue staff
update private.settings set value = 5 where key = 'buyer_fee';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
update public.pack_orders set due_at = now();
select tests.act_as(tests.id('stella'));
select public.read_dispute(tests.order_id());
select public.resolve_dispute(tests.order_id(), 6000, 'Half the work was done.');
select is(i -> 'details', '{"price_minor": 10000, "total_minor": 10500, "currency": "USD", "creator_share_minor": 6000,
  "creator_fee_minor": 600, "creator_minor": 5400, "buyer_fee_minor": 300, "brand_minor": 4200}',
  'the log names every part of what the brand paid, its fee among them')
from jsonb_array_elements(public.staff_list('audit', '{"kind": "resolve_dispute"}') -> 'rows') as i;
create function pg_temp.is_shortened() returns jsonb language sql as $$
  select i -> 'is_shortened' from tests.listed('audit', '{"kind": "resolve_dispute"}') as i
$$;
select is(pg_temp.is_shortened(), 'false', 'the row of a ruling shows all sums to the member of staff who ruled');
select tests.gets('sue', 'select pg_temp.is_shortened()', 'true', 'the row says that the sums of a ruling are left out for staff who have not opened the order');
