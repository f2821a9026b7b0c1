-- cast: ann kol, bob brand, cyd kol, sam staff, sue staff, xan staff
update public.referrals set inviter_id = tests.id('xan'), invite_id = null where invitee_id = tests.id('bob');
select tests.refused('ann', $$ select public.appeal_suspension('Why?') $$, 'PT403', 'not_allowed', 'a member who is not suspended cannot appeal');
select tests.by('sam', $$ select public.suspend_profile(tests.id(name), false, 'spam', 'Forty messages.') from unnest(array['ann', 'bob']) as name $$);
select tests.refused('sue', $$ select public.decide_suspension_appeal(tests.id('ann'), true, 'No.') $$, 'PT409', 'suspension_not_appealed', 'a suspension without an appeal cannot be decided');
select tests.gets('sue', $$ select waiting from public.staff_queue() where section = 'suspensions' $$, '0', 'a suspension without an appeal is not in the queue');
select tests.act_as(tests.id('ann'));
select throws_ok($$ select public.appeal_suspension(' ') $$, 'PT422', 'reason_required', 'an appeal has a text');
select results_eq($$ select appeal, appealed_at, appeal_due_at, due_at from public.appeal_suspension(' They asked for it. ') $$,
  $$ values ('They asked for it.', now(), now() + interval '7 days', now() + interval '7 days') $$, 'an appeal is due in seven days');
select is((public.appeal_suspension('They asked for it.')).appeal, 'They asked for it.', 'an appeal that is sent again is the first one');
select throws_ok($$ select public.appeal_suspension('Again.') $$, 'PT409', 'suspension_appealed', 'a suspension cannot be appealed twice');
select tests.by('bob', $$ select public.appeal_suspension('Let me in.') $$);
select is((select string_agg(n.data ->> 'profile_name', ' ') from public.notifications n where n.event = 'suspension_appealed' and n.user_id = tests.user_id(tests.id('xan'))),
  (select display_name from public.profiles where id = tests.id('ann')), 'staff are not asked to decide an appeal in a case of their own');
select set_eq($$ select p.display_name from public.notifications n join public.profiles p on p.user_id = n.user_id
  where n.title = 'Ann appeals against a suspension' $$, array['Sam', 'Sue', 'Xan'], 'all staff are notified of an appeal');

select tests.refused('sam', $$ select public.decide_suspension_appeal(tests.id('ann'), true, 'No.') $$, 'PT409', 'suspension_own_decision', 'staff who suspended cannot decide the appeal');
select tests.gets('sam', $$ select waiting from public.staff_queue() where section = 'suspensions' $$, '0', 'an appeal is not in the queue of staff who suspended');
select tests.act_as(tests.id('sue'));
select is((select waiting from public.staff_queue() where section = 'suspensions'), 2, 'an appeal is in the queue of other staff');
select throws_ok($$ select public.decide_suspension_appeal(tests.id('ann'), true, ' ') $$, 'PT422', 'reason_required', 'a decision on an appeal has a reason');
select throws_ok($$ select public.decide_suspension_appeal(tests.id('ann'), null, 'Well.') $$, 'PT422', 'reason_required', 'a decision on an appeal upholds or ends the suspension');
select is((public.decide_suspension_appeal(tests.id('ann'), true, 'Forty is too many.')).ended_at, null, 'a suspension that is upheld goes on');
select is((public.decide_suspension_appeal(tests.id('ann'), true, 'Forty is too many.')).appeal_reply, 'Forty is too many.', 'a decision that is sent again is the first one');
select throws_ok($$ select public.decide_suspension_appeal(tests.id('ann'), false, 'Or not.') $$, 'PT409', 'suspension_not_appealed', 'an appeal cannot be decided twice');
select results_eq($$ select ended_because, appeal_decided_by from public.decide_suspension_appeal(tests.id('bob'), false, 'A mistake.') $$,
  $$ values ('appeal', tests.id('sue')) $$, 'a suspension that is not upheld ends with the decision');
select results_eq($$ select display_name from tests.profiles() where suspended_at is not null $$, array['Ann'], 'a member whose appeal succeeded is no longer suspended');
select results_eq($$ select details from public.staff_audit where action = 'decide_suspension_appeal' order by details ->> 'upheld' $$,
  array['{"note": "A mistake.", "upheld": false}', '{"note": "Forty is too many.", "upheld": true}']::jsonb[], 'every decision on an appeal is in the audit');
select tests.finds('ann', $$ select message from public.notifications where event = 'suspension_upheld' $$,
  $$ values ('Our staff read your appeal: Forty is too many.') $$, 'the member reads the answer to the appeal');
select tests.refused('ann', $$ select public.appeal_suspension('Please.') $$, 'PT409', 'suspension_appealed', 'a member whose suspension was upheld cannot appeal again');
select is((select due_at from public.suspensions where profile_id = tests.id('ann')), now() + interval '7 days', 'a suspension that is upheld keeps its term');
select throws_ok($$ update public.suspensions set appeal_decided_by = suspended_by $$, '23514', null, 'the owner of the database cannot let one person suspend and decide the appeal');

-- A later suspension needs a decision of its own, even if the reason is the same. One member of staff suffices if no appeal ended the first one.
update public.suspensions set ended_because = 'lifted' where profile_id = tests.id('bob');
select set_config('tests.first', id::text, true) from public.suspensions where profile_id = tests.id('bob');
select tests.by('sam', $$ select public.suspend_profile(tests.id('bob'), false, 'spam', 'Again.') $$);
select set_config('tests.second', id::text, true) from public.suspensions where profile_id = tests.id('bob') and ended_at is null;
select tests.refused('bob', $$ select public.appeal_suspension('No spam.', current_setting('tests.first')::uuid) $$, 'PT409', 'suspension_ended', 'an appeal against an ended suspension does not appeal a later one');
select tests.by('bob', $$ select public.appeal_suspension('Not me.', current_setting('tests.second')::uuid) $$);
select tests.refused('sue', $$ select public.decide_suspension_appeal(tests.id('bob'), true, 'No.', current_setting('tests.first')::uuid) $$, 'PT409', 'suspension_not_appealed', 'a decision about an ended suspension decides no later one');
select tests.refused('sam', $$ select public.unsuspend_profile(tests.id('bob'), 'Fine.', false, current_setting('tests.first')::uuid) $$, 'PT409', 'suspension_ended', 'lifting an ended suspension lifts no later one');
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('bob'), false, 'A mistake.', current_setting('tests.second')::uuid) $$);
select is((select suspended_at from public.profiles where id = tests.id('bob')), null, 'an appeal against a later suspension is granted with the same reason');

-- A member of staff cannot decide a case of their own.
update public.referrals set inviter_id = tests.id('sue'), invite_id = null where invitee_id = tests.id('cyd');
select tests.by('sam', $$ select public.suspend_profile(tests.id('cyd'), false, 'spam', 'More.') $$);
select tests.allowed('cyd', $$ select public.appeal_suspension('No.') $$, 'a member invited by staff can appeal');
select tests.refused('sue', $$ select public.decide_suspension_appeal(tests.id('cyd'), false, 'A friend.') $$, 'PT403', 'not_allowed', 'staff cannot decide the appeal of a member whom they invited');
select tests.gets('sue', $$ select waiting from public.staff_queue() where section = 'suspensions' $$, '0', 'the appeal of a member is not in the queue of staff who invited them');
