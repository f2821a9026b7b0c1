-- cast: ann kol, cyd kol, dan kol, eve kol, bob brand
create function pg_temp.change_role(who text, role text) returns void language plpgsql as $$
begin
  perform tests.act_as(tests.id(who));
  update public.profiles p set role = change_role.role where p.id = tests.id(who);
  perform tests.act_as_owner();
end;
$$;
insert into public.invites (code, role) values ('CREATORS-ONLY', 'kol');
select tests.sign_up('fay@kolpact.test', '{"invite_code": "CREATORS-ONLY"}');
insert into tests.people select 'fay', p.id from public.profiles p where p.id not in (select profile_id from tests.people);
select is(role, 'kol', 'an invite for one role gives its member that role') from public.profiles where id = tests.id('fay');
update public.referrals set inviter_id = tests.id('ann'), invite_id = null where invitee_id = tests.id('bob');
select tests.make_order(tests.id('bob'), tests.id('cyd'), 'completed');
select tests.make_pack(tests.id('dan'));
select cmp_ok(tests.balance(tests.id('ann'), 'pending'), '>', 0::bigint, 'the referral of a brand pays the creator who invited it');
select throws_ok(format('select pg_temp.change_role(%L, %L)', who, role), 'PT409', 'role_fixed', description) from (values
  ('bob', 'kol', 'a brand that has placed an order stays a brand'),
  ('dan', 'brand', 'a creator who has offered a pack stays a creator'),
  ('ann', 'brand', 'a creator whom a referral has paid stays a creator'),
  ('fay', 'brand', 'a member whose invite was for one role keeps that role')
) as cases (who, role, description);
select lives_ok($$ select pg_temp.change_role('dan', 'kol') $$, 'a creator with a pack can save the same role again');
select throws_ok($$ update public.profiles set role = 'brand' where id = tests.id('dan') $$, 'PT409', 'role_fixed',
  'the owner of the database cannot change a fixed role');
select private.member_account(tests.id('eve'), 'available', 'USD');
select is(private.has_traded(tests.id('eve')), false, 'a member with an empty account has not traded');
select lives_ok($$ select pg_temp.change_role('eve', 'brand') $$, 'a creator can become a brand after the trades of others');
select private.post_transfer('payment', array[private.platform_account('cash', 'USD', gen_random_uuid()),
  private.member_account(tests.id('eve'), 'available', 'USD')], array[-1, 1]);
select is(private.has_traded(tests.id('eve')), true, 'a member whose account has held a cent has traded');
