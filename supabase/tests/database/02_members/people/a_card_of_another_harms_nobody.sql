-- A card or payout account of a member with completed orders binds every other account that uses it
-- to that member, but never the member to the other account.
select tests.lift_limits();
select tests.make_staff(name) from unnest(array['sam', 'sue']) as name;
select tests.make_member(name) from unnest(array['kol', 'kim', 'ida', 'ira']) as name;
select tests.make_member(name, 'brand') from unnest(array['old', 'new', 'new2', 'olga', 'nora', 'oscar', 'nina', 'aged', 'nat', 'x1', 'x2', 'y1', 'y2', 'z1', 'z2', 'z3', 'z4']) as name;
update public.profiles set created_at = now() - interval '1 year' where id = tests.id('ida');
create function pg_temp.pay(name text, card text) returns public.payments language plpgsql as $$
declare
  v_order uuid := tests.make_order(tests.id(name), tests.id('kol'), 'pending_payment');
begin
  return private.record_payment('sandbox', 'pay ' || v_order, v_order, 10000, 'USD', card => card);
end;
$$;
create function pg_temp.charge_back(name text) returns void language sql as $$
  select tests.charge_back(p) from public.payments p
  where p.payer_id = tests.id(name) and p.status = 'received' order by p.created_at, p.id limit 1
$$;
create function pg_temp.separation(one text, other text) returns jsonb language sql as $$
  select jsonb_build_object('profile_id', tests.id(one), 'other_id', tests.id(other), 'is_same', false, 'note', 'Two people.')
$$;
create function pg_temp.queue() returns text language sql as $$
  select string_agg(a.name || ' ' || o.name || ' ' || q.kind || case when q.is_joined then ' joined' else '' end, ', ' order by a.name, o.name)
  from tests.pairs() q
  join tests.people a on a.profile_id = q.profile_id join tests.people o on o.profile_id = q.other_id
$$;
grant select on tests.people to authenticated;
select tests.make_order(tests.id(name), tests.id('kol'), 'completed') from unnest(array['old', 'olga', 'oscar']) as name;

-- A newcomer pays with the card of an older member, and is bound to that member.
select pg_temp.pay('old', 'one');
select is((pg_temp.pay('new', 'one')).status, 'received', 'a newcomer can pay with the card of an older member, as a family does');
select ok(not tests.is_one_person('new', 'old'), 'a newcomer with the card of an older member is not one person with them');
select pg_temp.charge_back('new');
select is(tests.frozen('new', 'old'), 'new', 'the chargeback of a newcomer freezes the newcomer alone');
select isnt(pg_temp.pay('old', 'one'), null, 'an older member can pay after the chargeback of a newcomer');
select is((select count(*)::int from public.payments where payer_id = tests.id('old') and problem is not null), 0, 'an older member can pay with the card that a newcomer also used');
select is((pg_temp.pay('new2', 'one')).problem, 'payer_frozen', 'another newcomer with that card is one person with the frozen newcomer');
select tests.gets('sam', $$ select public.suspend_profile(tests.id('new'), category => 'fraud', note => 'Cards.') $$, '2', 'staff suspend both newcomers with one card');
select results_eq($$ select frozen_at, suspended_at from public.profiles where id = tests.id('old') $$, 'values (null::timestamptz, null::timestamptz)', 'a suspension of newcomers does not touch the older member');
select throws_ok($$ select tests.sign_up('new+again@kolpact.test') $$, 'PT422', 'invite_invalid', 'a suspended newcomer cannot sign up again');
select lives_ok($$ select tests.sign_up('old+again@kolpact.test') $$, 'the address of the older member is not banned');

