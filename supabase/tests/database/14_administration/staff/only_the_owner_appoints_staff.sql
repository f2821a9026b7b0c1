-- cast: ann kol, sam staff
select private.appoint_staff(tests.id('ann'));
select is((select is_staff from public.profiles where id = tests.id('ann')), true, 'by its owner');
select is((select count(*) from public.staff_audit where action = 'appoint_staff'), 1::bigint, 'written down');
select tests.act_as(tests.id('sam'));
select throws_ok($$ select private.appoint_staff(tests.id('ann')) $$, '42501', null, 'staff do not appoint staff');
select tests.act_as_service();
select throws_ok($$ select private.appoint_staff(tests.id('ann')) $$, '42501', null, 'nor does a function of the edge');
