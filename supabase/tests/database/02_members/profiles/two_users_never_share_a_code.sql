-- cast: ann kol
select tests.sign_up('bob@kolpact.test');
create temporary table bob as select p.id, p.user_id, p.referral_code from public.profiles p where p.id <> tests.id('ann');
update public.profiles set referral_code = (select referral_code || 'X' from bob) where id = (select id from bob);
update public.profiles set referral_code = (select referral_code from bob) where id = tests.id('ann');
update public.profiles set referral_code = '' where id = (select id from bob);
select isnt((select referral_code from public.profiles where id = (select id from bob)), (select referral_code from bob), 'a taken code is passed over');
select isnt((select referral_code from public.profiles where id = (select id from bob)), null, 'for another');
