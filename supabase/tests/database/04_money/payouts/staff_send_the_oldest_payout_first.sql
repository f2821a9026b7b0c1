-- cast: brand brand, ann kol, cyd kol, dan kol
select plan(38);
select tests.make_staff(name) from unnest(array['sam', 'sue', 'joe']) as name;
update public.referrals set inviter_id = tests.id('sam'), invite_id = null where invitee_id = tests.id('dan');
select tests.make_order(tests.id('brand'), kol, 'completed', price) from (values
  (tests.id('ann'), 10000::bigint), (tests.id('ann'), 3000000), (tests.id('cyd'), 10000), (tests.id('dan'), 10000)) as o (kol, price);
select private.run_due_work(now() + interval '14 days') from generate_series(1, 2);
create temporary table p (name text, id uuid);
grant all on p to authenticated;
create function pg_temp.request(name text, amount bigint) returns void language plpgsql as $$
begin
  perform tests.act_as(tests.id(split_part(request.name, ' ', 1)), 'aal2');
  insert into p select request.name, (public.request_payout(amount, 'USD', tests.payout_method(), gen_random_uuid())).id;
  perform tests.act_as_owner();
end;
$$;
select pg_temp.request('cyd', 1000), pg_temp.request('ann', 2000), pg_temp.request('dan', 3000), pg_temp.request('ann large', 1000001);
alter table public.payouts disable trigger payouts_final;
update public.payouts set created_at = now() - make_interval(hours => case amount_minor when 2000 then 4 when 1000001 then 3 when 1000 then 2 else 1 end);
alter table public.payouts enable trigger payouts_final;
create function pg_temp.id(name text) returns uuid language sql as $$ select p.id from p where p.name = $1 $$;
create function pg_temp.state(name text) returns text language sql security definer as $$
  select concat_ws(' ', o.status, o.provider_ref) from public.payouts o join p using (id) where p.name = state.name $$;
grant execute on function pg_temp.id, pg_temp.state to authenticated;

select tests.act_as(tests.id('brand'), 'aal2');
select throws_ok(act, 'PT403', 'not_allowed', 'members: ' || act) from unnest(array['select public.payout_queue()', 'select public.take_payout(pg_temp.id($$ann$$))',
  'select public.record_payout_sent(pg_temp.id($$ann$$), $$x$$)', 'select public.record_payout_failed(pg_temp.id($$ann$$), $$x$$)']) as act;
select tests.act_as(tests.id('sam'));
select results_eq('select amount_minor, is_own_case from public.payout_queue()',
  $$ values (2000::bigint, false), (1000001, false), (1000, false), (3000, true) $$, 'the oldest first');
select results_eq($$ select amount_minor from public.payout_queue(null, 2) $$, $$ values (2000::bigint), (1000001) $$, 'in pages');
select results_eq($$ select amount_minor from public.payout_queue(pg_temp.id('ann large'), 2) $$, $$ values (1000::bigint), (3000) $$, 'that follow each other');
select is((select waiting from public.staff_queue() where section = 'payouts'), 3, 'the page of staff counts those that one may send');
select throws_ok($$ select public.take_payout(pg_temp.id('dan')) $$, 'PT403', 'not_allowed', 'nobody sends to those whom they brought in');
select throws_ok($$ select public.record_payout_failed(pg_temp.id('dan'), 'No.') $$, 'PT403', 'not_allowed', 'nor returns their money');

