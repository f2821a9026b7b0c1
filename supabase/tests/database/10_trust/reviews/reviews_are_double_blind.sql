-- cast: brand brand, kol kol, reader brand
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.act_as(tests.id('brand'));
select is((public.review_order(tests.order_id(), 4, 'Good work.')).visible_at, null, 'the first review is hidden');
select is((select count(*) from public.reviews), 1::bigint, 'its author sees it');
select tests.act_as(tests.id('kol'));
select is_empty('select from public.reviews', 'its subject does not');
select is((select rating from public.members where id = tests.id('kol')), null, 'and the rating does not reveal it');
select results_eq($$ select author_id, rating, visible_at from public.review_order(tests.order_id(), 2, 'Slow answers.') $$,
  $$ values (tests.id('kol'), 2, now()) $$, 'the second shows both');
select is((select count(*) from public.reviews), 2::bigint, 'to each other');
select tests.act_as(tests.id('reader'));
select is((select count(*) from public.reviews), 2::bigint, 'and to everybody signed in');
select is((select rating from public.members where id = tests.id('kol')), 4.00, 'the creator is rated');
select is((select rating from public.members where id = tests.id('brand')), 2.00, 'so is the brand');
select tests.act_as_anon();
select throws_ok('select from public.reviews', '42501', null, 'signed out there are none');
