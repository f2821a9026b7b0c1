-- cast: brand brand, kol kol, sam staff, sue staff
create function pg_temp.state() returns text language sql as $$
  select o.status || ': ' || string_agg(a.kind || ' ' || a.state, ', ' order by a.id) from public.pack_orders o left join public.chain_acts a on a.order_id = o.id
  where o.id = tests.order_id() group by o.id
$$;
create function pg_temp.alarms() returns text language sql as $$
  select coalesce(string_agg(kind, ' ' order by raised_at, kind), '') from public.chain_alarms where cleared_at is null
$$;
create function pg_temp.order_of(price_minor bigint, status text) returns uuid language sql as $$
  select tests.make_order(tests.id('brand'), tests.id('kol'), status, pack => tests.make_pack(tests.id('kol'), price_minor, 'USDC'))
$$;

-- A small amount counts after one confirmation, a large one when it is final.
update private.settings set value = 20 where key = 'chain_small_amount';
select pg_temp.order_of(20000000, 'pending_payment');
select tests.sign_payment(tests.order_id()), tests.send_acts();
select is(pg_temp.state(), 'pending_payment: authorize broadcast', 'an order is not paid while its authorization is only sent');
select tests.mine_block(false);
select is(pg_temp.state(), 'funded: authorize mined', 'a small order is paid after one confirmation');
select pg_temp.order_of(2000000000, 'pending_payment');
select tests.sign_payment(tests.order_id()), tests.send_acts();
select tests.mine_block(false);
select is(pg_temp.state(), 'pending_payment: authorize mined', 'a large order is not paid after one confirmation');
select tests.mine_block(false, without => 'authorize');
select is(pg_temp.state(), 'pending_payment: authorize broadcast', 'an authorization that a reorganisation removes no longer counts');
select tests.mine_block();
select is(pg_temp.state(), 'funded: authorize final', 'a final block pays a large order');
select is(tests.mine_block(), 'recorded', 'a block without news changes nothing');
select is(block_hash, tests.hash('block ' || block_number), 'the last final block is known by its hash') from private.chain;
select is((select count(*) from private.person_marks m where (m.kind, m.hash, m.profile_id) = ('payout', private.mark_hash('payout', tests.address('payer ' || tests.id('brand'))), tests.id('brand'))),
  1::bigint, 'a payer is identified by the wallet');

-- Anybody can use the escrow contract, with any token and amount.
select private.record_chain(jsonb_build_object('known_hash', c.block_hash, 'from_block', c.block_number + 1, 'to_block', c.block_number + 1,
  'is_head', true, 'final_block', c.block_number + 1, 'final_hash', tests.hash('block ' || c.block_number + 1), 'events',
  jsonb_build_array(jsonb_build_object('tx_hash', tests.hash('other'), 'log_index', 0, 'block_number', c.block_number + 1, 'block_hash', tests.hash('b'),
    'kind', 'authorize', 'payment_hash', tests.hash('other'), 'amount_minor', '1000000000000000000000000000000000000', 'fee_bps', 0)))) from private.chain c;
select is((select count(*)::int from private.chain_events e where e.payment_hash = tests.hash('other')), 0, 'payments of strangers in the escrow do not stop the reader');

-- Returns the state of the order, and whether its earnings count as arrived, which they do when their capture
-- is final.
create function pg_temp.arrived() returns text language sql as $$
  select concat_ws(' ', pg_temp.state(), 'arrived', h.cleared_at is not null, m.hash is not null) from private.holds h
  left join private.person_marks m on (m.kind, m.hash, m.profile_id) = ('payout', private.mark_hash('payout', tests.address(h.profile_id::text)), h.profile_id)
  where h.order_id = tests.order_id()
$$;
select pg_temp.order_of(20000000, 'completed');
select set_config('tests.other', tests.order_id()::text, true), pg_temp.order_of(20000000, 'completed');
select tests.send_acts();
delete from private.person_marks m where m.profile_id = tests.id('kol') and m.kind = 'payout';
select tests.mine_block(false);
select is(pg_temp.arrived(), 'completed: authorize final, capture mined arrived f f', 'earnings are not shown as arrived before a block is final');
select tests.mine_block(false, without => 'capture');
select is(pg_temp.arrived(), 'completed: authorize final, capture broadcast arrived f f', 'a capture that a reorganisation removes no longer counts');
update private.holds h set cleared_at = null where h.order_id = current_setting('tests.other')::uuid;
select private.note_final_act(a, now()) from public.chain_acts a where a.order_id = tests.order_id() and a.kind = 'capture';
select is(pg_temp.arrived(), 'completed: authorize final, capture broadcast arrived t t', 'earnings of a final capture are shown as arrived, and identify the owner of the wallet');
select is((select h.cleared_at from private.holds h where h.order_id = current_setting('tests.other')::uuid), null, 'earnings of an order that is not final are not shown as arrived');
select tests.mine_block();

