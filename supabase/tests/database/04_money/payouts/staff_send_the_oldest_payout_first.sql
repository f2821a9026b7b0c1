-- cast: brand brand, ann kol, cyd kol, dan kol, sam staff, sue staff, joe staff
update public.referrals set inviter_id = tests.id('sam'), invite_id = null where invitee_id = tests.id('dan');
select tests.make_order(tests.id('brand'), kol, 'completed', price) from (values
  (tests.id('ann'), 10000::bigint), (tests.id('ann'), 3000000), (tests.id('cyd'), 10000), (tests.id('dan'), 10000)) as o (kol, price);
select private.run_due_work(now() + interval '14 days') from generate_series(1, 2);
create temporary table p (name text, id uuid);
-- Saves a payout account; Cyd has another one than the others, because daily sums count by account.
create function pg_temp.method(name text) returns uuid language sql security definer as $$
  insert into private.payout_methods (profile_id, kind, holder, account)
  values (private.my_profile_id(), 'iban', 'Kim Creator', case name when 'cyd' then 'GB29NWBK60161331926819' else 'DE89370400440532013000' end)
  on conflict do nothing;
  select m.id from private.payout_methods m where m.profile_id = private.my_profile_id()
$$;
create function pg_temp.request(name text, amount bigint) returns void language sql as $$
  select tests.by(split_part(name, ' ', 1), format($q$ insert into p
    select %1$L, (public.request_payout(%2$s, 'USD', pg_temp.method(%1$L), gen_random_uuid())).id $q$, name, amount), 'aal2')
$$;
select pg_temp.request('cyd', 1000), pg_temp.request('ann', 2000), pg_temp.request('dan', 3000), pg_temp.request('ann large', 1000001);
select tests.unguarded('public.payouts', $$ update public.payouts set created_at = now() - make_interval(hours => case amount_minor when 2000 then 4 when 1000001 then 3 when 1000 then 2 else 1 end) $$, 'payouts_final');
create function pg_temp.id(name text) returns uuid language sql as $$ select p.id from p where p.name = $1 $$;
create function pg_temp.state(name text) returns text language sql security definer as $$
  select concat_ws(' ', o.status, o.provider_ref) from public.payouts o join p using (id) where p.name = state.name $$;

select tests.act_as(tests.id('sam'));
select results_eq('select amount_minor, is_own_case from tests.payouts()',
  $$ values (2000::bigint, false), (1000001, false), (1000, false), (3000, true) $$, 'the queue of payouts shows the oldest first');
create function pg_temp.amounts(page jsonb) returns text language sql as $$ select string_agg(r ->> 'amount_minor', ' ') from jsonb_array_elements(page -> 'rows') as r $$;
select is(pg_temp.amounts(public.staff_list('payouts', '{}', null, 2)), '2000 1000001', 'the queue of payouts is read in pages');
select is(pg_temp.amounts(public.staff_list('payouts', '{}', public.staff_list('payouts', '{}', null, 2) -> 'next', 2)), '1000 3000', 'the next page of the queue begins after the last payout of the page before');
select is(pg_temp.amounts(public.staff_list('payouts', jsonb_build_object('term', term))), wanted, format('a payout is found by %s', how)) from (values
  ('CYD', 'a name', '1000'), ('0532013000', 'no account number', null), ('kim creator', 'the holder of the account, unless it is an own case', '2000 1000001 1000'),
  ('cyd@kolpact.test', 'a whole e-mail address', '1000'), (pg_temp.id('dan')::text, 'its id', '3000')) as t (term, how, wanted);
select is((select waiting from public.staff_queue() where section = 'payouts'), 3, 'the queues of staff count the payouts that the reader may send');
select throws_ok($$ select public.take_payout(pg_temp.id('dan')) $$, 'PT403', 'not_allowed', 'staff cannot take a payout of somebody whom they invited');
select throws_ok($$ select public.record_payout_failed(pg_temp.id('dan'), 'No.') $$, 'PT403', 'not_allowed', 'staff cannot return the payout of somebody whom they invited');

