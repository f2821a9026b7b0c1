-- Reports a movement of the provider, to be compared with what the ledger booked.
-- cast: brand brand, kol kol, sam staff, sue staff
create function pg_temp.line(ref text, kind text, subject text, amount bigint, fee bigint default 0, age interval default '2 hours') returns int language sql as $$
  select private.record_provider_lines('sandbox', jsonb_build_array(jsonb_build_object('ref', ref, 'kind', kind, 'subject', subject,
    'amount_minor', amount, 'fee_minor', fee, 'currency', 'USD', 'occurred_at', now() - age)), now()) $$;
create function pg_temp.found() returns table (kind text, amount bigint) language sql as $$
  select d.kind, d.amount_minor from private.differences d where d.resolved_at is null order by d.id $$;
create function pg_temp.run() returns jsonb language sql as $$ select private.finish_reconciliation() - 'currencies' $$;
create function pg_temp.costs() returns bigint language sql as $$ select sum(balance_minor)::bigint from private.accounts where kind = 'costs' and currency = 'USD' $$;
create function pg_temp.faults() returns bigint language sql as $$ select count(*) from private.ledger_faults() $$;
create temporary table bought (nr int, id uuid);
grant select on bought to authenticated;
insert into bought select n, tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', 5000) from generate_series(1, 4) as n;

select is(pg_temp.run(), '{"collected": 0, "matched": 0, "differences": 0}', 'a provider that was never read is not reconciled');
select ok(private.provider_read_from('sandbox') < now() - interval '1 day', 'the first reading begins a day before');
update private.provider_reads set started_at = now() - interval '3 hours';
create function pg_temp.order(wanted int) returns text language sql as $$ select id::text from bought where nr = wanted $$;

select is(pg_temp.line('txn_1', 'payment', pg_temp.order(1), 5000, 175), 1, 'a line of the provider is stored');
select is(pg_temp.line('txn_1', 'payment', pg_temp.order(1), 5000, 175), 0, 'a repeated line is stored once');
select throws_ok($$ select pg_temp.line('txn_1', 'payment', 'x', 4999) $$, 'PT422', 'statement_malformed', 'a line of the same name with another amount is refused');
select is(pg_temp.costs(), -175::bigint, 'the fee of a line is booked once');
select is(pg_temp.line('txn_0', 'fee', null, -25), 1, 'a fee has a line of its own');
select is(pg_temp.costs(), -200::bigint, 'a fee with a line of its own is booked');
select is(pg_temp.line('txn_old', 'fee', null, -25, 0, '4 hours'), 1, 'a fee from before the market first read the provider is kept');
select is(pg_temp.costs(), -200::bigint, 'a fee from before the first reading is not booked');
select is(pg_temp.line('txn_e', 'payment', 'x', 1), 1, 'a line without a payment is stored');
select is(private.record_provider_lines('sandbox', jsonb_build_array(jsonb_build_object('ref', 'txn_eur', 'kind', 'payment', 'subject', 'x',
  'amount_minor', 1, 'currency', 'EUR', 'occurred_at', now()))), 0, 'lines in other currencies are ignored');
select is(pg_temp.run(), '{"collected": 4, "matched": 1, "differences": 1}', 'equal movements match, and a movement that only the provider reports is a difference');
select results_eq('select * from pg_temp.found()', $$ values ('missing_here', 1::bigint) $$, 'a payment that only the provider knows is missing in the ledger');
select is(pg_temp.run(), '{"collected": 0, "matched": 0, "differences": 0}', 'another run reports no difference twice');
select is(pg_temp.line('txn_2', 'payment', pg_temp.order(2), 4999), 1, 'a line with another amount is stored');
select is(pg_temp.line('txn_1b', 'payment', pg_temp.order(1), 5000), 1, 'a line of a payment that was made twice is stored');
select is(pg_temp.run(), '{"collected": 0, "matched": 0, "differences": 2}', 'lines of another amount or of a second payment do not match');
select bag_eq('select * from pg_temp.found()', $$ values ('missing_here', 1::bigint), ('different', -1), ('missing_here', 5000) $$,
  'another amount is a difference, and a matched movement is not matched again');
select is(pg_temp.line('txn_late', 'payment', pg_temp.order(3), 1, 0, '1 hour'), 1, 'a line that is an hour old is stored');
select is(pg_temp.run() -> 'differences', '0', 'the report of a payment may be an hour late');

