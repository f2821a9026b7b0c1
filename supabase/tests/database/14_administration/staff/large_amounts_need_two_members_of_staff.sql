-- cast: ann kol, bob brand, sam staff, sue staff, joe staff
select tests.make_order(tests.id('bob'), tests.id('ann'), 'disputed', 1000000);
select tests.by('sam', 'select tests.hear()');
select tests.allowed('sam', $$ select public.resolve_dispute(tests.order_id(), 250000, 'Half.') $$, 'one member of staff rules on an order up to the limit');
select tests.make_order(tests.id('bob'), tests.id('ann'), 'disputed', 1000001);
create function pg_temp.ruling(share int default 250000) returns jsonb language sql as $$
  select jsonb_build_object('order_id', tests.order_id(), 'creator_share_minor', share, 'note', 'Half.')
$$;
create function pg_temp.waiting() returns uuid language sql as $$
  select id from public.staff_proposals where status = 'open'
$$;
select tests.act_as(tests.id('sam'));
select tests.hear();
select throws_ok($$ select public.resolve_dispute(tests.order_id(), 250000, 'Half.') $$, 'PT409', 'second_staff_required', 'one member of staff cannot rule on an order above the limit');
select throws_ok($$ select public.propose_staff_act('resolve_dispute', pg_temp.ruling(1000002)) $$, 'PT422', 'share_out_of_range',
  'a ruling that is impossible cannot be proposed');
select throws_ok($$ select public.propose_staff_act('appoint_staff', '{}') $$, 'PT422', 'proposal_malformed', 'an act that is no act of staff cannot be proposed');
select lives_ok($$ select public.propose_staff_act('resolve_dispute', pg_temp.ruling()) $$, 'a ruling above the limit is proposed');
select is((public.propose_staff_act('resolve_dispute', pg_temp.ruling())).id, pg_temp.waiting(), 'a proposal that its author repeats answers as the first one');
select throws_ok($$ select public.propose_staff_act('resolve_dispute', pg_temp.ruling(1)) $$, 'PT409', 'proposal_exists', 'a proposal with other arguments is another proposal');
select is(status, 'disputed', 'a proposed ruling leaves the order in dispute') from public.pack_orders where id = tests.order_id();
select is_empty($$ select from public.staff_audit where action = 'resolve_dispute' and subject_id = tests.order_id() $$, 'a proposed ruling is not recorded as done');
select throws_ok($$ select public.resolve_dispute(tests.order_id(), 250000, 'Half.') $$, 'PT409', 'second_staff_required', 'a proposal does not let its author rule alone');
select throws_ok($$ select public.confirm_staff_proposal(pg_temp.waiting()) $$, 'PT409', 'second_staff_required', 'a member of staff cannot confirm their own proposal');
select tests.gets('sue', $$ select count(*) from public.staff_proposals where action = 'resolve_dispute' $$, '0', 'staff who have not read the case cannot read its proposal');
select tests.by('sue', 'select tests.read_case()');
select tests.refused('sue', $$ select public.propose_staff_act('resolve_dispute', pg_temp.ruling(1)) $$, 'PT409', 'proposal_exists', 'a second proposal about one order is refused');
update public.referrals set inviter_id = tests.id('sue'), invite_id = null where invitee_id = tests.id('ann');
select set_config('tests.proposal', pg_temp.waiting()::text, true);
select tests.refused('sue', $$ select public.confirm_staff_proposal(current_setting('tests.proposal')::uuid) $$, 'PT403', 'not_allowed', 'a member of staff cannot confirm a proposal in their own case');
select tests.by('joe', $$ select set_config('tests.proposal', (select is_proposed::text from public.staff_orders(array[tests.order_id()])), true) $$);
select tests.gets('joe', $$ select current_setting('tests.proposal') $$, 'true', 'staff who have not read the case see that a ruling is proposed');
select set_config('tests.proposal', pg_temp.waiting()::text, true);
select tests.act_as(tests.id('joe'));
select throws_ok($$ select public.confirm_staff_proposal(current_setting('tests.proposal')::uuid) $$, 'PT409', 'dispute_not_read', 'staff who have not read the case cannot confirm its proposal');
select tests.read_case();
select set_config('tests.proposal', pg_temp.waiting()::text, true);
savepoint read;
select tests.by('bob', $$ select public.give_evidence(tests.order_id(), 'One more fact.') $$);
select tests.by('joe', 'select tests.read_case()');
select tests.refused('joe', $$ select public.confirm_staff_proposal(pg_temp.waiting()) $$, 'PT409', 'dispute_not_read_by_proposer', 'a ruling is not confirmed before its proposer has read later statements');
select tests.by('sam', 'select tests.read_case()');
select tests.act_as(tests.id('joe'));
select lives_ok($$ select public.confirm_staff_proposal(pg_temp.waiting()) $$, 'a ruling is confirmed once both have read all statements');
rollback to read;
select tests.act_as_owner();
select tests.charge_back(tests.payment(), 1000);
create temporary table disputed as select id from private.chargebacks;
grant select on disputed to authenticated;
select tests.by('sam', $$ select public.read_evidence(id) from disputed $$);
select tests.act_as(tests.id('joe'));
select tests.read_case();
select lives_ok($$ select public.confirm_staff_proposal(pg_temp.waiting()) $$, 'reading the evidence for a bank does not undo the reading of the case');
rollback to read;
select tests.by('bob', $$ select public.propose_settlement(tests.order_id(), 12345) $$);
select tests.refused('joe', $$ select public.confirm_staff_proposal(pg_temp.waiting()) $$, 'PT409', 'dispute_not_read', 'the member of staff who confirms has read the proposed splits, too');
select tests.act_as(tests.id('joe'));
select tests.read_case();
select lives_ok($$ select public.confirm_staff_proposal(pg_temp.waiting()) $$, 'another member of staff confirms the ruling');
select is(creator_share_minor, 250000::bigint, 'a confirmed ruling is carried out') from public.pack_orders where id = tests.order_id();
select is((public.confirm_staff_proposal(current_setting('tests.proposal')::uuid)).status, 'confirmed', 'the member of staff who confirmed may repeat the request');
select throws_ok($$ select public.withdraw_staff_proposal(current_setting('tests.proposal')::uuid) $$, 'PT409', 'proposal_not_open', 'the member of staff who confirmed cannot withdraw the proposal');
select tests.refused('sam', $$ select public.confirm_staff_proposal(current_setting('tests.proposal')::uuid) $$, 'PT409', 'proposal_not_open', 'a confirmed proposal cannot be confirmed again by another member of staff');
select tests.finds('joe', $$ select actor_id, details ->> 'proposed_by' from public.staff_audit where action = 'confirm_staff_proposal' $$,
  $$ values (tests.id('joe'), tests.id('sam')::text) $$, 'the record of a confirmation names both members of staff');

