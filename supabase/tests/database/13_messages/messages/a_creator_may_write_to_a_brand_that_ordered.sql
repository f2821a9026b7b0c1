-- cast: ann kol, bob brand, cid kol
select tests.make_order(tests.id('bob'), tests.id('ann'), 'pending_payment');
select tests.act_as(tests.id('ann'));
select lives_ok($$ select public.get_or_create_conversation(tests.id('bob')) $$, 'the creator of the order');
select tests.act_as(tests.id('cid'));
select throws_ok($$ select public.get_or_create_conversation(tests.id('bob')) $$, 'PT403', 'may_not_write_first',
  'not another one');
