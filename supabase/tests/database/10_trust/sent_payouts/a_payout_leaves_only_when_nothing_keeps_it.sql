-- cast: brand brand, ann kol, sam staff, sue staff
select tests.make_order(tests.id('brand'), tests.id('ann'), 'completed', price) from (values (10000::bigint), (3000000)) as o (price);
select private.run_due_work(now() + interval '14 days') from generate_series(1, 2);
create temporary table p as select tests.send_later('ann', 4000) as id;
create function pg_temp.id() returns uuid language sql security definer as $$ select id from p $$;
create function pg_temp.kept() returns text language sql security definer as $$
  select private.kept_because(o) from public.payouts o join p using (id) $$;
create function pg_temp.claimed() returns bigint language plpgsql as $$
begin
  return (select count(*) from private.claim_payouts('{sandbox}', 10, now() + interval '1 hour'));
exception when others then return -1;
end; $$;

select tests.refused('sam', $$ select public.halt_payouts(' ', pg_temp.id()) $$, 'PT422', 'reason_required', 'a payout is not stopped without a reason');
select tests.refused('sam', $$ select public.halt_payouts(repeat('x', 501)) $$, 'PT400', 'payout_halts_reason_length', 'a reason has at most 500 characters');
select tests.allowed('sam', $$ select public.halt_payouts('Looks odd.', pg_temp.id()) $$, 'one member of staff can stop a payout');
select tests.allowed('sam', $$ select public.halt_payouts(' Looks odd.', pg_temp.id()) $$, 'a stop whose answer was lost can be repeated');
select tests.refused('sam', $$ select public.halt_payouts('Very odd.', pg_temp.id()) $$, 'PT409', 'payout_halted', 'the reason of a stop cannot be changed by another stop');
select tests.refused('sue', $$ select public.halt_payouts('Looks odd.', pg_temp.id()) $$, 'PT409', 'payout_halted', 'a colleague is notified that a payout is stopped');
select tests.refused('sue', $$ select public.halt_payouts('Twice.', pg_temp.id()) $$, 'PT409', 'payout_halted', 'a payout is stopped once');
select is(pg_temp.claimed(), 0::bigint, 'a stopped payout is not sent');
select tests.finds('sam', 'select kept_because, halt_reason from tests.payouts()', $$ values ('halted', 'Looks odd.') $$, 'the queue says why a payout is held back');
select tests.refused('sam', $$ select public.release_payouts('It is fine.', pg_temp.id()) $$, 'PT409', 'payout_halted', 'a stop with another reason than the one that was seen cannot be ended');
select tests.allowed('sam', $$ select public.release_payouts('It is fine.', pg_temp.id(), 'Looks odd.') $$, 'one member of staff can release a small payout');
select tests.allowed('sam', $$ select public.halt_payouts('The bank is down.') $$, 'one member of staff can stop all payouts');
select is(pg_temp.claimed(), 0::bigint, 'no payout is sent while all are stopped');
select tests.gets('sam', $$ select public.staff_list('alarms') ->> 'halted' $$, 'The bank is down.', 'the alarms say why all payouts are stopped');
select tests.refused('sam', $$ select public.release_payouts('Up again.', halt_reason => 'The bank is down.') $$, 'PT409', 'second_staff_required', 'one member of staff cannot release all payouts');
select tests.by('sam', $$ select public.propose_staff_act('release_payouts', '{"note": "Up again.", "halt_reason": "The bank is down."}') $$);
select tests.act_as(tests.id('sue'));
select is(public.staff_list('alarms') -> 'is_release_proposed', 'true', 'the alarms say that the release of all waits for a second member of staff');
select is((public.staff_list('proposals') #> '{rows,0,halt}') - '{since,by}'::text[], '{"reason": "The bank is down.", "waiting": [{"currency": "USD", "payouts": 1, "amount_minor": 4000}]}',
  'the second member of staff reads why all payouts are stopped, and what waits');
select isnt(public.staff_list('proposals') #>> '{rows,0,halt,by}', null, 'the second member of staff reads who stopped all payouts');
select public.confirm_staff_proposal(id) from public.staff_proposals where status = 'open';
select is(public.staff_list('alarms') -> 'is_release_proposed', 'false', 'a release that is done waits for no second member of staff');
select tests.refused('sam', $$ select public.propose_staff_act('release_payouts', '{"note": "Odd.", "profile_id": "oops"}') $$, 'PT422', 'proposal_malformed', 'a proposal with a malformed id is refused, because it would break the lists of staff');
select tests.refused('sam', $$ select public.propose_staff_act('release_payouts', '{"note": "Again."}') $$, 'PT409', 'payouts_not_halted', 'payouts that are not stopped are not released');
select set_eq($$ select action, details ->> 'reason' from public.staff_audit where action = 'halt_payouts' $$, $$ values ('halt_payouts', 'Looks odd.'), ('halt_payouts', 'The bank is down.') $$,
  'stops are in the audit log');
select is(pg_temp.kept(), null, 'nothing holds back a payout that was released');

-- Makes another payout of the day, which counts towards the limit.
create temporary table more as select tests.send_later('ann', 998000) as id;
grant select on more to authenticated;
select results_eq('select private.kept_because(o) from public.payouts o join more using (id)', $$ values ('above_limit') $$, 'payouts of a day above the limit wait for staff');
select tests.finds('ann', 'select public.kept_payouts()', 'select id from more', 'a creator reads which payout is held back, and no other one');
create function pg_temp.large() returns uuid language sql security definer as $$ select id from more $$;
select tests.refused('sam', $$ select public.release_payouts('Large.', pg_temp.large()) $$, 'PT409', 'second_staff_required', 'one member of staff cannot release a payout above the limit');
select tests.by('sam', $$ select public.propose_staff_act('release_payouts', jsonb_build_object('note', 'Large.', 'payout_id', pg_temp.large())) $$);
select tests.gets('sue', $$ select public.staff_list('proposals') #>> '{rows,0,payout,amount_minor}' $$, '998000', 'the member of staff who confirms a release reads the amount');
select tests.by('sam', $$ select public.withdraw_staff_proposal(id) from public.staff_proposals where action = 'release_payouts' and status = 'open' $$);
select tests.decide_by_two('sam', 'sue', 'release_payouts', jsonb_build_object('note', 'Large.', 'payout_id', pg_temp.large()));
select results_eq('select private.kept_because(o) from public.payouts o join more using (id)', 'values (null::text)', 'two members of staff release a payout above the limit');

-- Tests reasons that concern the member or the payout account.
update public.profiles set frozen_at = now() where id = tests.id('ann');
select is(pg_temp.kept(), 'frozen', 'a payout of a frozen member waits');
update public.profiles set frozen_at = null where id = tests.id('ann');
update private.payout_accounts set status = 'restricted';
select is(pg_temp.kept(), 'account', 'a payout waits while its account is not open');
update private.payout_accounts set status = 'active';
update public.payouts set released_at = null where id = pg_temp.id();
update public.profiles set suspended_at = now() where id = tests.id('ann');
select is(pg_temp.kept(), 'suspended', 'a payout of a suspended member waits');
update public.profiles set suspended_at = null where id = tests.id('ann');
update public.payouts set released_at = now() where id = pg_temp.id();
select is(pg_temp.claimed(), 2::bigint, 'payouts that nothing holds back are sent');
update public.profiles set frozen_at = now() where id = tests.id('ann');
select bag_eq($$ select is_repeat, may_send from private.claim_payouts('{sandbox}', 10, now() + interval '2 hours') $$, $$ values (true, false), (true, false) $$,
  'a payout that was begun is looked for, but not sent, while its member is frozen');
update public.profiles set frozen_at = null where id = tests.id('ann');

select tests.refused('sam', $$ select public.take_payout(pg_temp.id()) $$, 'PT409', 'payout_sent_by_provider', 'staff do not send what a provider sends');
select tests.refused('sam', $$ select public.record_payout_failed(pg_temp.id(), 'No.') $$, 'PT409', 'payout_being_sent', 'staff cannot return a payout that a provider is sending');
savepoint long_ago;
update public.payouts set taken_at = now() - interval '25 hours' where id = pg_temp.id();
select private.note_transfer(pg_temp.id(), 1, 'tr_1');
select tests.refused('sam', $$ select public.record_payout_failed(pg_temp.id(), 'No.') $$, 'PT409', 'payout_being_sent', 'staff cannot return a payout later either, while nobody has reversed its transfer at the provider');
rollback to long_ago;
select private.record_payout_state(pg_temp.id(), 1, 'sent', 'po_1', null, null, null);
select is((private.record_payout_state(pg_temp.id(), 1, 'failed', null, null, null, null)).status, 'sent', 'a sender''s late report that nothing was sent returns no money');

-- Makes a payout that is stopped a second time, while a screen still shows the first stop.
create temporary table again as select tests.send_later('ann', 1000) as id;
grant select on again to authenticated;
update private.settings set value = 1000000 where key = 'two_staff_above';
select tests.by('sam', $$ select public.halt_payouts('Asking the member.', id) from again $$);
select tests.by('sue', $$ select public.release_payouts('The member says fine.', id, 'Asking the member.') from again $$);
select tests.by('sue', $$ select public.halt_payouts('A stolen account.', id) from again $$);
select tests.refused('sam', $$ select public.release_payouts('The member says fine.', id, 'Asking the member.') from again $$, 'PT409', 'payout_halted',
  'a release from an outdated screen does not end the later stop of a colleague');
select tests.by('sam', $$ select public.halt_payouts('The bank is down again.') $$);
select tests.refused('sue', $$ select public.propose_staff_act('release_payouts', '{"note": "Up.", "halt_reason": "The bank is down."}') $$, 'PT409', 'payout_halted',
  'a release from an outdated screen does not end the later stop of all payouts');
select tests.by('sue', $$ select public.release_payouts('It was hers.', id, 'A stolen account.') from again $$);
select tests.allowed('sue', $$ select public.release_payouts('It was hers.', id, 'A stolen account.') from again $$, 'repeating a release is not refused');
