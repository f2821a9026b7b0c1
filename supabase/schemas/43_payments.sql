-- Money that comes from outside, for an order or for none, and money that is taken back. A
-- provider may tell us anything twice, late or wrong: nothing it says is refused or done again.

-- Payments -------------------------------------------------------------------------------
create table public.payments (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  provider_ref text not null,
  -- The order that the provider named, whether or not there is one.
  claimed_order_id uuid,
  order_id uuid references public.pack_orders (id),
  payer_id uuid references public.profiles (id),
  amount_minor bigint not null,
  currency text not null references public.currencies (code),
  status text not null default 'received',
  problem text,
  created_at timestamptz not null default now(),
  constraint payments_provider_ref_key unique (provider, provider_ref),
  constraint payments_amount_positive check (amount_minor > 0),
  constraint payments_amount_within_limit check (amount_minor <= 1000000000000000),
  constraint payments_status_known check (status in ('received', 'suspense', 'resolved', 'charged_back')),
  constraint payments_provider_length check (length(provider) between 1 and 40),
  constraint payments_provider_ref_length check (length(provider_ref) between 1 and 200)
);
comment on table public.payments is 'Money that came in, once per reference of its provider. In suspense: it fits no order.';
create index payments_order_id on public.payments (order_id);
create index payments_payer_id on public.payments (payer_id);
create index payments_currency on public.payments (currency);
create index payments_in_suspense on public.payments (created_at) where status = 'suspense';

alter table public.payments enable row level security;
create policy payments_select on public.payments for select to authenticated
  using (payer_id = (select private.my_profile_id()) or (select private.is_staff()));
grant select on public.payments to authenticated, service_role;
create trigger payments_not_deleted before delete on public.payments
  for each row execute function private.refuse_change();
create trigger payments_facts_are_final before update on public.payments
  for each row when (
    (OLD.id, OLD.provider, OLD.provider_ref, OLD.claimed_order_id, OLD.amount_minor, OLD.currency, OLD.created_at)
    is distinct from
    (NEW.id, NEW.provider, NEW.provider_ref, NEW.claimed_order_id, NEW.amount_minor, NEW.currency, NEW.created_at)
  ) execute function private.refuse_change();
alter table public.payouts
  add constraint payouts_payment_id_fkey foreign key (payment_id) references public.payments (id);

-- Money that has arrived is never refused: what fits no order waits in suspense for staff.
create function private.record_payment(
  provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text, at timestamptz default now()
) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_order public.pack_orders;
  v_problem text;
  v_wallet bigint;
  v_cash bigint;
begin
  if not exists (select from public.currencies c where c.code = record_payment.currency) then
    raise exception 'currency_unknown' using errcode = 'PT422';
  end if;
  insert into public.payments (provider, provider_ref, claimed_order_id, amount_minor, currency)
  values (record_payment.provider, record_payment.provider_ref, record_payment.order_id,
    record_payment.amount_minor, record_payment.currency)
  on conflict on constraint payments_provider_ref_key do nothing
  returning * into v_payment;
  if v_payment.id is null then
    select * into v_payment from public.payments p
    where p.provider = record_payment.provider and p.provider_ref = record_payment.provider_ref;
    return v_payment;
  end if;

  select * into v_order from public.pack_orders o where o.id = record_payment.order_id for no key update;
  v_problem := case
    when v_order.id is null then 'order_unknown'
    when v_order.status <> 'pending_payment' or private.are_blocked(v_order.brand_id, v_order.kol_id)
      then 'order_not_payable'
    when v_order.currency <> record_payment.currency then 'wrong_currency'
    when v_order.price_minor + v_order.buyer_fee_minor <> record_payment.amount_minor then 'wrong_amount'
  end;
  update public.payments p set
    order_id = v_order.id, payer_id = v_order.brand_id, problem = v_problem,
    status = case when v_problem is null then 'received' else 'suspense' end
  where p.id = v_payment.id
  returning * into v_payment;
  if v_problem is not null then
    perform private.post_transfer('suspense',
      array[
        private.platform_account('cash', v_payment.currency, v_payment.id),
        private.platform_account('suspense', v_payment.currency, v_payment.id)
      ],
      array[-v_payment.amount_minor, v_payment.amount_minor], null, v_payment.id);
    return v_payment;
  end if;

  v_cash := private.platform_account('cash', v_payment.currency, v_order.id);
  v_wallet := private.member_account(v_order.brand_id, 'wallet', v_payment.currency);
  perform private.lock_accounts(private.order_accounts(v_order) || v_cash);
  perform private.post_transfer('payment', array[v_cash, v_wallet],
    array[-v_payment.amount_minor, v_payment.amount_minor], v_order.id, v_payment.id);
  perform private.move_order(v_order, 'funded', 'provider', null, null, at);
  return v_payment;
end;
$$;
comment on function private.record_payment is 'Money came in: once per provider''s reference, the exact amount, or suspense.';