-- Blocks and suspensions of the older member hold for the newcomer.
select pg_temp.pay('olga', 'two'), pg_temp.pay('nora', 'two');
insert into public.member_blocks (blocker_id, blocked_id) values (tests.id('kim'), tests.id('olga')), (tests.id('kol'), tests.id('nora'));
select ok(private.are_blocked(tests.id('nora'), tests.id('kim')), 'a block of the older account holds for the newcomer who is bound to it');
select ok(tests.id('nora') in (select private.blocked_members(tests.id('kim'))), 'a bound newcomer is among the blocked members of the member who blocked the older account');
select ok(tests.id('kim') in (select private.blocked_members(tests.id('nora'))), 'the member who blocked the older account is among the blocked members of a bound newcomer');
select ok(not private.are_blocked(tests.id('olga'), tests.id('kol')), 'a block of the newcomer does not hold for the older account');
select private.add_demerit(tests.id('olga'), (select id from public.pack_orders limit 1), 'late', now());
select is((private.trade_record_of(tests.id('nora'), now())).demerits, 1::numeric, 'a demerit of the older account counts for the bound newcomer');
select ok(private.is_bound(tests.id('nora')) and not private.is_bound(tests.id('olga')), 'the newcomer is bound to the older account, and not the other way round');
select pg_temp.charge_back('olga');
select is(tests.frozen('olga', 'nora'), 'nora olga', 'a chargeback of the older account freezes the bound newcomer');
select tests.allowed('sam', $$ select public.unfreeze_profile(tests.id('nora'), 'A family.', tests.causes(tests.id('nora'))) $$, 'staff can unfreeze the bound newcomer');
select is(tests.frozen('olga', 'nora'), 'olga', 'unfreezing the bound newcomer leaves the older account frozen');
select tests.by('sam', $$ select public.suspend_profile(tests.id('olga'), category => 'fraud', note => 'Cards.') $$);
select is(tests.frozen('nora'), 'nora', 'a suspension of the older account freezes the bound newcomer');

-- The order in which two accounts used the card does not matter.
select pg_temp.pay('nina', 'three'), pg_temp.pay('oscar', 'three');
update public.profiles set suspended_at = now() where id = tests.id('nina');
select pg_temp.pay('oscar', 'three');
select is(tests.frozen('oscar'), null, 'a member with completed orders can pay with a card that a banned newcomer used before');
select ok(not private.is_bound(tests.id('nina')), 'a newcomer who used the card first is not bound');

-- The age of an account decides which one is bound.
update public.profiles set created_at = now() - interval '31 days' where id = tests.id('aged');
select pg_temp.pay('aged', 'four'), pg_temp.pay('nat', 'four');
select pg_temp.charge_back('nat');
select is(tests.frozen('aged', 'nat'), 'nat', 'an account older than a month is not frozen for a newcomer with its card');

-- A payout account binds as a card does.
select tests.make_order(tests.id('old'), tests.id('ida'), 'completed');
select private.mark_person(tests.id(name), 'payout', 'DE89 3704 0044 0532 0130 00') from unnest(array['ida', 'ira']) as name;
update public.profiles set suspended_at = now() where id = tests.id('ira');
select private.mark_person(tests.id('ira'), 'payout', 'DE89 3704 0044 0532 0130 00');
select is(tests.frozen('ida'), null, 'a newcomer with the payout account of an older creator does not freeze them');
select ok(private.is_bound(tests.id('ira')), 'a newcomer with the payout account of an older creator is bound to them');

