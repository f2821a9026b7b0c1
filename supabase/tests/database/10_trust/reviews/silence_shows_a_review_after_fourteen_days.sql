-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.by('brand', $$ select public.review_order(tests.order_id(), 5, 'Great.') $$);
select is(private.run_due_work(now() + interval '14 days' - interval '1 second') ->> 'reviews_revealed', '0', 'a review alone is not shown before fourteen days');
select is((select rating from public.profiles where id = tests.id('kol')), null, 'a review that is not shown does not count');
select is(private.run_due_work(now() + interval '14 days') ->> 'reviews_revealed', '1', 'a review alone is shown after fourteen days');
select results_eq($$ select rating, review_count from public.profiles where id = tests.id('kol') $$, 'values (5.00, 1)', 'a review that is shown counts');
select tests.gets('kol', 'select count(*) > 0 from public.reviews', 'true', 'the other side reads a review that is shown');
select tests.refused('kol', 'select public.review_order(tests.order_id(), 1, $$Revenge$$)', 'PT409', 'review_window_closed',
  'after a review is shown for lack of an answer, the other side cannot review', at => now() + interval '14 days');
update private.settings set value = 60 where key = 'rating_window';
select tests.refused('kol', 'select public.review_order(tests.order_id(), 1, $$Revenge$$)', 'PT409', 'review_window_closed',
  'the other side cannot review even if the setting allows more time later', at => now() + interval '20 days');
