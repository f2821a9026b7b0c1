-- A stranger who enters a creator's bank account, or pays with a brand's card, does not make the owner answer for the stranger.
-- cast: vic kol, bob brand, sam staff, sue staff, attacker kol, early kol, aged kol
select tests.lift_limits();
update public.profiles set created_at = now() - interval '1 year' where id in (tests.id('attacker'), tests.id('aged'));
update public.profiles set created_at = now() - interval '1 day' where id = tests.id('vic');
select tests.make_order(tests.id('bob'), tests.id(name), 'completed') from unnest(array['attacker', 'vic']) as name;
select private.clear_hold(h.id, now() + interval '30 days') from private.holds h where h.cleared_at is null;
create function pg_temp.decision(profile text, other text) returns jsonb language sql as $$
  select jsonb_build_object('profile_id', tests.id(profile), 'other_id', tests.id(other), 'is_same', true, 'note', 'One person.')
$$;
create function pg_temp.is_frozen(name text) returns boolean language sql security definer as $$
  select p.frozen_at is not null from public.profiles p where p.id = tests.id(name)
$$;

-- Two members with completed orders use one payout account.
select private.mark_person(tests.id(name), 'payout', 'DE89 3704 0044 0532 0130 00') from unnest(array['vic', 'attacker']) as name;
select ok(not private.is_bound(tests.id('vic')), 'a creator who used a payout account first is not bound to an older member');
select ok(not private.is_bound(tests.id('attacker')), 'an older member is not bound to a creator who used the payout account first');
select tests.make_member('second');
select tests.make_order(tests.id('bob'), tests.id('second'), 'completed');
select private.mark_person(tests.id('second'), 'payout', 'DE89 3704 0044 0532 0130 00');
select ok(not private.is_bound(tests.id('second')), 'two creators with completed orders are not bound by a payout account');
select is((select count(*)::int from private.counterparties(tests.id('bob')) c where c.other_id = tests.id('vic')), 1, 'a creator with a shared payout account still counts as a counterparty');
select tests.act_as(tests.id('sam'));
select set_eq('select profile_id, other_id, is_separate, is_joined from tests.pairs()',
  $$ values (tests.id('vic'), tests.id('attacker'), true, false), (tests.id('second'), tests.id('vic'), true, false), (tests.id('second'), tests.id('attacker'), true, false) $$, 'pairs of creators with one payout account wait for staff');
select public.suspend_profile(tests.id('attacker'), category => 'spam', note => 'Spam.');
select ok(not pg_temp.is_frozen('vic'), 'a suspension of one creator of an undecided pair does not freeze the other');
select throws_ok($$ select public.decide_same_person(tests.id('vic'), tests.id('attacker'), true, 'One person.') $$, 'PT409', 'second_staff_required', 'one member of staff cannot bind a pair of creators with orders');
select tests.decide_by_two('sam', 'sue', 'decide_same_person', pg_temp.decision('vic', 'attacker'));
select ok(pg_temp.is_frozen('vic'), 'a member whom two of staff bind to a suspended one is frozen');

-- A newcomer used the payout account before an older member did.
select private.mark_person(tests.id(name), 'payout', 'GB33 BUKB 2020 1555 5555 55') from unnest(array['early', 'aged']) as name;
select ok(not private.is_bound(tests.id('early')) and not private.is_bound(tests.id('aged')), 'an older member does not bind a newcomer who used the payout account first');
select private.mark_person(tests.id(name), 'payout', 'FR14 2004 1010 0505 0001 3M02 606') from unnest(array['aged', 'early']) as name;
select ok(private.is_bound(tests.id('early')), 'a newcomer who uses the payout account of an older member is bound');

-- A member is paid one cent to the account of another creator, and is suspended afterwards.
select tests.make_member('owner'), tests.make_member('thief');
update public.profiles set completed_orders = 1 where id in (tests.id('owner'), tests.id('thief'));
select private.mark_person(tests.id('thief'), 'payout', 'GB29 NWBK 6016 1331 9268 19');
update public.profiles set suspended_at = now() where id = tests.id('thief');
select lives_ok($$ select private.contest_mark(tests.id('owner'), 'payout', 'GB29 NWBK 6016 1331 9268 19') $$,
  'a creator with orders is paid to an account that a suspended member has used');
select ok(exists (select from private.pairs_between(tests.id('owner'), tests.id('thief')) p where p.is_separate and p.decided_at is null), 'staff have to decide about the two creators');
-- The member has earned from a split only, and completed no order.
select tests.make_member('split');
select private.contest_mark(tests.id('split'), 'payout', 'GB29 NWBK 6016 1331 9268 19') from generate_series(1, 2);
select results_eq($$ select other_id, is_separate, decided_at is null from private.person_pairs where profile_id = tests.id('split') $$, $$ values (tests.id('thief'), true, true) $$,
  'a member without completed orders becomes part of a pair as well, about which staff decide');
select ok(private.is_contested(tests.id('split'), 'payout', 'GB29 NWBK 6016 1331 9268 19'), 'nothing is paid to a contested account before staff decide');
select is((select frozen_at from public.profiles where id = tests.id('split')), null, 'a member who awaits that decision is not frozen');

-- Two accounts that share a card are found to have one mailbox.
select tests.make_member('plain'), tests.make_member('main');
update public.profiles set created_at = now() - interval '1 year' where id = tests.id('main');
select private.mark_person(tests.id(name), 'card', 'sandbox one') from unnest(array['plain', 'main']) as name;
select private.join_people(tests.id('plain'), tests.id('main'), 'inbox');
select is(private.person_of(tests.id('plain')), tests.id('main'), 'one mailbox makes two accounts one person at any time');
