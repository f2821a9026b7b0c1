-- cast: ann kol, new kol unapproved, sus kol, bob brand
update public.profiles set suspended_at = now() where id = tests.id('sus');
select tests.act_as(tests.id('bob'));
select results_eq('select id from public.search_creators()', $$ values (tests.id('ann')) $$,
  'no brands, nobody who waits, nobody who is suspended');
select tests.act_as(tests.id('ann'));
select is_empty('select id from public.search_creators()', 'nobody finds themselves');
select tests.act_as(tests.id('sus'));
select throws_ok('select public.search_creators()', 'PT403', 'not_allowed', 'the suspended do not search');
select tests.act_as_anon();
select throws_ok('select public.search_creators()', '42501', null, 'nor whoever is signed out');
