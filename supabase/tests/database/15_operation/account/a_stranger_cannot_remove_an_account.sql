-- cast: ann kol, bob brand
select tests.act_as_anon();
select throws_ok('select public.delete_my_account()', '42501', null, 'signed out');
select tests.act_as_service();
select throws_ok('select public.delete_my_account()', '42501', null, 'the service role has no account');
select tests.act_as(tests.id('bob'));
select throws_ok($$ delete from auth.users $$, '42501', null, 'members cannot delete users');
select lives_ok('select public.delete_my_account()', 'one''s own');
select throws_ok('select public.delete_my_account()', 'PT403', 'not_allowed', 'a session that outlives its user can do no more');
select tests.act_as_owner();
select is((select display_name from public.profiles where id = tests.id('ann')), 'Ann', 'the others stay');
