-- cast: bob brand
select tests.act_as(tests.id('bob'));
select throws_ok($$ select public.get_or_create_conversation(tests.id('bob')) $$, 'PT403', 'not_allowed', 'not to oneself');
select throws_ok($$ select public.get_or_create_conversation(null) $$, 'PT403', 'not_allowed', 'nor without another member');
