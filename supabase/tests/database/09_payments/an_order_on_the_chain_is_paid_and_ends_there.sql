-- cast: brand brand, kol kol, other brand
create function pg_temp.acts() returns text language sql as $$
  select string_agg(concat_ws(' ', a.kind, a.amount_minor, nullif(a.fee_minor, 0), a.state), ', ' order by a.id) from public.chain_acts a where a.order_id = tests.order_id()
$$;
create function pg_temp.escrow() returns bigint language sql as $$
  select balance_minor from private.accounts where order_id = tests.order_id() and kind = 'escrow'
$$;
create function pg_temp.pack(price_minor bigint) returns uuid language sql as $$ select tests.make_pack(tests.id('kol'), price_minor, 'USDC') $$;
create function pg_temp.expected() returns bigint language sql as $$ select e.expected_minor from private.chain_expected() e where e.order_id = tests.order_id() $$;

select tests.refused('brand', format('select public.place_order(%L, ''Hi.'', gen_random_uuid())', pg_temp.pack(20000000)), 'PT409',
  'creator_without_wallet', 'a pack in USDC cannot be ordered from a creator without a wallet');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress', pack => pg_temp.pack(20000000));
select is(pg_temp.acts(), 'authorize 20000000 final', 'an order is paid by an authorization');
select is(pg_temp.escrow(), 20000000::bigint, 'the ledger shows what the escrow holds');
insert into public.chain_acts (payment_id, order_id, kind, amount_minor) select p.id, p.order_id, 'capture', 5 from public.chain_payments p;
select is(pg_temp.expected(), 20000005::bigint, 'the escrow has what the ledger shows plus amounts that are decided but not final');
select tests.unguarded('public.chain_acts', $$ delete from public.chain_acts where amount_minor = 5 $$);
select is(pg_temp.expected(), 20000000::bigint, 'the escrow has what the ledger shows if no act is decided');
select is((select private.share_of(o) from public.pack_orders o where o.id = tests.order_id()), 20000000::bigint, 'the creator may earn the whole price of an order on the chain');
select is((select string_agg(kind, ' ') from private.accounts where owner_id is not null), 'escrow', 'no balance of a member is made for an order on the chain');

select tests.by('kol', $$ select public.deliver_order(tests.order_id(), 'Done.', array['https://example.com/work']) $$);
select tests.by('brand', $$ select public.complete_order(tests.order_id()) $$);
select is(pg_temp.acts(), 'authorize 20000000 final, capture 20000000 2000000 decided', 'accepted work is captured with our fee within it');
select is(pg_temp.escrow(), 0::bigint, 'the ledger no longer shows amounts of decided acts');
select is(tests.balance(null, 'revenue', 'USDC'), 2000000::bigint, 'the fee of accepted work is our revenue');
select is((select cleared_at is null and due_at = 'infinity' from private.holds where order_id = tests.order_id()), true, 'earnings are not shown as arrived before their act is final');
set constraints all immediate;
select is((select string_agg(kind || ' ' || total_minor, ', ' order by kind) from public.papers where order_id = tests.order_id()),
  'fee_invoice 2000000, invoice 20000000', 'the creator invoices the price, and the market its fee');
select is(tests.send_acts(), 1, 'an act that was decided is sent');
select is(tests.send_acts(), 0, 'an act that was sent is not sent again');
select tests.mine_block();
select is(pg_temp.acts(), 'authorize 20000000 final, capture 20000000 2000000 final', 'a final event ends the act');
select is((select cleared_at is not null from private.holds where order_id = tests.order_id()), true, 'earnings are shown as arrived when their act is final');
select is((select closed_at is not null from public.chain_payments where order_id = tests.order_id()), true, 'an empty payment is closed');
select is(pg_temp.expected(), null, 'no money is expected of a payment that was closed empty');
select tests.refused('brand', $$ select public.tip_order(tests.order_id(), 1000000, null, gen_random_uuid()) $$, 'PT409', 'order_on_chain', 'a tip is refused');

select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', pack => pg_temp.pack(7770000));
select is(pg_temp.acts(), 'authorize 7770000 final, void 7770000 decided', 'an order that is declined returns all of its money');

-- A ruling waits until the time to appeal is over, and half of an odd amount is rounded to a whole step.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'ruled', 12000000, pack => pg_temp.pack(10060000));
select is(pg_temp.acts(), 'authorize 10060000 final', 'a ruling moves nothing while it can be appealed');
select tests.let_appeals_pass();
select is(pg_temp.acts(), 'authorize 10060000 final, capture 6000000 600000 decided, void 4060000 decided', 'a ruling that can no longer be appealed captures the creator''s part and returns the rest');
select is((select count(*)::int from public.chain_acts a where a.order_id = tests.order_id() and private.is_ready_act(a, now())), 1, 'the void waits for the capture');
select tests.send_acts();
select is(tests.send_acts(), 0, 'the void waits while the capture is on its way');
select tests.mine_block(false);
select is(tests.send_acts(), 0, 'the void waits while the capture could be undone');
select tests.mine_block();
select is(tests.send_acts(), 1, 'the void is sent once the capture is final');
select is(pg_temp.expected(), 4060000::bigint, 'final amounts are no longer in the escrow');

