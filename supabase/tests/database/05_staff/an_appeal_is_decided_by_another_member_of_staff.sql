-- cast: ann kol, bob brand, cyd kol, sam staff, sue staff
select tests.act_as(tests.id('ann'));
select throws_ok($$ select public.appeal_suspension('Why?') $$, 'PT403', 'not_allowed', 'who is not suspended has nothing to appeal against');
select tests.act_as(tests.id('sam'));
select public.suspend_profile(tests.id(name), false, 'spam', 'Forty messages.') from unnest(array['ann', 'bob']) as name;
select tests.act_as(tests.id('sue'));
select throws_ok($$ select public.decide_suspension_appeal(tests.id('ann'), true, 'No.') $$, 'PT409', 'suspension_not_appealed', 'nothing to decide yet');
select is((select waiting from public.staff_queue() where section = 'suspensions'), 0, 'nor in the queue');
select tests.act_as(tests.id('ann'));
select throws_ok($$ select public.appeal_suspension(' ') $$, 'PT422', 'reason_required', 'an appeal has words');
select results_eq($$ select appeal, appealed_at, appeal_due_at, due_at from public.appeal_suspension(' They asked for it. ') $$,
  $$ values ('They asked for it.', now(), now() + interval '7 days', now() + interval '7 days') $$, 'and starts a clock');
select throws_ok($$ select public.appeal_suspension('Again.') $$, 'PT409', 'suspension_appealed', 'once');
select tests.act_as(tests.id('bob'));
select public.appeal_suspension('Let me in.');
select tests.act_as_owner();
select set_eq($$ select p.display_name from public.notifications n join public.profiles p on p.user_id = n.user_id
  where n.title = 'Ann appeals against a suspension' $$, array['Sam', 'Sue'], 'staff are notified');

select tests.act_as(tests.id('ann'));
select throws_ok($$ select public.decide_suspension_appeal(tests.id('bob'), false, 'Yes.') $$, 'PT403', 'not_allowed', 'members decide nothing');
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.decide_suspension_appeal(tests.id('ann'), true, 'No.') $$, 'PT409', 'suspension_own_decision', 'nor who suspended');
select is((select waiting from public.staff_queue() where section = 'suspensions'), 0, 'whose queue it is not in');
select tests.act_as(tests.id('sue'));
select is((select waiting from public.staff_queue() where section = 'suspensions'), 2, 'it waits for others');
select throws_ok($$ select public.decide_suspension_appeal(tests.id('ann'), true, '') $$, 'PT422', 'reason_required', 'a decision has a reason');
select throws_ok($$ select public.decide_suspension_appeal(tests.id('ann'), null, 'Well.') $$, 'PT422', 'reason_required', 'and is one');
select is((public.decide_suspension_appeal(tests.id('ann'), true, 'Forty is too many.')).ended_at, null, 'upheld, it stays');
select throws_ok($$ select public.decide_suspension_appeal(tests.id('ann'), false, 'Or not.') $$, 'PT409', 'suspension_not_appealed', 'a decision is final');
select results_eq($$ select ended_because, appeal_decided_by from public.decide_suspension_appeal(tests.id('bob'), false, 'A mistake.') $$,
  $$ values ('appeal', tests.id('sue')) $$, 'or it ends');
select results_eq($$ select display_name from public.find_profiles() where suspended_at is not null $$, array['Ann'], 'at once');
select results_eq($$ select details from public.staff_audit where action = 'decide_suspension_appeal' order by details ->> 'upheld' $$,
  array['{"note": "A mistake.", "upheld": false}', '{"note": "Forty is too many.", "upheld": true}']::jsonb[], 'both are in the audit log');
select tests.act_as(tests.id('ann'));
select results_eq($$ select message from public.notifications where event = 'suspension_upheld' $$,
  array['Our staff read your appeal: Forty is too many.'], 'the member reads the answer');
select throws_ok($$ select public.appeal_suspension('Please.') $$, 'PT409', 'suspension_appealed', 'and cannot appeal again');
select tests.act_as_owner();
select is((select due_at from public.suspensions where profile_id = tests.id('ann')), now() + interval '7 days', 'the term goes on');
select throws_ok($$ update public.suspensions set appeal_decided_by = suspended_by $$, '23514', null, 'not even the owner lets one person do both');

-- Staff in a case of their own
update public.referrals set inviter_id = tests.id('sue'), invite_id = null where invitee_id = tests.id('cyd');
select tests.act_as(tests.id('sam'));
select public.suspend_profile(tests.id('cyd'), false, 'spam', 'More.');
select tests.act_as(tests.id('cyd'));
select lives_ok($$ select public.appeal_suspension('No.') $$, 'an appeal');
select tests.act_as(tests.id('sue'));
select throws_ok($$ select public.decide_suspension_appeal(tests.id('cyd'), false, 'A friend.') $$, 'PT403', 'not_allowed', 'is not for friends');
select is((select waiting from public.staff_queue() where section = 'suspensions'), 0, 'to decide');
