-- cast: ann kol, sam staff
create temporary table posted (referral_id uuid);
create or replace function private.post_referral_reward(referral_id uuid, order_id uuid) returns bigint
language sql security definer set search_path = '' as 'insert into pg_temp.posted values (referral_id); select 1::bigint';
select tests.sign_up('bob@kolpact.test', jsonb_build_object('invite_code', referral_code)) from public.profiles where id = tests.id('ann');
select tests.sign_up('cyd@kolpact.test', jsonb_build_object('invite_code', referral_code)) from public.profiles where id = tests.id('sam');
update public.profiles set suspended_at = now() where id = tests.id('ann');
select private.activate_referral(r.invitee_id, gen_random_uuid()) from public.referrals r;
select is_empty('select * from posted', 'no reward');
select results_eq('select distinct status from public.referrals', array['ineligible'], 'suspended, staff, the house: ineligible');
