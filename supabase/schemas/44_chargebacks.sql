-- Chargebacks: money that a provider takes back. The provider already has it when it reports the
-- chargeback; the question is who bears it. A chargeback belongs to a payment, not to an order, and
-- is taken from where that payment is now: suspense, the wallet, refunds that have not been sent,
-- orders that it paid for; then from the rest of the same brand's wallet and refunds. The remainder
-- is the platform's loss. Money that a creator has earned is never taken.

-- Chargebacks ----------------------------------------------------------------------------
create table private.chargebacks (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  -- The provider's reference of the dispute or refund, and of the payment that it concerns.
  provider_ref text not null,
  payment_ref text not null,
  -- A refund that was made at the provider without a request of the brand: no fault of the brand.
  kind text not null default 'dispute',
  -- Null: the payment is not known (yet).
  payment_id uuid references public.payments (id),
  brand_id uuid references public.profiles (id),
  order_id uuid references public.pack_orders (id),
  amount_minor bigint not null,
  currency text not null references public.currencies (code),
  -- Who bears it.
  suspense_minor bigint not null default 0,
  brand_minor bigint not null default 0,
  loss_minor bigint not null,
  -- The part of the loss that the brand should have borne but had no money for.
  owed_minor bigint not null default 0,
  status text not null default 'opened',
  created_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  constraint chargebacks_provider_ref_key unique (provider, provider_ref),
  -- The same length as references of payments, and short enough for the indexes.
  constraint chargebacks_provider_length check (length(provider) between 1 and 40),
  constraint chargebacks_provider_ref_length check (length(provider_ref) between 1 and 200),
  constraint chargebacks_payment_ref_length check (length(payment_ref) between 1 and 200),
  constraint chargebacks_amount_positive check (amount_minor > 0),
  constraint chargebacks_amount_within_limit check (amount_minor <= 1000000000000000),
  constraint chargebacks_kind_known check (kind in ('dispute', 'refund')),
  constraint chargebacks_status_known check (status in ('opened', 'won', 'lost')),
  constraint chargebacks_closed_has_time check ((status = 'opened') = (closed_at is null)),
  constraint chargebacks_shares_add_up check (
    suspense_minor >= 0 and brand_minor >= 0 and owed_minor between 0 and loss_minor
    and (suspense_minor + brand_minor + loss_minor = amount_minor))
);
comment on table private.chargebacks is 'Money that a provider took back, once per reference, and who bears it. Won: it was returned.';
create index chargebacks_payment on private.chargebacks (payment_id);
create index chargebacks_payment_ref on private.chargebacks (provider, payment_ref);
create index chargebacks_brand_id on private.chargebacks (brand_id);
create index chargebacks_order_id on private.chargebacks (order_id);
create index chargebacks_currency on private.chargebacks (currency);
create index chargebacks_newest on private.chargebacks (created_at desc);
alter table private.chargebacks enable row level security;
create policy chargebacks_select on private.chargebacks for select to authenticated
  using ((select private.is_staff()));
grant select on private.chargebacks to authenticated, service_role;
create trigger chargebacks_not_deleted before delete on private.chargebacks
  for each row execute function private.refuse_change();

create view public.chargebacks with (security_invoker = true) as
select c.id, c.provider, c.provider_ref, c.kind, c.payment_id, c.brand_id, c.order_id, c.amount_minor, c.currency,
  c.suspense_minor, c.brand_minor, c.loss_minor, c.owed_minor, c.status, c.created_at, c.closed_at,
  private.is_frozen(c.brand_id) as is_frozen
from private.chargebacks c;
comment on view public.chargebacks is 'Staff: what providers took back, and who bears it.';
grant select on public.chargebacks to authenticated, service_role;
-- Called by the view with the rights of staff.
grant execute on function private.is_frozen to authenticated, service_role;

