-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'settled');
select tests.act_as(tests.id('brand'));
select is((public.review_order(tests.order_id(), 3, 'So so.')).id, (public.review_order(tests.order_id(), 3, 'So so.')).id,
  'a retry is the same review; settled orders can be reviewed');
select throws_ok('select public.review_order(tests.order_id(), 5, $$So so.$$)', 'PT409', 'already_reviewed', 'a second opinion is refused');
select throws_ok('update public.reviews set rating = 5', '42501', null, 'and none is edited');
select throws_ok('delete from public.reviews', '42501', null, 'or removed');
select throws_ok('insert into public.reviews (order_id) values (null)', '42501', null, 'or written by hand');
select tests.act_as_owner();
select throws_ok('update public.reviews set rating = 5', 'PT403', 'append_only', 'not by the owner either');
select tests.act_as(tests.id('kol'));
select throws_ok('select public.review_order(tests.order_id(), 6, $$x$$)', '23514', null, 'five is the most');
select throws_ok('select public.review_order(tests.order_id(), 0, $$x$$)', '23514', null, 'one the least');
