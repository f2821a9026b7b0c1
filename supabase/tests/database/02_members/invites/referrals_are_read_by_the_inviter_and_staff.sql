-- cast: ann kol, sam staff
select tests.sign_up('bob@kolpact.test', jsonb_build_object('invite_code', referral_code)) from public.profiles where id = tests.id('ann');
insert into tests.people select 'bob', p.id from public.profiles p join auth.users u on u.id = p.user_id where u.email = 'bob@kolpact.test';
select tests.act_as(tests.id('ann'));
select results_eq('select invitee_id from public.referrals', array[tests.id('bob')], 'the inviter sees whom they brought');
select tests.act_as(tests.id('sam'));
select is((select count(*) from public.referrals), 3::bigint, 'staff see the tree');
select tests.act_as(tests.id('bob'));
select is_empty('select * from public.referrals', 'the invitee sees nothing of it');
