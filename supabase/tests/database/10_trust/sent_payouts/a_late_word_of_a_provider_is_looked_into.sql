-- cast: brand brand, ann kol, cyd kol, dan kol, sam staff, sue staff
select tests.earn('ann', 'cyd', 'dan');
create temporary table p as select name, tests.send_later(name, 4000) as id from unnest(array['ann', 'cyd', 'dan']) as name;
create function pg_temp.id(who text) returns uuid language sql security definer as $$ select id from p where name = who $$;
create function pg_temp.report(who text, state text) returns text language sql as $$
  select r.status from private.record_payout_state(pg_temp.id(who), 1, state, 'po_' || who, null, null, null) as r $$;
create function pg_temp.alarm() returns text language sql as $$
  select case when not h.is_fine then h.detail end from private.market_health() as h where h.name = 'payouts_late_states' $$;
select private.claim_payouts('{sandbox}', 10, now() + interval '1 hour');

select pg_temp.report('ann', state) from unnest(array['sent', 'arrived', 'returned', 'arrived', 'sent']) as state;
select is(pg_temp.alarm(), null, 'reports of what is booked already are ignored, in any order');
select pg_temp.report('dan', state) from unnest(array['returned', 'sent', 'arrived']) as state;
select is(pg_temp.alarm(), null, 'a report of a payout that was returned before it was known to be sent is ignored, too');

-- The sender reported that nothing was sent, and its next attempt may be on its way.
select public.retry_payout(pg_temp.id('cyd'), 1, 'balance_insufficient');
select is(pg_temp.report('cyd', 'failed'), 'requested', 'a report that a closed attempt failed changes nothing');
select is(pg_temp.alarm(), null, 'a report that a closed attempt failed raises no alarm');
select is(pg_temp.report('cyd', 'sent'), 'requested', 'a late report that a closed attempt was sent books nothing');
select is(pg_temp.alarm(), '1 are said to have left after their money was the member''s again', 'a late report that a closed attempt was sent raises an alarm');
select is_empty($$ select from private.claim_payouts('{sandbox}', 10, now() + interval '1 day') $$, 'a payout whose closed attempt turns out to be sent is not sent again');
select tests.refused('cyd', $$ select public.withdraw_payout(pg_temp.id('cyd')) $$, 'PT409', 'payout_being_sent', 'a member cannot withdraw a payout whose closed attempt turns out to be sent');
select tests.act_as(tests.id('sam'));
select results_eq('select kept_because from tests.payouts()', $$ values ('late_state') $$, 'staff read why a payout is not sent again');
select results_eq($$ select id, has_late_state from tests.payouts('failed') limit 1 $$, $$ select pg_temp.id('cyd'), true $$, 'a payout that turns out to be sent is listed first among the failed ones');
select is((select waiting from public.staff_queue() where section = 'failed'), 1, 'a payout that turns out to be sent is counted as waiting for staff');
select throws_ok($$ select public.release_payouts('Fine.', pg_temp.id('cyd')) $$, 'PT409', 'second_staff_required', 'one member of staff cannot end the alarm about a payout that turns out to be sent');
savepoint proposed;
select public.propose_staff_act('release_payouts', jsonb_build_object('note', 'Fine.', 'payout_id', pg_temp.id('cyd')));
select is((select i -> 'is_proposed' from tests.listed('failed') as i limit 1), 'true', 'the list says that the end of an alarm about a payout waits for a second member of staff');
rollback to proposed;
select tests.decide_by_two('sam', 'sue', 'release_payouts', jsonb_build_object('note', 'It was another one.', 'payout_id', pg_temp.id('cyd')));
select is(pg_temp.alarm(), null, 'the alarm about a payout ends when two members of staff have looked into it');
select results_eq($$ select attempt from private.claim_payouts('{sandbox}', 10, now() + interval '1 day') $$, 'values (2)', 'a payout is sent again once two members of staff have looked into it');

select private.record_payout_state(pg_temp.id('cyd'), 2, 'failed', null, null, null, 'account_closed');
select private.record_payout_state(pg_temp.id('cyd'), 2, 'sent', 'po_2', null, null, null);
select isnt(pg_temp.alarm(), null, 'a failed payout that turns out to be sent raises an alarm');
create temporary table anew as select tests.send_later('cyd', 3000) as id;
select is(private.kept_because(o), 'late_state', 'a payout that turns out to be sent holds back the next payout of the member') from public.payouts o join anew using (id);
select private.record_payout_state(pg_temp.id('cyd'), 2, 'returned', 'po_2', null, null, null);
select is(pg_temp.alarm(), null, 'the alarm about a payout ends once its money comes back');
-- Makes two payouts that have late reports at once.
create temporary table both_late as select name, tests.send_later(name, 500) as id from unnest(array['ann', 'dan']) as name;
create function pg_temp.late(who text) returns uuid language sql security definer as $$ select id from both_late where name = who $$;
select private.claim_payouts('{sandbox}', 10, now() + interval '2 days');
select public.retry_payout(id, 1, 'balance_insufficient') from both_late;
select tests.by('sam', $$ select public.propose_staff_act('release_payouts', jsonb_build_object('note', 'Fine.', 'payout_id', pg_temp.late('ann'))) $$);
select private.record_payout_state(id, 1, 'sent', 'po_late_' || name, null, null, null) from both_late;
select is((select status from public.staff_proposals where subject = pg_temp.late('ann')::text), 'withdrawn', 'a late report withdraws a release that was proposed before it');
select tests.decide_by_two('sam', 'sue', 'release_payouts', jsonb_build_object('note', 'It was another one.', 'payout_id', pg_temp.late('ann')));
select results_eq('select name from both_late where private.has_late_state(id)', $$ values ('dan') $$, 'a decision about one payout does not end the alarm about another');
