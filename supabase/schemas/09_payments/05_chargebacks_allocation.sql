-- Allocation of a chargeback: it is taken from suspense, then from the payer, then from the platform.

-- Rows are locked in order of their ids; refunds that have ended since are skipped.
create function private.lock_open_refunds(p public.payments) returns setof public.payouts
language sql volatile security definer set search_path = '' as $$
  select * from public.payouts o
  where o.profile_id = p.payer_id and o.source = 'wallet' and o.currency = p.currency and o.status = 'requested'
  order by o.id for no key update
$$;
comment on function private.lock_open_refunds is 'The unsent refunds of a payer, locked.';

create function private.lock_chargeback_accounts(p public.payments) returns void
language sql volatile security definer set search_path = '' as $$
  select private.lock_accounts(array[
    private.member_account(p.payer_id, 'wallet', p.currency),
    private.member_account(p.payer_id, 'in_transit', p.currency),
    private.platform_account('suspense', p.currency, p.id),
    private.platform_account('cash', p.currency, p.id),
    private.platform_account('loss', p.currency, p.id)])
$$;
comment on function private.lock_chargeback_accounts is 'Locks all accounts that a chargeback of a payment may change.';

create function private.lot_minor(wallet_id bigint, payment_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(l.amount_minor), 0)::bigint from private.wallet_lots l
  where l.account_id = wallet_id and (lot_minor.payment_id is null or l.payment_id = lot_minor.payment_id)
$$;
comment on function private.lot_minor is 'The part of a wallet that came from one payment; without a payment, the whole wallet.';

-- Cancels no more open refunds than necessary: first those of this payment, then those of others.
create function private.return_money_to_wallet(p public.payments, wanted_minor bigint) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_refunds public.payouts[] := array(select r from private.lock_open_refunds(p) as r);
  v_refund public.payouts;
  v_wallet bigint;
begin
  perform private.lock_chargeback_accounts(p);
  v_wallet := private.member_account(p.payer_id, 'wallet', p.currency);
  for v_refund in select * from unnest(v_refunds) as r where r.payment_id = p.id order by r.created_at desc, r.id loop
    exit when private.lot_minor(v_wallet, p.id) >= wanted_minor;
    perform private.return_payout(v_refund, 'failed', 'chargeback');
  end loop;
  for v_refund in select * from unnest(v_refunds) as r where r.payment_id <> p.id order by r.created_at desc, r.id loop
    exit when private.lot_minor(v_wallet, null) >= wanted_minor;
    perform private.return_payout(v_refund, 'failed', 'chargeback');
  end loop;
  return least(wanted_minor, private.lot_minor(v_wallet, null));
end;
$$;
comment on function private.return_money_to_wallet is
  'Cancels open refunds of a brand until its wallet holds the wanted amount; returns the amount that it holds of it.';

-- The caller has locked the payment, the payer's spending and its open orders. `c` is one of the payment's
-- chargebacks.
create function private.allocate_chargeback(c private.chargebacks, p public.payments)
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
    v_chargeback.brand_minor := private.return_money_to_wallet(p, v_fair);
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
