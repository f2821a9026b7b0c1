-- Saving of wallets, payments that brands sign for the escrow of the chain (docs/usdc.md), and alarms for staff about both.

-- Alarms ---------------------------------------------------------------------------------
create table public.chain_alarms (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  order_id uuid references public.pack_orders (id),
  detail text not null default '',
  raised_at timestamptz not null default now(),
  cleared_at timestamptz,
  constraint chain_alarms_kind_known check (kind in (
    'difference', 'act_failed', 'stranger', 'limit', 'final_block_changed', 'near_expiry', 'reclaimed', 'payment_lost', 'shared_wallet')),
  constraint chain_alarms_detail_short check (length(detail) <= 500),
  constraint chain_alarms_times_finite check (isfinite(raised_at) and isfinite(cleared_at))
);
comment on table public.chain_alarms is 'Things about the escrow of the chain that staff look into: market_health is red until each is cleared.';
create unique index chain_alarms_one_open on public.chain_alarms (kind, order_id, detail) nulls not distinct where cleared_at is null;
create index chain_alarms_order_id on public.chain_alarms (order_id);
alter table public.chain_alarms enable row level security;
-- Staff neither read nor clear an alarm about an order or a wallet of members about whom they must not decide.
create function private.own_alarms() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select a.id from public.chain_alarms a join public.pack_orders o on o.id = a.order_id
  where o.brand_id in (select private.own_disputes()) or o.kol_id in (select private.own_disputes())
  union
  select a.id from public.chain_alarms a where a.kind = 'shared_wallet' and a.detail in (
    select private.wallet_label(w.address) from private.wallets w where w.profile_id in (select private.own_cases()))
$$;
comment on function private.own_alarms is 'Alarms about an order or a wallet that make a case of the caller''s own.';
grant execute on function private.own_alarms to authenticated;
create policy chain_alarms_select on public.chain_alarms for select to authenticated
  using ((select private.is_staff()) and id <> all (array(select private.own_alarms())));
grant select on public.chain_alarms to authenticated, service_role;

create function private.raise_chain_alarm(kind text, order_id uuid default null, detail text default '') returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.chain_alarms (kind, order_id, detail)
  values (raise_chain_alarm.kind, raise_chain_alarm.order_id, left(raise_chain_alarm.detail, 500))
  on conflict do nothing;
  if found then
    perform private.notify(staff_id, 'chain_alarm') from private.active_staff() as staff_id;
  end if;
end;
$$;
comment on function private.raise_chain_alarm is 'Stores an alarm about the escrow and notifies staff, once while the alarm is open.';

create function private.clear_chain_alarm(alarm_id uuid, note text) returns public.chain_alarms
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_alarm public.chain_alarms;
  v_owners uuid[];
  v_subject uuid;
begin
  perform private.require_staff();
  if clear_chain_alarm.alarm_id in (select private.own_alarms()) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_note(note);
  select * into v_alarm from public.chain_alarms a where a.id = alarm_id for no key update;
  -- The members whom the alarm is about become the subject of the act: the log hides it from their own cases, like other acts.
  v_owners := array(
    select w.profile_id from private.wallets w
    where v_alarm.kind = 'shared_wallet' and starts_with(v_alarm.detail, private.masked_wallet(w.address)) and private.wallet_label(w.address) = v_alarm.detail
    order by w.created_at, w.id);
  v_subject := coalesce(v_alarm.order_id, v_owners[1], v_alarm.id);
  if v_alarm.cleared_at is not null
    and private.done_before('clear_chain_alarm', array[v_subject], jsonb_build_object('alarm_id', alarm_id, 'note', note)) > 0
  then
    return v_alarm;
  end if;
  if v_alarm.id is null or v_alarm.cleared_at is not null then
    raise exception 'chain_alarm_not_open' using errcode = 'PT409';
  end if;
  -- The cause of these alarms may be somebody who has the operator's key, such as a member of staff.
  if v_alarm.kind in ('stranger', 'difference') then
    perform private.require_confirmation('clear_chain_alarm', v_alarm.id::text);
  end if;
  update public.chain_alarms a set cleared_at = now() where a.id = alarm_id returning * into v_alarm;
  perform private.audit('clear_chain_alarm', v_subject,
    jsonb_strip_nulls(jsonb_build_object('alarm_id', v_alarm.id, 'other_id', v_owners[2], 'kind', v_alarm.kind, 'note', note)));
  return v_alarm;
