-- Orders whose money lies in an escrow on a public chain (docs/usdc.md). A payment is what the brand signed: from
-- whom, to whom, how much, and until when the escrow can be used. An act is one transaction that the market sends to the
-- escrow about it. A move of an order stores its acts in its own database transaction; settle-chain signs and sends them.

-- The chain ------------------------------------------------------------------------------
create table private.chain (
  is_only boolean primary key default true,
  chain_id bigint not null,
  escrow text not null,
  collector text not null,
  token text not null,
  -- The operator of new payments: the address of the first key of settle-chain.
  operator text not null,
  -- Everything up to this block is recorded permanently; the next reading starts after it.
  block_number bigint not null default 0,
  block_hash text,
  read_at timestamptz,
  compared_at timestamptz,
  constraint chain_is_one check (is_only),
  constraint chain_numbers_within_limit check (chain_id between 1 and 1000000000000000 and block_number between 0 and 1000000000000000),
  constraint chain_times_finite check (isfinite(read_at) and isfinite(compared_at)),
  constraint chain_addresses_well_formed check (
    array[escrow, collector, token, operator] = regexp_match(concat_ws(' ', escrow, collector, token, operator),
      '^(0x[0-9a-f]{40}) (0x[0-9a-f]{40}) (0x[0-9a-f]{40}) (0x[0-9a-f]{40})$'))
);
comment on table private.chain is 'The chain of the market, as its edge functions are configured, and how far it was read. No row: no chain was used yet.';
alter table private.chain enable row level security;

create table private.chain_operators (
  address text primary key,
  -- The next unused nonce: each stored transaction takes one. The chain expects a higher one only if stored transactions were lost.
  next_nonce bigint not null,
  constraint chain_operators_nonce_within_limit check (next_nonce between 0 and 1000000000000000)
);
comment on table private.chain_operators is 'The addresses that sign the market''s acts, each with its next nonce.';
alter table private.chain_operators enable row level security;

-- Payments -------------------------------------------------------------------------------
create table public.chain_payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.pack_orders (id),
  chain_id bigint not null,
  escrow text not null,
  token text not null,
  collector text not null,
  -- The payment info of the protocol. Times are seconds since 1970.
  operator text not null,
  payer text not null,
  receiver text not null,
  max_amount_minor bigint not null,
  max_fee_bps int not null,
  pre_approval_expiry bigint not null,
  authorization_expiry bigint not null,
  refund_expiry bigint not null,
  -- The zero address lets the operator choose where the fee goes, in case its own address is frozen.
  fee_receiver text not null default '0x0000000000000000000000000000000000000000',
  salt text not null,
  -- When the order ends at the latest, whatever its sides do.
  order_ends_by bigint not null,
  -- The hash by which the escrow knows the payment, and the number that the brand signs (that hash, computed without the payer).
  payment_hash text,
  nonce text,
  signature text,
  signed_at timestamptz,
  -- The time from which the escrow holds nothing of the payment and can receive nothing for it.
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint chain_payments_hash_key unique (payment_hash),
  constraint chain_payments_amount_positive check (max_amount_minor > 0),
  constraint chain_payments_amount_within_limit check (max_amount_minor <= 1000000000000000),
  constraint chain_payments_chain_within_limit check (chain_id between 1 and 1000000000000000),
  -- The limit is a time in seconds, a little after the year 9999.
  constraint chain_payments_expiries_within_limit check (
    least(pre_approval_expiry, authorization_expiry, refund_expiry, order_ends_by) > 0
    and greatest(pre_approval_expiry, authorization_expiry, refund_expiry, order_ends_by) < 260000000000),
  constraint chain_payments_times_finite check (isfinite(signed_at) and isfinite(closed_at)),
  constraint chain_payments_fee_in_range check (max_fee_bps between 0 and 10000),
  constraint chain_payments_payer_well_formed check (payer ~ '^0x[0-9a-f]{40}$'),
  constraint chain_payments_salt_well_formed check (salt ~ '^0x[0-9a-f]{64}$'),
  constraint chain_payments_hashes_well_formed check (payment_hash ~ '^0x[0-9a-f]{64}$' and nonce ~ '^0x[0-9a-f]{64}$'),
  constraint chain_payments_signature_short check (length(signature) <= 20000),
  constraint chain_payments_signed_with_name check (signature is null or payment_hash is not null and signed_at is not null),
  constraint chain_payments_outlast_the_order check (
    pre_approval_expiry <= authorization_expiry and authorization_expiry <= refund_expiry and order_ends_by < authorization_expiry)
);
comment on table public.chain_payments is 'The payment of an order in the escrow of a chain, as the brand signed it. With this row anybody can find the payment in the escrow without the market.';
-- An order has one open payment: two browser tabs prepare the same one.
create unique index chain_payments_one_open on public.chain_payments (order_id) where closed_at is null;
create index chain_payments_order_id on public.chain_payments (order_id);
alter table public.chain_payments enable row level security;
-- The other side sees from which wallet an order was paid, not which wallets its brand only connected.
create policy chain_payments_select on public.chain_payments for select to authenticated
  using (order_id = any (array(select private.readable_orders())) and (signed_at is not null or exists (
    select from public.pack_orders o where o.id = order_id and o.brand_id = (select private.my_profile_id()))));
