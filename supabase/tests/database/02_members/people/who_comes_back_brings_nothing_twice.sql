-- A person who deletes the account and signs up again, or opens another account with the same mailbox, has the
-- invites and reviews of one person, and is no new member for the inviter.
-- cast: ann kol, kol kol
select tests.lift_limits();
create function pg_temp.invites(variadic names text[]) returns int[] language sql as $$
  select array_agg(p.invites_left order by n.place) from unnest(names) with ordinality as n (name, place)
  join tests.people t using (name) join public.profiles p on p.id = t.profile_id
$$;
create function pg_temp.leave(name text) returns void language sql as $$ delete from auth.users where id = tests.user_id(tests.id(name)) $$;
select tests.enter('bob', 'bob@mail.test', (select referral_code from public.profiles where id = tests.id('ann')));
select tests.make_order(tests.id('bob'), tests.id('kol'), 'completed');
select is(tests.balance(tests.id('ann'), 'pending') > 0, true, 'the first order of an invitee is rewarded');
select set_config('tests.reward', tests.balance(tests.id('ann'), 'pending')::text, true);
update public.profiles set invites_left = 2, created_at = now() - interval '1 day' where id = tests.id('bob');
select tests.enter('bob2', 'bob+two@mail.test');
select is(pg_temp.invites('bob', 'bob2'), '{2,0}', 'a second account of a person has no invites of its own');
update public.profiles set created_at = now() - interval '1 hour' where id = tests.id('bob2');
select pg_temp.leave('bob2'), pg_temp.leave('bob');
select tests.enter('bob3', 'bob@mail.test', (select referral_code from public.profiles where id = tests.id('ann')));
select is(pg_temp.invites('bob3'), '{0}', 'a person who signs up again has the smallest number of invites that was left');
select tests.make_order(tests.id('bob3'), tests.id('kol'), 'completed');
select is(tests.balance(tests.id('ann'), 'pending'), current_setting('tests.reward')::bigint, 'the first order of a person who signed up again is not rewarded again');
select is((select status from public.referrals where invitee_id = tests.id('bob3')), 'ineligible', 'the second referral of a person who signed up again earns nothing');
-- Nobody can sign up with the code of a frozen member.
select tests.make_member('eve', 'brand');
update public.profiles set frozen_at = now() where id = tests.id('eve');
select is(tests.enter('guest', 'guest@mail.test', (select referral_code from public.profiles where id = tests.id('eve'))), 'invite_invalid', 'a frozen member invites nobody');
-- A former account keeps its place in the tree of invites.
update public.referrals set inviter_id = tests.id('bob'), invite_id = null where invitee_id = tests.id('kol');
select set_eq($$ select unnest(private.invite_tree(tests.id('bob3'), true)) $$, $$ values (tests.id('bob3')), (tests.id('kol')) $$,
  'the tree of a person who signed up again includes the invitees of the former account');
