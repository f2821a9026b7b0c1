-- cast: brand brand, kol kol, stella staff
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
