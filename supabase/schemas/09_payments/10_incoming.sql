-- The start of a checkout, reports of payments that came in, the wallet as a way to pay, and money that matched no order.

-- Providers refuse amounts below a minimum, so the wallet leaves at least that much to them.
create function private.payment_parts(
  profile_id uuid, total_minor bigint, currency text, out wallet_minor bigint, out provider_minor bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_wallet bigint := private.spendable_minor(profile_id, currency);
  v_least bigint := private.in_minor_units(private.setting('checkout_least'), currency);
begin
  wallet_minor := case when v_wallet >= total_minor then total_minor
    else greatest(0, least(v_wallet, total_minor - v_least)) end;
  provider_minor := total_minor - wallet_minor;
end;
$$;
comment on function private.payment_parts(uuid, bigint, text) is
  'How a total is paid with the wallet first: what the wallet pays, and what is left for a payment provider.';

create function private.payment_parts(
  total_minor bigint, currency text, out wallet_minor bigint, out provider_minor bigint
)
language sql stable security definer set search_path = '' as $$
  select p.wallet_minor, p.provider_minor
  from private.payment_parts(private.my_profile_id(), total_minor, payment_parts.currency) as p
$$;
create function public.payment_parts(total_minor bigint, currency text)
returns table (wallet_minor bigint, provider_minor bigint)
language sql stable security invoker set search_path = '' as $$
  select * from private.payment_parts(total_minor, payment_parts.currency)
$$;
comment on function public.payment_parts is
  'How the caller would pay a total now, with the wallet first: from the wallet, and through a payment provider.';

grant execute on function private.payment_parts(bigint, text), public.payment_parts to authenticated;

-- The money of an order on a chain never belongs to the market, so no wallet, provider or tip can take part.
create function private.require_in_ledger(o public.pack_orders) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_on_chain(o.currency) then
    raise exception 'order_on_chain' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_in_ledger is 'Rejects an order that is paid on a chain.';

create function private.require_wallet(o public.pack_orders, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_in_ledger(o);
  if private.spendable_minor(o.brand_id, o.currency) < o.price_minor + o.buyer_fee_minor then
    raise exception 'insufficient_funds' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_wallet is 'Rejects when the brand can spend less from its wallet than the price and the buyer''s fee.';

-- A wallet that covers the total pays by pay_from_wallet, without a provider.
create function private.start_checkout(
  order_id uuid, use_wallet boolean,
  out wallet_minor bigint, out provider_minor bigint, out currency text, out payments_before int
)
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_order public.pack_orders;
  v_total bigint;
  v_parts record;
begin
  perform private.lock_person_spending(v_me);
  perform private.pay_debts(v_me, private.clock());
  v_order := private.lock_order(order_id, 'checkout');
  perform private.require_order_action('checkout', v_order, private.clock());
  perform private.require_in_ledger(v_order);
  perform private.limit_provider(v_me);
  v_total := v_order.price_minor + v_order.buyer_fee_minor;
  select * into v_parts from private.payment_parts(v_order.brand_id, v_total, v_order.currency);
  wallet_minor := case when use_wallet and v_parts.provider_minor > 0 then v_parts.wallet_minor else 0 end;
  provider_minor := v_total - wallet_minor;
  currency := v_order.currency;
  -- Counts only this amount: a session for another amount may still be open at the provider.
  payments_before := (select count(*) from public.payments p where p.order_id = v_order.id and p.amount_minor = start_checkout.provider_minor);
  if wallet_minor > 0 then
    insert into private.checkouts (order_id, wallet_minor)
    values (start_checkout.order_id, start_checkout.wallet_minor)
    on conflict do nothing;
  end if;
end;
$$;
create function public.start_checkout(order_id uuid, use_wallet boolean default true)
returns table (wallet_minor bigint, provider_minor bigint, currency text, payments_before int)
language sql volatile security invoker set search_path = '' as $$
  select * from private.start_checkout(order_id, use_wallet)
$$;
comment on function public.start_checkout is
  'Brand: begins to pay an order; returns what the wallet pays when the payment of the rest arrives, the rest, and payments_before: how many of that amount came for the order without paying it.';

create function private.payment_problem(p public.payments, o public.pack_orders) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_wallet_part bigint := o.price_minor + o.buyer_fee_minor - p.amount_minor;
begin
  return case
    when private.is_taken_back(p) then 'charged_back'
    when o.id is null then 'order_unknown'
    -- Named before all problems below: the money of a frozen payer may come from another stolen card, so it pays no debt.
    when private.is_frozen(o.brand_id) or private.is_suspended(o.brand_id) then 'payer_frozen'
    when not private.can_move(o, 'funded', 'provider') or private.are_blocked(o.brand_id, o.kol_id) or private.is_on_chain(o.currency)
      -- The card of this payment may have shown that both sides are one person.
      or private.are_one_person(o.brand_id, o.kol_id) then 'order_not_payable'
    when o.currency <> p.currency then 'wrong_currency'
    when v_wallet_part <> 0 and not exists (
      select from private.checkouts c where c.order_id = o.id and c.wallet_minor = v_wallet_part
    ) then 'wrong_amount'
    when private.wallet_minor(o.brand_id, o.currency) < v_wallet_part then 'wallet_short'
  end;
end;
$$;
comment on function private.payment_problem is 'Why a payment does not pay for this order; null when it does.';

-- A card may join two accounts, and that changes their profiles, which are locked after people and after accounts. A payment of
-- less than the total may take the rest from the wallet, from which debts are paid first. The accounts of both are locked
-- together, to keep one order of locks.
create function private.lock_paid_order(p public.payments, card text, at timestamptz) returns public.pack_orders
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_card constant text := p.provider || ' ' || lock_paid_order.card;
  v_order public.pack_orders;
  v_debtor uuid := (
    select o.brand_id from public.pack_orders o
    where o.id = p.claimed_order_id and o.price_minor + o.buyer_fee_minor > p.amount_minor and not private.is_frozen(o.brand_id));
begin
  perform private.lock_person_spending(v_debtor);
  v_debtor := (select v_debtor where exists (select from private.debts_of(v_debtor)));
  perform private.lock_open_orders(v_debtor);
  select * into v_order from public.pack_orders o where o.id = p.claimed_order_id for no key update;
  if v_order.id is null or v_card is null and v_debtor is null then
    return v_order;
  end if;
  perform private.lock_mark(v_order.brand_id, 'card', private.mark_hash('card', v_card)) where v_card is not null;
  perform private.lock_accounts(private.recovery_accounts(v_debtor)
    || case when private.can_move(v_order, 'funded', 'provider') then private.order_accounts(v_order) end || array[
      private.platform_account('cash', p.currency, v_order.id),
      private.platform_account('cash', p.currency, p.id), private.platform_account('suspense', p.currency, p.id)]);
  perform private.take_debts(v_debtor, at) where v_debtor is not null;
  perform private.mark_person(v_order.brand_id, 'card', v_card) where v_card is not null;
  return v_order;
end;
$$;
comment on function private.lock_paid_order is
  'The order that a payment names, locked; pays a debt first where the wallet may pay a part, and records the card, with a lock on all accounts that the payment may change.';

-- Money that has arrived is never refused: what matches no order waits in suspense for staff.
create function private.record_payment(
  provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text, at timestamptz default now(),
  card text default null
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
  perform private.require_given(record_payment.provider, record_payment.provider_ref, record_payment.amount_minor::text);
  perform private.lock_payment_reference(record_payment.provider, record_payment.provider_ref);
  insert into public.payments (provider, provider_ref, claimed_order_id, amount_minor, currency)
  values (record_payment.provider, record_payment.provider_ref, record_payment.order_id,
    record_payment.amount_minor, record_payment.currency)
  on conflict on constraint payments_provider_ref_key do nothing
  returning * into v_payment;
  if v_payment.id is null then
    select * into v_payment from public.payments p where (p.provider, p.provider_ref) = (record_payment.provider, record_payment.provider_ref);
    return v_payment;
  end if;

  -- Records the card before the payment counts: it may belong to a frozen person.
  v_order := private.lock_paid_order(v_payment, record_payment.card, at);
  v_problem := private.payment_problem(v_payment, v_order);
  update public.payments p set
    order_id = v_order.id, payer_id = v_order.brand_id, problem = v_problem,
    status = case when v_problem is null then 'received' else 'suspense' end,
    suspense_minor = case when v_problem is not null then p.amount_minor end
  where p.id = v_payment.id
  returning * into v_payment;
  if v_problem is not null then
    perform private.post_transfer('suspense',
      array[
        private.platform_account('cash', v_payment.currency, v_payment.id),
        private.platform_account('suspense', v_payment.currency, v_payment.id)
      ],
      array[-v_payment.amount_minor, v_payment.amount_minor], null, v_payment.id);
    if v_order.id is not null and v_problem <> 'charged_back' then
      perform private.notify_about_money(v_order.brand_id, v_order, 'payment_not_applied', v_payment.amount_minor);
    end if;
    return private.match_chargebacks(v_payment, at);
  end if;

  v_cash := private.platform_account('cash', v_payment.currency, v_order.id);
  v_wallet := private.member_account(v_order.brand_id, 'wallet', v_payment.currency);
  perform private.lock_accounts(private.order_accounts(v_order) || v_cash);
  perform private.post_transfer('payment', array[v_cash, v_wallet],
    array[-v_payment.amount_minor, v_payment.amount_minor], v_order.id, v_payment.id);
  -- The lot of this payment is used, whatever else is in the wallet; move_order takes the rest of the
  -- total from the other lots.
  insert into private.order_funding (order_id, payment_id, amount_minor)
  values (v_order.id, v_payment.id, v_payment.amount_minor);
  perform private.move_order(v_order, private.status_when_paid(v_order), 'provider', null, null, at);
  return v_payment;
end;
$$;

create function public.record_payment(
  provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text, card text default null
) returns public.payments
language sql volatile security invoker set search_path = '' as $$
  select * from private.record_payment(provider, provider_ref, order_id, amount_minor, currency, card => card)
$$;
comment on function public.record_payment is
  'Service role: records a payment, once per provider''s reference: the total, or the rest after the agreed part of the wallet, pays the order; anything else goes to '
  'suspense. `card` is the provider''s fingerprint of the card, which is stored as a keyed hash.';

create function private.pay_from_wallet(order_id uuid) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_order public.pack_orders;
begin
  perform private.share_standing(v_me);
  perform private.lock_person_spending(v_me);
  perform private.pay_debts(v_me, private.clock(), order_id);
  v_order := private.lock_order(order_id, 'pay_from_wallet');
  if private.just_moved_by(v_order, private.status_when_paid(v_order), v_me) then
    return v_order;
  end if;
  perform private.require_transact();
  perform private.require_order_action('pay_from_wallet', v_order, private.clock());
  return private.move_order(v_order, private.status_when_paid(v_order), 'brand', v_me, null, private.clock());
end;
$$;
create function public.pay_from_wallet(order_id uuid) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  return private.pay_from_wallet(order_id);
end;
$$;
comment on function public.pay_from_wallet is 'Brand: pays an order from the wallet.';

-- The caller has locked the payment and the member's spending. Earnings that came back go to the account for cleared holds.
create function private.assign_suspense(p public.payments, profile_id uuid, amount_minor bigint) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_is_earned constant boolean := p.problem is not distinct from 'payee_left';
  v_is_balance constant boolean := v_is_earned and (select o.role from public.profiles o where o.id = profile_id) = 'kol';
  v_to constant bigint := private.member_account(profile_id, case when v_is_balance then 'available' else 'wallet' end, p.currency);
begin
  perform private.post_transfer('suspense_resolved',
    array[private.platform_account('suspense', p.currency, p.id), v_to], array[-assign_suspense.amount_minor, assign_suspense.amount_minor], null, p.id);
  perform private.add_to_lot(v_to, case when not v_is_earned then p.id end, assign_suspense.amount_minor) where not v_is_balance;
  update public.payments o set payer_id = assign_suspense.profile_id, suspense_minor = nullif(o.suspense_minor - assign_suspense.amount_minor, 0)
  where o.id = p.id;
  return private.update_payment_status(p.id);
end;
$$;
comment on function private.assign_suspense is 'Gives an amount of a payment in suspense to a member.';

create function private.former_suspense(profile_id uuid, currency text) returns setof public.payments
language sql stable security definer set search_path = '' as $$
  select p.* from public.payments p
  where p.payer_id = former_suspense.profile_id and p.currency = former_suspense.currency
    and p.problem = 'payee_left' and p.suspense_minor > 0 and private.has_left(former_suspense.profile_id)
  order by p.created_at, p.provider_ref
$$;
comment on function private.former_suspense is 'Returned earnings of a deleted member, which wait for staff.';

create function private.resolve_suspense(payment_id uuid, profile_id uuid, note text, amount_minor bigint) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_rest bigint;
begin
  perform private.require_staff();
  perform private.require_given(resolve_suspense.amount_minor::text);
  select * into v_payment from public.payments p
  where p.id = resolve_suspense.payment_id for no key update;
  -- Waits for a concurrent deletion of the account.
  perform private.lock_person_spending(resolve_suspense.profile_id);
  if private.is_own_dispute(resolve_suspense.profile_id) or private.is_own_dispute(v_payment.payer_id) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  -- A client repeats a request whose answer was lost. An open proposal is not carried out by an act that was done without it.
  if v_payment.status = 'resolved' and not private.is_confirmed('resolve_suspense', v_payment.id::text)
    and private.done_before('resolve_suspense', array[v_payment.id], jsonb_build_object(
      'profile_id', resolve_suspense.profile_id, 'amount_minor', resolve_suspense.amount_minor, 'note', note)) > 0
  then
    return v_payment;
  end if;
  if v_payment.status is distinct from 'suspense' then
    raise exception 'payment_not_in_suspense' using errcode = 'PT409';
  end if;
  -- Returned earnings belong to the member who earned them. Money in the balance of a former member would belong to nobody.
  if not exists (
    select from public.profiles p
    where p.id = resolve_suspense.profile_id and p.deleted_at is null
      and p.role = case when v_payment.problem = 'payee_left' then (select o.role from public.profiles o where o.id = v_payment.payer_id) else 'brand' end
  ) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_reason(note);
  -- A part of the payment may have been charged back, or returned to it.
  v_rest := v_payment.suspense_minor;
  if v_rest <> resolve_suspense.amount_minor then
    raise exception 'payment_changed' using errcode = 'PT409';
  end if;
  if v_payment.problem = 'payee_left' and private.disputed_earnings(v_payment.payer_id, v_payment.currency) > (
    select coalesce(sum(p.suspense_minor), 0) from private.former_suspense(v_payment.payer_id, v_payment.currency) as p
    where p.id <> v_payment.id
  ) then
    raise exception 'payout_disputed' using errcode = 'PT409';
  end if;
  if v_payment.payer_id is distinct from resolve_suspense.profile_id then
    perform private.require_confirmation('resolve_suspense', v_payment.id::text);
  end if;
  perform private.require_second_above_limit('resolve_suspense', v_payment.id::text,
    private.units_of(v_rest, v_payment.currency));
  v_payment := private.assign_suspense(v_payment, resolve_suspense.profile_id, v_rest);
  perform private.notify(v_payment.payer_id, 'payment_assigned', jsonb_build_object('amount_minor', v_rest, 'currency', v_payment.currency));
  perform private.audit('resolve_suspense', v_payment.id,
    jsonb_build_object('profile_id', v_payment.payer_id, 'amount_minor', v_rest,
      'currency', v_payment.currency, 'note', note));
  return v_payment;
end;
$$;

create function public.resolve_suspense(payment_id uuid, profile_id uuid, note text, amount_minor bigint) returns public.payments
language sql volatile security invoker set search_path = '' as $$
  select * from private.resolve_suspense(payment_id, profile_id, note, amount_minor)
$$;
comment on function public.resolve_suspense is
  'Staff: assign money that matched no order to the brand that it belongs to, and earnings that came back to a creator. One member of staff alone can assign '
  'it only to its known payer. `amount_minor` is the amount that they have seen.';

-- Granted to members and to the service role -------------------------------------------------
grant execute on function
  private.start_checkout, private.pay_from_wallet, private.resolve_suspense,
  public.start_checkout, public.pay_from_wallet, public.resolve_suspense
  to authenticated;
grant execute on function private.record_payment, public.record_payment to service_role;
