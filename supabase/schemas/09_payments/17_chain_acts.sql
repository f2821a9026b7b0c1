-- Sending the acts that orders decided (docs/usdc.md). The edge function settle-chain asks what to do, signs, stores the
-- signed bytes here, and only then sends them. A nonce of an operator is used up by the first bytes that are stored with
-- it, so that two senders, or one that was killed, can never have one act mined twice.

create table private.chain_transactions (
  act_id bigint not null references public.chain_acts (id),
  nr int not null,
  operator text not null references private.chain_operators (address),
  nonce bigint not null,
  raw text not null,
  tx_hash text not null,
  -- The most that a unit of gas may cost, in wei.
  fee_per_gas numeric not null,
  signed_at timestamptz not null default clock_timestamp(),
  primary key (act_id, nr),
  constraint chain_transactions_hash_key unique (tx_hash),
  constraint chain_transactions_numbers_within_limit check (nr > 0 and nonce between 0 and 1000000000000000 and fee_per_gas between 0 and 100000000000000000),
  constraint chain_transactions_time_finite check (isfinite(signed_at)),
  constraint chain_transactions_hash_well_formed check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  constraint chain_transactions_raw_short check (raw ~ '^0x[0-9a-f]+$' and length(raw) <= 100000)
);
comment on table private.chain_transactions is 'The signed bytes of each act, stored before they were sent. An act has several rows with one nonce if a fee was raised, and another nonce after it failed. Append-only.';
create index chain_transactions_operator on private.chain_transactions (operator, nonce);
alter table private.chain_transactions enable row level security;
create trigger chain_transactions_append_only before update or delete on private.chain_transactions
  for each row execute function private.refuse_change();
create trigger chain_transactions_not_truncated before truncate on private.chain_transactions
  for each statement execute function private.refuse_change();

-- A nonce belongs to one act.
create function private.check_chain_nonce() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from private.chain_transactions t
    where t.operator = NEW.operator and t.nonce = NEW.nonce and t.act_id <> NEW.act_id)
  then
    raise exception 'chain_nonce_taken' using errcode = 'PT409';
  end if;
  return NEW;
end;
$$;
comment on function private.check_chain_nonce is 'Trigger: two acts never share a nonce, whatever role writes.';
create trigger chain_transactions_check_nonce before insert on private.chain_transactions
  for each row execute function private.check_chain_nonce();

create function private.last_chain_transaction(act_id bigint) returns private.chain_transactions
language sql stable security definer set search_path = '' as $$
  select t from private.chain_transactions t where t.act_id = last_chain_transaction.act_id order by t.nr desc limit 1
$$;
comment on function private.last_chain_transaction is 'The newest bytes of an act; null for none.';

-- A void that is mined before an earlier capture would give the brand what the creator earned.
create function private.is_ready_act(a public.chain_acts, at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select a.state = 'decided' and coalesce(a.retry_at <= at, true) and not private.in_maintenance() and not exists (
    select from public.chain_acts b where b.payment_id = a.payment_id and b.id < a.id and b.state not in ('final', 'given_up'))
$$;
comment on function private.is_ready_act is 'True for an act that may be signed: the market is not in maintenance, and all acts on the payment that were decided before it are final or given up.';

create function private.captured_within_hour() returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(a.amount_minor), 0)::bigint from public.chain_acts a join private.chain_transactions t on t.act_id = a.id and t.nr = 1
  where a.kind = 'capture' and t.signed_at > now() - interval '1 hour'
$$;
comment on function private.captured_within_hour is 'The sum of the captures that were first signed within the last hour.';