-- A payment that disappears from the chain ends its order.
select pg_temp.order_of(20000000, 'pending_payment');
select tests.sign_payment(tests.order_id()), tests.send_acts();
select tests.mine_block(false);
select tests.mine_block(false, without => 'authorize');
select is(pg_temp.state(), 'funded: authorize broadcast', 'a paid order waits for its payment to come back');
select private.report_chain_act(a.id, 'failed', 'reverted') from public.chain_acts a where a.order_id = tests.order_id();
select is(pg_temp.state(), 'cancelled: authorize failed', 'a paid order ends when its payment cannot come back');
select is((select balance_minor from private.accounts where order_id = tests.order_id() and kind = 'escrow'), 0::bigint, 'an order whose payment was lost has nothing in the ledger');
select is(pg_temp.alarms(), 'payment_lost', 'staff are alarmed of a payment that was lost');
update public.chain_alarms set cleared_at = now();

-- Work that was accepted before the payment disappeared.
select pg_temp.order_of(20000000, 'pending_payment');
select tests.sign_payment(tests.order_id()), tests.send_acts();
select tests.mine_block(false);
select set_config('tests.revenue', tests.balance(null, 'revenue', 'USDC')::text, true);
select tests.by('kol', 'select public.accept_order(tests.order_id())');
select tests.by('kol', $$ select public.deliver_order(tests.order_id(), 'Done.', array['https://example.com/work']) $$);
select tests.by('brand', 'select public.complete_order(tests.order_id())');
set constraints all immediate;
select tests.mine_block(false, without => 'authorize');
select private.report_chain_act(a.id, 'failed', 'reverted') from public.chain_acts a where a.order_id = tests.order_id() and a.kind = 'authorize';
select is(pg_temp.state(), 'completed: authorize failed, capture failed', 'accepted work is not paid when its payment is lost');
select is(tests.balance(null, 'revenue', 'USDC'), current_setting('tests.revenue')::bigint, 'no fee is earned of a payment that is lost');
select is((select array_agg(h.amount_minor) from private.holds h where h.order_id = tests.order_id()), '{0}', 'earnings of a lost payment are not shown as on their way');
select is((select string_agg(kind || ' ' || total_minor, ', ' order by kind, total_minor) from public.papers where order_id = tests.order_id()),
  'credit_note 2000000, credit_note 20000000, fee_invoice 2000000, invoice 20000000', 'the creator''s invoice and our fee invoice for a payment that is lost are corrected');
select is((select count(*)::int from public.notifications n where n.user_id = tests.user_id(tests.id('kol')) and n.event = 'earnings_taken_back'), 1,
  'the creator is notified of a payment that is lost');
set constraints all deferred;
update public.chain_alarms set cleared_at = now();

-- On the chain a frozen creator is not paid, because debts cannot be taken from a wallet there.
select pg_temp.order_of(20000000, 'pending_payment');
select tests.sign_payment(tests.order_id()), tests.send_acts();
update public.profiles set frozen_at = now() where id = tests.id('kol');
select tests.mine_block();
select is(pg_temp.state(), 'pending_payment: authorize final, void decided', 'a payment to a creator who is frozen is returned');
update public.profiles set frozen_at = null where id = tests.id('kol');

-- A brand that was suspended after the signature begins nothing.
savepoint signed;
select pg_temp.order_of(20000000, 'pending_payment');
select tests.sign_payment(tests.order_id()), tests.send_acts();
select tests.by('sam', $$ select public.suspend_profile(tests.id('brand'), false, 'fraud', 'Stolen wallets.', false) $$);
select tests.mine_block();
select is(pg_temp.state(), 'pending_payment: authorize final, void decided', 'a payment of a brand that is suspended is returned');
rollback to signed;
select pg_temp.order_of(20000000, 'funded');
select tests.by('sam', $$ select public.suspend_profile(tests.id('brand'), false, 'fraud', 'Stolen wallets.', false) $$);
select tests.allowed('kol', 'select public.accept_order(tests.order_id())', 'an order that was paid before can still be accepted');
rollback to signed;

