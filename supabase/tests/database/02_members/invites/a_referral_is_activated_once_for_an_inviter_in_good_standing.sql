-- cast: ann kol, eve kol, sam staff
-- Records rewards instead of posting them, because their money is tested in 04_money/ledger.
create temporary table posted (referral_id uuid, order_id uuid);
create or replace function private.post_referral_reward(referral_id uuid, order_id uuid) returns bigint
language sql security definer set search_path = '' as 'insert into pg_temp.posted values (referral_id, order_id); select 1::bigint';
select tests.make_invitee('bob', 'kol', tests.id('ann')), tests.make_invitee('cyd', 'kol', tests.id('eve')), tests.make_invitee('dan', 'kol', tests.id('sam'));
update public.profiles set suspended_at = now() where id = tests.id('eve');
select private.activate_referral(tests.id('bob'), '00000000-0000-4000-8000-000000000001');
select private.activate_referral(tests.id('bob'), '00000000-0000-4000-8000-000000000002');
select private.activate_referral(r.invitee_id, gen_random_uuid()) from public.referrals r where r.invitee_id <> tests.id('bob');
select results_eq('select order_id from posted', array['00000000-0000-4000-8000-000000000001'::uuid], 'one reward is posted, for the first order');
select results_eq($$ select t.name, r.status from public.referrals r join tests.people t on t.profile_id = r.invitee_id where r.status <> 'joined' order by 1 $$,
  $$ values ('ann', 'ineligible'), ('bob', 'activated'), ('dan', 'ineligible'), ('eve', 'ineligible'), ('sam', 'ineligible') $$,
  'an invite of staff or of the market earns no reward, and an invite of a suspended member earns none until the suspension ends');
update public.profiles set suspended_at = null where id = tests.id('eve');
select private.activate_referral(tests.id('cyd'), '00000000-0000-4000-8000-000000000003');
select is((select count(*) from posted where order_id = '00000000-0000-4000-8000-000000000003'), 1::bigint, 'an inviter who is reinstated is rewarded with the next order');
