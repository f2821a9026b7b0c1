-- cast: ann kol, bob brand, zed kol, sam staff, joe staff, sam+two staff, twin staff, una staff
-- Sam has two accounts with one inbox, both in office, and shares a card with twin.
select private.mark_person(tests.id('sam'), 'card', 'sandbox one');
update public.profiles set created_at = now() - interval '40 days' where id in (tests.id('sam'), tests.id('sam+two'));
select private.mark_person(tests.id('twin'), 'card', 'sandbox one');
create function pg_temp.suspension(name text) returns jsonb language sql as $$
  select jsonb_build_object('profile_id', tests.id(name), 'category', 'fraud', 'note', 'Stolen cards.')
$$;
create function pg_temp.confirm() returns text language sql as $$
  select (public.confirm_staff_proposal(p.id)).status from public.staff_proposals p where p.status = 'open'
$$;
create function pg_temp.queue(of text) returns int language sql as $$
  select q.waiting from public.staff_queue() q where q.section = of
$$;

-- Nobody has decided whether una, who showed the card as well, is sam.
insert into private.person_pairs (profile_id, other_id, kind, is_separate) values (tests.id('una'), tests.id('sam'), 'card', true);

-- Tests proposals.
select tests.by('sam', $$ select public.propose_staff_act('suspend_profile', pg_temp.suspension('zed')) $$);
select tests.gets('sam+two', $$ select pg_temp.queue('proposals') $$, '0', 'a proposal does not wait for a second account of the proposer');
select tests.refused('sam+two', 'select pg_temp.confirm()', 'PT409', 'second_staff_required', 'a second account of the proposer cannot confirm the proposal');
select tests.refused('twin', 'select pg_temp.confirm()', 'PT409', 'second_staff_required', 'an account bound to the proposer cannot confirm the proposal');
select tests.refused('una', 'select pg_temp.confirm()', 'PT409', 'second_staff_required', 'an account that may be the proposer''s cannot confirm the proposal');
select tests.gets('joe', $$ select pg_temp.queue('proposals') $$, '1', 'a proposal waits for another person');
select tests.gets('joe', 'select pg_temp.confirm()', 'confirmed', 'another person confirms a proposal');

-- Tests an appeal against a suspension.
select tests.by('zed', $$ select public.appeal_suspension('They are mine.') $$);
select tests.gets('sam+two', $$ select pg_temp.queue('suspensions') $$, '0', 'an appeal does not wait for a second account of the proposer');
select tests.refused('sam+two', $$ select public.decide_suspension_appeal(tests.id('zed'), true, 'No.') $$, 'PT409', 'suspension_own_decision', 'a second account of the proposer cannot decide the appeal of the suspension');
select tests.refused('una', $$ select public.decide_suspension_appeal(tests.id('zed'), true, 'No.') $$, 'PT409', 'suspension_own_decision', 'an account that may be the proposer''s cannot decide the appeal');

-- Tests an appeal against a ruling.
select tests.make_order(tests.id('bob'), tests.id('ann'), 'disputed', 600000);
select tests.by('sam', $$ select tests.hear(); select public.resolve_dispute(tests.order_id(), 300000, 'Half.') $$);
select tests.by('ann', $$ select public.appeal_ruling(tests.order_id(), 'All of it was done.') $$);
select tests.by('sam+two', 'select tests.read_case()');
select tests.refused('sam+two', $$ select public.decide_appeal(tests.order_id(), 300000, 'Half.') $$, 'PT409', 'dispute_already_seen', 'a second account of the author of a ruling cannot decide the appeal');

-- The sums of a day.
select tests.make_order(tests.id('bob'), tests.id('ann'), 'disputed', 600000);
select tests.by('sam+two', 'select tests.hear()');
select tests.refused('sam+two', $$ select public.resolve_dispute(tests.order_id(), 300000, 'Half.') $$, 'PT409', 'second_staff_required', 'the accounts of a person share the limit of one member of staff');

-- Tests the appointment of a member of staff.
select tests.make_member('joe+two', 'brand');
select throws_ok($$ select private.appoint_staff(tests.id('joe+two')) $$, 'PT409', 'profile_already_staff', 'a second account of a member of staff is not appointed');
select lives_ok($$ select private.appoint_staff(tests.id('joe'), false) $$, 'the first account of a member of staff is dismissed');
select lives_ok($$ select private.appoint_staff(tests.id('joe+two')) $$, 'a second account is appointed after the first was dismissed');
