-- Requests of payouts, and their settlement: money leaves only while no provider disputes the payment
-- behind it.

-- Creating the row moves the money to `in_transit`.
create function private.open_payout(request public.payouts) returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_payout public.payouts;
  v_from bigint;
  v_to bigint;
  v_balance bigint;
begin
  if not exists (select from public.currencies c where c.code = request.currency) then
    raise exception 'currency_unknown' using errcode = 'PT422';
  end if;
  if request.idempotency_key is null then
    raise exception 'idempotency_key_required' using errcode = 'PT422';
  end if;
  if request.amount_minor > 0 is not true then
    raise exception 'payouts_amount_positive' using errcode = 'PT400';
  end if;
  insert into public.payouts (profile_id, amount_minor, currency, method, method_id, provider, source, payment_id, waits_until, idempotency_key)
  values (request.profile_id, request.amount_minor, request.currency, request.method, request.method_id,
    request.provider, request.source, request.payment_id, request.waits_until, request.idempotency_key)
  on conflict on constraint payouts_idempotency_key_key do nothing
  returning * into v_payout;
  if v_payout.id is null then
    select * into v_payout from public.payouts p
    where p.profile_id = request.profile_id and p.idempotency_key = request.idempotency_key;
    if (v_payout.amount_minor, v_payout.currency, v_payout.method, v_payout.method_id, v_payout.source)
      is distinct from (request.amount_minor, request.currency, request.method, request.method_id, request.source) then
      raise exception 'idempotency_key_reused' using errcode = 'PT409';
    end if;
    return v_payout;
  end if;

  v_from := private.member_account(request.profile_id, request.source, request.currency);
  v_to := private.member_account(request.profile_id, 'in_transit', request.currency);
  perform private.lock_accounts(array[v_from, v_to]);
  select a.balance_minor into v_balance from private.accounts a where a.id = v_from;
  if v_balance < request.amount_minor then
    raise exception 'insufficient_funds' using errcode = 'PT409';
  end if;
  if request.source = 'available' then
    perform private.require_undisputed_earnings(request.profile_id, request.currency, request.amount_minor);
    -- Sending a payout costs the market money, and delays the payouts of others. A smaller balance can be paid out as a whole.
    if request.amount_minor < least(v_balance, private.in_minor_units(private.setting('payout_least'), request.currency)) then
      raise exception 'payout_too_small' using errcode = 'PT422';
    end if;
  end if;
  if request.source = 'wallet' then
    -- A provider can refund only its own payment.
    update private.wallet_lots l set amount_minor = l.amount_minor - request.amount_minor
    where l.account_id = v_from and l.payment_id = request.payment_id
      and l.amount_minor >= request.amount_minor;
    if not found then
      raise exception 'insufficient_funds' using errcode = 'PT409';
    end if;
  end if;
  perform private.post_transfer('payout_requested', array[v_from, v_to],
    array[-request.amount_minor, request.amount_minor], null, v_payout.id);
  return v_payout;
end;
$$;
comment on function private.open_payout is 'Creates a payout and takes its money out of the balance; returns the existing payout for a key that was used before.';

create function private.request_payout(
  amount_minor bigint, currency text, method uuid, idempotency_key uuid
) returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_method private.payout_methods;
  v_request public.payouts;
begin
  perform private.share_standing(v_me);
  perform private.lock_spending(v_me);
  perform private.require_payee('kol');
  perform private.require_not_frozen(v_me);
  -- A refund goes back to the card that paid; a payout goes to an account of the caller's choice,
  -- so it needs the second factor, given just now.
  perform private.require_fresh_second_factor();
  select * into v_method from private.payout_methods m
  where m.id = request_payout.method and m.profile_id = v_me;
  if v_method.id is null then
    raise exception 'payout_method_unknown' using errcode = 'PT404';
  end if;
  perform private.require_open_account(v_method);
  if exists (
    select from public.currencies c
    where c.code = request_payout.currency and v_method.kind <> all (c.payout_kinds)
  ) then
    raise exception 'currency_not_paid_out' using errcode = 'PT422';
  end if;
  -- Locks accounts before people, as sending a payout does. A payment locks people first, but locks none of these accounts.
  perform private.lock_accounts(array(
    select a.id from private.accounts a where a.owner_id = v_me and a.currency = request_payout.currency and a.kind in ('available', 'in_transit')));
  perform private.contest_mark(v_me, 'payout', private.destination_of(v_method));
  v_request.profile_id := v_me;
  v_request.amount_minor := amount_minor;
  v_request.currency := currency;
  v_request.method := v_method.masked;
  v_request.method_id := v_method.id;
  v_request.source := 'available';
  v_request.provider := private.rail_of(v_method);
  v_request.waits_until := private.waits_until(v_method);
  v_request.idempotency_key := idempotency_key;
  return private.open_payout(v_request);
end;
$$;

create function public.request_payout(
  amount_minor bigint, currency text, method uuid, idempotency_key uuid
) returns public.payouts
language sql volatile security invoker set search_path = '' as $$
  select * from private.request_payout(amount_minor, currency, method, idempotency_key)
$$;
comment on function public.request_payout is
  'Creator: has available money paid out to a saved method, all of it or at least `payout_least`. The key makes a retry return the same payout.';

create function private.settle_payout(payout_id uuid, provider_ref text) returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_payout public.payouts := private.lock_payout(payout_id);
begin
  if v_payout.status = 'sent' and v_payout.provider_ref = settle_payout.provider_ref then
    return v_payout;
  end if;
  if v_payout.status is distinct from 'requested' then
    raise exception 'payout_not_open' using errcode = 'PT409';
  end if;
  -- A payout that staff have taken is not checked again: it may have been sent already.
  if v_payout.taken_at is null then
    perform private.require_not_frozen(v_payout.profile_id);
    if v_payout.source = 'available' then
      perform private.require_undisputed_earnings(v_payout.profile_id, v_payout.currency);
    end if;
  end if;
  return private.mark_payout_sent(v_payout, settle_payout.provider_ref);
end;
$$;

create function public.settle_payout(payout_id uuid, provider_ref text) returns public.payouts
language sql volatile security invoker set search_path = '' as $$
  select * from private.settle_payout(payout_id, provider_ref)
$$;
comment on function public.settle_payout is
  'Service role: records that the provider sent the money of a payout. Refused while the member is frozen or the payment behind it is disputed, unless staff have taken it.';
grant execute on function private.request_payout, public.request_payout to authenticated;
grant execute on function private.settle_payout, public.settle_payout to service_role;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('payout_least', 1, 'units', 'The smallest payout of a creator, in whole units of the currency, unless it is all that is available.', 0, 1000, true)
on conflict (key) do nothing;
