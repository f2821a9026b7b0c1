-- A provider's report of a chargeback: recorded once, whether it arrives before or after the payment
-- that it concerns.

-- Looks for the payment by its own reference. A report that names only the order concerns the payment
-- that was made for it, or else the one that paid most of it from the wallet.
create function private.find_charged_payment(c private.chargebacks) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id uuid;
  v_payment public.payments;
begin
  select p.id into v_id from public.payments p
  where p.provider = c.provider and p.provider_ref = c.payment_ref and p.currency = c.currency;
  if v_id is null and c.order_id is not null then
    select p.id into v_id
    from private.order_funding f join public.payments p on p.id = f.payment_id
    where f.order_id = c.order_id and p.currency = c.currency
    order by (p.order_id = c.order_id) is true desc, f.amount_minor desc, f.id;
  end if;
  select * into v_payment from public.payments p where p.id = v_id for no key update;
  return v_payment;
end;
$$;
comment on function private.find_charged_payment is 'The payment that a chargeback concerns, locked; none when the payment has not been reported yet.';

-- Locks in one order: the chargeback, then the references of payments by name. A provider may name
-- another reference than when it opened the dispute; the payment that was named first
-- counts, and it may be arriving now.
create function private.lock_chargeback(provider text, provider_ref text, payment_ref text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_given(provider, provider_ref, payment_ref);
  perform pg_advisory_xact_lock(hashtextextended(format('chargeback %s %s', provider, provider_ref), 0));
  perform private.lock_payment_reference(named.provider, named.ref)
  from (
    select lock_chargeback.provider, lock_chargeback.payment_ref as ref
    union
    select c.provider, c.payment_ref from private.chargebacks c
    where c.provider = lock_chargeback.provider and c.provider_ref = lock_chargeback.provider_ref
    union
    -- Locks other payments as well, to which the parts that were taken from them return.
    select p.provider, p.provider_ref
    from private.chargebacks c join private.chargeback_lots l on l.chargeback_id = c.id join public.payments p on p.id = l.payment_id
    where c.provider = lock_chargeback.provider and c.provider_ref = lock_chargeback.provider_ref
    order by provider, ref
  ) as named;
end;
$$;
comment on function private.lock_chargeback is 'Serialises all reports about a chargeback and about the payment that it concerns.';

create function private.open_chargeback(given private.chargebacks, at timestamptz, is_locked boolean default false) returns private.chargebacks
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks;
  v_payment public.payments;
begin
  if not exists (select from public.currencies c where c.code = given.currency) then
    raise exception 'currency_unknown' using errcode = 'PT422';
  end if;
  perform private.require_given(given.amount_minor::text);
  v_payment := private.find_charged_payment(given);
  -- Locks before inserting the row, whose references and triggers lock the profiles of both sides: the deletion of an account uses
  -- the same order. If a known chargeback is won, its payments are locked first.
  perform private.lock_person_spending(v_payment.payer_id), private.lock_open_orders(v_payment.payer_id)
  where not is_locked and v_payment.payer_id is not null and given.status <> 'won' and not exists (
    select from private.chargebacks c where c.provider = given.provider and c.provider_ref = given.provider_ref);
  insert into private.chargebacks (provider, provider_ref, payment_ref, kind, payment_id, order_id, brand_id,
    amount_minor, currency, loss_minor, status, closed_at, created_at)
  select given.provider, given.provider_ref, given.payment_ref, given.kind, v_payment.id, o.id,
    coalesce(v_payment.payer_id, o.brand_id), given.amount_minor, given.currency, given.amount_minor,
    given.status, given.closed_at, private.clock_time_at(at)
  from (select coalesce(v_payment.order_id, given.order_id) as id) as named
  left join public.pack_orders o on o.id = named.id and o.currency = given.currency
  on conflict on constraint chargebacks_provider_ref_key do nothing
  returning * into v_chargeback;
  if v_chargeback.id is null then
    select * into v_chargeback from private.chargebacks c
    where c.provider = given.provider and c.provider_ref = given.provider_ref;
    return v_chargeback;
  end if;
  -- A chargeback that is already won when it is first reported changes nothing.
  if v_chargeback.status = 'won' then
    return v_chargeback;
  end if;

  if v_payment.id is null then
    perform private.post_transfer('chargeback',
      array[
        private.platform_account('loss', given.currency, v_chargeback.id),
        private.platform_account('cash', given.currency, v_chargeback.id)
      ],
      array[-given.amount_minor, given.amount_minor], v_chargeback.order_id, v_chargeback.id);
  else
    perform private.lock_marks(v_payment.payer_id) where not is_locked;
    v_chargeback := private.allocate_chargeback(v_chargeback, v_payment);
    perform private.sync_payment_disputes(v_payment.payer_id, at);
    perform private.notify_of_disputed_earnings(v_payment.id);
    perform private.hold_rewards_again(v_chargeback);
  end if;
  if v_chargeback.kind = 'dispute' then
    perform private.freeze_brand(v_chargeback, at);
    perform private.notify_staff_of_chargeback(v_chargeback);
  end if;
  return v_chargeback;
end;
$$;
comment on function private.open_chargeback is 'Records that a provider took money back, and allocates it, once per reference. The caller may have locked what it changes.';

create function private.record_chargeback(
  provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text, at timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_given private.chargebacks;
begin
  v_given.provider := provider;
  v_given.provider_ref := provider_ref;
  v_given.payment_ref := provider_ref;
  v_given.kind := 'dispute';
  v_given.status := 'opened';
  v_given.order_id := order_id;
  v_given.amount_minor := amount_minor;
  v_given.currency := currency;
  perform private.lock_chargeback(provider, provider_ref, provider_ref);
  return to_jsonb(private.open_chargeback(v_given, at));
end;
$$;

create function public.record_chargeback(
  provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text
) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.record_chargeback(provider, provider_ref, order_id, amount_minor, currency)
$$;
comment on function public.record_chargeback is 'Service role: records that a provider took money back, identified by the payment''s reference, or by a reference of its own and the order.';

-- Covers losses with a payment that is in suspense because it arrived after its chargeback, or because another dispute
-- returned it.
create function private.match_chargebacks(p public.payments, at timestamptz) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks;
  v_rest bigint := p.suspense_minor;
  v_part bigint;
  v_is_new boolean;
begin
  for v_chargeback in
    select * from private.chargebacks c
    where c.status <> 'won' and (c.payment_id = p.id
      or c.payment_id is null and c.provider = p.provider and c.payment_ref = p.provider_ref
        and c.currency = p.currency)
    order by c.created_at, c.id for no key update
  loop
    v_is_new := v_chargeback.payment_id is null;
    v_part := least(v_chargeback.loss_minor, v_rest);
    v_rest := v_rest - v_part;
    update private.chargebacks c set payment_id = p.id, brand_id = coalesce(p.payer_id, c.brand_id),
      suspense_minor = c.suspense_minor + v_part, loss_minor = c.loss_minor - v_part,
      -- The brand owns the money in suspense, so it pays the part of the loss that the brand owes.
      owed_minor = greatest(0, c.owed_minor - v_part)
    where c.id = v_chargeback.id
    returning * into v_chargeback;
    if v_part > 0 then
      perform private.post_transfer('loss_recovered',
        array[
          private.platform_account('suspense', p.currency, p.id),
          private.platform_account('loss', p.currency, v_chargeback.id)
        ],
        array[-v_part, v_part], null, v_chargeback.id);
    end if;
    if v_is_new and v_chargeback.kind = 'dispute' then
      perform private.freeze_brand(v_chargeback, at);
    end if;
  end loop;
  update public.payments o set suspense_minor = v_rest where o.id = p.id;
  return private.update_payment_status(p.id);
end;
$$;
comment on function private.match_chargebacks is 'Sets a payment in suspense off against chargebacks that are the platform''s loss.';

grant execute on function private.record_chargeback, public.record_chargeback to service_role;
