-- cast: ann kol, bob brand, cyd kol unapproved
select tests.act_as(tests.id('bob'));
select results_eq('select display_name from public.members order by 1', array['Ann', 'Bob'], 'an approved member');
select tests.act_as(tests.id('cyd'));
select results_eq('select display_name from public.members order by 1', array['Ann', 'Bob'], 'one who waits for approval');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('bob');
select tests.act_as(tests.id('bob'));
select is_empty('select * from public.members', 'not a suspended one');
select tests.act_as_anon();
select throws_ok('select * from public.members', '42501', null, 'not signed out');
