-- cast: ann kol, sam staff
select tests.act_as(tests.id('sam'));
select public.verify_profile(tests.id('ann'));
select public.verify_profile(tests.id('ann'));
select is((select is_verified from public.members where id = tests.id('ann')), true, 'everybody sees it');
select is((select count(*) from public.staff_audit where action = 'verify_profile'), 1::bigint, 'written down once');