grant select on public.chain_payments to authenticated, service_role;
create trigger chain_payments_not_deleted before delete on public.chain_payments
  for each row when (OLD.signed_at is not null) execute function private.refuse_change();
create trigger chain_payments_not_truncated before truncate on public.chain_payments
  for each statement execute function private.refuse_change();
-- After a payment is signed, only its end can be stored.
create trigger chain_payments_signed_are_final before update on public.chain_payments
  for each row when (OLD.signed_at is not null
    and to_jsonb(OLD) - 'closed_at' is distinct from to_jsonb(NEW) - 'closed_at')
  execute function private.refuse_change();

-- Acts -----------------------------------------------------------------------------------
create table public.chain_acts (
  id bigint primary key generated always as identity,
  payment_id uuid not null references public.chain_payments (id),
  order_id uuid not null references public.pack_orders (id),
  kind text not null,
  amount_minor bigint not null,
  -- The market's part of a capture.
  fee_minor bigint not null default 0,
  -- The milestone of a capture; null: the end of the order.
  reference uuid,
  state text not null default 'decided',
  tx_hash text,
  -- The reason why the act was not sent yet, or why it failed.
  problem text,
  -- The time since which the nodes refuse the act, or since it failed.
  refused_since timestamptz,
  retry_at timestamptz,
  decided_at timestamptz not null default now(),
  final_at timestamptz,
  constraint chain_acts_kind_known check (kind in ('authorize', 'capture', 'void', 'refund')),
  constraint chain_acts_state_known check (state in ('decided', 'signed', 'broadcast', 'mined', 'final', 'failed', 'given_up')),
  constraint chain_acts_amount_positive check (amount_minor > 0),
  constraint chain_acts_amount_within_limit check (amount_minor <= 900000000000000),
  constraint chain_acts_times_finite check (isfinite(refused_since) and isfinite(retry_at) and isfinite(final_at)),
  constraint chain_acts_fee_within_amount check (fee_minor between 0 and amount_minor and (fee_minor = 0 or kind = 'capture')),
  -- The escrow computes the fee from hundredths of a percent and rounds down.
  constraint chain_acts_fee_exact check (fee_minor * 10000 % amount_minor = 0),
  constraint chain_acts_problem_short check (length(problem) <= 300),
  constraint chain_acts_final_has_time check ((state = 'final') = (final_at is not null))
);
comment on table public.chain_acts is 'The market''s transactions about payments in the escrow: stored with the move of the order, each sent once. Rows are never deleted.';
create index chain_acts_order_id on public.chain_acts (order_id);
create index chain_acts_open on public.chain_acts (id) where state not in ('final', 'failed', 'given_up');
-- Sending a capture twice would pay twice, so no capture is decided twice.
create unique index chain_acts_once on public.chain_acts (payment_id, kind, reference) nulls not distinct;
alter table public.chain_acts enable row level security;
create policy chain_acts_select on public.chain_acts for select to authenticated
  using (order_id = any (array(select private.readable_orders())));
