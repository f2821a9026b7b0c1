-- cast: sam staff, sue staff, joe staff, kim staff, ann brand, bob brand, cyd brand, dee brand, dee2 brand, fay brand, gil brand, hub brand, ivy brand
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
select pg_temp.endless('ann'), pg_temp.endless('bob');

-- An appeal that nobody decides ends nothing that two decided.
select tests.finds('ann', $$ select appeal_due_at, due_at from public.appeal_suspension('They are mine.') $$,
  $$ values (now() + interval '7 days', null::timestamptz) $$, 'an appeal against a decision of two members has a deadline, but passing it ends nothing');
select results_eq($$ select message from public.notifications where event = 'suspension_appealed' and user_id = tests.user_id(tests.id('joe')) $$,
  array[format('Somebody who did not decide on it decides by %s. Without a decision the suspension ends, unless two of our staff decided on it.',
    to_char((now() + interval '7 days') at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'))], 'staff are notified until when they should decide');
select is(private.run_due_work(now() + interval '1 year') ->> 'suspensions_ended', '0', 'a decision of two members does not end when staff do not decide the appeal');

-- One member of staff cannot grant an appeal against a decision of two.
select tests.act_as(tests.id('joe'));
select throws_ok($$ select public.decide_suspension_appeal(tests.id('ann'), false, 'A mistake.') $$, 'PT409', 'second_staff_required', 'one member of staff cannot end a decision of two members on appeal');
savepoint before;
select lives_ok($$ select public.decide_suspension_appeal(tests.id('ann'), true, 'They are not.') $$, 'one member of staff can uphold a decision of two members');
rollback to before;
select tests.refused('sam', $$ select public.propose_staff_act('decide_suspension_appeal', pg_temp.decision('ann')) $$, 'PT409', 'suspension_own_decision', 'staff who decided on a suspension cannot propose its end on appeal');
select tests.allowed('joe', $$ select public.propose_staff_act('decide_suspension_appeal', pg_temp.decision('ann')) $$, 'other staff can propose the end of a suspension on appeal');
select tests.refused('sue', $$ select public.confirm_staff_proposal(id) from public.staff_proposals where status = 'open' $$, 'PT409', 'suspension_own_decision', 'staff who decided on a suspension cannot confirm its end on appeal');
select tests.allowed('kim', $$ select public.confirm_staff_proposal(id) from public.staff_proposals where status = 'open' $$, 'a fourth member of staff can confirm the end on appeal');
select tests.finds('kim', $$ select ended_because, appeal_decided_by from tests.suspensions() where profile_id = tests.id('ann') $$,
  $$ values ('appeal', tests.id('kim')) $$, 'two members of staff can end a decision of two members on appeal');

-- The suspended member was invited by a member of staff.
select tests.by('bob', $$ select public.appeal_suspension('They are mine.') $$);
update public.referrals set inviter_id = tests.id('kim'), invite_id = null where invitee_id = tests.id('bob');
select tests.by('joe', $$ select set_config('tests.proposal', (public.propose_staff_act('decide_suspension_appeal', pg_temp.decision('bob'))).id::text, true) $$);
select tests.act_as(tests.id('kim'));
select throws_ok(format('select public.withdraw_staff_proposal(%L)', current_setting('tests.proposal')), 'PT403', 'not_allowed', 'staff who invited the member cannot withdraw the proposal');
select is((select waiting from public.staff_queue() where section = 'proposals'), 0, 'the proposal is not in the queue of staff who invited the member');
savepoint alone;
select pg_temp.endless('gil');
select tests.act_as_owner();
update public.referrals set inviter_id = case when invitee_id = tests.id('gil') then tests.id('kim') end, invite_id = null where invitee_id in (tests.id('bob'), tests.id('gil'));
select tests.refused('kim', format('select public.withdraw_staff_proposal(%L)', current_setting('tests.proposal')), 'PT403', 'not_allowed',
  'staff who invited another member whom the same act suspended cannot withdraw the proposal');
select tests.allowed('joe', format('select public.withdraw_staff_proposal(%L)', current_setting('tests.proposal')), 'other staff can withdraw a proposal about a member whom a colleague invited');
rollback to alone;

-- Deletes an account, whose ban lasts.
select pg_temp.endless('cyd');
select tests.act_as_owner();
delete from auth.users where id = tests.user_id(tests.id('cyd'));
select tests.act_as(tests.id('joe'));
select throws_ok($$ select public.lift_ban('cyd@kolpact.test') $$, 'PT409', 'second_staff_required', 'one member of staff cannot lift a ban that two decided on');
select is(pg_temp.banned('cyd'), true, 'a ban that two decided on stays when one member of staff tries to lift it');
select throws_ok($$ select public.propose_staff_act('lift_ban', '{"email": "nobody@kolpact.test"}') $$, 'PT422', 'proposal_malformed', 'a ban that does not exist cannot be proposed to be lifted');
select lives_ok($$ select public.propose_staff_act('lift_ban', '{"email": "cyd@kolpact.test"}') $$, 'one member of staff can propose to lift a ban');
select is_empty($$ select from public.staff_proposals p, public.staff_audit a
  where p.action = 'lift_ban' and (p.arguments::text like '%cyd%' or a.details::text like '%cyd@%') $$, 'the proposal to lift a ban does not hold the address');
select is((select waiting from public.staff_queue() where section = 'proposals'), 0, 'a proposal is not in the queue of its proposer');
select tests.act_as(tests.id('kim'));
select lives_ok($$ select public.confirm_staff_proposal(id) from public.staff_proposals where status = 'open' and action = 'lift_ban' $$, 'another member of staff can confirm the lift of a ban');
select is(pg_temp.banned('cyd'), false, 'a ban that two have lifted no longer holds');
select is((select count(*)::int from public.staff_audit where action = 'lift_ban'), 1, 'the lift of a ban by two members of staff is in the audit log');

-- Two accounts are found to be one person's, so one is frozen for the other.
select tests.act_as_owner();
create function pg_temp.join_accounts() returns void language sql security definer as $$
  select private.join_people(tests.id('dee'), tests.id('dee2'), 'inbox')
$$;
create function pg_temp.is_frozen() returns boolean language sql security definer as $$
  select frozen_at is not null from public.profiles where id = tests.id('dee2')
$$;
select tests.act_as(tests.id('joe'));
savepoint before;
select public.suspend_profile(tests.id('dee'), category => 'fraud', note => 'Stolen cards.'), pg_temp.join_accounts();
select is(pg_temp.is_frozen(), true, 'another account of a suspended person is frozen');
select public.unfreeze_profile(tests.id('dee2'), 'A mistake.', tests.causes(tests.id('dee2')));
select is(pg_temp.is_frozen(), false, 'one member of staff can unfreeze an account of a person whom one suspended');
rollback to before;
select pg_temp.endless('dee'), pg_temp.join_accounts();
select tests.refused('joe', $$ select public.unfreeze_profile(tests.id('dee2'), 'A mistake.', tests.causes(tests.id('dee2'))) $$, 'PT409', 'second_staff_required',
  'one member of staff cannot unfreeze an account of a person whom two suspended');
select tests.allowed('joe', $$ select public.propose_staff_act('unfreeze_profile', jsonb_build_object('profile_id', tests.id('dee2'), 'note', 'A mistake.', 'seen', tests.causes(tests.id('dee2')))) $$,
  'one member of staff can propose to unfreeze the account');
select tests.gets('joe', 'select pg_temp.is_frozen()', 'true', 'a proposal alone does not unfreeze the account');
select tests.allowed('kim', $$ select public.confirm_staff_proposal(id) from public.staff_proposals where status = 'open' and action = 'unfreeze_profile' $$,
  'another member of staff can confirm to unfreeze the account');
select tests.gets('kim', 'select pg_temp.is_frozen()', 'false', 'an account that two members of staff unfreeze is no longer frozen');

-- Another member of staff refuses the appeal against the suspension.
select tests.by('kim', $$ select public.suspend_profile(tests.id('fay'), category => 'spam', note => 'Spam.'), public.suspend_profile(tests.id('gil'), category => 'spam', note => 'Spam.') $$);
select tests.by('fay', $$ select public.appeal_suspension('It was not.') $$);
select tests.by('gil', $$ select public.appeal_suspension('It was not.') $$);
select tests.by('joe', $$ select public.decide_suspension_appeal(tests.id(name), true, 'It was.') from unnest(array['fay', 'gil']) as name $$);
select tests.refused('sam', $$ select public.unsuspend_profile(tests.id('fay'), 'A friend.') $$, 'PT409', 'second_staff_required',
  'one member of staff cannot end a suspension that another has upheld');
select tests.decide_by_two('sam', 'sue', 'unsuspend_profile', jsonb_build_object('profile_id', tests.id('fay'), 'note', 'Long enough.'));
select tests.by('gil', 'select public.delete_my_account()');
select tests.refused('sam', $$ select public.lift_ban('gil@kolpact.test') $$, 'PT409', 'second_staff_required',
  'one member of staff cannot lift the ban of a suspension that another has upheld');

-- Two members of staff suspended a person who was also invited by another suspended member.
select tests.make_invitee('jon', 'kol', tests.id('hub'));
select tests.make_member('jon2', 'brand');
select private.join_people(tests.id('jon'), tests.id('jon2'), 'inbox');
select tests.by('sam', $$ select public.suspend_profile(tests.id('hub'), true, 'spam', 'Spam.') $$);
select is((select suspended_at is not null from public.profiles where id = tests.id('jon')), true, 'an invitee is suspended with the inviter');
update public.profiles set suspended_at = null, frozen_at = null where id = tests.id('jon2');
update public.suspensions set ended_at = now(), ended_because = 'lifted' where profile_id = tests.id('jon2');
-- Another member of staff decides, because acts of one member of staff in one transaction count as one.
select tests.by('kim', $$ select public.suspend_profile(tests.id('jon2'), category => 'fraud', note => 'Cards.') $$);
select tests.by('jon2', $$ select public.appeal_suspension('They are mine.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('jon2'), true, 'They are not.') $$);
create function pg_temp.states() returns text language sql security definer as $$
  select string_agg(p.display_name || case when p.suspended_at is not null then ' suspended' when p.frozen_at is not null then ' frozen' else ' free' end, ', ' order by p.display_name)
  from public.profiles p where p.display_name ~ '^(Hub|Jon|Ivy)'
$$;
savepoint before;
select tests.by('joe', $$ select public.unsuspend_profile(tests.id('hub'), 'A mistake.', true) $$);
select is(pg_temp.states(), 'Hub free, Ivy free, Jon suspended, Jon2 suspended', 'one member of staff who reinstates the inviter with all others does not reinstate a person whom two decided on');
rollback to before;
select tests.by('hub', $$ select public.appeal_suspension('It was not.') $$);
savepoint appealed;
select tests.by('joe', $$ select public.decide_suspension_appeal(tests.id('hub'), false, 'A mistake.') $$);
select is(pg_temp.states(), 'Hub free, Ivy free, Jon suspended, Jon2 suspended', 'one member of staff who grants the appeal of the inviter does not reinstate a person whom two decided on');
rollback to appealed;
select private.run_due_work(now() + interval '8 days');
select is(pg_temp.states(), 'Hub free, Ivy free, Jon frozen, Jon2 suspended', 'neither a missed deadline of an appeal nor the end of the inviter''s term reinstates a person whom two decided on');
rollback to before;

-- Another account of the person has a longer suspension.
select tests.by('joe', $$ select public.suspend_profile(tests.id('ivy'), category => 'spam', note => 'Spam.') $$);
select tests.make_member('ivy2', 'brand');
select private.join_people(tests.id('ivy'), tests.id('ivy2'), 'inbox');
select tests.by('sue', $$ select public.suspend_profile(tests.id('ivy2'), category => 'fraud', note => 'Cards.') $$);
select private.run_due_work(now() + interval '8 days');
select matches(pg_temp.states(), 'Ivy frozen, Ivy2 suspended', 'an account whose suspension ends is frozen while another one of the person is suspended');
select private.run_due_work(now() + interval '200 days');
select matches(pg_temp.states(), 'Ivy free, Ivy2 free', 'an account is unfrozen when the suspension of the person''s other account ends');

-- Accounts that were suspended by one act are reinstated together.
select tests.by('joe', $$ select public.suspend_profile(tests.id('ivy'), category => 'spam', note => 'Spam.') $$);
select matches(pg_temp.states(), 'Ivy suspended, Ivy2 suspended', 'a suspension covers every account of the person');
select tests.by('ivy2', $$ select public.appeal_suspension('It was not.') $$);
savepoint before;
select tests.by('sam', $$ select public.decide_suspension_appeal(tests.id('ivy2'), false, 'A mistake.') $$);
select matches(pg_temp.states(), 'Ivy free, Ivy2 free', 'an appeal that is granted reinstates every account that the act suspended');
rollback to before;
select tests.by('sam', $$ select public.unsuspend_profile(tests.id('ivy'), 'A mistake.') $$);
select matches(pg_temp.states(), 'Ivy free, Ivy2 free', 'reinstating one account reinstates every account that the act suspended');

-- The account that two decided about is deleted.
select tests.make_member('kit', 'brand'), tests.make_member('lou', 'kol'), tests.make_member('lou2', 'brand');
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('lou'), tests.id('kit'), 'card');
select private.join_people(tests.id('lou'), tests.id('lou2'), 'inbox');
select pg_temp.endless('kit');
select is((select frozen_at is not null from public.profiles where id = tests.id('lou')), true, 'an account that is bound to a suspended one is frozen');
delete from auth.users where id = tests.user_id(tests.id('kit'));
select tests.refused('joe', $$ select public.unfreeze_profile(tests.id('lou'), 'A mistake.', tests.causes(tests.id('lou'))) $$, 'PT409', 'second_staff_required', 'one member of staff does not unfreeze an account bound to a deleted one that two suspended');
select tests.decide_by_two('joe', 'kim', 'lift_ban', '{"email": "kit@kolpact.test"}');
select is((select frozen_at from public.profiles where id = tests.id('lou')), null, 'an account bound to a deleted one is unfrozen when the ban of the deleted one is lifted');
select tests.by('sam', $$ select public.suspend_profile(tests.id('lou'), category => 'spam', note => 'Spam.') $$);
update public.suspensions set proposed_by = tests.id('sue') where profile_id = tests.id('lou2') and ended_at is null;
delete from auth.users where id = tests.user_id(tests.id('lou2'));
select tests.refused('joe', $$ select public.unsuspend_profile(tests.id('lou'), 'A mistake.') $$, 'PT409', 'second_staff_required', 'one member of staff does not reinstate a person whose deleted account two suspended');

-- The inviter's appeal ends a suspension.
select tests.make_member('max', 'brand');
select tests.make_invitee('ned', 'kol', tests.id('max'));
select tests.by('sam', $$ select public.suspend_profile(tests.id('max'), true, 'spam', 'Spam.') $$);
select tests.by('max', $$ select public.appeal_suspension('It was not.') $$);
select tests.by('joe', $$ select public.decide_suspension_appeal(tests.id('max'), false, 'A mistake.') $$);
select tests.refused('sam', $$ select public.suspend_profile(tests.id('ned'), category => 'spam', note => 'Spam.') $$, 'PT409', 'second_staff_required', 'one member of staff cannot suspend a member whom the inviter''s appeal reinstated');
select tests.make_member('max2', 'brand');
select private.join_people(tests.id('max'), tests.id('max2'), 'inbox');
delete from auth.users where id = tests.user_id(tests.id('max'));
select tests.refused('sam', $$ select public.suspend_profile(tests.id('max2'), category => 'spam', note => 'Spam.') $$, 'PT409', 'second_staff_required',
  'one member of staff does not suspend again a person who signed up again');
select is((select count(*) from public.notifications n where n.event = 'account_held' and n.user_id in (tests.user_id(tests.id('ivy')), tests.user_id(tests.id('ivy2')))),
  2::bigint, 'accounts whose suspensions end together are not frozen for one another: both notifications are about earlier freezes');

-- Deleted and bound accounts do not keep anybody suspended whose own suspension ends.
select tests.make_member('pia', 'brand'), tests.make_member('pia2', 'kol');
select private.join_people(tests.id('pia'), tests.id('pia2'), 'inbox');
select tests.by('sam', $$ select public.suspend_profile(tests.id('pia'), category => 'spam', note => 'Spam.') $$);
delete from auth.users where id = tests.user_id(tests.id('pia2'));
select private.run_due_work(now() + interval '8 days');
select results_eq($$ select suspended_at, frozen_at from public.profiles where id = tests.id('pia') $$, 'values (null::timestamptz, null::timestamptz)',
  'no account stays frozen for a deleted account whose suspension has ended');
select tests.refused('sam', format($$ select public.propose_staff_act('suspend_profile', jsonb_build_object('profile_id', upper(%L), 'category', 'spam', 'note', 'x')) $$, tests.id('pia')),
  'PT422', 'proposal_malformed', 'a proposal with an id in capitals is refused');

-- A freeze that staff ended does not return when the account's own suspension ends.
select tests.make_member('quin', 'brand'), tests.make_member('rio', 'kol');
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('rio'), tests.id('quin'), 'card');
select tests.by('sam', $$ select public.suspend_profile(tests.id('quin'), category => 'fraud', note => 'Cards.') $$);
select tests.by('sue', $$ select public.unfreeze_profile(tests.id('rio'), 'A flatmate.', tests.causes(tests.id('rio'))) $$);
select tests.by('joe', $$ select public.suspend_profile(tests.id('rio'), category => 'spam', note => 'Spam.') $$);
select tests.by('sue', $$ select public.unsuspend_profile(tests.id('rio'), 'A mistake.') $$);
select is((select frozen_at from public.profiles where id = tests.id('rio')), null, 'an account that staff unfroze is not frozen again when its own suspension ends');

-- An appeal ended the suspension of one account while another account of the person is suspended.
select tests.make_member('sol', 'brand'), tests.make_member('sol2', 'kol');
select tests.by('sam', $$ select public.suspend_profile(tests.id('sol'), category => 'fraud', note => 'Cards.') $$);
update public.suspensions set created_at = created_at - interval '1 hour' where profile_id = tests.id('sol');
select private.join_people(tests.id('sol'), tests.id('sol2'), 'inbox');
select tests.by('joe', $$ select public.suspend_profile(tests.id('sol2'), category => 'fraud', note => 'Cards.') $$);
select tests.by('sol', $$ select public.appeal_suspension('They are mine.') $$);
select tests.by('kim', $$ select public.decide_suspension_appeal(tests.id('sol'), false, 'A mistake.') $$);
select tests.refused('sam', $$ select public.suspend_profile(tests.id('sol'), category => 'fraud', note => 'Cards.') $$, 'PT409', 'second_staff_required',
  'one member of staff does not repeat a suspension that an appeal ended, though another account is suspended');

-- A suspension of limited time that two decided holds to its end, even if the account is deleted.
select tests.make_member('tia', 'brand'), tests.make_member('tia2', 'kol');
select private.join_people(tests.id('tia'), tests.id('tia2'), 'inbox');
select tests.by('sam', $$ select public.suspend_profile(tests.id('tia'), category => 'spam', note => 'Spam.') $$);
update public.suspensions set proposed_by = tests.id('sue') where profile_id = tests.id('tia2');
delete from auth.users where id = tests.user_id(tests.id('tia2'));
select is(private.was_decided_by_two(tests.id('tia')), true, 'a decision of two members holds for its term after the account is deleted');
select private.work_suspensions(now() + interval '8 days', 100, 'infinity');
select is(private.was_decided_by_two(tests.id('tia')), false, 'a decision of two members ends with its term');

-- Two members of staff reinstate members one by one.
select tests.make_member('uma', 'brand');
select tests.make_invitee('vic', 'kol', tests.id('uma'));
select tests.by('sam', $$ select public.suspend_profile(tests.id('uma'), true, 'spam', 'Spam.') $$);
select tests.by('uma', $$ select public.appeal_suspension('It was not.') $$);
select tests.by('joe', $$ select public.decide_suspension_appeal(tests.id('uma'), true, 'It was.') $$);
select tests.refused('sue', $$ select public.propose_staff_act('unsuspend_profile', jsonb_build_object('profile_id', tests.id('uma'), 'note', 'All.', 'with_others', true)) $$,
  'PT422', 'proposal_malformed', 'nobody can propose to two members an act that reinstates all others with a member');

-- Staff propose to lift the ban of a deleted member; then two members of staff decide about that member.
select tests.make_member('xia', 'brand');
select tests.make_invitee('yan', 'kol', tests.id('xia'));
select tests.by('sam', $$ select public.suspend_profile(tests.id('xia'), false, 'spam', 'Spam.') $$);
delete from auth.users where id = tests.user_id(tests.id('xia'));
select tests.by('sue', $$ select public.propose_staff_act('lift_ban', '{"email": "xia@kolpact.test"}') $$);
select tests.decide_by_two('joe', 'kim', 'suspend_profile',
  jsonb_build_object('profile_id', tests.id('xia'), 'with_invitees', true, 'category', 'fraud', 'note', 'Cards.', 'without_end', true));
select is((select p.status from public.staff_proposals p where p.action = 'lift_ban' and p.subject = tests.id('xia')::text), 'withdrawn',
  'a decision of two members withdraws an older proposal to lift the ban of a weaker suspension');

-- Returns the status of a proposal about the member, which a later decision of staff about the member ends.
create function pg_temp.status(action text, name text) returns text language sql security definer as $$
  select p.status from public.staff_proposals p
  where p.action = status.action and p.subject in (tests.id(name)::text, (select o.id::text from public.payouts o where o.profile_id = tests.id(name)))
$$;
select tests.make_member('zed', 'kol'), tests.make_member('zoe', 'brand');
select tests.by('sam', $$ select public.suspend_profile(tests.id('zed'), false, 'spam', 'Spam.') $$);
select tests.by('sam', $$ select public.propose_staff_act('suspend_profile', jsonb_build_object('profile_id', tests.id('zed'), 'category', 'fraud', 'note', 'Cards.', 'without_end', true)) $$);
select tests.by('zed', $$ select public.appeal_suspension('It was not.') $$);
select is(pg_temp.status('suspend_profile', 'zed'), 'open', 'an appeal that is not decided withdraws no proposal to suspend');
select tests.by('joe', $$ select public.decide_suspension_appeal(tests.id('zed'), false, 'It was not.') $$);
select is(pg_temp.status('suspend_profile', 'zed'), 'withdrawn', 'an appeal that is granted withdraws what was proposed before');
select tests.make_order(tests.id('zoe'), tests.id('zed'), 'completed', 1500000);
select private.run_due_work(now() + interval '14 days') from generate_series(1, 2);
select tests.by('zed', $$ select set_config('tests.payout', (public.request_payout(1300000, 'USD', tests.payout_method(), gen_random_uuid())).id::text, true) $$, 'aal2');
select tests.by('sam', $$ select public.propose_staff_act('release_payouts', jsonb_build_object('payout_id', current_setting('tests.payout'), 'note', 'Looked at.')) $$);
select is(pg_temp.status('release_payouts', 'zed'), 'open', 'staff propose to release a payout');
select tests.decide_by_two('joe', 'kim', 'suspend_profile', jsonb_build_object('profile_id', tests.id('zed'), 'category', 'fraud', 'note', 'Cards.', 'without_end', true));
select is(pg_temp.status('release_payouts', 'zed'), 'withdrawn', 'a suspension withdraws what was proposed about the payouts of the member');

select tests.make_member('abe', 'kol');
select tests.by('sam', $$ select public.propose_staff_act('set_trust_level', jsonb_build_object('profile_id', tests.id('abe'), 'trust_level', 'trusted')) $$);
select tests.by('sam', $$ select public.suspend_profile(tests.id('abe'), false, 'spam', 'Spam.') $$);
select is(pg_temp.status('set_trust_level', 'abe'), 'withdrawn', 'a suspension withdraws a proposal to trust the member');
update public.suspensions s set proposed_by = tests.id('joe') where s.profile_id = tests.id('abe');
select tests.by('abe', $$ select public.appeal_suspension('It was not.') $$);
select tests.by('sue', $$ select public.propose_staff_act('unsuspend_profile', jsonb_build_object('profile_id', tests.id('abe'), 'note', 'Enough.')) $$);
select is(pg_temp.status('unsuspend_profile', 'abe'), 'open', 'staff propose to reinstate a member who appeals');
select tests.by('kim', $$ select public.decide_suspension_appeal(tests.id('abe'), true, 'It was.') $$);
select is(pg_temp.status('unsuspend_profile', 'abe'), 'withdrawn', 'a refused appeal withdraws the proposal to reinstate');

-- A refused appeal of one account ends proposals about the person's other account.
select tests.make_member('fin', 'brand'), tests.make_member('fin2', 'brand');
select private.join_people(tests.id('fin'), tests.id('fin2'), 'inbox');
select tests.by('sam', $$ select public.suspend_profile(tests.id('fin'), false, 'spam', 'Spam.') $$);
select tests.by('fin', $$ select public.appeal_suspension('It was not.') $$);
select tests.by('joe', $$ select public.propose_staff_act('unsuspend_profile', jsonb_build_object('profile_id', tests.id('fin2'), 'note', 'A friend.')) $$);
select tests.by('kim', $$ select public.decide_suspension_appeal(tests.id('fin'), true, 'It was.') $$);
select is(pg_temp.status('unsuspend_profile', 'fin2'), 'withdrawn', 'a refused appeal withdraws the proposal to reinstate another account of the person');

-- Suspends Ula, whose appeal nobody decides; that decides about this suspension alone.
select tests.make_member('ula', 'brand');
select tests.by('sam', $$ select public.suspend_profile(tests.id('ula'), false, 'fraud', 'Cards.') $$);
select tests.by('ula', $$ select public.appeal_suspension('They are mine.') $$);
select tests.by('sue', $$ select public.propose_staff_act('suspend_profile', jsonb_build_object('profile_id', tests.id('ula'), 'category', 'fraud', 'note', 'Cards.', 'without_end', true)) $$);
select private.run_due_work(now() + interval '8 days');
select results_eq($$ select ended_because from tests.suspensions() where profile_id = tests.id('ula') $$, array['no_decision'], 'a suspension ends without a decision about its appeal');
select is(pg_temp.status('suspend_profile', 'ula'), 'open', 'an appeal that staff do not decide withdraws no proposal to ban the member');

-- Staff propose to give Val unclaimed money, and then suspend Val.
select tests.make_member('val', 'brand');
select tests.by('service', $$ select public.record_payment('sandbox', 'unclaimed', null, 2000000, 'USD') $$);
select tests.by('sam', format($$ select public.propose_staff_act('resolve_suspense', '{"payment_id": "%s", "profile_id": "%s", "note": "Theirs.", "amount_minor": 2000000}') $$, (select id from public.payments where provider_ref = 'unclaimed'), tests.id('val')));
select tests.by('joe', $$ select public.suspend_profile(tests.id('val'), false, 'fraud', 'Cards.') $$);
select is((select p.status from public.staff_proposals p where p.action = 'resolve_suspense'), 'withdrawn', 'a suspension withdraws a proposal to give the member unclaimed money');

-- A deleted member of staff leaves no proposal that would prevent others from proposing the same.
select tests.make_member('wil', 'brand'), tests.make_staff('tom');
select tests.by('tom', $$ select public.propose_staff_act('suspend_profile', jsonb_build_object('profile_id', tests.id('wil'), 'category', 'fraud', 'note', 'Cards.', 'without_end', true)) $$);
select tests.refused('sam', $$ select public.propose_staff_act('suspend_profile', jsonb_build_object('profile_id', tests.id('wil'), 'category', 'fraud', 'note', 'Cards.', 'without_end', true)) $$,
  'PT409', 'proposal_exists', 'an act is proposed once');
update public.profiles set is_staff = false where id = tests.id('tom');
select tests.allowed('sam', $$ select public.propose_staff_act('suspend_profile', jsonb_build_object('profile_id', tests.id('wil'), 'category', 'fraud', 'note', 'Cards.', 'without_end', true)) $$,
  'a void proposal of former staff is replaced');
