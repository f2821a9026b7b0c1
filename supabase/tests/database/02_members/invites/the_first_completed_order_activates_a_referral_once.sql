-- cast: ann kol
select tests.sign_up('bob@kolpact.test', jsonb_build_object('invite_code', referral_code)) from public.profiles where id = tests.id('ann');
insert into tests.people select 'bob', p.id from public.profiles p join auth.users u on u.id = p.user_id where u.email = 'bob@kolpact.test';
-- The money is the ledger's own subject (tests/database/04_money/ledger).
create temporary table posted (referral_id uuid, order_id uuid);
create or replace function private.post_referral_reward(referral_id uuid, order_id uuid) returns bigint
language sql security definer set search_path = '' as 'insert into pg_temp.posted values (referral_id, order_id); select 1::bigint';
select private.activate_referral(tests.id('bob'), '00000000-0000-4000-8000-000000000001');
select private.activate_referral(tests.id('bob'), '00000000-0000-4000-8000-000000000002');
select results_eq('select order_id from posted', array['00000000-0000-4000-8000-000000000001'::uuid], 'one reward, for the first');
select is(status, 'activated', 'the branch bears fruit') from public.referrals where invitee_id = tests.id('bob');
