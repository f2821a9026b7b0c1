-- cast: ann kol, sam staff
select tests.act_as(tests.id('sam'));
select public.suspend_profile(tests.id('ann'));
select public.unsuspend_profile(tests.id('ann'), 'Cleared.');
select public.unsuspend_profile(tests.id('ann'), 'Cleared.');
select isnt_empty($$ select 1 from public.members where id = tests.id('ann') $$, 'back on the market');
select is((select count(*) from public.staff_audit where action = 'unsuspend_profile'), 1::bigint, 'written down once');