create function private.pay_from_wallet(order_id uuid, at timestamptz) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'brand');
begin
  if private.just_moved_by(v_order, 'funded', v_order.brand_id) then
    return v_order;
  end if;
  perform private.require_transact();
  if v_order.status is distinct from 'pending_payment'
    or private.are_blocked(v_order.brand_id, v_order.kol_id)
  then
    raise exception 'order_not_payable' using errcode = 'PT409';
  end if;
  return private.move_order(v_order, 'funded', 'brand', v_order.brand_id, null, at);
end;
$$;
comment on function private.pay_from_wallet(uuid, timestamptz) is 'The brand pays with money that came back to it before.';

create function private.request_refund(payment_id uuid, amount_minor bigint, idempotency_key uuid)
returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_payment public.payments;
  v_request public.payouts;
begin
  select * into v_payment from public.payments p
  where p.id = request_refund.payment_id and p.payer_id = v_me
  for no key update;
  if v_payment.id is null or private.is_member() is not true then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if v_payment.status not in ('received', 'resolved') then
    raise exception 'payment_not_refundable' using errcode = 'PT409';
  end if;
  -- The provider gives back at most what it took; the same key answers with the first refund.
  if amount_minor > v_payment.amount_minor - coalesce((
    select sum(p.amount_minor) from public.payouts p
    where p.payment_id = v_payment.id and p.status <> 'failed'
      and p.idempotency_key is distinct from request_refund.idempotency_key
  ), 0) then
    raise exception 'refund_exceeds_payment' using errcode = 'PT409';
  end if;
  v_request.profile_id := v_me;
  v_request.amount_minor := amount_minor;
  v_request.currency := v_payment.currency;
  v_request.destination := v_payment.provider || ' ' || v_payment.provider_ref;
  v_request.source := 'wallet';
  v_request.payment_id := v_payment.id;
  v_request.idempotency_key := idempotency_key;
  return private.open_payout(v_request);
end;
$$;
comment on function private.request_refund is 'A brand takes wallet money back the way it came in.';

create function private.resolve_suspense(payment_id uuid, profile_id uuid, note text) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
begin
  perform private.require_staff();
  select * into v_payment from public.payments p
  where p.id = resolve_suspense.payment_id for no key update;
  if v_payment.status is distinct from 'suspense' then
    raise exception 'payment_not_in_suspense' using errcode = 'PT409';
  end if;
  perform private.require_other_case(array[resolve_suspense.profile_id]);
  if not exists (
    select from public.profiles p where p.id = resolve_suspense.profile_id and p.role = 'brand'
  ) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  if private.needs_two(v_payment.amount_minor, v_payment.currency) then
    perform private.require_confirmation('resolve_suspense', v_payment.id::text);
  end if;
  update public.payments p set status = 'resolved', payer_id = resolve_suspense.profile_id
  where p.id = v_payment.id
  returning * into v_payment;
  perform private.post_transfer('suspense_resolved',
    array[
      private.platform_account('suspense', v_payment.currency, v_payment.id),
      private.member_account(v_payment.payer_id, 'wallet', v_payment.currency)
    ],
    array[-v_payment.amount_minor, v_payment.amount_minor], null, v_payment.id);
  perform private.audit('resolve_suspense', v_payment.id,
    jsonb_build_object('profile_id', v_payment.payer_id, 'amount_minor', v_payment.amount_minor,
      'currency', v_payment.currency, 'note', note));
  return v_payment;
end;
$$;
comment on function private.resolve_suspense is 'Staff give money that fitted no order to the brand it belongs to.';

-- Chargebacks ----------------------------------------------------------------------------
create table private.chargebacks (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  provider_ref text not null,
  order_id uuid references public.pack_orders (id),
  amount_minor bigint not null,
  currency text not null references public.currencies (code),
  created_at timestamptz not null default now(),
  constraint chargebacks_provider_ref_key unique (provider, provider_ref),
  constraint chargebacks_amount_positive check (amount_minor > 0),
  constraint chargebacks_amount_within_limit check (amount_minor <= 1000000000000000)
);
comment on table private.chargebacks is 'Payments that a provider took back, once per reference.';
create index chargebacks_order_id on private.chargebacks (order_id);
create index chargebacks_currency on private.chargebacks (currency);
alter table private.chargebacks enable row level security;
grant select on private.chargebacks to service_role;

