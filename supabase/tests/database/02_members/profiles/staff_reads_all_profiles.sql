-- cast: ann kol unapproved, bob brand, sam staff
select tests.act_as(tests.id('sam'));
select results_eq('select display_name from public.waiting_profiles()', array['Ann'], 'staff see who waits');
select results_eq('select display_name from public.find_profiles() order by 1', array['Ann', 'Bob', 'Sam'], 'and everybody else');
select results_eq($$ select display_name from public.find_profiles('%n') $$, '{}'::text[], 'a sign of a pattern is a sign');
select results_eq('select id from public.profiles', array[tests.id('sam')], 'but only their own row, and referral code');
select is((select count(*) from (select to_jsonb(p) as row from public.find_profiles() as p) as found
  where row ? 'referral_code' or row ? 'user_id'), 0::bigint, 'in no column of the answer');
select tests.act_as(tests.id('bob'));
select throws_ok('select * from public.find_profiles()', 'PT403', 'not_allowed', 'members cannot use find_profiles');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('sam');
select tests.act_as(tests.id('sam'));
select throws_ok('select * from public.waiting_profiles()', 'PT403', 'not_allowed', 'nor do suspended staff');
