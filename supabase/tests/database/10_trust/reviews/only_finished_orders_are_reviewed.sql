-- cast: brand brand, kol kol, stranger brand
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.act_as(tests.id('brand'));
select throws_ok('select public.review_order(tests.order_id(), 5, $$x$$)', 'PT409', 'order_not_finished', 'not before the end');
select tests.act_as_owner();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
select tests.act_as(tests.id('brand'));
select throws_ok('select public.review_order(tests.order_id(), 5, $$x$$)', 'PT409', 'order_not_finished', 'nor when no work was done');
select tests.act_as_owner();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.act_as(tests.id('stranger'));
select throws_ok('select public.review_order(tests.order_id(), 5, $$x$$)', 'PT403', 'not_allowed', 'nor by a stranger');
