-- cast: ann kol, bob brand
select tests.make_order(tests.id('bob'), tests.id('ann'), 'in_progress');
select tests.act_as(tests.id('ann'));
select throws_ok('select public.delete_my_account()', 'PT409', 'account_has_open_orders', 'not the creator');
select tests.act_as(tests.id('bob'));
select throws_ok('select public.delete_my_account()', 'PT409', 'account_has_open_orders', 'not the brand');
select tests.act_as_owner();
select throws_ok($$ delete from auth.users where id = tests.user_id(tests.id('ann')) $$, 'PT409', 'account_has_open_orders', 'deleting the user directly is refused, too');
