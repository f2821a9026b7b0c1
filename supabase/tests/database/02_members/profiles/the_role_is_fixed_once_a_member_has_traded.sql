-- cast: ann kol, cyd kol, dan kol, eve kol, gus kol, bob brand, ian brand, joy brand, kim brand
create function pg_temp.change_role(who text, role text) returns void language sql as $$
  select tests.by(who, format('update public.profiles set role = %L where id = tests.id(%L)', role, who))
$$;
insert into public.invites (code, role) values ('CREATORS-ONLY', 'kol');
select tests.sign_up('fay@kolpact.test', '{"invite_code": "CREATORS-ONLY"}');
insert into tests.people select 'fay', p.id from public.profiles p where p.id not in (select profile_id from tests.people);
select is(role, 'kol', 'an invite for one role gives its member that role') from public.profiles where id = tests.id('fay');
update public.referrals set inviter_id = tests.id('ann'), invite_id = null where invitee_id = tests.id('bob');
select tests.make_order(tests.id('bob'), tests.id('cyd'), 'completed');
select tests.make_pack(tests.id('dan'));
select cmp_ok(tests.balance(tests.id('ann'), 'pending'), '>', 0::bigint, 'the referral of a brand pays the creator who invited it');
select tests.by('ian', $$ insert into public.campaigns (title, body, budget_minor, filters, deadline)
  values ('Launch', 'Tell it.', 10000, '{}', now() + interval '7 days') $$);
select tests.by('kim', $$ insert into public.campaigns (title, body, budget_minor, filters, deadline)
  values ('Launch', 'Tell it.', 10000, '{}', now() + interval '7 days') $$);
select lives_ok($$ select pg_temp.change_role('kim', 'kol') $$, 'a draft of a campaign fixes no role');
select tests.by('ian', 'select public.publish_campaign(id) from public.campaigns where brand_id = tests.id(''ian'')');
select tests.by('gus', 'select public.apply_to_campaign(id, price_minor => 8000) from public.campaigns where status = ''open''');
select tests.make_offer(tests.id('joy'), tests.id('eve'));
select throws_ok(format('select pg_temp.change_role(%L, %L)', who, role), 'PT409', 'role_fixed', description) from (values
  ('bob', 'kol', 'a brand that has placed an order stays a brand'),
  ('dan', 'brand', 'a creator who has offered a pack stays a creator'),
  ('ann', 'brand', 'a creator whom a referral has paid stays a creator'),
  ('fay', 'brand', 'a member whose invite was for one role keeps that role'),
  ('ian', 'kol', 'a brand that has published a campaign stays a brand'),
  ('gus', 'brand', 'a creator who has applied to a campaign stays a creator'),
  ('joy', 'kol', 'a brand that has made an offer stays a brand'),
  ('eve', 'brand', 'a creator to whom an offer was made stays a creator')
) as cases (who, role, description);
select lives_ok($$ select pg_temp.change_role('dan', 'kol') $$, 'a creator with a pack can save the same role again');
select throws_ok($$ update public.profiles set role = 'brand' where id = tests.id('dan') $$, 'PT409', 'role_fixed',
  'the owner of the database cannot change a fixed role');
select tests.make_member('hal', 'kol');
select private.member_account(tests.id('hal'), 'available', 'USD');
select is(private.has_traded(tests.id('hal')), false, 'a member with an empty account has not traded');
select lives_ok($$ select pg_temp.change_role('hal', 'brand') $$, 'a creator can become a brand after the trades of others');
select private.post_transfer('payment', array[private.platform_account('cash', 'USD', gen_random_uuid()),
  private.member_account(tests.id('hal'), 'available', 'USD')], array[-1, 1]);
select is(private.has_traded(tests.id('hal')), true, 'a member whose balance was ever above zero has traded');

-- Changes the role of a member who has traded, as before the rule existed.
select tests.unguarded('public.profiles', $$ update public.profiles set role = 'brand' where id = tests.id('gus');
  update public.profiles set is_approved = true, onboarded_at = now() where id = tests.id('gus') $$, 'profiles_keep_role');
select tests.refused('ian', format('select public.accept_application(%L, gen_random_uuid())', (select id from public.campaign_applications)), 'PT409', 'member_not_available',
  'no order starts if the seller is a brand by now');
