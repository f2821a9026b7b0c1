-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', 5000);
select private.run_due_work();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 3000);
select private.run_due_work();
select tests.act_as_anon();
select results_eq($$ select held_minor, owed_minor from public.solvency where currency = 'USD' $$,
  'values (15000::bigint, 15000::bigint)', 'a visitor reads a count of solvency that is less than a minute old');
select tests.act_as_owner();
update private.solvency_counts set counted_at = counted_at - interval '1 minute';
select private.run_due_work();
select tests.act_as_anon();
select results_eq($$ select held_minor, owed_minor from public.solvency where currency = 'USD' $$,
  'values (18000::bigint, 18000::bigint)', 'due work replaces a count of solvency that is a minute old');
