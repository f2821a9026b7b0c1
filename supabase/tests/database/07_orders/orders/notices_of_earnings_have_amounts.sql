-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select results_eq($$ select data -> 'creator_minor', data -> 'creator_fee_minor', data -> 'price_minor', data ->> 'currency', data ->> 'pack_title'
  from public.notifications where type = 'payment_received' $$,
  $$ values ('9000'::jsonb, '1000'::jsonb, '10000'::jsonb, 'USD', 'One thread') $$, 'what is left of the price after the fee, and the fee');
