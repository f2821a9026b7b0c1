-- cast: ann kol, sam staff, sue staff, joe staff, bea kol, cyd kol
update public.referrals set inviter_id = tests.id('ann'), invite_id = null where invitee_id = tests.id('bea');
-- Records an earlier decision of two members of staff about something else.
insert into public.staff_proposals (action, subject, arguments, proposed_by, status, decided_by, decided_at, decided_in, expires_at)
values ('update_setting', 'x', '{}', tests.id('joe'), 'confirmed', tests.id('sue'), now(), pg_current_xact_id(), now() + interval '1 day');
create function pg_temp.endless() returns jsonb language sql as $$
  select jsonb_build_object('profile_id', tests.id('ann'), 'category', 'fraud', 'note', 'Stolen cards.')
$$;
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.suspend_profile(tests.id('ann'), false, 'fraud', 'Stolen cards.', true) $$, 'PT409', 'second_staff_required', 'one member of staff cannot suspend without an end');
select throws_ok($$ select public.propose_staff_act('suspend_profile', pg_temp.endless() - 'note') $$, 'PT422', 'reason_required', 'a proposal to suspend has a reason');
select lives_ok($$ select public.propose_staff_act('suspend_profile', pg_temp.endless()) $$, 'one member of staff can propose a suspension without an end');
select is(suspended_at, null, 'a proposed suspension has no effect yet') from tests.profiles('Ann');
select tests.act_as(tests.id('sue'));
select lives_ok($$ select public.confirm_staff_proposal(id) from public.staff_proposals where status = 'open' $$, 'another member of staff can confirm a suspension without an end');
select results_eq($$ select category, suspended_by, proposed_by, ends_at, due_at from tests.suspensions() $$,
  $$ values ('fraud', tests.id('sue'), tests.id('sam'), null::timestamptz, null::timestamptz) $$, 'a suspension by two members of staff has no end and names both');
select is((select details - array['suspended', 'with_invitees'] from public.staff_audit where action = 'suspend_profile'),
  jsonb_build_object('category', 'fraud', 'note', 'Stolen cards.', 'proposed_by', tests.id('sam')), 'the audit has the reason of a suspension and who proposed it');
select is(public.suspend_profile(tests.id('cyd'), false, 'fraud', 'Stolen cards.'), 1, 'one member of staff can suspend with an end for the same category');
select results_eq($$ select proposed_by, ends_at is not null from tests.suspensions() where profile_id = tests.id('cyd') $$, 'values (null::uuid, true)', 'a suspension by one has an end and no proposer');
select is((select details ->> 'ends_at' is not null from public.staff_audit where action = 'suspend_profile' and subject_id = tests.id('cyd')), true, 'the audit has the end of a suspension');
select is((select suspended_at from tests.profiles('Bea')), null, 'a suspension does not reach invited members unless staff say so');
select tests.finds('ann', $$ select title from public.notifications where type = 'account_update' $$, $$ values ('Your account is suspended') $$, 'the member is notified of a suspension without an end');
select tests.by('ann', $$ select public.appeal_suspension('They are mine.') $$);
select tests.refused('sam', $$ select public.decide_suspension_appeal(tests.id('ann'), true, 'No.') $$, 'PT409', 'suspension_own_decision', 'staff who proposed a suspension cannot decide the appeal');
select tests.refused('sue', $$ select public.decide_suspension_appeal(tests.id('ann'), true, 'No.') $$, 'PT409', 'suspension_own_decision', 'staff who confirmed a suspension cannot decide the appeal');
select tests.act_as(tests.id('joe'));
select lives_ok($$ select public.decide_suspension_appeal(tests.id('ann'), true, 'No.') $$, 'a third member of staff can decide the appeal');

-- Tests the end of a suspension on which two members of staff decided.
select throws_ok($$ select public.unsuspend_profile(tests.id('ann'), 'Cleared.') $$, 'PT409', 'second_staff_required', 'one member of staff cannot end a suspension by two members');
select throws_ok($$ select public.unsuspend_profile(tests.id('cyd'), ' ') $$, 'PT422', 'reason_required', 'the end of a suspension has a reason');
select throws_ok($$ select public.propose_staff_act('unsuspend_profile', jsonb_build_object('profile_id', tests.id('ann'))) $$, 'PT422', 'reason_required', 'a proposal to end a suspension has a reason');
savepoint before;
select tests.decide_by_two('joe', 'sam', 'unsuspend_profile', jsonb_build_object('profile_id', tests.id('ann'), 'note', 'Cleared.'));
select results_eq($$ select ended_because from tests.suspensions() where profile_id = tests.id('ann') $$, array['lifted'], 'two members of staff can end a suspension by two members');
rollback to before;

-- Tests the suspension of a member of staff.
select throws_ok($$ select public.suspend_profile(tests.id('sue'), false, 'conduct', 'Rude.') $$, 'PT409', 'second_staff_required', 'one member of staff cannot suspend another');
select lives_ok($$ select public.suspend_profile(tests.id('cyd')) $$, 'one member of staff can suspend a member again');
select public.propose_staff_act('suspend_profile', jsonb_build_object('profile_id', tests.id('sue'), 'category', 'conduct', 'note', 'Rude.', 'without_end', false));
select set_config('tests.proposal', (select id::text from public.staff_proposals where status = 'open'), true);
select tests.refused('sue', $$ select public.withdraw_staff_proposal(current_setting('tests.proposal')::uuid) $$, 'PT403', 'not_allowed', 'staff cannot withdraw a proposal about themselves');
select tests.refused('sue', $$ select public.confirm_staff_proposal(current_setting('tests.proposal')::uuid) $$, 'PT403', 'not_allowed', 'staff cannot confirm a proposal about themselves');
select tests.allowed('sam', $$ select public.confirm_staff_proposal(id) from public.staff_proposals where status = 'open' $$, 'two members of staff can suspend another');
select tests.finds('sam', $$ select proposed_by, ends_at is not null from tests.suspensions() where profile_id = tests.id('sue') $$,
  $$ values (tests.id('joe'), true) $$, 'a suspension by two members of staff has an end if they propose one');
select tests.refused('sam', $$ select public.unsuspend_profile(tests.id('sue'), 'Cleared.') $$, 'PT409', 'second_staff_required', 'one member of staff cannot end the suspension of another');
select is(private.run_due_work(now() + interval '1 year') ->> 'suspensions_ended', '2', 'a suspension without an end that was upheld does not end with time');