end;
$$;
create function public.clear_chain_alarm(alarm_id uuid, note text) returns public.chain_alarms
language sql volatile security invoker set search_path = '' as $$
  select * from private.clear_chain_alarm(alarm_id, note)
$$;
comment on function public.clear_chain_alarm is
  'Staff: have looked into an alarm about the escrow that is no case of their own; two of them into `stranger` and `difference`. Refused with chain_alarm_not_open, note_required.';
grant execute on function private.clear_chain_alarm, public.clear_chain_alarm to authenticated;

-- Wallets --------------------------------------------------------------------------------
-- Two members may share a wallet by right, such as two accounts of an agency: staff see it, and nobody is refused here. A
-- wallet identifies its person only once it was paid or has paid (18_chain_events).
create function private.save_wallet(profile_id uuid, nonce text, address text) returns public.wallets
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_address constant text := lower(save_wallet.address);
  v_wallet private.wallets;
begin
  perform private.require_valid(v_address ~ '^0x[0-9a-f]{40}$');
  perform private.require_wallet_allowed(v_address);
  -- Refuses a wallet that has paid an order of this creator, which a proof before would have prevented. Only signed payments count: anybody can name a payer.
  if exists (
    select from public.chain_payments p join public.pack_orders o on o.id = p.order_id
    where p.payer = v_address and p.signed_at is not null and o.kol_id in (select private.same_person(save_wallet.profile_id)))
  then
    raise exception 'wallet_refused' using errcode = 'PT409';
  end if;
  delete from private.wallet_challenges c
  where c.nonce = save_wallet.nonce and c.profile_id = save_wallet.profile_id and c.expires_at > private.clock();
  if not found then
    raise exception 'wallet_challenge_unknown' using errcode = 'PT404';
  end if;
  select * into v_wallet from private.wallets w
  where w.profile_id = save_wallet.profile_id order by w.created_at desc limit 1;
  if v_wallet.address is distinct from v_address then
    insert into private.wallets (profile_id, address) values (save_wallet.profile_id, v_address) returning * into v_wallet;
    perform private.contest_mark(save_wallet.profile_id, 'payout', v_address);
    perform private.notify(save_wallet.profile_id, 'payout_method_added',
      jsonb_build_object('method', private.masked_wallet(v_address)));
    -- Raises no second alarm for two members who share another wallet of which staff know already.
    if exists (
      select from private.wallets w
      where w.address = v_address and w.profile_id <> save_wallet.profile_id and not exists (
        select from private.wallets mine join private.wallets theirs using (address)
        join public.chain_alarms a on a.detail = private.wallet_label(mine.address)
        where mine.profile_id = save_wallet.profile_id and theirs.profile_id = w.profile_id and mine.address <> v_address
          and a.kind = 'shared_wallet' and a.cleared_at is null))
    then
      perform private.raise_chain_alarm('shared_wallet', null, private.wallet_label(v_address));
    end if;
  end if;
  return row(v_wallet.address, v_wallet.created_at, private.wallet_waits_until(v_wallet))::public.wallets;
end;
$$;
create function public.save_wallet(profile_id uuid, nonce text, address text) returns public.wallets
language sql volatile security invoker set search_path = '' as $$
  select private.save_wallet(profile_id, nonce, address)
$$;
comment on function public.save_wallet is
  'Service role: saves a wallet whose signature over a message with this nonce was verified; its owner gets an e-mail, and the wallet counts after payout_method_wait. Refused with wallet_challenge_unknown and wallet_refused.';
grant execute on function private.save_wallet, public.save_wallet to service_role;

