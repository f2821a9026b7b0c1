-- cast: one brand, two brand, six brand, sam staff, sue staff
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('two'), tests.id('one'), 'card');
select tests.freeze('one');
select tests.by('sam', $$ select public.unfreeze_profile(tests.id('two'), 'Flatmates.') $$);
select is(tests.frozen('one', 'two'), 'one', 'staff free who is bound to a frozen account');
savepoint freed;
select private.mark_person(tests.id(name), 'card', 'another card') from unnest(array['one', 'two']) as name;
select is(tests.frozen('one', 'two'), 'one two', 'another card of the two freezes both again');
rollback to freed;
select tests.decide_by_two('sam', 'sue', 'decide_same_person', jsonb_build_object('profile_id', tests.id('two'), 'other_id', tests.id('one'), 'is_same', is_same, 'note', 'Looked at.'))
from unnest(array[false, true]) as is_same;
select is(tests.frozen('one', 'two'), 'one two', 'two who separate and then bind the accounts freeze both again');
rollback to freed;
select tests.decide_by_two('sam', 'sue', 'decide_same_person', jsonb_build_object('profile_id', tests.id('two'), 'other_id', tests.id('one'), 'is_same', false, 'note', 'Looked at.'));
select tests.by('sam', $$ select public.propose_staff_act('set_trust_level', jsonb_build_object('profile_id', tests.id('two'), 'trust_level', 'trusted')) $$);
select tests.decide_by_two('sam', 'sue', 'decide_same_person', jsonb_build_object('profile_id', tests.id('two'), 'other_id', tests.id('one'), 'is_same', true, 'note', 'Looked at.'));
select tests.act_as_owner();
select is((select status from public.staff_proposals where action = 'set_trust_level'), 'withdrawn', 'accounts that two bind end an older proposal to trust one of them');

-- Somebody else's card joins a newcomer to the one whom staff freed.
rollback to freed;
update public.profiles set created_at = created_at - interval '60 days' where id = tests.id('one');
insert into private.people (profile_id, person_id) values (tests.id('six'), tests.id('two'));
select private.mark_person(tests.id(name), 'card', 'a third card') from unnest(array['one', 'six']) as name;
select is(tests.frozen('one', 'two', 'six'), 'one six', 'another account that shows a card is frozen, not who was freed before');

-- Votes in favour end with one's own dispute, and with a further cause of who is frozen already.
rollback to freed;
select tests.by('sam', $$ select public.propose_staff_act('set_trust_level', jsonb_build_object('profile_id', tests.id('six'), 'trust_level', 'trusted')) $$);
select tests.freeze('six');
select is((select status from public.staff_proposals where subject = tests.id('six')::text), 'withdrawn', 'a dispute of a member ends an older proposal to trust them');
select tests.by('sam', $$ select public.propose_staff_act('set_trust_level', jsonb_build_object('profile_id', tests.id('six'), 'trust_level', 'trusted')) $$);
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('six'), tests.id('one'), 'card');
select is((select count(*) from public.staff_proposals where subject = tests.id('six')::text and status = 'open'), 0::bigint, 'and so does what they are found to be bound to while they are frozen');

-- Less trust is no favour.
rollback to freed;
select tests.by('sam', $$ select public.propose_staff_act('set_trust_level', jsonb_build_object('profile_id', tests.id('six'), 'trust_level', 'new')) $$);
select tests.freeze('six');
select is((select status from public.staff_proposals where subject = tests.id('six')::text), 'open', 'a dispute of a member leaves a proposal to trust them less');
