-- cast: ann kol, sam staff
select tests.act_as(tests.id('sam'));
select public.verify_profile(tests.id('ann'));
select isnt_empty('select * from public.staff_audit', 'staff read it');
select tests.act_as(tests.id('ann'));
select is_empty('select * from public.staff_audit', 'whom it concerns does not');
select tests.act_as_anon();
select throws_ok('select * from public.staff_audit', '42501', null, 'nor a visitor');
