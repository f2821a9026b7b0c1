-- cast: one brand, two brand, six brand, sam staff, sue staff
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('two'), tests.id('one'), 'card');
select tests.freeze('one');
select tests.by('sam', $$ select public.unfreeze_profile(tests.id('two'), 'Flatmates.', tests.causes(tests.id('two'))) $$);
select is(tests.frozen('one', 'two'), 'one', 'staff unfreeze an account that is bound to a frozen one');
savepoint freed;
select private.mark_person(tests.id(name), 'card', 'another card') from unnest(array['one', 'two']) as name;
select is(tests.frozen('one', 'two'), 'one two', 'another shared card freezes both accounts again');
rollback to freed;
select tests.decide_by_two('sam', 'sue', 'decide_same_person', jsonb_build_object('profile_id', tests.id('two'), 'other_id', tests.id('one'), 'is_same', is_same, 'note', 'Looked at.'))
from unnest(array[false, true]) as is_same;
select is(tests.frozen('one', 'two'), 'one two', 'a decision of two members of staff that binds separated accounts freezes both again');
rollback to freed;
select tests.decide_by_two('sam', 'sue', 'decide_same_person', jsonb_build_object('profile_id', tests.id('two'), 'other_id', tests.id('one'), 'is_same', false, 'note', 'Looked at.'));
select tests.by('sam', $$ select public.propose_staff_act('set_trust_level', jsonb_build_object('profile_id', tests.id('two'), 'trust_level', 'trusted')) $$);
select tests.decide_by_two('sam', 'sue', 'decide_same_person', jsonb_build_object('profile_id', tests.id('two'), 'other_id', tests.id('one'), 'is_same', true, 'note', 'Looked at.'));
select is((select status from public.staff_proposals where action = 'set_trust_level'), 'withdrawn', 'binding two accounts ends an older proposal to trust one of them');

-- Newcomers who share a card with the other account are one person, except an account that staff separated from it.
rollback to freed;
update public.profiles set created_at = created_at - interval '60 days' where id = tests.id('one');
create function pg_temp.show(name text, card text) returns boolean language sql as $$
  select private.mark_person(tests.id(name), 'card', card);
  select private.person_of(tests.id('six')) = private.person_of(tests.id('two'))
$$;
select pg_temp.show('one', 'c'), pg_temp.show('one', 'd');
savepoint shown;
delete from private.unfreezings;
select pg_temp.show('two', 'c');
select ok(not pg_temp.show('six', 'd'), 'two newcomers who each share a different card with another member are not one person');
select ok(pg_temp.show('six', 'c'), 'two newcomers who share the same card with another member are one person');
rollback to shown;
insert into private.person_marks (kind, hash, profile_id) select 'card', private.mark_hash('card', 'c'), tests.id('two');
insert into private.unfreezings (profile_id, cause_id, is_own) select tests.id('two'), c.cause_id, false from private.freeze_causes c on conflict do nothing;
select private.settle_freezes(array[tests.id('two')]);
select ok(not pg_temp.show('six', 'c'), 'a card makes nobody one person with an account that staff unfroze from it');
select is(tests.frozen('one', 'two', 'six'), 'one six', 'an account that staff unfroze stays unfrozen when others use its card');
select ok(not pg_temp.show('two', 'c'), 'an account that staff unfroze stays a person of its own when it pays with that card again');

-- Proposals in favour of a member end when the member has a dispute, or when a frozen member gets a further reason to be frozen.
rollback to freed;
select tests.by('sam', $$ select public.propose_staff_act('set_trust_level', jsonb_build_object('profile_id', tests.id('six'), 'trust_level', 'trusted')) $$);
select tests.freeze('six');
select is((select status from public.staff_proposals where subject = tests.id('six')::text), 'withdrawn', 'a dispute of a member ends an older proposal to trust them');
select tests.by('sam', $$ select public.propose_staff_act('set_trust_level', jsonb_build_object('profile_id', tests.id('six'), 'trust_level', 'trusted')) $$);
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('six'), tests.id('one'), 'card');
select is((select count(*) from public.staff_proposals where subject = tests.id('six')::text and status = 'open'), 0::bigint, 'a further tie of a frozen member ends an older proposal to trust them');

-- A suspended member is not frozen, but a further proof still ends the proposals.
rollback to freed;
select tests.by('sue', $$ select public.suspend_profile(tests.id('six'), false, 'conduct', 'Rude.') $$);
select tests.by('sam', $$ select public.propose_staff_act('set_trust_level', jsonb_build_object('profile_id', tests.id('six'), 'trust_level', 'trusted')) $$);
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('six'), tests.id('one'), 'card');
select is((select count(*) from public.staff_proposals where subject = tests.id('six')::text and status = 'open'), 0::bigint, 'a further tie of a suspended member ends an older proposal to trust them');

-- A proposal of a lower level of trust stays open, because it does not favour the member.
rollback to freed;
select tests.by('sam', $$ select public.propose_staff_act('set_trust_level', jsonb_build_object('profile_id', tests.id('six'), 'trust_level', 'new')) $$);
select tests.freeze('six');
select is((select status from public.staff_proposals where subject = tests.id('six')::text), 'open', 'a dispute of a member does not end a proposal to trust them less');