-- The ledger has movements that the provider does not report.
update private.provider_reads set started_at = now() - interval '9 days', read_through = now();
delete from private.provider_lines where provider_ref = 'txn_late';
update private.cash_movements set moved_at = now() - interval '24 hours' where is_open;
select is(pg_temp.run() -> 'differences', '0', 'the line of a payment may be a day late');
update private.cash_movements set moved_at = now() - interval '25 hours' where is_open;
update private.provider_reads set read_through = now() - interval '2 hours';
select is(pg_temp.run() -> 'differences', '0', 'a movement of a time that was not read yet is not missing');
update private.provider_reads set read_through = now();
select is(pg_temp.run() -> 'differences', '2', 'payments that the provider does not know are differences');
select bag_eq($$ select kind, amount from pg_temp.found() where kind = 'missing_there' $$, $$ values ('missing_there', -5000::bigint), ('missing_there', -5000) $$, 'payments that the provider does not know are missing at the provider');
select is(pg_temp.line('txn_4', 'payment', pg_temp.order(4), 5000, 0, '26 hours'), 1, 'a late line of a missing payment is stored');
select is(pg_temp.run() -> 'matched', '1', 'a line that comes late matches');
select is((select count(*) from private.differences where resolution = 'matched'), 1::bigint, 'a line that comes late settles the difference');

-- Tests a payout that the provider refused at once.
select is(pg_temp.line('txn_t', 'payout', 'tr_1', -700) + pg_temp.line('txn_r', 'payout_returned', 'tr_1', 700), 2, 'a transfer and its reversal are kept');
select is(pg_temp.line('txn_t2', 'payout', 'tr_1', -700, 0, '59 minutes'), 1, 'another line with the same reference is stored');
select is(pg_temp.run() -> 'differences', '0', 'a transfer that was reversed before the ledger knew of it is no difference');
select is((select count(*) from private.provider_lines where subject = 'tr_1' and is_open), 1::bigint, 'one reversal undoes one transfer');
delete from private.provider_lines where provider_ref = 'txn_t2';

-- Returns the oldest open difference of that kind, which staff then settle.
create function pg_temp.one(wanted text) returns bigint language sql security definer as $$ select min(id) from private.differences where kind = wanted and resolved_at is null $$;
select tests.refused('sam', $$ select public.resolve_difference(pg_temp.one('different'), 'costs', ' ') $$, 'PT422', 'reason_required', 'a difference is settled with a reason');
select tests.refused('sam', $$ select public.resolve_difference(pg_temp.one('different'), 'suspense', 'x') $$, 'PT422', 'resolution_not_possible', 'only money from somebody unknown can be put in suspense');
select tests.refused('sam', $$ select public.resolve_difference(pg_temp.one('different'), 'revenue', 'x') $$, 'PT422', 'resolution_not_possible', 'staff cannot settle a difference by any other booking');
select tests.refused('sam', $$ select public.resolve_difference(0, 'costs', 'x') $$, 'PT404', 'difference_unknown', 'an unknown difference is not settled');
select tests.act_as(tests.id('sam'));
create function pg_temp.differences() returns table (id bigint, kind text, provider_ref text, subject text, line_minor bigint, booked_minor bigint, amount_minor bigint)
language sql as $$
  select r.* from tests.listed('books') as l (item), jsonb_to_record(l.item)
    as r (id bigint, kind text, provider_ref text, subject text, line_minor bigint, booked_minor bigint, amount_minor bigint)
$$;
select results_eq($$ select line_minor, booked_minor, amount_minor, provider_ref from pg_temp.differences() where kind = 'different' $$,
  $$ values (4999::bigint, 5000::bigint, -1::bigint, 'txn_2') $$, 'staff see the amount of the provider and that of the ledger');
select is((select subject from pg_temp.differences() where provider_ref = 'txn_2'), null, 'staff do not see the order of a difference they have not opened');
select set_eq('select subject from pg_temp.differences() where subject is not null', $$ values ('x') $$, 'staff see a subject that names no order');
select public.read_order(bought.id, 'A question.') from bought where nr = 2;
select isnt((select subject from pg_temp.differences() where provider_ref = 'txn_2'), null, 'staff see the order of a difference once they have opened it');
create temporary table settled as select pg_temp.one('different') as id;
select lives_ok($$ select public.resolve_difference(id, 'costs', 'The bank rounds.') from settled $$, 'one member of staff settles a small difference');
select tests.refused('sam', format($$ select public.resolve_difference(%s, 'costs', 'x') $$, (select id from settled)), 'PT409', 'difference_settled', 'a difference is settled once');
create function pg_temp.again() returns text language sql security definer as $$ select format($f$ select public.resolve_difference(%s, 'costs', 'The bank rounds.') $f$, id) from settled $$;
select tests.allowed('sam', pg_temp.again(), 'a settlement that is repeated finds its own act');
select tests.refused('sue', pg_temp.again(), 'PT409', 'difference_settled', 'a difference is settled once, even by other staff');
select tests.refused('sam', format($$ select public.propose_staff_act('resolve_difference', '{"difference_id": %s, "resolution": "costs", "note": "The bank rounds."}') $$,
  (select id from settled)), 'PT409', 'difference_settled', 'an act that was done cannot be proposed to a second member of staff');