-- One that is small.
select throws_ok($$ select public.record_payout_sent(pg_temp.id('ann'), 'SEPA 1') $$, 'PT409', 'payout_not_taken', 'what nobody took was not sent');
select is((public.take_payout(pg_temp.id('ann'))).account, 'DE89370400440532013000', 'sam takes it');
select results_eq($$ select taken_by from public.payout_queue() where id = pg_temp.id('ann') $$, $$ values (tests.id('sam')) $$, 'everybody sees who did');
select tests.act_as(tests.id('sue'));
select throws_ok($$ select public.take_payout(pg_temp.id('ann')) $$, 'PT409', 'payout_taken', 'nobody else sends it a second time');
select throws_ok($$ select public.record_payout_failed(pg_temp.id('ann'), 'No.') $$, 'PT409', 'second_staff_required', 'nor returns alone what another may have sent');
select throws_ok($$ select public.record_payout_sent(pg_temp.id('ann'), 'SEPA 1') $$, 'PT409', 'second_staff_required', 'nor says alone that another has sent it');
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.record_payout_sent(pg_temp.id('ann'), '  ') $$, 'PT422', 'payout_reference_required', 'without a reference nothing was sent');
select lives_ok($$ select public.record_payout_sent(pg_temp.id('ann'), ' SEPA 1 ') $$, 'with one it was');
select throws_ok($$ select public.record_payout_sent(pg_temp.id('ann'), 'SEPA 1') $$, 'PT409', 'payout_not_open', 'once');
select throws_ok($$ select public.record_payout_failed(pg_temp.id('ann'), 'No.') $$, 'PT409', 'payout_not_open', 'and does not fail after that');
select results_eq($$ select actor_id, details ->> 'reference', details ->> 'method' from public.staff_audit where action = 'record_payout_sent' $$,
  $$ values (tests.id('sam'), 'SEPA 1', 'IBAN •••• 3000') $$, 'it is in the audit log');
select public.take_payout(pg_temp.id('cyd'));
select throws_ok($$ select public.record_payout_failed(pg_temp.id('cyd'), ' ') $$, 'PT422', 'reason_required', 'a failure has a reason');
select lives_ok($$ select public.record_payout_failed(pg_temp.id('cyd'), 'The account is closed.') $$, 'which whoever took it gives');
select tests.act_as(tests.id('cyd'));
select results_eq('select status, failure_reason from public.payouts', $$ values ('failed', 'The account is closed.') $$, 'the creator reads it');
select is((select amount_minor from public.balances where kind = 'available'), 9000::bigint, 'and has the money again');

-- One above the limit.
select tests.act_as(tests.id('sam'));
select public.take_payout(pg_temp.id('ann large'));
create function pg_temp.arguments() returns jsonb language sql as $$ select jsonb_build_object('payout_id', pg_temp.id('ann large'), 'reference', 'SEPA 2', 'reason', 'It came back.') $$;
create function pg_temp.waiting() returns uuid language sql as $$ select id from public.staff_proposals where status = 'open' $$;
select throws_ok($$ select public.record_payout_sent(pg_temp.id('ann large'), 'SEPA 2') $$, 'PT409', 'second_staff_required', 'above the limit one person does not say that it was sent');
select throws_ok($$ select public.record_payout_failed(pg_temp.id('ann large'), 'It came back.') $$, 'PT409', 'second_staff_required', 'nor that it was not');
select lives_ok($$ select public.propose_staff_act('record_payout_sent', pg_temp.arguments()) $$, 'sam proposes it');
select is(pg_temp.state('ann large'), 'requested', 'which does nothing');
select throws_ok('select public.confirm_staff_proposal(pg_temp.waiting())', 'PT409', 'second_staff_required', 'and does not confirm it');
select tests.act_as(tests.id('sue'));
select lives_ok('select public.confirm_staff_proposal(pg_temp.waiting())', 'sue does');
select is(pg_temp.state('ann large'), 'sent SEPA 2', 'it was sent');
-- One that its taker does not end.
select tests.act_as_owner();
select pg_temp.request('cyd second', 1000);
select tests.act_as(tests.id('sue'));
select public.take_payout(pg_temp.id('cyd second'));
select tests.act_as(tests.id('joe'));
select lives_ok($$ select public.propose_staff_act('record_payout_failed', jsonb_build_object('payout_id', pg_temp.id('cyd second'), 'reason', 'Sue is ill.')) $$,
  'another proposes to return it');
select tests.act_as(tests.id('sam'));
select lives_ok('select public.confirm_staff_proposal(pg_temp.waiting())', 'and a third confirms');
select is(pg_temp.state('cyd second'), 'failed', 'then it is back');
select tests.act_as(tests.id('ann'));
select is((select string_agg(message, ' ') from public.notifications where event = 'payout_sent'), 'Sent to IBAN •••• 3000. Sent to IBAN •••• 3000.', 'members are told');
select tests.act_as_owner();
select is(tests.balance(tests.id('ann'), 'in_transit'), 0::bigint, 'nothing is on its way');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