-- Tests a small payout.
select throws_ok($$ select public.record_payout_sent(pg_temp.id('ann'), 'SEPA 1') $$, 'PT409', 'payout_not_taken', 'a payout that nobody took cannot be recorded as sent');
select throws_ok($$ select public.record_payout_failed(pg_temp.id('ann'), 'No.') $$, 'PT409', 'second_staff_required', 'one member of staff alone returns no payout that nobody took');
select is((public.take_payout(pg_temp.id('ann'))).account, 'DE89370400440532013000', 'staff who take a payout read its account number');
select results_eq($$ select taken_by from tests.payouts() where id = pg_temp.id('ann') $$, $$ values (tests.id('sam')) $$, 'the queue shows who took a payout');
select tests.refused('sue', $$ select public.take_payout(pg_temp.id('ann')) $$, 'PT409', 'payout_taken', 'staff cannot take a payout that another has taken');
select tests.refused('sue', $$ select public.record_payout_failed(pg_temp.id('ann'), 'No.') $$, 'PT409', 'second_staff_required', 'staff cannot return a payout that another has taken alone');
select tests.refused('sue', $$ select public.record_payout_sent(pg_temp.id('ann'), 'SEPA 1') $$, 'PT409', 'second_staff_required', 'staff cannot record as sent a payout that another has taken alone');
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.record_payout_sent(pg_temp.id('ann'), '  ') $$, 'PT422', 'payout_reference_required', 'a payout cannot be recorded as sent without a reference');
select throws_ok($$ select public.record_payout_sent(pg_temp.id('ann'), 'SEPA' || chr(8238) || '1') $$, 'PT422', 'payout_reference_required', 'a reference that hides characters from the member is refused');
select throws_ok($$ select public.record_payout_sent(pg_temp.id('ann'), repeat('S', 1000000)) $$, 'PT400', 'payouts_provider_ref_length', 'a reference of a million characters is refused');
select lives_ok($$ select public.record_payout_sent(pg_temp.id('ann'), ' SEPA 1 ') $$, 'staff can record as sent a payout that they took');
select throws_ok($$ select public.record_payout_sent(pg_temp.id('ann'), 'SEPA 1') $$, 'PT409', 'payout_not_open', 'a payout cannot be recorded as sent twice');
select throws_ok($$ select public.record_payout_failed(pg_temp.id('ann'), 'No.') $$, 'PT409', 'payout_not_open', 'a payout that was sent cannot be returned');
select results_eq($$ select actor_id, details ->> 'reference', details ->> 'method' from public.staff_audit where action = 'record_payout_sent' $$,
  $$ values (tests.id('sam'), 'SEPA 1', 'IBAN •••• 3000') $$, 'sending a payout is in the audit log');
select public.take_payout(pg_temp.id('cyd'));
select throws_ok($$ select public.record_payout_failed(pg_temp.id('cyd'), ' ') $$, 'PT422', 'reason_required', 'a payout cannot be returned without a reason');
select throws_ok($$ select public.record_payout_failed(pg_temp.id('cyd'), repeat('x', 501)) $$, 'PT400', 'payout_halts_reason_length', 'a payout cannot be returned with a reason that would be cut');
select lives_ok($$ select public.record_payout_failed(pg_temp.id('cyd'), 'The account is closed.') $$, 'staff can return a payout that they took');
select tests.finds('cyd', 'select status, failure_reason from public.payouts', $$ values ('failed', 'The account is closed.') $$, 'a creator reads why their payout failed');
select tests.gets('cyd', $$ select amount_minor from public.balances where kind = 'available' $$, '9000', 'a returned payout is available again');

