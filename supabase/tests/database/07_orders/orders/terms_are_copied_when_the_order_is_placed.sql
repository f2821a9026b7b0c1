-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 12345);
update public.packs set price_minor = 500, title = 'Other', delivery_days = 90, revisions = 9, is_published = false;
update private.settings set value = 50 where key in ('creator_fee', 'buyer_fee');
select results_eq('select pack_title, price_minor, fee_minor, buyer_fee_minor, currency, delivery_days, revisions_allowed, brief
  from public.pack_orders',
  $$ values ('One thread', 12345::bigint, 1235::bigint, 0::bigint, 'USD', 7, 2, 'Please.') $$,
  'later changes of the pack and the fees do not reach an order');
select throws_ok('update public.pack_orders set fee_minor = 1', 'PT403', 'append_only', 'the fee of an order cannot be changed');
select throws_ok('update public.pack_orders set kol_id = brand_id, brand_id = kol_id', 'PT403', 'append_only', 'the sides of an order cannot be changed');
