-- cast: ann kol
update public.profiles set created_at = now() - interval '1 day' where id = tests.id('ann');
insert into public.invites (code, max_uses) values ('STAFF-INVITE', 3);
create function pg_temp.sign_up(name text, code text, at timestamptz default now(), confirmed boolean default false) returns void language plpgsql as $$
declare
  v_user uuid := tests.sign_up(name || '@mail.test', jsonb_build_object('invite_code', code), confirmed);
begin
  perform private.record_sign_up(v_user, '203.0.113.1');
  update private.sign_ups s set created_at = at where s.user_id = v_user;
end;
$$;
create function pg_temp.code() returns text language sql as $$ select referral_code from public.profiles where id = tests.id('ann') $$;
create function pg_temp.left() returns int language sql as $$ select invites_left from public.profiles where id = tests.id('ann') $$;
create function pg_temp.used() returns int language sql as $$ select uses from public.invites where code = 'STAFF-INVITE' $$;
create function pg_temp.here() returns text language sql as $$ select string_agg(split_part(email, '@', 1), ' ' order by email) from auth.users where email like '%@mail.test' $$;
select pg_temp.sign_up('old' || n, pg_temp.code(), now() - interval '24 hours') from generate_series(1, 3) as n;
select pg_temp.sign_up('young', pg_temp.code(), now() - interval '24 hours' + interval '1 second');
select pg_temp.sign_up('sure', pg_temp.code(), now() - interval '30 hours', true);
select pg_temp.sign_up('staffs', 'STAFF-INVITE', now() - interval '24 hours');
select is((pg_temp.left(), pg_temp.used()), (0, 1), 'unconfirmed sign-ups take places of the quota and of the invite');
select throws_ok($$ select pg_temp.sign_up('friend', pg_temp.code()) $$, 'PT422', 'invite_invalid', 'a member whose places are taken cannot invite');
select is((private.run_due_work(now()) ->> 'failed')::int, 0, 'the due work counts no failure when it removes sign-ups');
select is(pg_temp.here(), 'sure young', 'the due work removes sign-ups that were not confirmed within a day');
select is((pg_temp.left(), pg_temp.used()), (3, 0), 'removed sign-ups give their places back');
select is((select count(*)::int from public.profiles), 3, 'removed sign-ups leave no profile');
select is((select count(*)::int from public.referrals where inviter_id = tests.id('ann')), 2, 'removed sign-ups leave no referral');
select is_empty('select from private.sign_ups s where not exists (select from auth.users u where u.id = s.user_id)', 'removed sign-ups leave no address of their network');
select lives_ok($$ select pg_temp.sign_up('friend', pg_temp.code()) $$, 'a member can invite once the places are free');
-- An address identifies a person once it is confirmed.
select pg_temp.sign_up('ann+x', 'STAFF-INVITE');
update auth.users set email = 'ann+x@kolpact.test' where email = 'ann+x@mail.test';
select isnt(private.person_of(p.id), private.person_of(tests.id('ann')), 'an account with the unconfirmed address of a member is not that person')
from public.profiles p join auth.users u on u.id = p.user_id where u.email = 'ann+x@kolpact.test';
update auth.users set email_confirmed_at = now() where email = 'ann+x@kolpact.test';
select is(private.person_of(p.id), private.person_of(tests.id('ann')), 'an account with a confirmed address of a member is that person')
from public.profiles p join auth.users u on u.id = p.user_id where u.email = 'ann+x@kolpact.test';
-- An administrator removes the sign-up.
delete from auth.users where email = 'young@mail.test';
select is(pg_temp.left(), 3, 'a sign-up that an administrator removes gives its place back');
select is((select count(*)::int from public.profiles where deleted_at is not null), 0, 'a sign-up that an administrator removes leaves no former member');
delete from auth.users where email = 'sure@mail.test';
select is(pg_temp.left(), 3, 'a confirmed account that is removed does not give its place back');
-- Signs up an invitee, does something else and removes the unconfirmed sign-up; returns the inviter's quota.
create function pg_temp.sign_up_and_go(inviter text, meanwhile text) returns int language plpgsql as $$
begin
  perform pg_temp.sign_up('guest', (select referral_code from public.profiles where id = tests.id(inviter)));
  execute meanwhile;
  delete from auth.users where email = 'guest@mail.test';
  return (select invites_left from public.profiles where id = tests.id(inviter));
end;
$$;
select is(pg_temp.sign_up_and_go('ann', $$ update public.profiles set invites_left = 20 where id = tests.id('ann') $$), 20,
  'a removed sign-up gives no more places than a member may have');
select tests.make_member('twin', 'kol');
select is(pg_temp.sign_up_and_go('twin', 'select'), 5, 'a member whose quota did not change gets the place of a removed sign-up back');
select is(pg_temp.sign_up_and_go('twin', $$ select private.join_pair(tests.id('ann'), tests.id('twin'), 'card') $$), 0,
  'a removed sign-up gives no place to a later account of a person');