-- The provider has the money already; the question is only who bears it. What is still in
-- escrow or in suspense pays first, then what came back to the brand's wallet, then we do. The
-- creator keeps what was earned.
create function private.record_chargeback(
  provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text, at timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks;
  v_order public.pack_orders;
  v_payment public.payments;
  v_accounts bigint[];
  v_cash bigint;
  v_loss bigint;
  v_paid bigint;
  v_from_wallet bigint;
begin
  if not exists (select from public.currencies c where c.code = record_chargeback.currency) then
    raise exception 'currency_unknown' using errcode = 'PT422';
  end if;
  select * into v_payment from public.payments p
  where p.provider = record_chargeback.provider and p.provider_ref = record_chargeback.provider_ref;
  insert into private.chargebacks (provider, provider_ref, order_id, amount_minor, currency)
  values (record_chargeback.provider, record_chargeback.provider_ref,
    (select o.id from public.pack_orders o
      where o.id = coalesce(record_chargeback.order_id, v_payment.order_id)
        and o.currency = record_chargeback.currency),
    record_chargeback.amount_minor, record_chargeback.currency)
  on conflict on constraint chargebacks_provider_ref_key do nothing
  returning * into v_chargeback;
  if v_chargeback.id is null then
    select * into v_chargeback from private.chargebacks c
    where c.provider = record_chargeback.provider and c.provider_ref = record_chargeback.provider_ref;
    return to_jsonb(v_chargeback);
  end if;

  select * into v_order from public.pack_orders o where o.id = v_chargeback.order_id for no key update;
  update public.payments p set status = 'charged_back'
  where p.id = v_payment.id and p.amount_minor = v_chargeback.amount_minor
    and p.currency = v_chargeback.currency and p.status in ('received', 'suspense');
  if found and v_payment.status = 'suspense' then
    perform private.post_transfer('chargeback',
      array[
        private.platform_account('suspense', v_payment.currency, v_payment.id),
        private.platform_account('cash', v_payment.currency, v_payment.id)
      ],
      array[-v_payment.amount_minor, v_payment.amount_minor], null, v_chargeback.id);
    return to_jsonb(v_chargeback);
  end if;

  v_cash := private.platform_account('cash', v_chargeback.currency, coalesce(v_order.id, v_chargeback.id));
  v_loss := private.platform_account('loss', v_chargeback.currency, coalesce(v_order.id, v_chargeback.id));
  if v_order.id is null or v_order.status = 'pending_payment' then
    perform private.post_transfer('chargeback', array[v_loss, v_cash],
      array[-v_chargeback.amount_minor, v_chargeback.amount_minor], v_order.id, v_chargeback.id);
    return to_jsonb(v_chargeback);
  end if;

  v_accounts := private.order_accounts(v_order);
  perform private.lock_accounts(v_accounts || array[v_cash, v_loss]);
  v_paid := v_order.price_minor + v_order.buyer_fee_minor;
  if v_order.status in ('funded', 'in_progress', 'delivered', 'in_revision', 'disputed') then
    -- The whole order is off. What the provider did not take belongs to the brand.
    perform private.post_transfer('chargeback',
      v_accounts[1:2] || array[v_accounts[4], v_cash, v_loss],
      array[
        -v_order.price_minor,
        greatest(v_paid - v_chargeback.amount_minor, 0),
        -v_order.buyer_fee_minor,
        v_chargeback.amount_minor,
        least(v_paid - v_chargeback.amount_minor, 0)
      ], v_order.id, v_chargeback.id);
    perform private.move_order(v_order, 'cancelled', 'provider', null, 'chargeback', at);
    return to_jsonb(v_chargeback);
  end if;

  -- What the order gave back to the wallet, as far as it is still there.
  select least(a.balance_minor, v_chargeback.amount_minor, s.brand_minor) into v_from_wallet
  from private.accounts a,
    private.share_out(v_order, case v_order.status
      when 'completed' then v_order.price_minor
      when 'settled' then v_order.creator_share_minor
      else 0 end) as s
  where a.id = v_accounts[2];
  perform private.post_transfer('chargeback', array[v_accounts[2], v_loss, v_cash],
    array[-v_from_wallet, v_from_wallet - v_chargeback.amount_minor, v_chargeback.amount_minor],
    v_order.id, v_chargeback.id);
  return to_jsonb(v_chargeback);
end;
$$;
comment on function private.record_chargeback is 'A provider took a payment back: out of escrow while the order runs, at our loss once it is completed.';

-- Granted to members and to the service ------------------------------------------------------------------------------
create function private.pay_from_wallet(order_id uuid) returns public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from private.pay_from_wallet(order_id, now())
$$;
create function public.pay_from_wallet(order_id uuid) returns public.pack_orders
language sql volatile security invoker set search_path = '' as $$
  select * from private.pay_from_wallet(order_id)
$$;
create function public.request_refund(payment_id uuid, amount_minor bigint, idempotency_key uuid) returns public.payouts
language sql volatile security invoker set search_path = '' as $$
  select * from private.request_refund(payment_id, amount_minor, idempotency_key)
$$;
create function public.resolve_suspense(payment_id uuid, profile_id uuid, note text) returns public.payments
language sql volatile security invoker set search_path = '' as $$
  select * from private.resolve_suspense(payment_id, profile_id, note)
$$;
create function public.record_payment(
  provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text
) returns public.payments
language sql volatile security invoker set search_path = '' as $$
  select * from private.record_payment(provider, provider_ref, order_id, amount_minor, currency)
$$;
create function public.record_chargeback(
  provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text
) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.record_chargeback(provider, provider_ref, order_id, amount_minor, currency)
$$;
grant execute on function
  private.pay_from_wallet(uuid), private.request_refund, private.resolve_suspense,
  public.pay_from_wallet, public.request_refund, public.resolve_suspense
  to authenticated;
grant execute on function private.record_payment, private.record_chargeback,
  public.record_payment, public.record_chargeback to service_role;
