-- Events of the escrow, as the edge function watch-chain reads them (docs/usdc.md), and what follows from them: an act
-- is mined and then final, an order is paid. What a node says is true only below the block that it calls final; above
-- it each reading replaces the one before.

create table private.chain_events (
  tx_hash text not null,
  log_index int not null,
  block_number bigint not null,
  block_hash text not null,
  kind text not null,
  payment_hash text not null,
  amount_minor bigint not null,
  fee_bps int not null default 0,
  is_final boolean not null default false,
  primary key (tx_hash, log_index),
  constraint chain_events_numbers_within_limit check (
    log_index >= 0 and block_number between 0 and 1000000000000000 and amount_minor between 0 and 1000000000000000 and fee_bps between 0 and 10000),
  constraint chain_events_kind_known check (kind in ('authorize', 'charge', 'capture', 'void', 'reclaim', 'refund'))
);
comment on table private.chain_events is 'Events of the escrow about payments of the market, each once.';
create index chain_events_payment_hash on private.chain_events (payment_hash);
create index chain_events_block_number on private.chain_events (block_number);
alter table private.chain_events enable row level security;

create function private.is_ours(e private.chain_events) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.chain_transactions t where t.tx_hash = e.tx_hash)
$$;
comment on function private.is_ours is 'True for an event of a transaction that the market signed.';