-- The price of an order may be above the limit: so the first capture of an hour always leaves, and so does one that has waited
-- an hour while the limit is not reached. Otherwise the brand could take back what the creator has earned.
create function private.is_within_hour(a public.chain_acts, captured_minor bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select a.kind <> 'capture' or captured_minor = 0 or captured_minor + a.amount_minor <= s.most
    or captured_minor < s.most and a.decided_at < now() - interval '1 hour'
  from public.pack_orders o
  cross join lateral (select private.in_minor_units(private.setting('chain_hourly_most'), o.currency) as most) as s
  where o.id = a.order_id
$$;
comment on function private.is_within_hour is 'False for a capture that has to wait, because the limit of captures within the hour is reached.';

create function private.claim_chain_acts(operators text[], batch int) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_act public.chain_acts;
  v_payment public.chain_payments;
  v_last private.chain_transactions;
  v_acts jsonb := '[]';
  v_captured_minor constant bigint := private.captured_within_hour();
begin
  -- Raises one alarm for all captures that wait for the limit.
  perform private.raise_chain_alarm('limit', w.order_id) from (
    select a.order_id from public.chain_acts a
    where a.state = 'decided' and a.kind = 'capture' and private.is_ready_act(a, now()) and not private.is_within_hour(a, v_captured_minor)
    order by a.id limit 1) as w;
  for v_act in
    select a.* from public.chain_acts a join public.chain_payments p on p.id = a.payment_id
    where a.state not in ('final', 'failed', 'mined', 'given_up') and p.operator = any (operators)
      and (a.state <> 'decided' or private.is_ready_act(a, now()) and private.is_within_hour(a, v_captured_minor))
    -- Refused acts come last: those that can never be carried out would otherwise fill each batch.
    order by a.retry_at nulls first, a.id limit least(greatest(batch, 1), 100)
  loop
    select * into strict v_payment from public.chain_payments p where p.id = v_act.payment_id;
    v_last := private.last_chain_transaction(v_act.id);
    v_acts := v_acts || jsonb_build_object('id', v_act.id, 'kind', v_act.kind, 'amount_minor', v_act.amount_minor::text,
      'fee_bps', v_act.fee_minor * 10000 / v_act.amount_minor, 'state', v_act.state, 'payment', to_jsonb(v_payment),
      'may_replace', v_last.signed_at < now() - make_interval(mins => private.setting('chain_replace_minutes')::int),
      'transactions', (
        select coalesce(jsonb_agg(jsonb_build_object('nonce', t.nonce, 'raw', t.raw, 'tx_hash', t.tx_hash, 'fee_per_gas', t.fee_per_gas::text) order by t.nr), '[]')
        from private.chain_transactions t where t.act_id = v_act.id and t.nonce = v_last.nonce and v_act.state <> 'decided'));
  end loop;
  return jsonb_build_object('acts', v_acts, 'nonces', (
    select coalesce(jsonb_object_agg(o.address, o.next_nonce), '{}') from private.chain_operators o where o.address = any (operators)));
end;
$$;
comment on function private.claim_chain_acts is 'The acts that a sender should sign, or look after: first those that were not refused, in the order in which they were decided, then those refused longest ago.';
create function public.claim_chain_acts(operators text[], batch int default 20) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.claim_chain_acts(operators, batch)
$$;
comment on function public.claim_chain_acts is
  'Service role: {nonces: {operator: next nonce}, acts: [{id, kind, amount_minor, fee_bps, state, payment, may_replace, transactions}]} of these operators. Amounts are text.';

-- False: these bytes must not be sent, because another sender was faster or the act may not leave now.
create function private.store_chain_transaction(act_id bigint, nonce bigint, raw text, tx_hash text, fee_per_gas numeric) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_act public.chain_acts;
  v_operator private.chain_operators;
  v_last private.chain_transactions;
begin
  perform private.require_valid(raw ~* '^0x[0-9a-f]+$' and length(raw) <= 100000 and tx_hash ~* '^0x[0-9a-f]{64}$'
    and fee_per_gas between 0 and 100000000000000000);
  -- Locks the order first, as everywhere.
  perform from public.pack_orders o where o.id = (select a.order_id from public.chain_acts a where a.id = act_id) for no key update;
  select o.* into v_operator from private.chain_operators o
  where o.address = (select p.operator from public.chain_payments p join public.chain_acts a on a.payment_id = p.id where a.id = act_id)
  for update;
  select * into v_act from public.chain_acts a where a.id = act_id for no key update;
  v_last := private.last_chain_transaction(v_act.id);
  if (case v_act.state
    when 'decided' then nonce = v_operator.next_nonce and private.is_ready_act(v_act, now())
      and private.is_within_hour(v_act, private.captured_within_hour())
    when 'signed' then nonce = v_last.nonce
    when 'broadcast' then nonce = v_last.nonce end
    and (v_act.state = 'decided' or fee_per_gas > v_last.fee_per_gas
      and v_last.signed_at < now() - make_interval(mins => private.setting('chain_replace_minutes')::int))) is not true
  then
    return false;
  end if;
  insert into private.chain_transactions (act_id, nr, operator, nonce, raw, tx_hash, fee_per_gas)
  values (v_act.id, coalesce(v_last.nr, 0) + 1, v_operator.address, store_chain_transaction.nonce, lower(raw), lower(tx_hash), fee_per_gas);
  update private.chain_operators o set next_nonce = o.next_nonce + 1 where o.address = v_operator.address and v_act.state = 'decided';
  update public.chain_acts a set state = case a.state when 'decided' then 'signed' else a.state end, problem = null, refused_since = null,
    retry_at = null, tx_hash = lower(store_chain_transaction.tx_hash)
  where a.id = v_act.id;
  perform private.withdraw_proposals('{give_up_capture}', array[v_act.order_id::text], 'capture_sent') where v_act.kind = 'capture';
  return true;
end;
$$;
create function public.store_chain_transaction(act_id bigint, nonce bigint, raw text, tx_hash text, fee_per_gas numeric) returns boolean
language sql volatile security invoker set search_path = '' as $$
  select private.store_chain_transaction(act_id, nonce, raw, tx_hash, fee_per_gas)
$$;
comment on function public.store_chain_transaction is
  'Service role: stores the signed bytes of an act before they are sent: the first with the next nonce, a later one with the same nonce and a higher fee. False: they must not be sent, ask again. `fee_per_gas` in wei.';

-- A capture that is never made earned no money, neither for the creator nor for the market.
create function private.undo_capture(a public.chain_acts, o public.pack_orders, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- The reference differs from that of the capture, by which the papers of the capture are found.
  v_reference constant uuid := md5('undone ' || a.id)::uuid;
  v_transfer_id bigint;
  -- The accounts are escrow, cash twice, and revenue.
  v_accounts constant bigint[] := private.order_accounts(o);
begin
  perform private.lock_accounts(v_accounts);
  v_transfer_id := private.post_transfer('adjustment', v_accounts, array[a.amount_minor, a.fee_minor - a.amount_minor, 0, -a.fee_minor], o.id, v_reference);
  perform private.post_transfer('refund', v_accounts, array[-a.amount_minor, a.amount_minor, 0, 0], o.id, v_reference);
  update private.holds h set amount_minor = 0, fees_minor = 0, cleared_at = at
  where h.order_id = o.id and h.profile_id = o.kol_id and h.reference is not distinct from a.reference and h.cleared_at is null;
  perform private.issue_credit_note(p, v_transfer_id, p.total_minor, at)
  from public.papers p join private.transfers t on t.id = p.transfer_id
  where p.order_id = o.id and p.kind <> 'credit_note' and t.reference is not distinct from a.reference;
end;
$$;
comment on function private.undo_capture is
  'Takes back in the ledger what a capture had earned, the market''s fee and the creator''s hold, and returns it to the brand. The invoice and the fee invoice have a credit note each.';

-- Ends the acts of a payment that was lost after work or a milestone was accepted, but before the money left the escrow: nothing was earned.
-- An act that was sent stays until it has failed, because later nonces of the operator wait for it.
create function private.end_lost_acts(payment_id uuid, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_act public.chain_acts;
  v_order public.pack_orders;
begin
  for v_act in
    update public.chain_acts a set state = 'failed', problem = 'payment_lost'
    where a.payment_id = end_lost_acts.payment_id
      and (a.state = 'decided' or a.kind = 'capture' and a.state = 'failed' and a.problem is distinct from 'payment_lost')
    returning *
  loop
    select * into strict v_order from public.pack_orders o where o.id = v_act.order_id;
    if v_act.kind = 'capture' then
      perform private.undo_capture(v_act, v_order, at);
      perform private.notify_about_money(v_order.kol_id, v_order, 'earnings_taken_back', v_act.amount_minor - v_act.fee_minor);
    end if;
  end loop;
end;
$$;
comment on function private.end_lost_acts is 'Ends the acts that were decided for a lost payment, and cancels the earnings of its captures.';

-- Nothing of the payment is in the escrow, and nothing can come any more. An order that was begun with it is treated as if
-- it had never been paid.
create function private.lose_chain_payment(payment_id uuid, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
begin
  select o.* into v_order from public.pack_orders o
  where o.id = (select p.order_id from public.chain_payments p where p.id = payment_id) for no key update;
  perform private.end_lost_acts(payment_id, at);
  update public.chain_payments p set closed_at = at where p.id = payment_id and p.closed_at is null;
  if found and private.was_paid(v_order.id) then
    perform private.raise_chain_alarm('payment_lost', v_order.id);
    perform private.move_order(v_order, 'cancelled', 'provider', null, null, at) where (private.order_status(v_order.status)).holds_escrow;
  end if;
end;
$$;
comment on function private.lose_chain_payment is 'Ends a payment that is not in the escrow, and the order that was begun on it.';

-- `broadcast`: was sent to a node. `kept`: could not be signed now. `failed`: was mined without effect, or can no longer be mined.
create function private.report_chain_act(act_id bigint, state text, problem text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_act public.chain_acts;
begin
  -- Locks the order first, as everywhere.
  perform from public.pack_orders o where o.id = (select a.order_id from public.chain_acts a where a.id = act_id) for no key update;
  select * into v_act from public.chain_acts a where a.id = act_id for no key update;
  case
    when report_chain_act.state = 'broadcast' and v_act.state = 'signed' then
      update public.chain_acts a set state = 'broadcast' where a.id = act_id;
    when report_chain_act.state = 'kept' and v_act.state = 'decided' then
      update public.chain_acts a set problem = left(report_chain_act.problem, 300), refused_since = coalesce(a.refused_since, now()),
        retry_at = now() + interval '1 minute'
      where a.id = act_id;
      if v_act.decided_at < now() - interval '1 hour' then
        perform private.raise_chain_alarm('act_failed', v_act.order_id, format('%s is kept: %s', v_act.kind, report_chain_act.problem));
      end if;
    when report_chain_act.state = 'failed' and (v_act.state in ('signed', 'broadcast') or v_act.state = 'decided' and v_act.kind = 'authorize') then
      update public.chain_acts a set state = 'failed', problem = left(report_chain_act.problem, 300), refused_since = now() where a.id = act_id;
      if v_act.kind = 'authorize' then
        perform private.lose_chain_payment(v_act.payment_id, private.clock());
      elsif exists (select from public.chain_payments p where p.id = v_act.payment_id and p.closed_at is not null) then
        perform private.end_lost_acts(v_act.payment_id, private.clock());
      else
        perform private.raise_chain_alarm('act_failed', v_act.order_id, format('%s: %s', v_act.kind, report_chain_act.problem));
      end if;
    else null;
  end case;
end;
$$;
create function public.report_chain_act(act_id bigint, state text, problem text default null) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.report_chain_act(act_id, state, problem)
$$;
comment on function public.report_chain_act is
  'Service role: records that an act is `broadcast`, `kept` (with the reason; asked again in a minute) or `failed` (mined without effect, or too late). Late reports change nothing.';

-- A receiver whose address is frozen may be free again. A new nonce is used, because that of the failed act is spent.
create function private.retry_chain_act(act_id bigint) returns public.chain_acts
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_act public.chain_acts;
begin
  perform private.require_staff();
  select * into v_act from public.chain_acts a where a.id = act_id for no key update;
  perform private.reject_own_dispute(o) from public.pack_orders o where o.id = v_act.order_id;
  perform private.require_fresh_second_factor();
  -- A client repeats a request whose answer was lost, and the act is on its way.
  if v_act.state not in ('failed', 'given_up')
    and private.done_before('retry_chain_act', array[v_act.order_id], jsonb_build_object('act_id', v_act.id)) > 0
  then
    return v_act;
  end if;
  if (v_act.state = 'failed' and v_act.kind <> 'authorize'
    and exists (select from public.chain_payments p where p.id = v_act.payment_id and p.closed_at is null)) is not true
  then
    raise exception 'chain_act_not_failed' using errcode = 'PT409';
  end if;
  update public.chain_acts a set state = 'decided', problem = null, retry_at = null, tx_hash = null where a.id = act_id returning * into v_act;
  perform private.audit('retry_chain_act', v_act.order_id, jsonb_build_object('act_id', v_act.id, 'kind', v_act.kind, 'amount_minor', v_act.amount_minor));
  return v_act;
end;
$$;
create function public.retry_chain_act(act_id bigint) returns public.chain_acts
language sql volatile security invoker set search_path = '' as $$
  select * from private.retry_chain_act(act_id)
$$;
comment on function public.retry_chain_act is 'Staff: have a capture or void that failed sent once more. Refused with chain_act_not_failed.';

-- The issuer of the token may have frozen the creator's wallet permanently. The escrow can pay only the two sides, and a void
-- empties it, so a capture is given up only once the order is over.
create function private.can_be_given_up(a public.chain_acts) returns boolean
language sql stable security definer set search_path = '' as $$
  select a.kind = 'capture' and a.refused_since < now() - interval '1 day'
    and (a.state = 'failed' or a.state = 'decided' and a.retry_at > now() - interval '1 hour')
    and p.closed_at is null and not (private.order_status(o.status)).holds_escrow
  from public.chain_payments p join public.pack_orders o on o.id = p.order_id where p.id = a.payment_id
$$;
comment on function private.can_be_given_up is
  'True for a capture of an order that is over, which has failed for a day or which every node has refused for a day and still does, and of which nothing is on its way.';

create function private.give_up_capture(order_id uuid, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
  v_act public.chain_acts;
begin
  perform private.require_staff();
  perform private.require_note(note);
  select * into v_order from public.pack_orders o where o.id = give_up_capture.order_id for no key update;
  perform private.reject_own_dispute(v_order);
  select * into v_act from public.chain_acts a where a.order_id = v_order.id and private.can_be_given_up(a) order by a.id limit 1 for no key update;
  if v_act.id is null then
    raise exception 'chain_act_not_refused' using errcode = 'PT409';
  end if;
  perform private.require_confirmation('give_up_capture', v_order.id::text);
  update public.chain_acts a set state = 'given_up', retry_at = null where a.id = v_act.id;
  perform private.undo_capture(v_act, v_order, private.clock());
  insert into public.chain_acts as a (payment_id, order_id, kind, amount_minor)
  values (v_act.payment_id, v_order.id, 'void', v_act.amount_minor)
  on conflict (payment_id, kind, reference) do update set amount_minor = a.amount_minor + excluded.amount_minor;
  update public.chain_alarms a set cleared_at = now() where a.order_id = v_order.id and a.kind = 'act_failed' and a.cleared_at is null;
  perform private.notify_about_money(v_order.kol_id, v_order, 'capture_given_up', v_act.amount_minor - v_act.fee_minor);
  perform private.notify_about_money(v_order.brand_id, v_order, 'capture_given_up_brand', v_act.amount_minor);
  perform private.audit('give_up_capture', v_order.id,
    jsonb_build_object('amount_minor', v_act.amount_minor, 'currency', v_order.currency, 'problem', v_act.problem, 'note', note));
end;
$$;
create function public.give_up_capture(order_id uuid, note text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.give_up_capture(order_id, note)
$$;
comment on function public.give_up_capture is
  'Staff, two of them: the capture of an order that is over, refused for a day, is not made any more; its amount returns to the brand with the void. Refused with chain_act_not_refused, note_required.';

grant execute on function private.claim_chain_acts, private.store_chain_transaction, private.report_chain_act,
  public.claim_chain_acts, public.store_chain_transaction, public.report_chain_act to service_role;
grant execute on function private.retry_chain_act, public.retry_chain_act, private.give_up_capture, public.give_up_capture to authenticated;