-- Money that arrives too late is returned.
select pg_temp.order_of(20000000, 'pending_payment');
select tests.sign_payment(tests.order_id()), tests.send_acts();
select tests.by('brand', $$ select public.cancel_order(tests.order_id()) $$);
select tests.mine_block();
select is(pg_temp.state(), 'cancelled: authorize final, void decided', 'a payment for an order that is over is returned');
select results_eq($$ select n.event, n.data ->> 'amount_minor' from public.notifications n where n.data ->> 'order_id' = tests.order_id()::text and n.data ? 'amount_minor' $$,
  $$ values ('chain_payment_returned', '20000000') $$, 'the brand is notified that the escrow returns the payment, in words that name neither staff nor a wallet with us');
select tests.send_acts();
select tests.mine_block();

-- Two senders run at once, one of which is killed.
select pg_temp.order_of(20000000, 'completed');
create temporary table act as select a.id, (select next_nonce from private.chain_operators) as nonce from public.chain_acts a
  where a.order_id = tests.order_id() and a.kind = 'capture';
select is(private.store_chain_transaction(id, nonce, '0xaa', tests.hash('aa'), 5), true, 'the first signed transaction of an act is stored') from act;
select is(private.store_chain_transaction(id, nonce, '0xbb', tests.hash('bb'), 5), false, 'the transaction of a second sender is not stored') from act;
select is(private.store_chain_transaction(id, nonce + 1, '0xbb', tests.hash('bb'), 5), false, 'a transaction with another nonce is not stored') from act;
select throws_ok(format('insert into private.chain_transactions select (jsonb_populate_record(t, jsonb_build_object(''act_id'', %s, ''tx_hash'', tests.hash(''dd'')))).* from private.chain_transactions t where t.act_id = %s',
  (select min(a.id) from public.chain_acts a), id), 'PT409', 'chain_nonce_taken', 'a nonce belongs to one act, whatever role writes') from act;