-- Tests a payout above the limit.
select tests.refused('sam', $$ select public.take_payout(pg_temp.id('ann large')) $$, 'PT409', 'second_staff_required', 'one member of staff reads no account number of a payout above the limit');
select tests.decide_by_two('sam', 'sue', 'release_payouts', jsonb_build_object('note', 'Large.', 'payout_id', pg_temp.id('ann large')));
select tests.act_as(tests.id('sam'));
select public.take_payout(pg_temp.id('ann large'));
create function pg_temp.arguments() returns jsonb language sql as $$ select jsonb_build_object('payout_id', pg_temp.id('ann large'), 'reference', 'SEPA 2') $$;
create function pg_temp.waiting() returns uuid language sql as $$ select id from public.staff_proposals where status = 'open' $$;
select throws_ok($$ select public.record_payout_sent(pg_temp.id('ann large'), 'SEPA 2') $$, 'PT409', 'second_staff_required',
  'one member of staff cannot record a payout above the limit as sent');
select throws_ok($$ select public.record_payout_failed(pg_temp.id('ann large'), 'It came back.') $$, 'PT409', 'second_staff_required',
  'one member of staff cannot return a payout above the limit');
select lives_ok($$ select public.propose_staff_act('record_payout_sent', pg_temp.arguments()) $$, 'staff can propose that a payout above the limit was sent');
select is(pg_temp.state('ann large'), 'requested', 'a proposal alone does not send a payout');
select tests.allowed('sue', 'select public.confirm_staff_proposal(pg_temp.waiting())', 'another member of staff can confirm the proposal that a payout was sent');
select tests.gets('sue', $$ select pg_temp.state('ann large') $$, 'sent SEPA 2', 'a confirmed proposal sends the payout');
-- Tests a payout that a member of staff took and did not finish.
select pg_temp.request('cyd second', 1000);
select tests.by('sue', $$ select public.take_payout(pg_temp.id('cyd second')) $$);
select tests.allowed('joe', $$ select public.propose_staff_act('record_payout_failed', jsonb_build_object('payout_id', pg_temp.id('cyd second'), 'reason', 'Sue is ill.')) $$,
  'staff can propose to return a payout that another has taken');
select tests.allowed('sam', 'select public.confirm_staff_proposal(pg_temp.waiting())', 'a third member of staff can confirm that return');
select tests.gets('sam', $$ select pg_temp.state('cyd second') $$, 'failed', 'a payout whose return is confirmed has failed');
-- Tests a payout to a member who was suspended after it was taken.
select pg_temp.request('cyd third', 1000);
select tests.by('joe', $$ select public.take_payout(pg_temp.id('cyd third')) $$);
select tests.by('sue', $$ select public.suspend_profile(tests.id('cyd'), category => 'fraud', note => 'Stolen cards.') $$);
select tests.refused('joe', $$ select public.record_payout_sent(pg_temp.id('cyd third'), 'SEPA 3') $$, 'PT409', 'second_staff_required',
  'one member of staff cannot record a payout to a suspended creator as sent');
select tests.allowed('joe', $$ select public.propose_staff_act('record_payout_sent', jsonb_build_object('payout_id', pg_temp.id('cyd third'), 'reference', 'SEPA 3')) $$,
  'staff who took a payout to a suspended creator can propose that it was sent');
select tests.gets('joe', $$ select pg_temp.state('cyd third') $$, 'requested', 'a proposal alone does not send a payout to a suspended creator');
select tests.allowed('sam', 'select public.confirm_staff_proposal(pg_temp.waiting())', 'another member of staff can confirm a payout to a suspended creator');
select tests.gets('sam', $$ select pg_temp.state('cyd third') $$, 'sent SEPA 3', 'a confirmed payout to a suspended creator is sent');
select tests.gets('ann', $$ select string_agg(message, ' ') from public.notifications where event = 'payout_sent' $$, 'Sent to IBAN •••• 3000. Sent to IBAN •••• 3000.',
  'a creator receives a notice of each payout that was sent');
select is(tests.balance(tests.id('ann'), 'in_transit'), 0::bigint, 'a payout that was sent or returned is no longer in transit');
