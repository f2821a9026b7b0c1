begin;
select plan(2);
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', 5000);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 3000);
select tests.act_as_anon();
select results_eq($$ select held_minor, owed_minor from public.solvency where currency = 'USD' $$,
  'values (18000::bigint, 18000::bigint)', 'everybody reads what is held and what is owed');
select is_empty('select from public.solvency where held_minor <> owed_minor', 'and that they are equal');
select * from finish();
rollback;
