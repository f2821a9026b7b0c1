-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', 5000);
select private.run_due_work();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 3000);
select private.run_due_work();
select tests.act_as_anon();
select results_eq($$ select held_minor, owed_minor from public.solvency where currency = 'USD' $$,
  'values (15000::bigint, 15000::bigint)', 'a stranger reads the count of the last minute and causes none');
select throws_ok('select private.count_solvency()', '42501', null, 'a stranger cannot have every account read');
select tests.act_as_owner();
update private.solvency_counts set counted_at = counted_at - interval '1 minute';
select private.run_due_work();
select tests.act_as_anon();
select results_eq($$ select held_minor, owed_minor from public.solvency where currency = 'USD' $$,
  'values (18000::bigint, 18000::bigint)', 'a count that is a minute old is replaced');
select is_empty('select from public.solvency where held_minor <> owed_minor', 'the money held equals the money owed');
