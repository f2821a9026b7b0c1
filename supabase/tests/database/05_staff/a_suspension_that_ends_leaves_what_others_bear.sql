-- cast: sam staff, sue staff, joe staff, zoe staff, pat brand, xia brand, ann brand, ann2 brand, bea brand, bea2 brand, new brand
-- Lets another member of staff do each act, or gives it a time of its own, because acts of one member of staff
-- at one time count as one.
create function pg_temp.suspend(name text) returns text language sql as $$
  select format($c$ select public.suspend_profile(tests.id(%L), false, 'spam', 'To forty brands.') $c$, name)
$$;
create function pg_temp.two(first text, second text, name text) returns text language sql as $$
  select tests.decide_by_two(first, second, 'suspend_profile', jsonb_build_object('profile_id', tests.id(name), 'category', 'fraud', 'note', 'Cards.', 'without_end', true))
$$;
create function pg_temp.delete(name text) returns text language sql security definer as $$
  delete from auth.users where id = tests.user_id(tests.id(name)) returning null::text
$$;
create function pg_temp.state(name text) returns text language sql security definer as $$
  select case when suspended_at is not null then 'suspended' when frozen_at is not null then 'frozen' else 'free' end from public.profiles where id = tests.id(name)
$$;
select private.join_people(tests.id(name), tests.id(name || '2'), 'inbox') from unnest(array['ann', 'bea']) as name;

-- Newcomer xia paid with pat's card. One member of staff suspended xia for a week before two suspended pat
-- without an end.
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('xia'), tests.id('pat'), 'card');
select tests.by('sam', pg_temp.suspend('xia'));
select pg_temp.two('sue', 'joe', 'pat');
select private.work_suspensions(now() + interval '8 days', 100, 'infinity');
select is(pg_temp.state('xia'), 'frozen', 'a member''s own suspension shields nobody from the longer one of an account to which they are bound');
select tests.decide_by_two('sam', 'zoe', 'unfreeze_profile', jsonb_build_object('profile_id', tests.id('xia'), 'note', 'A flatmate.', 'seen', tests.causes(tests.id('xia'))));
select tests.by('zoe', pg_temp.suspend('xia'));
select tests.by('zoe', $$ select public.unsuspend_profile(tests.id('xia'), 'A mistake.') $$);
select is(pg_temp.state('xia'), 'free', 'a freeze that staff ended does not come back with the end of another suspension');

-- Two members of staff decided about ann2, which is then deleted; one suspends and reinstates ann.
select tests.by('sam', pg_temp.suspend('ann2'));
select pg_temp.two('sue', 'joe', 'ann2');
update public.suspensions set created_at = created_at - interval '1 hour' where profile_id = tests.id('ann') and ended_at is null;
select pg_temp.delete('ann2');
select private.end_suspensions(array_agg(id), 'lifted', now()) from public.suspensions where profile_id = tests.id('ann') and ended_at is null;
select is(pg_temp.state('ann'), 'frozen', 'the other accounts of a person stay frozen for a deleted account that two of staff suspended');

-- One act suspends bea and bea2; bea2 is deleted, and bea's appeal is granted.
select tests.by('sam', pg_temp.suspend('bea'));
select is(pg_temp.state('bea2'), 'suspended', 'an act reaches every account of a person');
select pg_temp.delete('bea2');
select tests.by('bea', $$ select public.appeal_suspension('It was not.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('bea'), false, 'We were wrong.') $$);
select is(pg_temp.state('bea'), 'free', 'a member whose appeal is granted is no longer suspended');
select ok(not private.bears_ban(tests.id('bea')), 'the ban of an account that the same act suspended ends with it, although the account is deleted');
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('new'), tests.id('bea'), 'card');
select results_eq($$ select pg_temp.state('bea'), pg_temp.state('new') $$, $$ values ('free', 'free') $$, 'a later account with the same card freezes neither of the two');

-- An account whose own freeze was ended by staff is still frozen for another account that is found to be the same person's.
select tests.make_member('jo', 'brand');
select tests.freeze('jo');
select private.unfreeze(tests.id('jo'));
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('jo'), tests.id('pat'), 'card');
select is(pg_temp.state('jo'), 'frozen', 'an account that is bound to a suspended person is frozen, whatever staff unfroze before');

-- Two members of staff suspend the invitees of an inviter, whom one member of staff had suspended before the inviter's account was deleted.
select tests.make_member(name, 'brand') from unnest(array['lee', 'mae']) as name;
select tests.make_invitee('nat', 'kol', tests.id('lee'));
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('mae'), tests.id('lee'), 'card');
select tests.by('sam', pg_temp.suspend('lee'));
select pg_temp.delete('lee');
select tests.decide_by_two('sue', 'joe', 'suspend_profile', jsonb_build_object('profile_id', tests.id('lee'), 'with_invitees', true, 'category', 'fraud', 'note', 'Cards.', 'without_end', true));
select results_eq($$ select s.proposed_by is not null, s.ends_at from public.suspensions s where s.profile_id = tests.id('lee') and s.ended_at is null $$, $$ values (true, null::timestamptz) $$,
  'the suspension of a deleted inviter is replaced like that of a present member');
select is(pg_temp.state('nat'), 'suspended', 'a replaced suspension reaches those whom the deleted inviter had invited');
select tests.refused('zoe', $$ select public.unfreeze_profile(tests.id('mae'), 'A flatmate.', tests.causes(tests.id('mae'))) $$, 'PT409', 'second_staff_required', 'an account that is bound to a deleted inviter is frozen by what two members of staff decided');
