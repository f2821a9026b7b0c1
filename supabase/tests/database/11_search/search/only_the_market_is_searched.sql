-- cast: ann kol, new kol unapproved, sus kol, bob brand
update public.profiles set suspended_at = now() where id = tests.id('sus');
select tests.finds('bob', 'select id from public.search_creators()', $$ values (tests.id('ann')) $$,
  'a search finds creators who are approved and not suspended');
select tests.gets('ann', 'select count(*) from public.search_creators()', '0', 'a creator does not find themselves');
select tests.refused('sus', 'select public.search_creators()', 'PT403', 'not_allowed', 'a suspended member cannot search');
