-- cast: ann kol, sam staff, sue staff, joe staff, bea kol, cyd kol
update public.referrals set inviter_id = tests.id('ann'), invite_id = null where invitee_id = tests.id('bea');
-- An earlier act of two people about something else.
insert into public.staff_proposals (action, subject, arguments, proposed_by, status, decided_by, decided_at, decided_in, expires_at)
values ('update_setting', 'x', '{}', tests.id('joe'), 'confirmed', tests.id('sue'), now(), pg_current_xact_id(), now() + interval '1 day');
create function pg_temp.endless() returns jsonb language sql as $$
  select jsonb_build_object('profile_id', tests.id('ann'), 'category', 'fraud', 'note', 'Stolen cards.')
$$;
grant execute on all functions in schema pg_temp to authenticated;
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.suspend_profile(tests.id('ann'), false, 'fraud', 'Stolen cards.', true) $$, 'PT409', 'second_staff_required', 'one is not enough');
select throws_ok($$ select public.propose_staff_act('suspend_profile', pg_temp.endless() - 'note') $$, 'PT422', 'reason_required', 'a proposal has a reason');
select lives_ok($$ select public.propose_staff_act('suspend_profile', pg_temp.endless()) $$, 'one proposes');
select is(suspended_at, null, 'nothing is done yet') from public.find_profiles('Ann');
select tests.act_as(tests.id('sue'));
select lives_ok($$ select public.confirm_staff_proposal(id) from public.staff_proposals where status = 'open' $$, 'another confirms');
select results_eq($$ select category, suspended_by, proposed_by, ends_at, due_at from public.suspensions $$,
  $$ values ('fraud', tests.id('sue'), tests.id('sam'), null::timestamptz, null::timestamptz) $$, 'no end is set');
select is((select details - array['suspended', 'with_invitees'] from public.staff_audit where action = 'suspend_profile'),
  jsonb_build_object('category', 'fraud', 'note', 'Stolen cards.', 'proposed_by', tests.id('sam')), 'the record says why, and who proposed it');
select is(public.suspend_profile(tests.id('cyd'), false, 'fraud', 'Stolen cards.'), 1, 'who came by an invite of theirs is not suspended with them; another one is, with an end');
select results_eq($$ select proposed_by, ends_at is not null from public.suspensions where profile_id = tests.id('cyd') $$, 'values (null::uuid, true)', 'which nobody proposed');
select is((select details ->> 'ends_at' is not null from public.staff_audit where action = 'suspend_profile' and subject_id = tests.id('cyd')), true, 'the record has its end');
select is((select suspended_at from public.find_profiles('Bea')), null, 'invitees stay');
select tests.act_as(tests.id('ann'));
select results_eq($$ select title from public.notifications where type = 'account_update' $$, array['Your account is suspended'], 'the member is notified');
select public.appeal_suspension('They are mine.');
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.decide_suspension_appeal(tests.id('ann'), true, 'No.') $$, 'PT409', 'suspension_own_decision', 'who proposed does not decide the appeal');
select tests.act_as(tests.id('sue'));
select throws_ok($$ select public.decide_suspension_appeal(tests.id('ann'), true, 'No.') $$, 'PT409', 'suspension_own_decision', 'nor who confirmed');
select tests.act_as(tests.id('joe'));
select lives_ok($$ select public.decide_suspension_appeal(tests.id('ann'), true, 'No.') $$, 'a third one does');

-- Ending what two decided on
select throws_ok($$ select public.unsuspend_profile(tests.id('ann'), 'Cleared.') $$, 'PT409', 'second_staff_required', 'a third one alone does not end it');
select throws_ok($$ select public.unsuspend_profile(tests.id('cyd'), ' ') $$, 'PT422', 'reason_required', 'ending one gives a reason');
select throws_ok($$ select public.propose_staff_act('unsuspend_profile', jsonb_build_object('profile_id', tests.id('ann'))) $$, 'PT422', 'reason_required', 'so does proposing it');
savepoint before;
select tests.decide_by_two('joe', 'sam', 'unsuspend_profile', jsonb_build_object('profile_id', tests.id('ann'), 'note', 'Cleared.'));
select results_eq($$ select ended_because from public.suspensions where profile_id = tests.id('ann') $$, array['lifted'], 'two end it');
rollback to before;

-- Members of staff
select throws_ok($$ select public.suspend_profile(tests.id('sue'), false, 'conduct', 'Rude.') $$, 'PT409', 'second_staff_required', 'one member of staff does not suspend another');
select lives_ok($$ select public.suspend_profile(tests.id('cyd')) $$, 'a member they suspend alone');
select public.propose_staff_act('suspend_profile', jsonb_build_object('profile_id', tests.id('sue'), 'category', 'conduct', 'note', 'Rude.', 'without_end', false));
select tests.act_as(tests.id('sue'));
select throws_ok($$ select public.withdraw_staff_proposal(id) from public.staff_proposals where status = 'open' $$, 'PT403', 'not_allowed', 'whom it is about does not withdraw it');
select throws_ok($$ select public.confirm_staff_proposal(id) from public.staff_proposals where status = 'open' $$, 'PT403', 'not_allowed', 'nor confirm it');
select tests.act_as(tests.id('sam'));
select lives_ok($$ select public.confirm_staff_proposal(id) from public.staff_proposals where status = 'open' $$, 'two suspend a member of staff');
select results_eq($$ select proposed_by, ends_at is not null from public.suspensions where profile_id = tests.id('sue') $$,
  $$ values (tests.id('joe'), true) $$, 'with an end, if they propose one');
select throws_ok($$ select public.unsuspend_profile(tests.id('sue'), 'Cleared.') $$, 'PT409', 'second_staff_required', 'which again takes two to end early');
select tests.act_as_owner();
select is(private.run_due_work(now() + interval '1 year') ->> 'suspensions_ended', '2', 'upheld, it has no end: only the others end');