-- Needed to return exactly what was taken when a chargeback is won.
create table private.chargeback_lots (
  chargeback_id uuid not null references private.chargebacks (id),
  payment_id uuid references public.payments (id),
  amount_minor bigint not null,
  constraint chargeback_lots_key unique nulls not distinct (chargeback_id, payment_id),
  constraint chargeback_lots_amount_positive check (amount_minor > 0)
);
comment on table private.chargeback_lots is 'The lots of the wallet that a chargeback took from.';
create index chargeback_lots_payment_id on private.chargeback_lots (payment_id);
alter table private.chargeback_lots enable row level security;
grant select on private.chargeback_lots to service_role;
create trigger chargeback_lots_not_deleted before delete on private.chargeback_lots
  for each row execute function private.refuse_change();

-- Chargebacks of a payment ---------------------------------------------------------------
create function private.charged_back_minor(payment_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(c.amount_minor), 0)::bigint from private.chargebacks c
  where c.payment_id = charged_back_minor.payment_id and c.status <> 'won'
$$;
comment on function private.charged_back_minor is 'How much of a payment its provider has taken back, finally or for now.';

create function private.is_taken_back(p public.payments) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.chargebacks c
    where c.provider = p.provider and c.payment_ref = p.provider_ref and c.currency = p.currency
      and c.payment_id is null and c.status <> 'won'
  )
$$;
comment on function private.is_taken_back is 'True for a payment whose chargeback was reported before the payment itself.';

create function private.update_payment_status(payment_id uuid) returns public.payments
language sql volatile security definer set search_path = '' as $$
  update public.payments p set status = case
    when private.charged_back_minor(p.id) >= p.amount_minor then 'charged_back'
    when p.suspense_minor is not null then 'suspense'
    when p.problem is null then 'received'
    else 'resolved'
  end
  where p.id = update_payment_status.payment_id
  returning p.*
$$;
comment on function private.update_payment_status is 'Sets the status of a payment according to its chargebacks.';

-- Freezing -------------------------------------------------------------------------------
create function private.chargeback_data(c private.chargebacks) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('chargeback_id', c.id, 'amount_minor', c.amount_minor, 'currency', c.currency,
    'other_id', c.brand_id, 'other_name', (select p.display_name from public.profiles p where p.id = c.brand_id))
$$;
comment on function private.chargeback_data is 'The values that notifications about a chargeback use.';

