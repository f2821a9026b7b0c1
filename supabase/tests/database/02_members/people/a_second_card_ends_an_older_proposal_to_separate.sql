-- cast: old brand, new brand, sam staff
update public.profiles set created_at = now() - interval '1 year' where id = tests.id('old');
create function pg_temp.show(name text, card text) returns void language sql security definer as $$
  select private.mark_person(tests.id(name), 'card', card)
$$;
create function pg_temp.propose(one text, other text) returns text language sql as $$
  select tests.by('sam', format($c$ select public.propose_staff_act('decide_same_person',
    '{"profile_id": "%s", "other_id": "%s", "is_same": false, "note": "Flatmates."}') $c$, tests.id(one), tests.id(other)))
$$;
create function pg_temp.waits() returns boolean language sql as $$
  select exists (select from public.staff_proposals where status = 'open')
$$;
select pg_temp.show('old', 'card ' || n) from generate_series(1, 3) as n;
select pg_temp.show('new', 'card 1');
select results_eq('select profile_id, other_id from private.person_pairs', $$ values (tests.id('new'), tests.id('old')) $$, 'a newcomer with the card of an account with completed orders is bound to it');
select pg_temp.propose('new', 'old');
select pg_temp.show('new', 'card 1');
select pg_temp.show('new', 'a card of its own');
select pg_temp.show('old', 'a card of its own');
select ok(pg_temp.waits(), 'a card that was known, a card of its own, or the use of that card by the older account ends no proposal to separate the two');
select pg_temp.show('new', 'card 2');
select ok(not pg_temp.waits(), 'a second card of the older account ends a proposal to separate the two');
select pg_temp.propose('old', 'new');
select pg_temp.show('new', 'card 3');
select ok(not pg_temp.waits(), 'a second card ends a proposal that names the two the other way round');

-- Two newcomers are one person, because they used one card.
select tests.make_member(name, 'brand') from unnest(array['ann', 'ben']) as name;
select pg_temp.show('ann', 'first'), pg_temp.show('ann', 'second'), pg_temp.show('ben', 'first');
select ok(private.person_of(tests.id('ben')) = private.person_of(tests.id('ann')), 'newcomers with one card are one person');
select pg_temp.propose('ben', 'ann');
select pg_temp.show('ben', 'second');
select ok(not pg_temp.waits(), 'a second card of one person ends a proposal to separate the accounts');

-- Staff propose to bind the accounts of Cat and Dog, and Dog has a second account.
select tests.make_member(name, 'brand') from unnest(array['cat', 'dog', 'dog2']) as name;
insert into private.person_pairs (profile_id, other_id, is_separate) values (tests.id('dog'), tests.id('cat'), true);
select tests.by('sam', format($c$ select public.propose_staff_act('decide_same_person', '{"profile_id": "%s", "other_id": "%s", "is_same": true, "note": "One card."}') $c$, tests.id('dog'), tests.id('cat')));
select private.join_people(tests.id('dog'), tests.id('dog2'), 'inbox');
select ok(pg_temp.waits(), 'another account of the member ends no proposal to bind two accounts');

-- A decision by two members of staff ends an older proposal that names the two accounts in the other order.
select tests.make_member('one', 'brand'), tests.make_member('other', 'brand'), tests.make_staff('first'), tests.make_staff('second'), tests.make_staff('third');
insert into private.person_pairs (profile_id, other_id, is_separate, kind) values (tests.id('one'), tests.id('other'), true, 'card');
create function pg_temp.decision(a text, b text, is_same boolean) returns jsonb language sql as $$
  select jsonb_build_object('profile_id', tests.id(a), 'other_id', tests.id(b), 'is_same', is_same, 'note', 'Looked at.')
$$;
select tests.by('first', $$ select public.propose_staff_act('decide_same_person', pg_temp.decision('one', 'other', true)) $$);
select tests.decide_by_two('second', 'third', 'decide_same_person', pg_temp.decision('other', 'one', false));
select is((select p.status from public.staff_proposals p where p.subject = tests.id('one')::text), 'withdrawn', 'a decision about two accounts ends the older proposal about them');
