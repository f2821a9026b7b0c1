-- cast: ann kol
create function pg_temp.invite(name text) returns void language sql as $$
  select tests.sign_up(name || '@kolpact.test', jsonb_build_object('invite_code', lower(referral_code))) from public.profiles where id = tests.id('ann')
$$;
create function pg_temp.invites_left() returns int language sql as $$ select invites_left from public.profiles where id = tests.id('ann') $$;
select is(pg_temp.invites_left(), 5, 'a new member may invite five');
select pg_temp.invite('bob');
select is(pg_temp.invites_left(), 4, 'a sign-up with a referral code takes one of the quota');
update public.profiles set suspended_at = now() where id = tests.id('ann');
select throws_ok($$ select pg_temp.invite('cyd') $$, 'PT422', 'invite_invalid', 'the referral code of a suspended member admits nobody');
update public.profiles set suspended_at = null, invites_left = 1 where id = tests.id('ann');
select lives_ok($$ select pg_temp.invite('cyd') $$, 'the last invite of the quota admits a member, also after a suspension of the inviter');
select is(pg_temp.invites_left(), 0, 'no invite is left after the last one is used');
select throws_ok($$ select pg_temp.invite('dan') $$, 'PT422', 'invite_invalid', 'a referral code without a quota admits nobody');
