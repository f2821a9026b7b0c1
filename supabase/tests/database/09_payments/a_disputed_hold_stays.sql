-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
create temporary table due as select h from private.holds h;
select tests.charge_back(tests.payment());
select is(cleared, 0, 'a clock that read a hold before its payment was disputed does not clear it')
from private.work_holds(array(select h from due), now() + interval '15 days', 'infinity');
select is(tests.balance(tests.id('kol'), 'available'), 0::bigint, 'no part of a disputed hold is available');
