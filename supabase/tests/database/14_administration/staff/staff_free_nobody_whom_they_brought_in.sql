-- cast: quin brand, ivy brand, kol kol, sam staff, sue staff, joe staff
-- Sam invited ivy, whose account is bound to quin's.
update public.referrals set inviter_id = tests.id('sam'), invite_id = null where invitee_id = tests.id('ivy');
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('ivy'), tests.id('quin'), 'card');
create function pg_temp.unfreeze(name text) returns text language sql as $$
  select format('select public.unfreeze_profile(%1$L, ''Paid.'', tests.causes(%1$L))', tests.id(name))
$$;
select tests.freeze('quin');
select tests.refused('sam', pg_temp.unfreeze('ivy'), 'PT403', 'not_allowed', 'staff cannot unfreeze a member whom they invited');
select tests.refused('sam', pg_temp.unfreeze('quin'), 'PT403', 'not_allowed', 'staff cannot unfreeze a member whom they invited by unfreezing an account to which the member is bound');
select is(tests.frozen('quin', 'ivy'), 'ivy quin', 'both accounts stay frozen after refused acts');
select tests.allowed('sue', pg_temp.unfreeze('quin'), 'other staff end the freeze of a member');
select is(tests.frozen('quin', 'ivy'), null, 'other staff end the freeze of both accounts');

-- Freezes both members for themselves, so that unfreezing quin does not unfreeze ivy, whom sam invited.
select tests.freeze('quin');
select tests.freeze('ivy');
select tests.allowed('sam', pg_temp.unfreeze('quin'), 'staff can unfreeze an account when a member whom they invited stays frozen for another reason');
select is(tests.frozen('quin', 'ivy'), 'ivy', 'unfreezing the inviter does not change the other freeze');

-- Makes another account of the same person.
select tests.make_member(name, 'brand') from unnest(array['una', 'una2']) as name;
update public.profiles set created_at = now() - interval '1 day' where id = tests.id('una');
update public.referrals set inviter_id = tests.id('sam'), invite_id = null where invitee_id = tests.id('una2');
select private.join_people(tests.id('una'), tests.id('una2'), 'inbox');
select tests.freeze('una');
select tests.refused('sam', pg_temp.unfreeze('una'), 'PT403', 'not_allowed', 'staff cannot avoid the rule by naming the person''s oldest account');

-- Tests the end of a suspension, a granted appeal, and the separation of two accounts.
select tests.make_member(name, 'brand') from unnest(array['abe', 'bea', 'cal']) as name;
update public.referrals set inviter_id = tests.id('sam'), invite_id = null where invitee_id = tests.id('cal');
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('bea'), tests.id('abe'), 'card'), (tests.id('cal'), tests.id('bea'), 'card');
select tests.by('sue', $$ select public.suspend_profile(tests.id('abe'), false, 'spam', 'Spam.') $$);
select tests.by('abe', $$ select public.appeal_suspension('It was none.') $$);
select is(tests.frozen('bea', 'cal'), 'bea cal', 'a suspension freezes accounts that are bound to it, over however many others');
select tests.refused('sam', act, 'PT403', 'not_allowed', 'staff cannot unfreeze a member whom they invited by ' || what) from (values
  ('the end of a suspension', $$ select public.unsuspend_profile(tests.id('abe'), 'A mistake.') $$),
  ('an appeal', $$ select public.decide_suspension_appeal(tests.id('abe'), false, 'A mistake.') $$),
  ('a pair that is separated', $$ select public.propose_staff_act('decide_same_person', jsonb_build_object(
    'profile_id', tests.id('bea'), 'other_id', tests.id('abe'), 'is_same', false, 'note', 'Flatmates.')) $$)) as t (what, act);
select tests.allowed('joe', $$ select public.decide_suspension_appeal(tests.id('abe'), false, 'A mistake.') $$, 'other staff decide the appeal of a member to whose account an invitee is bound');
select is(tests.frozen('bea', 'cal'), null, 'a granted appeal unfreezes all accounts that are bound to the member''s account');

-- The act was proposed before the account was bound.
select tests.make_member(name, 'brand') from unnest(array['dan', 'eve']) as name;
update public.referrals set inviter_id = tests.id('sam'), invite_id = null where invitee_id = tests.id('eve');
select tests.freeze('dan');
select tests.by('sam', $$ select public.propose_staff_act('unfreeze_profile', jsonb_build_object('profile_id', tests.id('dan'), 'note', 'Paid.', 'seen', tests.causes(tests.id('dan')))) $$);
savepoint before;
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('eve'), tests.id('dan'), 'card');
select tests.refused('sue', $$ select public.confirm_staff_proposal(id) from public.staff_proposals where status = 'open' $$, 'PT403', 'not_allowed',
  'a proposal that would unfreeze a member whom its proposer invited cannot be confirmed');
rollback to before;
select tests.allowed('sue', $$ select public.confirm_staff_proposal(id) from public.staff_proposals where status = 'open' $$, 'a proposal that unfreezes nobody whom the proposer invited can be confirmed');