-- Staff decide whether two accounts are one person.
select pg_temp.pay('x1', 'five'), pg_temp.pay('x2', 'five');
select ok(tests.is_one_person('x1', 'x2'), 'two newcomers with one card are one person');
select tests.refused('kol', 'select tests.pairs()', 'PT403', 'not_allowed', 'a member cannot read the pairs');
select tests.act_as(tests.id('sam'));
select is((select waiting from public.staff_queue() where section = 'people'), 8, 'each pair waits for staff');
select is(pg_temp.queue(), 'ira ida payout, nat aged card, new old card, new2 new card joined, new2 old card, nina oscar card, nora olga card, x2 x1 card joined', 'staff read which account used the card or account of which other');
select throws_ok($$ select public.decide_same_person(tests.id('nora'), tests.id('olga'), true, ' ') $$, 'PT422', 'reason_required', 'a decision on a pair has a reason');
select throws_ok($$ select public.decide_same_person(tests.id('nora'), tests.id('kol'), true, 'So.') $$, 'PT404', 'profile_unknown', 'a decision is about a pair that exists');
select lives_ok($$ select public.decide_same_person(tests.id('new2'), tests.id('old'), true, 'The same.') $$, 'one member of staff can confirm a pair');
select public.decide_same_person(tests.id('new2'), tests.id('old'), true, 'The same.');
select is((select count(*)::int from public.staff_audit where action = 'decide_same_person'), 1, 'a decision that is repeated is recorded once');
select is((select waiting from public.staff_queue() where section = 'people'), 6, 'a pair no longer waits once it is decided');
select throws_ok($$ select public.decide_same_person(tests.id('nora'), tests.id('olga'), false, 'Two people.') $$, 'PT409', 'second_staff_required', 'one member of staff cannot separate a pair');
select lives_ok($$ select tests.decide_by_two('sam', 'sue', 'decide_same_person', pg_temp.separation('nora', 'olga')) $$, 'two members of staff can separate a pair');
select ok(not private.are_blocked(tests.id('nora'), tests.id('kim')), 'a separated newcomer is not blocked with the older account');
select private.mark_person(tests.id('nora'), 'card', 'sandbox two');
select is(tests.frozen('nora'), null, 'the same card does not bind a separated newcomer again');
update private.person_pairs set is_separate = true, decided_at = now() where profile_id = tests.id('nat');
select tests.refused('sam', $$ select public.decide_same_person(tests.id('nat'), tests.id('aged'), true, 'The same.') $$, 'PT409', 'second_staff_required', 'one member of staff cannot bind a pair that two have separated');
select tests.decide_by_two('sam', 'sue', 'decide_same_person', pg_temp.separation('x1', 'x2'));
select ok(not tests.is_one_person('x1', 'x2'), 'two members of staff can separate two accounts that were joined');
select private.mark_person(tests.id(name), 'card', 'sandbox five') from unnest(array['x1', 'x2']) as name;
select ok(not tests.is_one_person('x1', 'x2'), 'the same card does not join two separated accounts again');
select pg_temp.charge_back('x2');
select is(tests.frozen('x1', 'x2'), 'x2', 'a chargeback of a separated account does not freeze the other account');
select throws_ok($$ select tests.sign_up('x2+again@kolpact.test') $$, 'PT422', 'invite_invalid', 'a frozen account keeps its ban after a separation');

-- A member of staff cannot decide a case of their own.
select private.mark_person(tests.id(name), 'card', 'sandbox six') from unnest(array['sue', 'y1']) as name;
select tests.make_order(tests.id('sue'), tests.id('kol'), 'completed');
select private.mark_person(tests.id('y2'), 'card', 'sandbox six');
select tests.refused('sue', $$ select public.decide_same_person(tests.id('y2'), tests.id('sue'), true, 'Mine.') $$, 'PT403', 'not_allowed',
  'staff cannot decide about an account with a card of their own');

-- Unfreezing one account does not unfreeze others.
select private.mark_person(tests.id(name), 'card', 'sandbox seven') from unnest(array['z1', 'z2']) as name;
update public.profiles set suspended_at = now() where id = tests.id('z1');
select private.mark_person(tests.id('z3'), 'card', 'sandbox seven');
select is(tests.frozen('z2', 'z3'), 'z2 z3', 'every other account of a suspended person is frozen');
select tests.by('sam', $$ select public.unfreeze_profile(tests.id('z2'), 'Looked at.', tests.causes(tests.id('z2'))) $$);
select is(tests.frozen('z2', 'z3'), 'z3', 'staff unfreeze one account of a person without the others');

-- A newcomer uses the card of a new member of staff.
select private.mark_person(tests.id(name), 'card', 'sandbox eight') from unnest(array['sam', 'z4']) as name;
select ok(private.is_bound(tests.id('z4')) and tests.id('z4') not in (select private.same_person(tests.id('sam'))), 'a newcomer who uses the card of a new member of staff is linked to them, but does not count as the same person');
