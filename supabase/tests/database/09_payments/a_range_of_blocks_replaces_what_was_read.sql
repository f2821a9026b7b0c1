-- cast: brand brand, kol kol
create function pg_temp.order_of(status text) returns uuid language sql as $$
  select tests.make_order(tests.id('brand'), tests.id('kol'), status, pack => tests.make_pack(tests.id('kol'), 20000000, 'USDC'))
$$;
select pg_temp.order_of('funded');
delete from private.chain_events;

-- Returns the stored events by name and block; an exclamation mark means that the block is final.
create function pg_temp.events() returns text language sql as $$
  select string_agg(name || e.block_number || case when e.is_final then '!' else '' end, ' ' order by name, e.log_index)
  from private.chain_events e join unnest('{a,b,c,d,e}'::text[]) as name on e.tx_hash = tests.hash(name)
$$;
create function pg_temp.read(from_block int, to_block int, is_head boolean, final_block int, events text default '') returns text language sql as $$
  select private.replace_chain_events(jsonb_build_object('from_block', from_block, 'to_block', to_block, 'is_head', is_head, 'events', (
    select coalesce(jsonb_agg(jsonb_build_object('tx_hash', tests.hash(left(e, 1)), 'log_index', length(e) - 2, 'block_number', substr(e, 2, 1)::int, 'block_hash', '0x', 'kind', 'refund',
      'payment_hash', p.payment_hash, 'amount_minor', 1)), '[]') from public.chain_payments p, string_to_table(nullif(events, ''), ' ') as e)), final_block);
  select pg_temp.events()
$$;
select is(pg_temp.read(from_block, to_block, is_head, final_block, events), wanted, what) from (values
  (1, 9, true, 5, 'a5 b6 c7 d8 e9', 'a5! b6 c7 d8 e9', 'events up to the final block are final'),
  (7, 8, false, 5, '', 'a5! b6 e9', 'events of a range that the node no longer reports are removed'),
  (5, 6, false, 5, 'b6x', 'a5! b6 e9', 'a final event stays, and another one of the same transaction is another event'),
  (6, 7, true, 7, 'b7x a7', 'a5! b7!', 'no event stays after the last block, and an event can move to another block')) as c (from_block, to_block, is_head, final_block, events, wanted, what);

-- Makes the reader return to an earlier block.
insert into private.chain_events (tx_hash, log_index, block_number, block_hash, kind, payment_hash, amount_minor, is_final)
select tests.hash(name), 0, block, '0x', 'refund', payment_hash, 1, true from public.chain_payments, (values ('c', 4000), ('d', 4001)) as e (name, block);
update private.chain set block_number = 5000;
select is(private.rewind_chain('0x00'), true, 'a final block that changed is read again');
select is(pg_temp.events(), 'a5! b7! c4000! d4001', 'the thousand blocks before a changed final block are read again');
select results_eq('select block_number, block_hash from private.chain', $$ values (4000::bigint, null::text) $$, 'the next block is not compared with the one that was recorded before');
update private.chain set block_number = 7, block_hash = '0x01';
select private.rewind_chain('0x00');
select is(block_number, 0::bigint, 'a chain shorter than a thousand blocks is read from its beginning') from private.chain;
select is(private.chain_position() -> 'is_compare_due', 'true', 'ledger and escrow are compared soon after blocks are read again');
update private.chain set compared_at = now() - interval '60 minutes';
select is(private.chain_position() -> 'is_compare_due', 'false', 'a comparison is not due within the hour');
update private.chain set compared_at = now() - interval '61 minutes';
select is(private.chain_position() -> 'is_compare_due', 'true', 'a comparison is due again after an hour');
select private.compare_chain(0, '{}', '{}');
select is(private.chain_position() -> 'is_compare_due', 'false', 'a recorded comparison is not due again');

-- Configures the chain with changed settings, such as another chain or contract; returns whether the
-- operator is the first one, and the block up to which the chain is read.
create function pg_temp.set(given jsonb) returns text language sql as $$
  select private.set_chain(to_jsonb(c) || '{"block_number": 9}' || given) from private.chain c;
  select concat_ws(' ', c.operator = tests.address('operator'), c.block_number, c.block_hash) from private.chain c
$$;
update private.chain set block_number = 7, block_hash = '0x01';
select throws_ok('select private.set_chain(null)', 'PT422', null, 'a missing chain is refused');
select is(pg_temp.set('{"operator": "0x02"}'), 'f 7 0x01', 'a changed operator is accepted, and reading continues');
select is(pg_temp.set(jsonb_build_object('operator', tests.address('operator'))), 't 7 0x01', 'the first operator is accepted again, and reading continues');
select throws_ok($$ select pg_temp.set('{"escrow": "0x02"}') $$, 'PT409', 'chain_in_use', 'no other contract is accepted while a payment of the present one is open');
select tests.unguarded('public.chain_payments', $$ update public.chain_payments set closed_at = now() $$);
select pg_temp.order_of('pending_payment');
select private.prepare_chain_payment(o, tests.address('payer'), '{}') from public.pack_orders o where o.id = tests.order_id();
select is(pg_temp.set('{"escrow": "0x02"}'), 't 9', 'once no payment is open, another contract is read from its present block on');
