begin;
select plan(1);
select tests.make_member('ann', 'kol');
select tests.make_member('bob', 'brand');
select tests.act_as(tests.id('bob'));
select is_empty($$ update public.profiles set role = 'brand' where id = tests.id('ann') returning id $$, 'hidden rows are not written');
select * from finish();
rollback;
