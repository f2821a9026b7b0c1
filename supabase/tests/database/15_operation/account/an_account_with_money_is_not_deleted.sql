-- cast: ann kol, bob brand
select tests.make_order(tests.id('bob'), tests.id('ann'), 'completed');
select tests.act_as(tests.id('ann'));
select throws_ok('select public.delete_my_account()', 'PT409', 'account_has_balance', 'the creator has earned something');
select tests.act_as(tests.id('bob'));
select lives_ok('select public.delete_my_account()', 'the brand has spent everything');
