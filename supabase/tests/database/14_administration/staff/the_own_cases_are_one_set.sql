-- cast: sam staff, bob brand, cyd kol, dan kol, eve brand, fay kol, gus brand, hal kol, kay kol, lou brand, max kol, pat kol
-- Relates members to sam: ann by his own code, ida by ann's, cyd by an invite of staff, bob as another account
-- of sam, dan as creator of his order, gus and eve by a card, fay as root of his branch. Hal and pat stay strangers.
select tests.make_invitee('ann', 'kol', tests.id('sam'));
select tests.make_invitee('ida', 'kol', tests.id('ann'));
update public.referrals set inviter_id = tests.id('sam') where invitee_id = tests.id('cyd');
select private.join_people(tests.id('bob'), tests.id('sam'), 'inbox');
select tests.make_order(tests.id('sam'), tests.id('dan'), 'in_progress');
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('gus'), tests.id('sam'), 'card'), (tests.id('sam'), tests.id('eve'), 'card');
insert into private.branches (profile_id, branch_id) values (tests.id('sam'), tests.id('fay'))
on conflict (profile_id) do update set branch_id = excluded.branch_id;
-- Makes later accounts of these members, and accounts that are bound to them.
select tests.make_member('lea', 'kol');
update public.profiles set created_at = created_at + interval '1 day' where id = tests.id('lea');
select private.join_people(tests.id('lea'), tests.id('ida'), 'inbox');
-- Gives kay a later account in sam's branch, and the card of another member of that branch.
update public.profiles set created_at = created_at - interval '1 day' where id = tests.id('kay');
select tests.make_invitee('kit', 'kol', tests.id('ann'));
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('kay'), tests.id('ann'), 'card');
select private.join_people(tests.id('kit'), tests.id('kay'), 'inbox'), private.join_people(tests.id('lou'), tests.id('cyd'), 'inbox');
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('max'), tests.id('dan'), 'card'), (tests.id('pat'), tests.id('hal'), 'card');
-- Gus, who shows sam's card, pays an order to zoe, and came by the code of yan.
select tests.make_member('zoe', 'kol'), tests.make_member('yan', 'brand');
select tests.make_order(tests.id('gus'), tests.id('zoe'), 'in_progress');
update public.referrals set inviter_id = tests.id('yan'), invite_id = null where invitee_id = tests.id('gus');
-- A freeze of eve, xan or yul would also freeze sam.
select tests.make_member('xan', 'brand'), tests.make_member('yul', 'brand');
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('eve'), tests.id('xan'), 'card'), (tests.id('xan'), tests.id('yul'), 'card');
-- Gus invited wes.
select tests.make_invitee('wes', 'kol', tests.id('gus'));
select tests.move_time_as(tests.id('sam'));
select set_eq('select p.display_name from private.own_cases() as c (id) join public.profiles p using (id)',
  array['Sam', 'Ann', 'Ida', 'Lea', 'Kit', 'Bob', 'Dan', 'Max', 'Eve', 'Gus', 'Wes', 'Fay', 'Xan', 'Yul'], 'every member related to a member of staff is a case of their own, with every later account');
select is(private.is_own_case(tests.id(who)), false, who || ' is no case of staff whose card somebody else has shown') from unnest(array['zoe', 'yan']) as who;
select is(private.is_own_case(tests.id('kay')), false, 'nobody recuses staff by opening an account in their branch of invites or using a card of that branch');
select is(p.id in (select private.own_cases()), private.is_own_case(p.id), 'own_cases and is_own_case agree about ' || p.display_name)
from public.profiles p order by p.display_name;
select is(p.id in (select private.own_disputes()), private.is_own_dispute(p.id), 'own_disputes and is_own_dispute agree about ' || p.display_name)
from public.profiles p order by p.display_name;
select is(p.id in (select private.my_accounts()), private.may_be_one_person(p.id, tests.id('sam')), 'my_accounts and may_be_one_person agree about ' || p.display_name)
from public.profiles p order by p.display_name;

insert into public.staff_proposals (action, subject, arguments, proposed_by, expires_at)
select 'unfreeze_profile', p.id, jsonb_build_object('profile_id', p.id), tests.id('hal'), now() + interval '1 day'
from public.profiles p;
select is(coalesce(l.waits, false), not private.is_own_proposal(p) and tests.id('hal') not in (select private.my_accounts()),
  'staff_proposed and is_own_proposal agree about a proposal concerning ' || m.display_name)
from public.staff_proposals p left join private.staff_proposed l using (id) join public.profiles m on m.id::text = p.subject order by m.display_name;

-- Tries each act that can be proposed, because an act that concerned_by does not know would make the list fail
-- for everybody.
insert into public.staff_proposals (action, subject, arguments, proposed_by, expires_at)
select a.action, case a.action when 'resolve_difference' then '0' else tests.id('dan')::text end, jsonb_build_object('profile_id', tests.id('dan')), tests.id('hal'), now() + interval '1 day'
from regexp_matches((select pg_get_constraintdef(oid) from pg_constraint where conname = 'staff_proposals_action_known'), '''(\w+)''', 'g') as m (name)
cross join lateral (select m.name[1] as action) as a on conflict do nothing;
select cmp_ok((select count(*) from public.staff_proposals), '>', 15::bigint, 'more than fifteen acts by two members of staff are tried');
select is((select count(*) from private.staff_proposed l where l.waits is not null), (select count(*) from public.staff_proposals p where not private.is_own_proposal(p)),
  'the list of proposals has every proposal that is no case of the reader''s own');

-- A large act is compared with all its members.
select tests.act_as_owner();
select tests.make_invitee('n' || n, 'kol', tests.id('yan')) from generate_series(1, 9) as n;
select tests.move_time_as(tests.id('sam'));
create function pg_temp.is_own() returns boolean language sql as $$
  select private.is_own_proposal(jsonb_populate_record(null::public.staff_proposals, jsonb_build_object('action', 'suspend_profile', 'subject', tests.id('yan'), 'arguments', '{"with_invitees": true}'::jsonb)))
$$;
select is(pg_temp.is_own(), true, 'an act that reaches many members is an own case if one of them is related to the reader');
update public.referrals set inviter_id = null where invitee_id = tests.id('gus');
select is(pg_temp.is_own(), false, 'a large act that reaches no related member is no own case');