-- The escrow takes a payment only once: if anybody had it taken in full, the market's own act has nothing left to do.
create function private.act_of_event(e private.chain_events, payment_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select a.id from public.chain_acts a
  where a.payment_id = act_of_event.payment_id and a.kind = e.kind
    and (a.amount_minor, a.fee_minor * 10000) = (e.amount_minor, e.amount_minor * e.fee_bps)
    and (a.kind = 'authorize' or exists (select from private.chain_transactions t where t.tx_hash = e.tx_hash and t.act_id = a.id))
$$;
comment on function private.act_of_event is 'The act that an event carries out, with exactly the amounts that were decided. For a payment that was taken in full it does not matter who had it taken. Null for any other event.';

create function private.is_fundable(p public.chain_payments, e private.chain_events) returns boolean
language sql stable security definer set search_path = '' as $$
  select e.amount_minor = p.max_amount_minor
    and (e.is_final or p.max_amount_minor <= private.in_minor_units(private.setting('chain_small_amount'), o.currency))
  from public.pack_orders o where o.id = p.order_id
$$;
comment on function private.is_fundable is 'True for an authorization of the whole amount that is final, or that is small enough to count before.';

-- Money that comes for an order that is over, between members who may not deal any more, or from a suspended brand goes back. The signature has
-- proved whose wallet it is, which may be known as one of a frozen person, or of the creator.
create function private.fund_from_chain(p public.chain_payments, o public.pack_orders, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p.closed_at is null and private.was_paid(o.id)
    or exists (select from public.chain_acts a where a.payment_id = p.id and a.kind in ('void', 'capture'))
  then
    return;
  end if;
  perform private.mark_person(o.brand_id, 'payout', p.payer);
  perform private.contest_mark(o.kol_id, 'payout', p.receiver);
  if p.closed_at is null and private.has_move(o.status, 'funded', 'provider') and not private.are_blocked(o.brand_id, o.kol_id)
    and not private.are_one_person(o.brand_id, o.kol_id) and not private.is_frozen(o.brand_id) and not private.is_frozen(o.kol_id)
    and not private.is_suspended(o.brand_id) and not private.is_contested(o.kol_id, 'payout', p.receiver)
  then
    perform private.move_order(o, private.status_when_paid(o), 'provider', null, null, at);
  else
    perform private.decide_chain_act(p.id, 'void', p.max_amount_minor);
    perform private.notify_about_money(o.brand_id, o, 'chain_payment_returned', p.max_amount_minor);
  end if;
end;
$$;
comment on function private.fund_from_chain is 'Pays an order with the money that the escrow holds for it, or decides that it is returned.';

-- The hold of a creator's earnings represents money on the chain that has not arrived yet.
create function private.note_final_act(a public.chain_acts, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if a.kind = 'capture' then
    perform private.mark_person(o.kol_id, 'payout', p.receiver)
    from public.chain_payments p join public.pack_orders o on o.id = p.order_id where p.id = a.payment_id;
    update private.holds h set cleared_at = at
    where h.order_id = a.order_id and h.reference is not distinct from a.reference and h.cleared_at is null and h.due_at = 'infinity';
  end if;
  update public.chain_payments p set closed_at = at
  where p.id = a.payment_id and p.closed_at is null and p.max_amount_minor = (
    select sum(b.amount_minor) from public.chain_acts b where b.payment_id = p.id and b.kind in ('capture', 'void') and b.state = 'final');
end;
$$;
comment on function private.note_final_act is 'Records the effects of a final act: earnings have arrived and identify the owner of the wallet; an empty payment is closed.';

-- If the event of a mined act is gone, a reorganisation of the chain has undone the act.
create function private.apply_chain_acts(p public.chain_payments, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_event private.chain_events;
  v_act public.chain_acts;
  v_detail text;
begin
  update public.chain_acts a set state = 'broadcast'
  where a.payment_id = p.id and a.state = 'mined' and not exists (
    select from private.chain_events e where e.payment_hash = p.payment_hash and private.act_of_event(e, p.id) = a.id);
  for v_event in select * from private.chain_events e where e.payment_hash = p.payment_hash order by e.block_number, e.log_index loop
    update public.chain_acts a set tx_hash = v_event.tx_hash, problem = null,
      state = case when v_event.is_final then 'final' else 'mined' end, final_at = case when v_event.is_final then at end
    where a.id = private.act_of_event(v_event, p.id) and a.state <> 'final'
    returning * into v_act;
    if found and v_act.state = 'final' then
      perform private.note_final_act(v_act, at);
    end if;
    if v_event.is_final and (private.act_of_event(v_event, p.id) is null or not private.is_ours(v_event)) then
      v_detail := format('%s of %s in %s', v_event.kind, v_event.amount_minor, v_event.tx_hash);
      -- Raises one alarm for each event, even after staff have cleared it.
      perform private.raise_chain_alarm(case v_event.kind when 'reclaim' then 'reclaimed' else 'stranger' end, p.order_id, v_detail)
      where not exists (select from public.chain_alarms a where a.order_id = p.order_id and a.detail = v_detail);
    end if;
  end loop;
end;
$$;
comment on function private.apply_chain_acts is 'Sets the acts of a payment to the states that follow from the escrow''s events.';

create function private.apply_chain_payment(payment_id uuid, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
  v_payment public.chain_payments;
  v_authorized private.chain_events;
begin
  select o.* into v_order from public.pack_orders o
  where o.id = (select p.order_id from public.chain_payments p where p.id = payment_id) for no key update;
  select * into v_payment from public.chain_payments p where p.id = payment_id for no key update;
  perform private.apply_chain_acts(v_payment, at);
  select * into v_authorized from private.chain_events e where e.payment_hash = v_payment.payment_hash and e.kind = 'authorize';
  if v_authorized.tx_hash is not null and private.is_fundable(v_payment, v_authorized) then
    perform private.fund_from_chain(v_payment, v_order, at);
  end if;
  if exists (select from private.chain_events e where e.payment_hash = v_payment.payment_hash and e.kind = 'reclaim' and e.is_final) then
    perform private.lose_chain_payment(payment_id, at);
  end if;
end;
$$;
comment on function private.apply_chain_payment is 'Sets a payment, its acts and its order to the states that follow from the escrow''s events.';

-- Reading --------------------------------------------------------------------------------
create function private.chain_position() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('block_number', c.block_number, 'block_hash', c.block_hash, 'escrow', c.escrow,
    'is_compare_due', coalesce(c.compared_at < now() - interval '1 hour', true))
  from private.chain c
$$;
create function public.chain_position() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.chain_position()
$$;
comment on function public.chain_position is 'Service role: {block_number, block_hash, escrow, is_compare_due}: the last final block that is recorded; null while no chain is configured.';

-- `known_hash` is the hash that the node has now for the block that was recorded last. If a final block changed, the chain or
-- the node is at fault: blocks above an earlier one are read again, and staff are notified.
create function private.rewind_chain(known_hash text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- The number is far above that of the blocks that any chain has undone.
  c_blocks constant int := 1000;
  v_chain private.chain;
begin
  select * into v_chain from private.chain c;
  if v_chain.block_hash is null or v_chain.block_hash = lower(known_hash) then
    return false;
  end if;
  update private.chain c set block_number = greatest(v_chain.block_number - c_blocks, 0), block_hash = null where c.is_only;
  update private.chain_events e set is_final = false where e.block_number > v_chain.block_number - c_blocks;
  perform private.raise_chain_alarm('final_block_changed', null, v_chain.block_number::text);
  return true;
end;
$$;
comment on function private.rewind_chain is 'Goes back by some blocks if the last recorded block has changed; true if it did.';

-- The given events are all events of the range. Without `is_head` more blocks follow. Anybody may use the escrow, so the
-- amounts of other payments may be of any size.
create function private.replace_chain_events(given jsonb, final_block bigint) returns text[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_hashes text[];
begin
  with listed as (
    select lower(e.tx_hash) as tx_hash, e.log_index, e.block_number, lower(e.block_hash) as block_hash, e.kind,
      lower(e.payment_hash) as payment_hash, e.amount_minor::bigint, coalesce(e.fee_bps, 0) as fee_bps
    from jsonb_to_recordset(given -> 'events') as e (tx_hash text, log_index int, block_number bigint, block_hash text, kind text,
      payment_hash text, amount_minor numeric, fee_bps int)
    where exists (select from public.chain_payments p where p.payment_hash = lower(e.payment_hash))
  ), gone as (
    delete from private.chain_events e
    where not e.is_final and e.block_number >= (given ->> 'from_block')::bigint
      and (e.block_number <= (given ->> 'to_block')::bigint or (given ->> 'is_head')::boolean)
      and not exists (select from listed l where (l.tx_hash, l.log_index) = (e.tx_hash, e.log_index))
    returning e.payment_hash
  ), kept as (
    insert into private.chain_events as e (tx_hash, log_index, block_number, block_hash, kind, payment_hash, amount_minor, fee_bps, is_final)
    select l.*, l.block_number <= final_block from listed l
    on conflict on constraint chain_events_pkey do update set block_number = excluded.block_number, block_hash = excluded.block_hash,
      is_final = excluded.is_final
    where not e.is_final
    returning e.payment_hash
  )
  select array(select h.payment_hash from gone h union select h.payment_hash from kept h) into v_hashes;
  return v_hashes;
end;
$$;
comment on function private.replace_chain_events is 'Stores the events of a range of blocks, and removes those of blocks that no longer exist; returns their payments.';

create function private.record_chain(given jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chain private.chain;
  v_final bigint := least((given ->> 'final_block')::bigint, (given ->> 'to_block')::bigint);
  v_hashes text[];
begin
  select * into v_chain from private.chain c for update;
  if (given ->> 'from_block')::bigint is distinct from v_chain.block_number + 1 or v_final < v_chain.block_number then
    return 'stale';
  elsif private.rewind_chain(given ->> 'known_hash') then
    return 'rewound';
  end if;
  v_hashes := private.replace_chain_events(given, v_final);
  -- Locks all orders, and then all their accounts, before any mark or profile, in the common order of locks.
  perform from public.pack_orders o
  where o.id in (select p.order_id from public.chain_payments p where p.payment_hash = any (v_hashes))
  order by o.id for no key update;
  perform private.lock_accounts(array(
    select unnest(private.order_accounts(o)) from public.pack_orders o
    where o.id in (select p.order_id from public.chain_payments p where p.payment_hash = any (v_hashes))));
  perform private.apply_chain_payment(p.id, private.clock())
  from public.chain_payments p where p.payment_hash = any (v_hashes) order by p.order_id, p.id;
  update private.chain c set read_at = now(), block_number = v_final,
    block_hash = case when v_final = v_chain.block_number then c.block_hash else lower(given ->> 'final_hash') end
  where c.is_only;
  return 'recorded';
end;
$$;
create function public.record_chain(given jsonb) returns text
language sql volatile security invoker set search_path = '' as $$
  select private.record_chain(given)
$$;
comment on function public.record_chain is
  'Service role: records a range of blocks and what follows from its events: {known_hash, from_block, to_block, is_head, final_block, final_hash, events: [{tx_hash, log_index, block_number, block_hash, kind, payment_hash, '
  'amount_minor, fee_bps}]}. The range begins behind chain_position; final_hash is that of the last final block in it. Returns recorded, stale (another reader was faster) or rewound.';

-- Comparing ------------------------------------------------------------------------------
-- The sum of what the ledger holds and of acts that are not final. A payment counts once its authorization is final.
create function private.chain_expected() returns table (payment_id uuid, order_id uuid, payment_hash text, operator text, expected_minor bigint)
language sql stable security definer set search_path = '' as $$
  select p.id, p.order_id, p.payment_hash, p.operator, coalesce((
      select sum(a.amount_minor) from public.chain_acts a where a.payment_id = p.id and a.kind in ('capture', 'void')
        and a.state not in ('final', 'given_up')), 0)::bigint
    + case when private.was_paid(p.order_id)
        then (select a.balance_minor from private.accounts a where a.order_id = p.order_id and a.kind = 'escrow')
      when exists (select from public.chain_acts a where a.payment_id = p.id and a.kind = 'void') then 0
      else p.max_amount_minor end
  from public.chain_payments p
  where p.closed_at is null and exists (
    select from public.chain_acts a where a.payment_id = p.id and a.kind = 'authorize' and a.state = 'final')
$$;
create function public.chain_expected() returns table (payment_id uuid, order_id uuid, payment_hash text, operator text, expected_minor bigint)
language sql stable security invoker set search_path = '' as $$
  select * from private.chain_expected()
$$;
comment on function public.chain_expected is 'Service role: how much each open payment has in the escrow at the block of chain_position, by the ledger.';

-- Compares only at the block of chain_position: otherwise the two sides would be of different times. Anybody can send tokens to the
-- token store of an operator, and nobody can take them out, so a store that has more than the payments is no difference.
create function private.compare_chain(block_number bigint, capturable jsonb, stores jsonb) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_found text[] := '{}';
  v record;
begin
  perform private.require_valid(jsonb_typeof(stores) = 'object');
  perform from private.chain c where c.block_number = compare_chain.block_number for update;
  if not found then
    return null;
  end if;
  for v in
    select e.order_id, format('ledger %s, escrow %s', e.expected_minor, coalesce(capturable ->> e.payment_hash, 'unknown')) as detail
    from private.chain_expected() e where e.expected_minor is distinct from (capturable ->> e.payment_hash)::bigint
    union all
    select null, format('store of %s: ledger %s, chain %s', s.key, sum(e.expected_minor), s.value)
    from jsonb_each_text(stores) as s join private.chain_expected() e on e.operator = s.key
    group by s.key, s.value having sum(e.expected_minor) > s.value::bigint
  loop
    v_found := v_found || concat(v.order_id, v.detail);
    perform private.raise_chain_alarm('difference', v.order_id, v.detail);
  end loop;
  update public.chain_alarms a set cleared_at = now()
  where a.kind = 'difference' and a.cleared_at is null and concat(a.order_id, a.detail) <> all (v_found);
  update private.chain c set compared_at = now() where c.is_only;
  return cardinality(v_found);
end;
$$;
create function public.compare_chain(block_number bigint, capturable jsonb, stores jsonb) returns int
language sql volatile security invoker set search_path = '' as $$
  select private.compare_chain(block_number, capturable, stores)
$$;
comment on function public.compare_chain is
  'Service role: the number of differences between the ledger and {payment_hash: capturable}, and of stores in '
  '{operator: balance of its token store} that have less than the ledger, in minor units at this block; null when another block is recorded. Each difference is an alarm, and one that is gone is cleared.';

grant execute on function private.chain_position, private.record_chain, private.chain_expected, private.compare_chain,
  public.chain_position, public.record_chain, public.chain_expected, public.compare_chain to service_role;
