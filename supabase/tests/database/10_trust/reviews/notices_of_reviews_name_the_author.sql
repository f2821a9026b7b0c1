-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.act_as(tests.id('brand'));
select public.review_order(tests.order_id(), 4, 'Good work.');
select tests.act_as(tests.id('kol'));
select is_empty($$ select from public.notifications where data ? 'rating' $$, 'not while it is hidden');
select public.review_order(tests.order_id(), 2, 'Slow answers.');
select results_eq($$ select data ->> 'other_name', data -> 'rating' from public.notifications where event = 'review_visible' $$,
  $$ values ('Brand', '4'::jsonb) $$, 'once it shows');