select is(pg_temp.costs(), -201::bigint, 'settling a difference as costs books the missing amount');
select isnt_empty('select from private.provider_lines l join private.differences d on d.line_id = l.id where d.resolved_at is null and l.is_open', 'a line that is not settled stays open');
update private.settings set value = 50 where key = 'two_staff_above';
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.resolve_difference(pg_temp.one('missing_there'), 'costs', 'It was never paid.') $$, 'PT409', 'second_staff_required', 'one member of staff cannot settle differences above the limit of a day');
select lives_ok($$ select tests.decide_by_two('sam', 'sue', 'resolve_difference', jsonb_build_object('difference_id', pg_temp.one('missing_there'), 'resolution', 'costs', 'note', 'It was never paid.')) $$,
  'two members of staff can settle differences above the limit of a day');
select tests.allowed('sue', $$ select public.resolve_difference(pg_temp.one('missing_here'), 'suspense', 'Somebody paid.') $$, 'money from somebody unknown waits in suspense');
select lives_ok($$ select tests.decide_by_two('sam', 'sue', 'resolve_difference', jsonb_build_object('difference_id', pg_temp.one('missing_here'), 'resolution', 'explained', 'note', 'The provider corrects it.')) $$,
  'a difference that was explained books nothing');
select is(pg_temp.costs(), -5201::bigint, 'a payment that never came is booked as a cost');
select is((select count(*) from public.payments where (provider, provider_ref, status) = ('manual', 'txn_e', 'suspense')), 1::bigint, 'staff assign money in suspense as any other payment, and no provider can refund it');
select results_eq($$ select m.provider, l.provider_ref, m.is_open from private.cash_movements m join private.provider_lines l on l.id = m.line_id where m.subject = 'txn_e' $$,
  $$ values ('sandbox', 'txn_e', false) $$, 'a movement booked by a settlement names the line of the provider');
select is(pg_temp.run(), '{"collected": 0, "matched": 0, "differences": 0}', 'a settled difference is not found again');
select is_empty($$ select from private.differences d left join private.provider_lines l on l.id = d.line_id left join private.cash_movements m on m.transfer_id = d.transfer_id
  where d.resolved_at is not null and (l.is_open or m.is_open) $$, 'neither the line nor the booking of a settled difference is open');
select is_empty('select * from pg_temp.found()', 'no difference is left once all are settled');
select is(pg_temp.faults(), 0::bigint, 'the ledger has no fault once all differences are settled');
select is((select count(*) from public.staff_audit where action = 'resolve_difference' and details ? 'note'), 4::bigint, 'each settlement is in the audit log, with its reason');

-- Returns a check of market_health, which raises an alarm about a difference after three days.
create function pg_temp.health(wanted text) returns text language sql as $$ select concat_ws(' ', h.is_fine, h.detail) from private.market_health() h where h.name = wanted $$;
select is(pg_temp.health('reconciliation'), 't no open difference', 'a market without a difference raises no alarm');
select is(pg_temp.line('txn_9', 'other', null, 12345), 1, 'a line about our own money is stored');
select is(pg_temp.run() -> 'differences', '1', 'our own money is a difference');
select matches(pg_temp.health('reconciliation'), '^t 1 open', 'a new difference raises no alarm');
update private.differences set found_at = now() - interval '3 days' where resolved_at is null;
select matches(pg_temp.health('reconciliation'), '^f 1 open', 'a difference that is three days old raises an alarm');
select is(pg_temp.health('provider_lines'), 't each provider is read', 'a provider that was just read raises no alarm');
update private.provider_reads set read_through = now() - interval '25 hours';
select matches(pg_temp.health('provider_lines'), '^f sandbox is read until', 'a provider that was not read for a day raises an alarm');
select private.record_holdings('sandbox', '{}');
select is(pg_temp.health('provider_lines'), 't each provider is read', 'a provider that was not read and holds nothing any more raises no alarm');
update private.settings set value = 10000 where key = 'two_staff_above';
select tests.by('sam', $$ select public.resolve_difference(pg_temp.one('missing_here'), 'capital', 'We paid it in.') $$);
select is((select sum(balance_minor)::bigint from private.accounts where kind = 'capital'), 12345::bigint, 'our own money is booked as capital');

