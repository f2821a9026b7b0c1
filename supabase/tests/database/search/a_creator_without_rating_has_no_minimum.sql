begin;
select plan(2);
select tests.make_member('ann', 'kol');
select tests.make_member('bob', 'brand');
select tests.act_as(tests.id('bob'));
select isnt_empty($$ select * from public.search_creators('{"rating": 0}') $$, 'found while nothing is asked');
select is_empty($$ select * from public.search_creators('{"rating": 0.01}') $$, 'not found by any minimum');
select * from finish();
rollback;
