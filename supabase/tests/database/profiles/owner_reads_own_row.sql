begin;
select plan(3);
select tests.make_member('ann', 'kol');
select tests.make_member('bob', 'brand');

select tests.act_as(tests.id('ann'));
select results_eq('select display_name from public.profiles', array['Ann'], 'the owner reads the own row');
select results_eq(
  'select display_name from public.members order by 1', array['Ann', 'Bob'], 'a member reads all members');

select tests.act_as_anon();
select throws_ok('select * from public.profiles', '42501', null, 'signed out: no profiles');
select * from finish();
rollback;