-- Providers are asked every half hour, and on demand.
select private.begin_reconciliation();
select is_empty($$ select from private.due_functions() f where f = 'reconcile' $$, 'a provider is asked every half an hour');
select tests.by('sam', 'select public.start_reconciliation()');
select isnt_empty($$ select from private.due_functions() f where f = 'reconcile' $$, 'a provider is asked when staff ask for it');

-- The provider reports the right line after a wrong one.
insert into bought select 5, tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', 5000);
select is(pg_temp.line('txn_5', 'payment', pg_temp.order(5), 4999), 1, 'a line of another amount is a difference');
select is(pg_temp.run(), '{"collected": 1, "matched": 0, "differences": 1}', 'a line of another amount is a difference with its movement');
select is(pg_temp.line('txn_5b', 'payment', pg_temp.order(5), 5000), 1, 'a line with the right amount is stored');
select is(pg_temp.run(), '{"collected": 0, "matched": 1, "differences": 1}', 'the line with the right amount matches, and the wrong one is found again');
select results_eq('select * from pg_temp.found()', $$ values ('missing_here', 4999::bigint) $$, 'alone');

-- A dispute whose opening and end are reported when its lines were read long ago.
select is(pg_temp.line('txn_d', 'dispute', 'dp_late', -300) + pg_temp.line('txn_dr', 'dispute_returned', 'dp_late', 300), 2, 'a dispute and its return are lines');
select is(pg_temp.run() -> 'differences', '0', 'a dispute and its return cancel each other');
select private.record_provider_dispute('sandbox', p.provider_ref, 'dp_late', 'opened', 300, 'USD') from public.payments p where p.order_id::text = pg_temp.order(1);
select is(pg_temp.run(), '{"collected": 1, "matched": 1, "differences": 1}', 'once the ledger hears of the dispute, its return is missing in the ledger');
select private.record_provider_dispute('sandbox', p.provider_ref, 'dp_late', 'won', 300, 'USD') from public.payments p where p.order_id::text = pg_temp.order(1);
select is(pg_temp.run(), '{"collected": 1, "matched": 1, "differences": 0}', 'the return of a disputed payment matches once the ledger hears of the end of the dispute');
select is((select count(*) from private.cash_movements m where m.subject = 'dp_late' and m.is_open), 0::bigint, 'no movement of the late dispute is open');

-- Movements from before the first read lines, and missing lines beside unrelated ones.
update private.provider_reads set started_at = now() - interval '3 hours';
create temporary table before as select pg_temp.costs() as minor;
select is(pg_temp.line('txn_at', 'fee', null, -25, 0, '3 hours'), 1, 'a fee of the moment of the first reading is stored');
select is(pg_temp.costs() - minor, -25::bigint, 'a fee of the moment of the first reading is booked') from before;
update private.provider_reads set started_at = now() - interval '9 days';
update private.provider_lines set is_open = false;
update private.cash_movements set is_open = false;
update public.profiles set frozen_at = null where id = tests.id('brand');
insert into bought select 6, tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', 5000);
update private.cash_movements set moved_at = now() - interval '25 hours' where subject = pg_temp.order(6);
select is(pg_temp.line('txn_6', 'other', null, 9), 1, 'a line about something else is stored');
select is(pg_temp.run(), '{"collected": 1, "matched": 0, "differences": 1}', 'a line about something else is a difference before the movement is old');
update private.cash_movements set moved_at = now() - interval '25 hours' where is_open;
select pg_temp.line('txn_7', 'other', null, 11, 0, '9 days');
select is(pg_temp.run(), '{"collected": 0, "matched": 0, "differences": 2}', 'a movement missing at the provider is found although an unrelated line is missing in the ledger');

-- Tests a transfer that only the provider knows and later reverses, and lines that only look like a reversal.
update private.provider_lines set is_open = false;
update private.cash_movements set is_open = false;
select pg_temp.line('txn_u', 'payout', 'tr_u', -800);
select is(pg_temp.run() -> 'differences', '1', 'a transfer of which the ledger does not know is a difference');
select pg_temp.line('txn_ur', 'payout_returned', 'tr_u', 800, 0, '1 hour');
select pg_temp.run();
select is((select d.resolution from private.differences d where d.amount_minor = -800), null, 'a reversal does not count while a report of the payout may still come');
update private.provider_lines set occurred_at = occurred_at - interval '1 second' where provider_ref = 'txn_ur';
select pg_temp.run();
select is((select d.resolution from private.differences d where d.amount_minor = -800), 'matched', 'a reversal that counts settles the difference');
select pg_temp.line('txn_v', 'payment', 'tr_v', 6), pg_temp.line('txn_w', 'other', 'tr_v', -6);
select is(pg_temp.run() -> 'differences', '2', 'a line that is no reversal cancels nothing');