-- Records payments that fit no order.
select tests.act_as_service();
select public.record_payment('sandbox', 'small', null, 400000, 'USD'), public.record_payment('sandbox', 'small-coins', null, 6000000000, 'USDC'), public.record_payment('sandbox', 'one more', null, 1, 'USD'), public.record_payment('sandbox', 'large', null, 10000000001, 'USDC');
select tests.act_as_owner();
create function pg_temp.paid(reference text) returns uuid language sql security definer as $$ select id from public.payments where provider_ref = reference $$;
update public.payments set payer_id = tests.id('bob') where provider_ref in ('small', 'small-coins', 'one more', 'large');
-- Dates the rulings that sam made alone to the day before.
update private.staff_decisions set created_at = now() - interval '1 day';
select tests.allowed('sam', $$ select public.resolve_suspense(pg_temp.paid('small'), tests.id('bob'), 'His.', 400000) $$,
  'one member of staff resolves a small suspense payment');
select tests.allowed('sam', $$ select public.resolve_suspense(pg_temp.paid('small-coins'), tests.id('bob'), 'His.', 6000000000) $$,
  'one member of staff resolves a small suspense payment in USDC');
select tests.refused('sam', $$ select public.resolve_suspense(pg_temp.paid('one more'), tests.id('bob'), 'His.', 1) $$,
  'PT409', 'second_staff_required', 'a further payment beyond the limit of the day needs two members of staff, however small it is');
select tests.allowed('sue', $$ select public.resolve_suspense(pg_temp.paid('one more'), tests.id('bob'), 'His.', 1) $$,
  'each member of staff has a limit of their own');
select tests.refused('sam', $$ select public.resolve_suspense(pg_temp.paid('large'), tests.id('bob'), 'His.', 10000000001) $$,
  'PT409', 'second_staff_required', 'a large suspense payment in USDC needs two members of staff');
select tests.by('sam', $$ select public.propose_staff_act('resolve_suspense', jsonb_build_object(
  'payment_id', pg_temp.paid('large'), 'profile_id', tests.id('bob'), 'note', 'His.', 'amount_minor', 10000000001)) $$);