grant select on public.chain_acts to authenticated, service_role;
alter publication supabase_realtime add table public.chain_acts;
create trigger chain_acts_not_deleted before delete on public.chain_acts
  for each row execute function private.refuse_change();
create trigger chain_acts_not_truncated before truncate on public.chain_acts
  for each statement execute function private.refuse_change();
create trigger chain_acts_stay before update on public.chain_acts
  for each row when (
    (OLD.payment_id, OLD.order_id, OLD.kind, OLD.fee_minor, OLD.reference, OLD.decided_at)
    is distinct from (NEW.payment_id, NEW.order_id, NEW.kind, NEW.fee_minor, NEW.reference, NEW.decided_at)
    -- The amount of a waiting void may change: it also returns amounts that turn out not to be captured.
    or OLD.amount_minor <> NEW.amount_minor and (OLD.kind, OLD.state, NEW.state) <> ('void', 'decided', 'decided'))
  execute function private.refuse_change();

-- Locks the payment, so that concurrent acts see each other.
create function private.check_chain_act() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.chain_payments;
begin
  select * into strict v_payment from public.chain_payments p where p.id = NEW.payment_id for no key update;
  if (select sum(a.amount_minor) from public.chain_acts a where a.payment_id = NEW.payment_id and a.kind in ('capture', 'void')
      and a.state <> 'given_up')
      > v_payment.max_amount_minor
    or NEW.fee_minor * 10000 > NEW.amount_minor * v_payment.max_fee_bps
  then
    raise exception 'chain_act_too_large' using errcode = 'PT409';
  end if;
  return null;
end;
$$;
comment on function private.check_chain_act is 'Trigger: what is captured and returned is never more than was paid, nor a fee more than was signed.';
create trigger chain_acts_within_payment after insert or update of amount_minor on public.chain_acts
  for each row execute function private.check_chain_act();

create function private.chain_payment_of(order_id uuid) returns public.chain_payments
language plpgsql stable security definer set search_path = '' as $$
declare
  v_payment public.chain_payments;
begin
  select * into v_payment from public.chain_payments p where p.order_id = chain_payment_of.order_id and p.closed_at is null;
  return v_payment;
end;
$$;
comment on function private.chain_payment_of is 'The payment of an order that is prepared or in the escrow; null for none.';

-- Callers pass null for a payment that is closed (chain_payment_of), such as one that was lost: nothing is decided then.
create function private.decide_chain_act(payment_id uuid, kind text, amount_minor bigint, fee_minor bigint default 0, reference uuid default null)
returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.chain_acts (payment_id, order_id, kind, amount_minor, fee_minor, reference)
  select p.id, p.order_id, decide_chain_act.kind, decide_chain_act.amount_minor, decide_chain_act.fee_minor, decide_chain_act.reference
  from public.chain_payments p
  where p.id = decide_chain_act.payment_id and p.signed_at is not null and decide_chain_act.amount_minor > 0
$$;
comment on function private.decide_chain_act is 'Stores one act about a signed payment; does nothing if the amount is zero.';

create function private.decide_capture(o public.pack_orders, amount_minor bigint, fee_minor bigint, reference uuid default null) returns void
language sql volatile security definer set search_path = '' as $$
  select private.decide_chain_act((private.chain_payment_of(o.id)).id, 'capture', amount_minor, fee_minor, reference)
$$;
comment on function private.decide_capture is 'Stores the act by which the escrow pays a part of an order to its creator, the fee within it.';

create function private.decide_void(o public.pack_orders, amount_minor bigint) returns void
language sql volatile security definer set search_path = '' as $$
  select private.decide_chain_act((private.chain_payment_of(o.id)).id, 'void', amount_minor)
$$;
comment on function private.decide_void is 'Stores the act by which the escrow returns what is left of an order to its brand.';
