-- cast: brand brand, ann kol, cyd kol, dan kol, eve kol
select tests.earn('ann', 'cyd', 'dan', 'eve');
create temporary table p as select name, tests.send_later(name, 4000) as id from unnest(array['ann', 'cyd', 'dan', 'eve']) as name;
select private.claim_payouts('{sandbox}', 10, now() + interval '1 hour');
create function pg_temp.report(who text, state text, reference text default null, trace text default null, day date default null, reason text default null) returns text language sql as $$
  select concat_ws(' ', r.status, r.provider_ref, r.trace, r.expected_on, r.failure_reason) from p, private.record_payout_state(p.id, 1, state, reference, trace, day, reason) as r where p.name = who $$;
create function pg_temp.money(who text) returns bigint[] language sql as $$
  select array[tests.balance(tests.id(who), 'available'), tests.balance(tests.id(who), 'in_transit')] $$;
select throws_ok($$ select pg_temp.report('ann', 'gone') $$, 'PT422', 'payout_state_unknown', 'an unknown state is refused');
select throws_ok($$ select pg_temp.report('ann', null) $$, 'PT422', 'payout_state_unknown', 'a report without a state is refused');
select is(pg_temp.report('ann', 'pending'), 'requested', 'a payout that the provider has not sent yet stays open');
select throws_ok($$ select pg_temp.report('ann', 'sent') $$, 'PT400', 'payouts_provider_ref_length', 'a payout is not sent without a reference');
select is(pg_temp.report('ann', 'sent', 'po_1', null, current_date + 2), 'sent po_1 ' || current_date + 2, 'a payout that was sent has its reference and its day');
select set_eq('select p.name, a.leased_until > current_date + 2 from p join private.payout_attempts a on a.payout_id = p.id',
  $$ values ('ann', true), ('cyd', false), ('dan', false), ('eve', false) $$, 'the provider is asked again a day after a payout should have arrived');
select is(pg_temp.report('ann', 'sent', 'po_1', 'TRACE7'), 'sent po_1 TRACE7 ' || current_date + 2, 'the trace number is stored when it is reported later');
select is(pg_temp.money('ann'), '{5000,0}', 'money that was sent is no longer in transit');
select is(pg_temp.report('ann', 'arrived', 'po_1'), 'arrived po_1 TRACE7 ' || current_date + 2, 'a payout arrives');
select is(pg_temp.report('ann', 'sent', 'po_1'), 'arrived po_1 TRACE7 ' || current_date + 2, 'a late report that a payout was sent changes nothing after it arrived');
select is(tests.balance(null, 'cash'), (select -sum(amount_minor) + 4000 from public.payments)::bigint, 'the money of a payout leaves the cash account once');
select is((select count(*)::int from public.notifications where event = 'payout_sent'), 1, 'a creator receives one notice of a payout that was sent');

-- The bank returns a payout, even after it had arrived.
select is(pg_temp.report('ann', 'returned', 'po_1', reason => 'account_closed'), 'returned po_1 TRACE7 ' || current_date + 2 || ' account_closed', 'a payout that arrived can come back');
select is(pg_temp.report('ann', 'failed', 'po_1'), 'returned po_1 TRACE7 ' || current_date + 2 || ' account_closed', 'a payout is returned only once');
select is(pg_temp.report('ann', 'arrived', 'po_1'), 'returned po_1 TRACE7 ' || current_date + 2 || ' account_closed', 'a payout that came back does not arrive');
select is(pg_temp.money('ann'), '{9000,0}', 'money that came back is available');
select results_eq($$ select event, message from public.notifications where event = 'payout_failed' $$, $$ values ('payout_failed', 'The money is back in your balance, less anything taken for a payment that was taken back; Payments says why it was not sent.') $$, 'the creator receives a notice of a payout that came back');

-- A payout never left, and its reports come in the wrong order.
select is(pg_temp.report('cyd', 'failed', reason => 'account_not_found'), 'failed account_not_found', 'a payout that the provider refuses has failed');
select is(pg_temp.report('cyd', 'sent', 'po_2'), 'failed account_not_found', 'a late report that a payout was sent changes nothing after it failed');
select is(pg_temp.money('cyd'), '{9000,0}', 'money that was never sent is available');
select is(pg_temp.report('dan', 'arrived', 'po_3'), 'arrived po_3', 'a payout can arrive before it is known to be sent');
select is(pg_temp.money('dan'), '{5000,0}', 'a payout that arrives at once is booked once');
select is(pg_temp.report('eve', 'returned', 'po_4'), 'failed bank_refused', 'a payout can come back before it is known to be sent');
select is(pg_temp.money('eve'), '{9000,0}', 'a payout that came back at once is booked once');
select throws_ok($$ update public.payouts set status = 'sent' where provider_ref = 'po_1' $$, 'PT403', 'append_only', 'a payout that came back is never sent again');
select throws_ok($$ update public.payouts set status = 'sent' where provider_ref = 'po_3' $$, 'PT403', 'append_only', 'a payout that arrived does not return to the sent state');
select throws_ok($$ update public.payouts set provider_ref = 'po_9' where provider_ref = 'po_3' $$, 'PT403', 'append_only', 'the reference of a payout that was sent stays');

-- The provider cannot take the returned money out of the member's account there, so staff return the payout.
select tests.make_staff(name) from unnest(array['sam', 'sue']) as name;
insert into p select name, tests.send_later('ann', 1000) from unnest(array['first', 'second']) as name;
select private.claim_payouts('{sandbox}', 10, now() + interval '2 hours');
select pg_temp.report(name, 'sent', 'po_' || name) from p where name in ('first', 'second');
create function pg_temp.back(name text) returns jsonb language sql as $$
  select jsonb_build_object('payout_id', p.id, 'reason', 'Fetched back there.') from p where p.name = back.name
$$;
select tests.refused('sam', format('select public.record_payout_returned(%L, %L)', p.id, 'No account.'), 'PT409', 'payout_not_returnable', 'within a week the provider says that a payout came back') from p where p.name = 'first';
update public.payouts set taken_at = now() - interval '8 days' where provider_ref in ('po_first', 'po_second');
select tests.decide_by_two('sam', 'sue', 'record_payout_returned', pg_temp.back('first'));
select is(tests.balance(tests.id('ann'), 'available'), 8000::bigint, 'two members of staff return the payout later');
select is(pg_temp.report('first', 'arrived', 'po_first'), 'returned po_first Fetched back there.', 'a report of an arrival after the return of a payout books nothing');
select is((select a.late_state from private.payout_attempts a join p on p.id = a.payout_id where p.name = 'first'), 'arrived', 'a report of an arrival after the return raises an alarm, because the money was sent');
select tests.by('sam', format('select public.propose_staff_act(%L, %L)', 'record_payout_returned', pg_temp.back('second')));
select pg_temp.report('second', 'arrived', 'po_second');
select is((select s.status from public.staff_proposals s join p on p.id::text = s.subject where p.name = 'second'), 'withdrawn', 'a payout that arrives withdraws the proposal to return it');