select tests.by('joe', $$ select public.confirm_staff_proposal(pg_temp.waiting()) $$);
select is(tests.balance(tests.id('bob'), 'wallet', 'USDC'), 16000000001, 'the confirmed suspense payment is in the wallet of the brand');
select is((select count(*)::int from private.staff_decisions), 4, 'an act by two members of staff counts for neither one''s daily limit');

-- Settings that decide about money.
select tests.refused('sam', $$ select public.update_setting('creator_fee', 20) $$, 'PT409', 'second_staff_required', 'a change of the fee needs two members of staff');
select tests.refused('sam', $$ select public.update_setting('two_staff_above', 1000000) $$, 'PT409', 'second_staff_required', 'a change of the limit itself needs two members of staff');
select tests.by('sam', $$ select public.propose_staff_act('update_setting', '{"key": "creator_fee", "value": 20}') $$);
select tests.allowed('joe', $$ select public.withdraw_staff_proposal(pg_temp.waiting()) $$, 'another member of staff withdraws a proposal');
select tests.gets('joe', $$ select private.setting('creator_fee') $$, '10', 'a withdrawn proposal changes nothing');
select set_eq($$ select a.action, p.subject, a.actor_id from public.staff_audit a join public.staff_proposals p on p.id = a.subject_id
  where p.action = 'update_setting' $$,
  $$ values ('propose_staff_act', 'creator_fee', tests.id('sam')), ('withdraw_staff_proposal', 'creator_fee', tests.id('joe')) $$, 'a proposal and its withdrawal are recorded');
select tests.by('joe', $$ select public.propose_staff_act('update_setting', '{"key": "creator_fee", "value": 12}') $$);
select tests.by('joe', $$ select set_config('tests.proposal', pg_temp.waiting()::text, true) $$);
select tests.unguarded('public.staff_proposals', $$ update public.staff_proposals set expires_at = now() where id = current_setting('tests.proposal')::uuid $$, 'staff_proposals_decided_once');
select tests.refused('sam', $$ select public.confirm_staff_proposal(current_setting('tests.proposal')::uuid) $$, 'PT409', 'proposal_not_open', 'an expired proposal cannot be confirmed');
select tests.allowed('sam', $$ select public.propose_staff_act('update_setting', '{"key": "creator_fee", "value": 12}') $$, 'an expired proposal can be made again');
select tests.by('sam', $$ select public.propose_staff_act('update_setting', '{"key": "buyer_fee", "value": 4}') $$);
select tests.allowed('joe', $$ select public.confirm_staff_proposal(id) from public.staff_proposals where subject = 'buyer_fee' $$, 'another proposal about a setting is confirmed');
select tests.gets('joe', $$ select private.setting('buyer_fee') $$, '4', 'the confirmed setting is changed');
select tests.gets('joe', $$ select public.staff_list('proposals') #>> '{rows,0,is_void}' $$, 'false', 'a proposal of present staff is not listed as void');
update public.profiles set suspended_at = now() where id = tests.id('sam');
select tests.gets('joe', $$ select public.staff_list('proposals') #>> '{rows,0,is_void}' $$, 'true', 'a proposal of a suspended member of staff is listed as void');
select tests.refused('joe', $$ select public.confirm_staff_proposal(pg_temp.waiting()) $$, 'PT409', 'proposal_not_open',
  'a proposal of a suspended member of staff cannot be confirmed');
-- The brand turns out to be a relative of the author of a proposal about it.
update public.profiles set suspended_at = null where id = tests.id('sam');
select tests.by('sam', format('select public.propose_staff_act(''set_trust_level'', ''{"profile_id": "%s", "trust_level": "trusted"}'')', tests.id('bob')));
update public.referrals set inviter_id = tests.id('sam'), invite_id = null where invitee_id = tests.id('bob');
select tests.gets('joe', $$ select jsonb_agg(p -> 'is_void') from tests.listed('proposals') as p where p ->> 'action' = 'set_trust_level' $$, '[true]', 'a proposal in what has become a case of its author''s own is listed as void');
select tests.refused('joe', $$ select public.confirm_staff_proposal(p.id) from public.staff_proposals p where p.action = 'set_trust_level' $$, 'PT409', 'proposal_not_open',
  'a proposal in what has become a case of its author''s own cannot be confirmed');
select throws_ok($$ update public.staff_proposals set arguments = '{}' $$, 'PT403', 'append_only', 'a proposal cannot be changed');