create function private.freeze_brand(c private.chargebacks, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.profiles p set frozen_at = at
  where p.id = c.brand_id and p.frozen_at is null and p.deleted_at is null;
  if found then
    perform private.notify(c.brand_id, 'account_frozen', private.chargeback_data(c));
  end if;
end;
$$;
comment on function private.freeze_brand is 'Freezes a brand''s spending after a chargeback and notifies the brand.';

create function private.notify_staff_of_chargeback(c private.chargebacks) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.notify(p.id, 'chargeback_opened', private.chargeback_data(c))
  from public.profiles p
  where p.is_staff and p.suspended_at is null and p.deleted_at is null;
end;
$$;
comment on function private.notify_staff_of_chargeback is 'Notifies each member of staff.';

-- Taking back ----------------------------------------------------------------------------
-- Rows are locked in order of their ids; refunds and orders that have ended since are skipped.
create function private.lock_open_refunds(p public.payments) returns setof public.payouts
language sql volatile security definer set search_path = '' as $$
  select * from public.payouts o
  where o.profile_id = p.payer_id and o.source = 'wallet' and o.currency = p.currency and o.status = 'requested'
  order by o.id for no key update
$$;
comment on function private.lock_open_refunds is 'The unsent refunds of a payer, locked.';

create function private.lock_open_orders(p public.payments) returns setof public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select * from public.pack_orders o
  where o.id in (select f.order_id from private.order_funding f where f.payment_id = p.id)
    and (private.order_status(o.status)).holds_escrow
  order by o.id for no key update
$$;
comment on function private.lock_open_orders is 'The orders whose escrow holds money of a payment, locked.';

create function private.lock_chargeback_accounts(p public.payments, orders public.pack_orders[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.lock_accounts(
    array(select unnest(private.order_accounts(o)) from unnest(orders) as o)
    || private.member_account(p.payer_id, 'wallet', p.currency)
    || private.member_account(p.payer_id, 'in_transit', p.currency)
    || private.platform_account('suspense', p.currency, p.id)
    || private.platform_account('cash', p.currency, p.id)
    || private.platform_account('loss', p.currency, p.id))
$$;
comment on function private.lock_chargeback_accounts is 'Locks all accounts that a chargeback of a payment may change.';

create function private.lot_minor(wallet_id bigint, payment_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(l.amount_minor), 0)::bigint from private.wallet_lots l
  where l.account_id = wallet_id and (lot_minor.payment_id is null or l.payment_id = lot_minor.payment_id)
$$;
comment on function private.lot_minor is 'What a wallet holds of one payment; null for the whole wallet.';

-- Ends no more than necessary: first refunds of this payment, then the orders that it paid for,
-- newest first, because the least work is done there; then refunds of other payments.
create function private.return_money_to_wallet(p public.payments, wanted_minor bigint, at timestamptz) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_refunds public.payouts[] := array(select r from private.lock_open_refunds(p) as r);
  v_orders public.pack_orders[];
  v_order public.pack_orders;
  v_refund public.payouts;
  v_wallet bigint;
begin
  v_orders := array(select o from private.lock_open_orders(p) as o);
  perform private.lock_chargeback_accounts(p, v_orders);
  v_wallet := private.member_account(p.payer_id, 'wallet', p.currency);
  for v_refund in select * from unnest(v_refunds) as r where r.payment_id = p.id order by r.created_at desc, r.id loop
    exit when private.lot_minor(v_wallet, p.id) >= wanted_minor;
    perform private.mark_payout_failed(v_refund, 'chargeback');
  end loop;
  for v_order in select * from unnest(v_orders) as o order by o.created_at desc, o.id loop
    exit when private.lot_minor(v_wallet, p.id) >= wanted_minor;
    perform private.move_order(v_order, 'cancelled', 'provider', null, 'chargeback', at);
  end loop;
  for v_refund in select * from unnest(v_refunds) as r where r.payment_id <> p.id order by r.created_at desc, r.id loop
    exit when private.lot_minor(v_wallet, null) >= wanted_minor;
    perform private.mark_payout_failed(v_refund, 'chargeback');
  end loop;
  return least(wanted_minor, private.lot_minor(v_wallet, null));
end;
$$;
comment on function private.return_money_to_wallet is
  'Returns a brand''s money to its wallet until the amount is there; returns how much of it is.';

-- The caller has locked the payment and the payer's spending. `c` is one of the payment's
-- chargebacks.
create function private.allocate_chargeback(c private.chargebacks, p public.payments, at timestamptz)
returns private.chargebacks
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks := c;
  v_wallet bigint;
  v_fair bigint;
begin
  v_chargeback.suspense_minor := least(coalesce(p.suspense_minor, 0), c.amount_minor);
  -- A brand bears at most what it paid, however often and however much a provider takes back.
  v_fair := greatest(0, -v_chargeback.suspense_minor
    + least(c.amount_minor, p.amount_minor - private.charged_back_minor(p.id) + c.amount_minor));
  -- If suspense does not cover the amount there is a payer: suspense without a payer holds the
  -- whole payment.
  if v_fair > 0 then
    v_chargeback.brand_minor := private.return_money_to_wallet(p, v_fair, at);
    v_wallet := private.member_account(p.payer_id, 'wallet', p.currency);
    insert into private.chargeback_lots (chargeback_id, payment_id, amount_minor)
    select c.id, t.payment_id, t.amount_minor
    from private.take_lots(v_wallet, v_chargeback.brand_minor, p.id) as t;
    v_chargeback.owed_minor := v_fair - v_chargeback.brand_minor;
  end if;
  v_chargeback.loss_minor := c.amount_minor - v_chargeback.suspense_minor - v_chargeback.brand_minor;
  perform private.post_transfer('chargeback',
    array[
      private.platform_account('suspense', p.currency, p.id), v_wallet,
      private.platform_account('loss', p.currency, p.id), private.platform_account('cash', p.currency, p.id)
    ],
    array[-v_chargeback.suspense_minor, -v_chargeback.brand_minor, -v_chargeback.loss_minor, c.amount_minor],
    c.order_id, c.id);
  update private.chargebacks b set
    suspense_minor = v_chargeback.suspense_minor, brand_minor = v_chargeback.brand_minor,
    loss_minor = v_chargeback.loss_minor, owed_minor = v_chargeback.owed_minor
  where b.id = c.id
  returning * into v_chargeback;
  update public.payments o set suspense_minor = o.suspense_minor - v_chargeback.suspense_minor where o.id = p.id;
  perform private.update_payment_status(p.id);
  return v_chargeback;
end;
$$;
comment on function private.allocate_chargeback is 'Takes a chargeback from suspense, then from the payer, then from the platform.';

-- By the payment's own reference. A report that names only the order concerns the payment that paid
-- for it.
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
    order by f.amount_minor desc, f.id;
  end if;
  select * into v_payment from public.payments p where p.id = v_id for no key update;
  return v_payment;
end;
$$;
comment on function private.find_charged_payment is 'The payment that a chargeback concerns, locked; none when the payment has not been reported yet.';

-- Locks in one order: the chargeback, then the references of payments by name. A provider may name
-- another reference than when it opened the dispute; the payment that decides is the one that was
-- named first, and it may be arriving now.
create function private.lock_chargeback(provider text, provider_ref text, payment_ref text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(format('chargeback %s %s', provider, provider_ref), 0));
  perform private.lock_payment_reference(lock_chargeback.provider, named.ref)
  from (
    select lock_chargeback.payment_ref as ref
    union
    select c.payment_ref from private.chargebacks c
    where c.provider = lock_chargeback.provider and c.provider_ref = lock_chargeback.provider_ref
    order by ref
  ) as named;
end;
$$;
comment on function private.lock_chargeback is 'Serialises all reports about a chargeback and about the payment that it concerns.';

create function private.open_chargeback(given private.chargebacks, at timestamptz) returns private.chargebacks
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks;
  v_payment public.payments;
begin
  if not exists (select from public.currencies c where c.code = given.currency) then
    raise exception 'currency_unknown' using errcode = 'PT422';
  end if;
  v_payment := private.find_charged_payment(given);
  insert into private.chargebacks (provider, provider_ref, payment_ref, kind, payment_id, order_id, brand_id,
    amount_minor, currency, loss_minor, status, closed_at)
  select given.provider, given.provider_ref, given.payment_ref, given.kind, v_payment.id, o.id,
    coalesce(v_payment.payer_id, o.brand_id), given.amount_minor, given.currency, given.amount_minor,
    given.status, given.closed_at
  from (select coalesce(v_payment.order_id, given.order_id) as id) as named
  left join public.pack_orders o on o.id = named.id and o.currency = given.currency
  on conflict on constraint chargebacks_provider_ref_key do nothing
  returning * into v_chargeback;
  if v_chargeback.id is null then
    select * into v_chargeback from private.chargebacks c
    where c.provider = given.provider and c.provider_ref = given.provider_ref;
    return v_chargeback;
  end if;
  -- Already won when it is first reported: it changes nothing.
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
    perform private.lock_spending(v_payment.payer_id);
    v_chargeback := private.allocate_chargeback(v_chargeback, v_payment, at);
  end if;
  if v_chargeback.kind = 'dispute' then
    perform private.freeze_brand(v_chargeback, at);
    perform private.notify_staff_of_chargeback(v_chargeback);
  end if;
  return v_chargeback;
end;
$$;
comment on function private.open_chargeback is 'A provider took money back: who bears it is decided once per reference.';

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
comment on function private.record_chargeback is
  'A provider took money back, identified by the payment''s reference, or by a reference of its own and the order.';

create function public.record_chargeback(
  provider text, provider_ref text, order_id uuid, amount_minor bigint, currency text
) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.record_chargeback(provider, provider_ref, order_id, amount_minor, currency)
$$;
comment on function public.record_chargeback is 'Service role: records that a provider took money back.';

-- The payment arrives after its chargeback, or returns from another one: it is in suspense and
-- covers the loss.
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
      suspense_minor = c.suspense_minor + v_part, loss_minor = c.loss_minor - v_part
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
comment on function private.match_chargebacks is 'Sets a payment in suspense off against chargebacks that the platform bears.';

-- Recovering losses ---------------------------------------------------------------------
-- Money that returns to a brand, or that staff unfreeze, first covers what the brand could not bear
-- before. The caller has locked its spending.
create function private.recovery_accounts(brand_id uuid) returns bigint[]
language sql volatile security definer set search_path = '' as $$
  select coalesce(array_agg(a), '{}')
  from private.chargebacks c, unnest(array[
    private.member_account(c.brand_id, 'wallet', c.currency),
    private.platform_account('loss', c.currency, c.payment_id)]) as a
  where c.brand_id = recovery_accounts.brand_id and c.owed_minor > 0 and c.status <> 'won'
$$;
comment on function private.recovery_accounts is 'The accounts that recover_losses may change.';

create function private.recover_losses(brand_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks;
  v_wallet bigint;
  v_part bigint;
begin
  perform private.lock_accounts(private.recovery_accounts(brand_id));
  for v_chargeback in
    select * from private.chargebacks c
    where c.brand_id = recover_losses.brand_id and c.status <> 'won'
    order by c.created_at, c.id
  loop
    v_wallet := private.member_account(brand_id, 'wallet', v_chargeback.currency);
    v_part := least(v_chargeback.owed_minor, private.lot_minor(v_wallet, null));
    continue when v_part = 0;
    insert into private.chargeback_lots as l (chargeback_id, payment_id, amount_minor)
    select v_chargeback.id, t.payment_id, t.amount_minor
    from private.take_lots(v_wallet, v_part, v_chargeback.payment_id) as t
    on conflict on constraint chargeback_lots_key do update set amount_minor = l.amount_minor + excluded.amount_minor;
    perform private.post_transfer('loss_recovered',
      array[v_wallet, private.platform_account('loss', v_chargeback.currency, v_chargeback.payment_id)],
      array[-v_part, v_part], null, v_chargeback.id);
    update private.chargebacks c set brand_minor = c.brand_minor + v_part,
      loss_minor = c.loss_minor - v_part, owed_minor = c.owed_minor - v_part
    where c.id = v_chargeback.id;
  end loop;
end;
$$;
comment on function private.recover_losses is 'Takes what a brand still owes for chargebacks out of its wallet.';

-- Lifting a freeze -----------------------------------------------------------------------
create function private.has_large_chargebacks(brand_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.chargebacks c
    where c.brand_id = has_large_chargebacks.brand_id and c.kind = 'dispute' and c.status <> 'won'
    group by c.currency
    having private.needs_two(sum(c.amount_minor)::bigint, c.currency)
  );
end;
$$;
comment on function private.has_large_chargebacks is 'True when a brand''s chargebacks exceed what one member of staff may decide about.';

create function private.unfreeze_profile(profile_id uuid, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_profile public.profiles;
begin
  perform private.require_staff();
  if coalesce(btrim(note), '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  -- Before the profile is locked, in the common order of locks.
  perform private.lock_spending(profile_id);
  if private.is_frozen(profile_id) then
    perform private.recover_losses(profile_id);
  end if;
  v_profile := private.lock_profile_for_staff(profile_id);
  if v_profile.frozen_at is null then
    return;
  end if;
  if private.has_large_chargebacks(v_profile.id) then
    perform private.require_confirmation('unfreeze_profile', v_profile.id::text);
  end if;
  update public.profiles p set frozen_at = null where p.id = v_profile.id;
  perform private.audit('unfreeze_profile', v_profile.id,
    jsonb_build_object('frozen_at', v_profile.frozen_at, 'note', left(note, 2000)));
end;
$$;
comment on function private.unfreeze_profile is
  'Lets a brand spend again after a chargeback. What it owes is taken from its wallet first.';

-- Public functions -----------------------------------------------------------------------
create function public.unfreeze_profile(profile_id uuid, note text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.unfreeze_profile(profile_id, note)
$$;
comment on function public.unfreeze_profile is 'Staff: lets a brand spend again after a chargeback.';
grant execute on function private.unfreeze_profile, public.unfreeze_profile to authenticated;
grant execute on function private.record_chargeback, public.record_chargeback to service_role;
