-- cast: sam staff, ann brand, ann+2 brand, bob brand, cyd brand, cyd+2 brand
create function pg_temp.banned(name text) returns boolean language sql security definer as $$
  select private.address_is_banned(name || '@kolpact.test')
$$;
create function pg_temp.frozen(name text) returns boolean language sql security definer as $$
  select private.is_frozen(tests.id(name))
$$;
-- Ann has two accounts, suspended by two acts. Bob's ban is older than both.
update public.profiles set suspended_at = now() - interval '3 days' where id = tests.id('bob');
update public.profiles set suspended_at = now() - interval '2 days' where id = tests.id('ann');
update public.profiles set suspended_at = now() - interval '1 day' where id = tests.id('ann+2');
update public.suspensions s set created_at = p.suspended_at from public.profiles p where p.id = s.profile_id;
delete from auth.users where id in (select tests.user_id(tests.id(name)) from unnest(array['ann', 'ann+2', 'bob']) as name);
select tests.act_as(tests.id('sam'));
select is(public.lift_ban('ann@kolpact.test', tests.id('sam')), true, 'staff lift a ban of a person with two bans');
select is(public.lift_ban('ann@kolpact.test', tests.id('sam')), true, 'a repeated lift answers as the first one');
select throws_ok($$ select public.lift_ban('cyd@kolpact.test', tests.id('sam')) $$, 'PT409', 'idempotency_key_reused', 'the idempotency key of one lift cannot lift another person''s ban');
select is(pg_temp.banned('ann'), true, 'the second ban of a person stays after the lift of the first, even if the lift is repeated');
select tests.act_as_owner();
select results_eq($$ select t.name from public.suspensions s join tests.people t using (profile_id) where s.ended_at is not null $$, array['ann+2'], 'the newest ban of a person is lifted first');
select tests.make_member('eve', 'brand');
select private.mark_person(tests.id('ann'), 'card', 'sandbox 1'), private.mark_person(tests.id('eve'), 'card', 'sandbox 1');
select is(pg_temp.frozen('eve'), true, 'an account that uses the card of a person with a ban is frozen');
select tests.gets('sam', $$ select public.lift_ban('ann@kolpact.test') $$, 'false', 'the ban of a person is not lifted while an account with the same card is frozen for it');
select private.unfreeze(tests.id('eve'));
select tests.gets('sam', $$ select public.lift_ban('ann@kolpact.test') $$, 'true', 'the second ban of a person needs a lift of its own');
select tests.gets('sam', $$ select pg_temp.banned('ann') $$, 'false', 'a person whose bans were all lifted is not banned');
-- The end of one person's ban does not end the ban of another account that later proves to be the same person's.
select private.mark_person(tests.id('bob'), 'card', 'sandbox 1');
select is(pg_temp.frozen('eve'), true, 'the lift of one person''s ban does not lift the ban of another account that turns out to be theirs');
-- One act of staff suspends both accounts.
select tests.by('sam', $$ select public.suspend_profile(tests.id('cyd')) $$);
delete from auth.users where id in (select tests.user_id(tests.id(name)) from unnest(array['cyd', 'cyd+2']) as name);
select tests.gets('sam', $$ select public.lift_ban('cyd@kolpact.test') $$, 'true', 'staff lift the bans that one suspension made');
select tests.gets('sam', $$ select pg_temp.banned('cyd') $$, 'false', 'one lift ends all bans that one suspension made');