select is((private.claim_chain_acts(array[tests.address('operator')], 9) #>> '{acts,0,transactions,0,raw}'), '0xaa', 'a later sender sends the stored transaction');
select results_eq($$ select c #> '{acts,0,may_replace}', jsonb_array_length(c #> '{acts,0,transactions}'), c -> 'nonces' ? tests.address('operator')
  from private.claim_chain_acts(array[tests.address('operator')], 9) as c $$, $$ values ('false'::jsonb, 1, true) $$, 'a later sender may not sign another transaction yet, and reads the next nonce');
select is(private.store_chain_transaction(id, nonce, '0xcc', tests.hash('cc'), 9), false, 'a replacement with a higher fee is allowed only after some time') from act;
update private.settings set value = 1 where key = 'chain_replace_minutes';
select tests.unguarded('private.chain_transactions', $$ update private.chain_transactions set signed_at = signed_at - interval '2 minutes' $$, 'chain_transactions_append_only');
select is(private.store_chain_transaction(id, nonce, '0xcc', tests.hash('cc'), 5), false, 'a replacement has a higher fee') from act;
select is(private.store_chain_transaction(id, nonce, '0xcc', tests.hash('cc'), 9), true, 'a replacement has the nonce of the first transaction') from act;

-- Staff decide about a failed capture, and later acts of the order wait for it.
select private.report_chain_act(id, 'failed', 'reverted') from act;
select is(pg_temp.alarms(), 'act_failed', 'a capture that fails alarms staff');
select tests.allowed('sam', format('select public.retry_chain_act(%s)', id), 'staff send a failed act again') from act;
select tests.refused('sue', format('select public.retry_chain_act(%s)', id), 'PT409', 'chain_act_not_failed', 'staff send a failed act again only once') from act;
select tests.allowed('sam', format('select public.retry_chain_act(%s)', id), 'a member of staff who repeats the request to send a failed act again gets the first result') from act;
select is((select count(*)::int from public.staff_audit where action = 'retry_chain_act'), 1, 'a repeated request to send a failed act again does nothing');
select is(tests.send_acts(), 1, 'an act that is sent again has another nonce');
select is((select count(distinct t.nonce)::int from private.chain_transactions t join act on act.id = t.act_id), 2, 'the nonce of an act that failed is not used again');
select tests.mine_block();
select tests.by('sam', format('select public.clear_chain_alarm(%L, %L)', (select id from public.chain_alarms where cleared_at is null), 'Looked at.'));
select is(pg_temp.alarms(), '', 'an alarm is cleared by staff');

-- Returns the next nonce when the chain reports one that is newer than the database, as after a restore from a
-- backup.
create function pg_temp.number_after(nonce bigint) returns bigint language sql as $$
  select private.set_chain(to_jsonb(c) || jsonb_build_object('nonces', jsonb_build_object(c.operator, nonce))) from private.chain c;
  select o.next_nonce from private.chain_operators o
$$;
select is(pg_temp.number_after(0), o.next_nonce, 'a nonce that is stored is not given out again') from private.chain_operators o;
select is(pg_temp.number_after(1000), 1000::bigint, 'nonces that the chain knows and we have not stored are not given out');

-- Compares the ledger with an escrow contract in which each payment lacks `without`, and whose token store has
-- `given` more.
create function pg_temp.compare(without bigint default 0, given bigint default 0) returns int language sql as $$
  select private.compare_chain((select block_number from private.chain),
    (select coalesce(jsonb_object_agg(e.payment_hash, e.expected_minor - without), '{}') from private.chain_expected() e),
    (select jsonb_build_object(tests.address('operator'), coalesce(sum(e.expected_minor), 0) + given) from private.chain_expected() e))
$$;
select is(pg_temp.compare(), 0, 'ledger and escrow agree');
select cmp_ok(pg_temp.compare(1), '>', 0, 'one unit too little in the escrow is a difference');
select matches(pg_temp.alarms(), 'difference', 'staff get an alarm about a difference');
select is(pg_temp.compare() || pg_temp.alarms(), '0', 'an alarm of a difference ends when the difference is gone');
select is(pg_temp.compare(given => 1) || pg_temp.alarms(), '0', 'one unit that a stranger sent to the token store is no difference');
select is(pg_temp.compare(given => -1) || pg_temp.alarms(), '1difference', 'one unit too little in the token store is a difference');
select pg_temp.compare();
select is(private.compare_chain(1, '{}', '{}'), null, 'a comparison at another block does not count');
select throws_ok('select private.compare_chain(c.block_number, ''{}'', null) from private.chain c', 'PT422', null, 'a comparison without the token stores is refused');

-- Records an event on the chain that the market did not cause.
create function pg_temp.event(kind text, amount_minor bigint, fee_bps int default 0) returns text language sql as $$
  select private.record_chain(jsonb_build_object('known_hash', c.block_hash, 'from_block', c.block_number + 1, 'to_block', c.block_number + 1, 'is_head', true,
    'final_block', c.block_number + 1, 'final_hash', tests.hash('x' || c.block_number), 'events', jsonb_build_array(jsonb_build_object('tx_hash', tests.hash(kind || c.block_number),
      'log_index', 3, 'block_number', c.block_number + 1, 'block_hash', tests.hash('x'), 'kind', event.kind, 'payment_hash', p.payment_hash,
      'amount_minor', event.amount_minor, 'fee_bps', event.fee_bps))))
  from private.chain c, public.chain_payments p where p.order_id = tests.order_id()
$$;
select pg_temp.order_of(20000000, 'pending_payment');
select tests.sign_payment(tests.order_id()), tests.send_acts();
select pg_temp.event('authorize', 10000);
select is(pg_temp.state() || ', ' || pg_temp.alarms(), 'pending_payment: authorize broadcast, stranger', 'a part of the amount pays no order');
update public.chain_alarms set cleared_at = now();
select pg_temp.order_of(20000000, 'pending_payment');
select tests.sign_payment(tests.order_id()), tests.send_acts();
select pg_temp.event('authorize', 20000000);
select private.report_chain_act(a.id, 'failed', 'reverted') from public.chain_acts a where a.order_id = tests.order_id();
select is(pg_temp.state() || ', ' || pg_temp.alarms(), 'funded: authorize final, stranger', 'a payment that somebody else had taken in full pays the order, and staff get an alarm');
update public.chain_alarms set cleared_at = now();
select pg_temp.order_of(20000000, 'pending_payment');
select tests.sign_payment(tests.order_id()), tests.send_acts();
select private.report_chain_act(a.id, 'failed', 'reverted') from public.chain_acts a where a.order_id = tests.order_id();
select pg_temp.event('charge', 20000000, 1000);
select is(pg_temp.state() || ', ' || pg_temp.alarms(), 'pending_payment: authorize failed, stranger', 'staff get an alarm about a payment that reached its creator without the escrow');
update public.chain_alarms set cleared_at = now();
select pg_temp.order_of(20000000, 'in_progress');
select pg_temp.event('capture', 1000000);
select is(pg_temp.alarms(), 'stranger', 'a capture without a decision of the market alarms staff');
select pg_temp.event('reclaim', 19000000);
select is(pg_temp.state(), 'cancelled: authorize final', 'an order whose brand took the money back has ended');
select matches(pg_temp.alarms(), 'reclaimed', 'staff get an alarm about what the chain did without us');
update public.chain_alarms set cleared_at = now();
select pg_temp.order_of(20000000, 'completed');
select tests.send_acts();
select pg_temp.event('capture', 20000000, 1000);
select is(pg_temp.state() || ', ' || pg_temp.alarms(), 'completed: authorize final, capture broadcast, stranger', 'a capture like ours that is not ours is a stranger''s');
update public.chain_alarms set cleared_at = now();

-- Returns revenue, earnings and credit notes of the order, whose money the brand takes back after the capture
-- failed, or before it is confirmed.
create function pg_temp.earned() returns text language sql as $$
  select concat_ws(' ', tests.balance(null, 'revenue', 'USDC') - current_setting('tests.revenue')::bigint, (
    select sum(h.amount_minor) from private.holds h where h.order_id = tests.order_id()), (
    select count(*) from public.papers d where d.order_id = tests.order_id() and d.kind = 'credit_note'))
$$;
select set_config('tests.revenue', tests.balance(null, 'revenue', 'USDC')::text, true);
select pg_temp.order_of(20000000, 'completed');
set constraints all immediate;
select tests.send_acts();
select private.report_chain_act(a.id, 'failed', 'reverted') from public.chain_acts a where a.order_id = tests.order_id() and a.kind = 'capture';
select is(pg_temp.earned(), '2000000 18000000 0', 'a failed capture may still be sent again');
select pg_temp.event('reclaim', 20000000);
select is(pg_temp.state(), 'completed: authorize final, capture failed', 'accepted work stays accepted when the brand takes the money back');
select is(pg_temp.earned(), '0 0 2', 'a failed capture earns nothing once the brand has the money back');
set constraints all deferred;
select pg_temp.order_of(20000000, 'completed');
set constraints all immediate;
select tests.send_acts();
select pg_temp.event('reclaim', 20000000);
select is(pg_temp.state(), 'completed: authorize final, capture broadcast', 'the market waits for a capture that is on its way, because others wait for its nonce');
select private.report_chain_act(a.id, 'failed', 'reverted') from public.chain_acts a where a.order_id = tests.order_id() and a.kind = 'capture';
select is(pg_temp.earned(), '0 0 2', 'no fee is earned if the capture fails after the brand took the money back');
select is((select problem from public.chain_acts where order_id = tests.order_id() and kind = 'capture'), 'payment_lost', 'staff read why a capture will not be sent');
set constraints all deferred;
select is(private.record_chain('{"from_block": 1, "to_block": 1, "final_block": 1}'), 'stale', 'a late report of blocks changes nothing');
select is((select private.record_chain(jsonb_build_object('known_hash', c.block_hash, 'from_block', c.block_number + 1, 'to_block', c.block_number + 1, 'final_block', c.block_number - 1))
  from private.chain c), 'stale', 'a report from a node that is behind changes nothing');
select is((select private.record_chain(jsonb_build_object('known_hash', '0x00', 'from_block', c.block_number + 1, 'to_block', c.block_number + 1, 'final_block', c.block_number + 1))
  from private.chain c), 'rewound', 'a final block that changed is read again');
select matches(pg_temp.alarms(), 'final_block_changed', 'staff get an alarm about a final block that changed');

-- Tests the limit of captures within an hour.
update private.settings set value = 30 where key = 'chain_hourly_most';
select pg_temp.order_of(20000000, 'completed');
select is(tests.send_acts(), 0, 'a capture above the limit of an hour waits');
select jsonb_array_length(private.claim_chain_acts(array[tests.address('operator')], 9) -> 'acts');
select matches(pg_temp.alarms(), 'limit', 'staff get an alarm about a limit that delays captures');
