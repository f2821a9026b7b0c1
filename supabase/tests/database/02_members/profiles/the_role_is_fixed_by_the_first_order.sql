-- cast: ann kol, bob brand
select tests.make_order(tests.id('bob'), tests.id('ann'), 'pending_payment');
select tests.act_as(tests.id('bob'));
select throws_ok($$ update public.profiles set role = 'kol' where id = tests.id('bob') $$, 'PT409', 'role_fixed', 'a buyer stays a brand');
