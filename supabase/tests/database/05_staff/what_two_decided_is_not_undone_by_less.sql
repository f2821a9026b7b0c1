select tests.make_staff(name) from unnest(array['sam', 'sue', 'joe', 'kim']) as name;
select tests.make_member(name, 'brand') from unnest(array['ann', 'bob', 'cyd']) as name;
create function pg_temp.endless(name text) returns void language sql as $$
  select tests.decide_by_two('sam', 'sue', 'suspend_profile',
    jsonb_build_object('profile_id', tests.id(name), 'category', 'fraud', 'note', 'Stolen cards.'))
$$;
create function pg_temp.decision(name text) returns jsonb language sql as $$
  select jsonb_build_object('profile_id', tests.id(name), 'upheld', false, 'note', 'A mistake.')
$$;
create function pg_temp.banned(name text) returns boolean language sql security definer as $$
  select private.address_is_banned(name || '@kolpact.test')
$$;
grant execute on all functions in schema pg_temp to authenticated;
select pg_temp.endless('ann'), pg_temp.endless('bob');

-- Silence
select tests.act_as(tests.id('ann'));
select results_eq($$ select appeal_due_at, due_at from public.appeal_suspension('They are mine.') $$,
  $$ values (now() + interval '7 days', null::timestamptz) $$, 'an appeal against what two decided is due, but its time ends nothing');
select tests.act_as_owner();
select results_eq($$ select message from public.notifications where event = 'suspension_appealed' and user_id = tests.user_id(tests.id('joe')) $$,
  array[format('Somebody who did not decide on it decides by %s. Without a decision the suspension ends, unless two of our staff decided on it.',
    to_char((now() + interval '7 days') at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'))], 'staff read until when they should decide');
select is(private.run_due_work(now() + interval '1 year') ->> 'suspensions_ended', '0', 'the silence of staff does not end what two decided');

-- An appeal
select tests.act_as(tests.id('joe'));
select throws_ok($$ select public.decide_suspension_appeal(tests.id('ann'), false, ' ') $$, 'PT422', 'reason_required', 'a decision has a reason');
select throws_ok($$ select public.decide_suspension_appeal(tests.id('ann'), false, 'A mistake.') $$, 'PT409', 'second_staff_required', 'one member of staff alone does not end it on appeal');
savepoint before;
select lives_ok($$ select public.decide_suspension_appeal(tests.id('ann'), true, 'They are not.') $$, 'but one alone keeps it');
rollback to before;
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.propose_staff_act('decide_suspension_appeal', pg_temp.decision('ann')) $$, 'PT409', 'suspension_own_decision', 'who decided on it does not propose its end on appeal');
select tests.act_as(tests.id('joe'));
select lives_ok($$ select public.propose_staff_act('decide_suspension_appeal', pg_temp.decision('ann')) $$, 'another one proposes it');
select tests.act_as(tests.id('sue'));
select throws_ok($$ select public.confirm_staff_proposal(id) from public.staff_proposals where status = 'open' $$, 'PT409', 'suspension_own_decision', 'who decided on it does not confirm its end');
select tests.act_as(tests.id('kim'));
select lives_ok($$ select public.confirm_staff_proposal(id) from public.staff_proposals where status = 'open' $$, 'a fourth one confirms it');
select results_eq($$ select ended_because, appeal_decided_by from public.suspensions where profile_id = tests.id('ann') $$,
  $$ values ('appeal', tests.id('kim')) $$, 'two end on appeal what two decided');

-- A case of staff's own
select tests.act_as(tests.id('bob'));
select public.appeal_suspension('They are mine.');
select tests.act_as_owner();
update public.referrals set inviter_id = tests.id('kim'), invite_id = null where invitee_id = tests.id('bob');
select tests.act_as(tests.id('joe'));
select public.propose_staff_act('decide_suspension_appeal', pg_temp.decision('bob'));
select tests.act_as(tests.id('kim'));
select throws_ok($$ select public.withdraw_staff_proposal(id) from public.staff_proposals where status = 'open' $$, 'PT403', 'not_allowed', 'a friend of the member withdraws no such proposal');
select is((select waiting from public.staff_queue() where section = 'proposals'), 0, 'nor is it in the queue of the friend');

-- The ban of a deleted account
select pg_temp.endless('cyd');
select tests.act_as_owner();
delete from auth.users where id = tests.user_id(tests.id('cyd'));
select tests.act_as(tests.id('joe'));
select throws_ok($$ select public.lift_ban('cyd@kolpact.test') $$, 'PT409', 'second_staff_required', 'one alone does not lift a ban that two decided on');
select is(pg_temp.banned('cyd'), true, 'which stays');
select throws_ok($$ select public.propose_staff_act('lift_ban', '{"email": "nobody@kolpact.test"}') $$, 'PT422', 'proposal_malformed', 'a ban that does not exist is not proposed');
select lives_ok($$ select public.propose_staff_act('lift_ban', '{"email": "cyd@kolpact.test"}') $$, 'one proposes to lift it');
select is_empty($$ select from public.staff_proposals p, public.staff_audit a
  where p.action = 'lift_ban' and (p.arguments::text like '%cyd%' or a.details::text like '%cyd@%') $$, 'without writing the address down');
select is((select waiting from public.staff_queue() where section = 'proposals'), 0, 'which is not for the proposer to confirm');
select tests.act_as(tests.id('kim'));
select lives_ok($$ select public.confirm_staff_proposal(id) from public.staff_proposals where status = 'open' and action = 'lift_ban' $$, 'another one confirms it');
select is(pg_temp.banned('cyd'), false, 'and the ban is lifted');
select is((select count(*)::int from public.staff_audit where action = 'lift_ban'), 1, 'which is in the audit log');
select is(public.lift_ban('cyd@kolpact.test'), false, 'once');