-- Amounts between two steps are refused.
select throws_ok($$ select pg_temp.pack(20000001) $$, 'PT422', 'amount_not_in_steps', 'a price between two steps is refused');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed', pack => pg_temp.pack(20000000));
select tests.refused('brand', $$ select public.propose_settlement(tests.order_id(), 5) $$, 'PT422', 'amount_not_in_steps', 'a share between two steps is refused');

-- Tests who may pay for an order on the chain: no provider and no wallet of the market.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', pack => pg_temp.pack(20000000));
select tests.refused('brand', $$ select public.start_checkout(tests.order_id()) $$, 'PT409', 'order_on_chain', 'no provider is asked to be paid for an order on the chain');
select tests.refused('brand', $$ select public.pay_from_wallet(tests.order_id()) $$, 'PT409', 'order_on_chain', 'no wallet of the market pays an order on the chain');
select is((public.record_payment('sandbox', 'odd', tests.order_id(), 20000000, 'USDC')).problem, 'order_not_payable', 'a report of a provider does not pay an order on the chain');

-- Counts the payments that a member can read; the export must contain as many.
create function pg_temp.payers(name text) returns int language plpgsql as $$
declare
  v_count int;
begin
  perform tests.act_as(tests.id(name));
  v_count := (select count(*) from public.chain_payments p where p.order_id = tests.order_id());
  if v_count <> (select count(*) from jsonb_array_elements(public.export_my_data() -> 'chain_payments') as e where e ->> 'order_id' = tests.order_id()::text) then
    raise exception 'the export has other payments than the table';
  end if;
  perform tests.act_as_owner();
  return v_count;
end;
$$;
select tests.by('brand', $$ select public.start_chain_payment(tests.order_id(), tests.address('connected')) $$);
select is(array[pg_temp.payers('brand'), pg_temp.payers('kol')], '{1,0}', 'only the brand sees a payment before it is signed');
delete from public.chain_payments where order_id = tests.order_id();
select tests.sign_payment(tests.order_id());
select is(array[pg_temp.payers('brand'), pg_temp.payers('kol')], '{1,1}', 'both sides see a payment that is signed');

-- A thief had added a wallet, and the creator removes it while the brand has the payment page open.
insert into private.wallets (profile_id, address, created_at) values (tests.id('kol'), tests.address('thief'), now() - interval '49 hours');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', pack => pg_temp.pack(5000000));
select tests.by('brand', $$ select public.start_chain_payment(tests.order_id(), tests.address('payer')) $$);
select private.name_chain_payment(id, tests.hash('theft'), tests.hash('theft')) from public.chain_payments where order_id = tests.order_id();
select tests.by('kol', format('select public.remove_wallet(%L)', tests.address('thief')), 'aal2');
select throws_ok($$ select private.sign_chain_payment(id, tests.id('brand'), '0x01') from public.chain_payments where order_id = tests.order_id() $$,
  'PT409', 'chain_payment_expired', 'a payment to a wallet that was removed is not signed');
select tests.by('brand', $$ select public.start_chain_payment(tests.order_id(), tests.address('payer')) $$);
select is((select receiver from public.chain_payments where order_id = tests.order_id()), tests.address(tests.id('kol')::text), 'a payment that is begun again goes to the creator''s current wallet');

-- A payment arrives for an order that is over.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', pack => pg_temp.pack(20000000));
select tests.sign_payment(tests.order_id()), tests.send_acts();
select is(pg_temp.expected(), null, 'no money is expected of a payment that is not final');
select tests.by('brand', 'select public.cancel_order(tests.order_id())');
select tests.mine_block();
select is(pg_temp.expected(), 20000000::bigint, 'money that is being returned is expected in the escrow until it is returned');
alter table public.chain_acts disable trigger user;
update public.chain_acts set state = 'given_up' where order_id = tests.order_id() and kind = 'void';
select is(pg_temp.expected(), 0::bigint, 'no money is expected once staff have given the capture up');
delete from public.chain_acts where order_id = tests.order_id() and kind = 'void';
select is(pg_temp.expected(), 20000000::bigint, 'the whole payment is expected in the escrow before an act is decided');
alter table public.chain_acts enable trigger user;