-- The wallet before it counts again at once. Orders that are paid keep the wallet that was signed for.
create function private.remove_wallet(address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_address constant text := lower(remove_wallet.address);
begin
  perform private.lock_spending(v_me);
  perform private.require_fresh_second_factor();
  delete from private.wallets w where w.profile_id = v_me and w.address = v_address;
  -- A repeated request finds no wallet, but its proof. The form is checked because mark_hash ignores spaces.
  if not found and (v_address ~ '^0x[0-9a-f]{40}$' and exists (
    select from private.proved_wallets p where p.hash = private.mark_hash('payout', v_address) and p.profile_id = v_me)) is not true
  then
    raise exception 'wallet_unknown' using errcode = 'PT404';
  end if;
end;
$$;
create function public.remove_wallet(address text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.remove_wallet(address)
$$;
comment on function public.remove_wallet is
  'Creator with a second factor given just now: removes a wallet, such as a wallet that a thief of the account had saved; the wallet before it is paid from then on. Refused with wallet_unknown.';
grant execute on function private.remove_wallet, public.remove_wallet to authenticated;

-- The chain ------------------------------------------------------------------------------
create function private.set_chain(given jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_new private.chain;
  v_old private.chain;
begin
  perform private.require_valid(jsonb_typeof(given) = 'object');
  v_new := jsonb_populate_record(null::private.chain, given);
  select * into v_old from private.chain c;
  if (v_old.chain_id, v_old.escrow, v_old.collector, v_old.token) is distinct from (v_new.chain_id, v_new.escrow, v_new.collector, v_new.token)
    and exists (select from public.chain_payments p where p.signed_at is not null and p.closed_at is null)
  then
    raise exception 'chain_in_use' using errcode = 'PT409';
  end if;
  insert into private.chain as c (chain_id, escrow, collector, token, operator, block_number)
  values (v_new.chain_id, v_new.escrow, v_new.collector, v_new.token, v_new.operator, v_new.block_number)
  on conflict (is_only) do update set chain_id = excluded.chain_id, escrow = excluded.escrow, collector = excluded.collector,
    token = excluded.token, operator = excluded.operator,
    -- A newly configured chain is read from its present block on.
    block_number = case when (c.chain_id, c.escrow) = (excluded.chain_id, excluded.escrow) then c.block_number else excluded.block_number end,
    block_hash = case when (c.chain_id, c.escrow) = (excluded.chain_id, excluded.escrow) then c.block_hash end
  where (c.chain_id, c.escrow, c.collector, c.token, c.operator)
    is distinct from (excluded.chain_id, excluded.escrow, excluded.collector, excluded.token, excluded.operator);
  -- Nonces are stored before they are used, so the chain is ahead only if the database was restored from a backup.
  insert into private.chain_operators as k (address, next_nonce)
  select o.key, o.value::bigint from jsonb_each_text(given -> 'nonces') as o
  on conflict (address) do update set next_nonce = greatest(k.next_nonce, excluded.next_nonce);
end;
$$;
comment on function private.set_chain is 'Stores for which chain and contracts the edge functions are configured, and the next nonce of each operator, as far as the chain has it.';
create function public.set_chain(given jsonb) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.set_chain(given)
$$;
comment on function public.set_chain is 'Service role: {chain_id, escrow, collector, token, operator, block_number, nonces: {operator: next nonce}}. Refused with chain_in_use while payments of another one are open.';
grant execute on function private.set_chain, public.set_chain to service_role;

-- Preparing a payment ----------------------------------------------------------------------
-- Sums the rows of the states: each round of work with its grace, and what follows until it is reviewed; every
-- revision is a round, and so is every draft. A dispute can be withdrawn once, so that all of its states come twice,
-- and the state that it returns to has a day at least.
create function private.longest_life(o public.pack_orders) returns interval
language sql stable security definer set search_path = '' as $$
  with waits as (
    select s.phase, s.deadline_is_delivery as is_work, s.submits is not null as is_review,
      case when s.deadline_is_delivery then o.delivery_days * 24 else private.window_of(o, s.deadline_setting) end
        + case when s.grace_setting is null then 0 else private.window_of(o, s.grace_setting) end as hours
    from public.order_statuses s where s.holds_escrow
  )
  select make_interval(hours => ceil(
    (greatest(o.milestone_count, 1) * (1 + private.needs_draft(o)::int) + o.revisions_allowed)
      * (max(w.hours) filter (where w.is_work) + max(w.hours) filter (where w.is_review))
    + sum(w.hours) filter (where w.phase = 'open' and not w.is_work and not w.is_review)
    + 2 * sum(w.hours) filter (where w.phase = 'disputed') + 24
    + private.window_of(o, 'review_extension') + 24 * private.window_of(o, 'clock_stop_most'))::int)
  from waits w
$$;
comment on function private.longest_life is 'How long an order can be open from its payment on, whatever its sides and staff do.';

-- A creator who pays for an order of their own, also from an earlier wallet, would gain trust without any other customer.
create function private.require_payer(payer text, kol_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_payer constant text := lower(payer);
begin
  if (v_payer ~ '^0x[0-9a-f]{40}$' and v_payer !~ '^0x0{40}$') is not true or exists (
    select from private.proved_wallets w
    where w.hash = private.mark_hash('payout', v_payer) and w.profile_id in (select private.same_person(require_payer.kol_id)))
  then
    raise exception 'payer_invalid' using errcode = 'PT422';
  end if;
  perform private.require_wallet_allowed(v_payer);
  return v_payer;
end;
$$;
comment on function private.require_payer is 'Rejects an address that cannot pay an order; returns it in small letters.';

-- Nobody is paid to the wallet of a suspended person while staff have not decided whether they are that person.
create function private.require_receiver(kol_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_receiver constant text := private.wallet_of(kol_id);
begin
  if v_receiver is null or private.is_contested(kol_id, 'payout', v_receiver) then
    raise exception 'creator_without_wallet' using errcode = 'PT409';
  -- The debts of a frozen member could not be taken from a wallet on the chain.
  elsif private.is_frozen(kol_id) or exists (select from private.refused_wallets w where w.address = v_receiver) then
    raise exception 'creator_wallet_refused' using errcode = 'PT409';
  end if;
  return v_receiver;
end;
$$;
comment on function private.require_receiver is 'The wallet that an order of this creator pays; rejected when none may be paid now.';

-- The times are rounded to a whole day, so that one that was quoted just before is still that of the payment.
create function private.chain_expiries(o public.pack_orders, out approval bigint, out order_ends_by bigint, out authorization_expiry bigint)
language sql stable security definer set search_path = '' as $$
  select t.approval, t.ends, (t.ends + private.setting('chain_reserve')::bigint * 86400) / 86400 * 86400 + 86400
  from (
    select a.at as approval, a.at + extract(epoch from private.longest_life(o))::bigint as ends
    from (select (extract(epoch from private.clock()) + private.setting('chain_approval_minutes') * 60)::bigint as at) as a) as t
$$;
comment on function private.chain_expiries is
  'Until when a payment that is prepared now can be signed, when its order ends at the latest, and when its brand can take the money back; in seconds.';

-- `given` has the salt and the times of a payer who chose them, as the protocol x402 does.
create function private.prepare_chain_payment(o public.pack_orders, payer text, given jsonb) returns public.chain_payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chain private.chain;
  v public.chain_payments;
  v_times constant record := private.chain_expiries(o);
  v_reserve constant bigint := private.setting('chain_reserve') * 86400;
begin
  select * into v_chain from private.chain c;
  if v_chain.chain_id is null then
    raise exception 'chain_not_configured' using errcode = 'PT409';
  end if;
  v.receiver := private.require_receiver(o.kol_id);
  v.payer := private.require_payer(payer, o.kol_id);
  v.pre_approval_expiry := coalesce((given ->> 'pre_approval_expiry')::bigint, v_times.approval);
  v.order_ends_by := v_times.order_ends_by;
  v.authorization_expiry := coalesce((given ->> 'authorization_expiry')::bigint, v_times.authorization_expiry);
  if v.pre_approval_expiry not between extract(epoch from private.clock()) + 1 and v_times.approval + 60
    or v.authorization_expiry not between v.order_ends_by + v_reserve / 2 and v.order_ends_by + v_reserve + 3 * 86400
  then
    raise exception 'chain_expiry_invalid' using errcode = 'PT422';
  end if;
  insert into public.chain_payments (order_id, chain_id, escrow, token, collector, operator, payer, receiver, max_amount_minor, max_fee_bps,
    pre_approval_expiry, authorization_expiry, refund_expiry, order_ends_by, salt)
  values (o.id, v_chain.chain_id, v_chain.escrow, v_chain.token, v_chain.collector, v_chain.operator, v.payer, v.receiver, o.price_minor,
    o.fee_minor * 10000 / o.price_minor, v.pre_approval_expiry, v.authorization_expiry, v.authorization_expiry, v.order_ends_by,
    coalesce(lower(given ->> 'salt'), '0x' || encode(extensions.gen_random_bytes(32), 'hex')))
  returning * into v;
  return v;
end;
$$;
comment on function private.prepare_chain_payment is 'Writes the payment that a brand is to sign for an order.';

create function private.quote_chain_payment(order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'checkout');
  v_times constant record := private.chain_expiries(v_order);
begin
  if not private.is_on_chain(v_order.currency) then
    raise exception 'order_not_on_chain' using errcode = 'PT409';
  end if;
  perform private.require_order_action('checkout', v_order, private.clock());
  return jsonb_build_object('receiver', private.require_receiver(v_order.kol_id), 'amount_minor', v_order.price_minor::text,
    'max_fee_bps', v_order.fee_minor * 10000 / v_order.price_minor, 'authorization_expiry', v_times.authorization_expiry);
end;
$$;
create function public.quote_chain_payment(order_id uuid) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.quote_chain_payment(order_id)
$$;
comment on function public.quote_chain_payment is
  'Brand: on which terms an order on the chain is paid by a payer who chooses the salt: {receiver, amount_minor (text), max_fee_bps, authorization_expiry (seconds)}. '
  'Refused with order_not_on_chain, order_not_payable, creator_without_wallet, creator_wallet_refused.';
grant execute on function private.quote_chain_payment, public.quote_chain_payment to authenticated;

-- Returns the same payment for a while if the same wallet asks again, so that two browser tabs sign one payment.
create function private.start_chain_payment(order_id uuid, payer text, given jsonb) returns public.chain_payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'checkout');
  v_payment public.chain_payments;
  v_receiver text;
begin
  perform private.require_valid(jsonb_typeof(given) = 'object' and (given ->> 'salt' ~* '^0x[0-9a-f]{64}$') is not false
    and (given ->> 'pre_approval_expiry' ~ '^[0-9]{1,12}$') is not false and (given ->> 'authorization_expiry' ~ '^[0-9]{1,12}$') is not false);
  if not private.is_on_chain(v_order.currency) then
    raise exception 'order_not_on_chain' using errcode = 'PT409';
  end if;
  perform private.require_order_action('checkout', v_order, private.clock());
  v_payment := private.chain_payment_of(v_order.id);
  if v_payment.signed_at is not null then
    raise exception 'chain_payment_signed' using errcode = 'PT409';
  end if;
  v_receiver := private.require_receiver(v_order.kol_id);
  if v_payment.payer = private.require_payer(start_chain_payment.payer, v_order.kol_id) and v_payment.receiver = v_receiver
    and (given = '{}' and v_payment.pre_approval_expiry > extract(epoch from private.clock()) + 600
      or (v_payment.salt, v_payment.pre_approval_expiry, v_payment.authorization_expiry) =
        (lower(given ->> 'salt'), (given ->> 'pre_approval_expiry')::bigint, (given ->> 'authorization_expiry')::bigint))
  then
    return v_payment;
  end if;
  perform private.limit_provider(v_order.brand_id);
  delete from public.chain_payments p where p.id = v_payment.id;
  return private.prepare_chain_payment(v_order, payer, given);
end;
$$;
create function public.start_chain_payment(order_id uuid, payer text, given jsonb default '{}') returns setof public.chain_payments
language sql volatile security invoker set search_path = '' as $$
  select private.require_plain(given);
  select p.* from private.start_chain_payment(order_id, payer, given) as p
$$;
comment on function public.start_chain_payment is
  'Brand: begins the payment of an order on the chain from this address; returns its row of chain_payments, which names nothing to sign yet (pay-on-chain does). `given`: '
  '{salt, pre_approval_expiry, authorization_expiry} of a payer who chose them. Refused with order_not_on_chain, order_not_payable, chain_payment_signed, '
  'creator_without_wallet, creator_wallet_refused, payer_invalid, wallet_refused, chain_not_configured, chain_expiry_invalid, invalid_body.';
grant execute on function private.start_chain_payment, public.start_chain_payment to authenticated;

create function private.name_chain_payment(payment_id uuid, payment_hash text, nonce text) returns public.chain_payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_payment public.chain_payments;
begin
  perform private.require_valid(payment_hash ~* '^0x[0-9a-f]{64}$' and nonce ~* '^0x[0-9a-f]{64}$');
  -- A payer who chose the salt has sent what was signed for a payment that is over.
  if exists (select from public.chain_payments p where p.payment_hash = lower(name_chain_payment.payment_hash) and p.id <> payment_id) then
    raise exception 'chain_payment_expired' using errcode = 'PT409';
  end if;
  update public.chain_payments p set payment_hash = lower(name_chain_payment.payment_hash), nonce = lower(name_chain_payment.nonce)
  where p.id = payment_id and p.signed_at is null;
  select * into v_payment from public.chain_payments p where p.id = payment_id;
  if v_payment.id is null then
    raise exception 'chain_payment_unknown' using errcode = 'PT404';
  end if;
  return v_payment;
end;
$$;
create function public.name_chain_payment(payment_id uuid, payment_hash text, nonce text) returns public.chain_payments
language sql volatile security invoker set search_path = '' as $$
  select private.name_chain_payment(payment_id, payment_hash, nonce)
$$;
comment on function public.name_chain_payment is
  'Service role: keeps the escrow''s hash of a payment that is not signed, and the number that its brand signs. Refused with chain_payment_unknown, and chain_payment_expired for the hash of an earlier payment.';

-- The first signature counts; later calls return the payment that it signed.
create function private.sign_chain_payment(payment_id uuid, profile_id uuid, signature text) returns public.chain_payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
  v_payment public.chain_payments;
begin
  select o.* into v_order from public.pack_orders o
  where o.brand_id = profile_id and o.id = (select p.order_id from public.chain_payments p where p.id = payment_id)
  for no key update;
  select * into v_payment from public.chain_payments p where p.id = payment_id and p.order_id = v_order.id;
  if v_payment.id is null then
    raise exception 'chain_payment_unknown' using errcode = 'PT404';
  elsif v_payment.signed_at is not null then
    return v_payment;
  elsif v_payment.pre_approval_expiry <= extract(epoch from private.clock()) or v_payment.payment_hash is null
    -- The creator removed the wallet, or now uses another one, since the payment was prepared.
    or v_payment.receiver is distinct from private.wallet_of(v_order.kol_id)
  then
    raise exception 'chain_payment_expired' using errcode = 'PT409';
  elsif not private.has_move(v_order.status, 'funded', 'provider') then
    raise exception 'order_not_payable' using errcode = 'PT409';
  end if;
  perform private.require_receiver(v_order.kol_id), private.require_payer(v_payment.payer, v_order.kol_id);
  update public.chain_payments p set signature = sign_chain_payment.signature, signed_at = private.clock()
  where p.id = payment_id returning * into v_payment;
  perform private.decide_chain_act(v_payment.id, 'authorize', v_payment.max_amount_minor);
  return v_payment;
end;
$$;
create function public.sign_chain_payment(payment_id uuid, profile_id uuid, signature text) returns public.chain_payments
language sql volatile security invoker set search_path = '' as $$
  select private.sign_chain_payment(payment_id, profile_id, signature)
$$;
comment on function public.sign_chain_payment is
  'Service role: keeps a signature that was tried on the node, once, and decides that the escrow takes the money. Refused with chain_payment_unknown, chain_payment_expired, order_not_payable, '
  'and for its two wallets with the tokens of start_chain_payment.';
grant execute on function private.name_chain_payment, private.sign_chain_payment, public.name_chain_payment, public.sign_chain_payment to service_role;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('chain_approval_minutes', 60, 'minutes', 'How long the signature of a payment on the chain can be used.', 10, 1440, true),
  ('chain_reserve', 30, 'days', 'How long after the last possible end of an order its brand can take the money back from the escrow by itself.', 7, 90, true),
  ('chain_small_amount', 1000, 'units', 'An order on the chain of at most this price is paid after one confirmation, a dearer one when it is final.', 0, 1000000, true),
  ('chain_hourly_most', 50000, 'units', 'What the escrow pays to creators within an hour; the rest waits. One payment, however large, may go beyond it.', 1, 1000000000, false),
  ('chain_replace_minutes', 5, 'minutes', 'An act that is not mined by then is sent again with a higher fee.', 1, 60, false)
on conflict (key) do nothing;
