-- cast: brand brand, kol kol, other brand
select tests.make_order(tests.id('other'), tests.id('kol'), 'completed');
select tests.act_as(tests.id('other'));
select public.review_order(tests.order_id(), 1, 'Bad.');
select tests.act_as_owner();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.act_as(tests.id('brand'));
select public.review_order(tests.order_id(), 5, 'Good.');
select tests.act_as(tests.id('kol'));
select public.review_order(tests.order_id(), 5, 'Good.');
select results_eq($$ select rating, review_count from public.members where id = tests.id('kol') $$, 'values (5.00, 1)',
  'when another shows, the rating does not give it away');
