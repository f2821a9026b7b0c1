-- cast: sam staff, bob brand, ann kol, cid kol
select tests.make_order(tests.id('bob'), tests.id('ann'));
create temporary table numbers as select lower(number) as number from public.pack_orders;
grant select on numbers to authenticated;

select tests.act_as(tests.id('sam'));
select set_eq($$ select p.display_name from numbers, tests.profiles(number) as p $$, array['Bob', 'Ann'], 'the number of an order finds its two sides');
select is_empty($$ select p.display_name from numbers, tests.profiles(left(number, -1)) as p $$, 'a part of a number finds nobody');
select is_empty($$ select p.display_name from numbers, tests.profiles(number, 'approvals') as p $$, 'the queue of approvals finds nobody by the number of an order');
select is(public.staff_list('members', jsonb_build_object('role', role)) -> 'total', wanted, format('the list of members can be filtered by the role %s', role))
from (values ('kol', '2'::jsonb), ('brand', '2')) as r (role, wanted);
