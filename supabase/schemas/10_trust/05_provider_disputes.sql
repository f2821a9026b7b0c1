-- Reports of a provider that follow a chargeback: a dispute that is won returns its money, and a
-- refund that was made on the provider's own pages is recorded here.

-- Disputes -------------------------------------------------------------------------------
-- A payer pays for the chargebacks of a payment up to its amount; a further one is the platform's loss. When the
-- first one is won, the payer has the money to pay for the second.
create function private.redistribute_chargebacks(p public.payments) returns void
language sql volatile security definer set search_path = '' as $$
  update private.chargebacks c set owed_minor = open.owed_minor, brand_id = p.payer_id
  from (
    select b.id, greatest(0, least(b.loss_minor, total.unborne_minor
      - (sum(b.loss_minor) over (order by b.created_at, b.id) - b.loss_minor)))::bigint as owed_minor
    from private.chargebacks b, (
      select least(p.amount_minor, sum(a.amount_minor)) - sum(a.suspense_minor + a.brand_minor + a.creator_minor) as unborne_minor
      from private.chargebacks a where a.payment_id = p.id and a.status <> 'won'
    ) total
    where b.payment_id = p.id and b.status <> 'won'
  ) open
  where c.id = open.id and c.owed_minor <> open.owed_minor and p.payer_id is not null
$$;
comment on function private.redistribute_chargebacks is 'Distributes the chargebacks of a payment again: its payer pays for them up to the amount of the payment.';

create function private.loss_accounts(p public.payments) returns bigint[]
language sql volatile security definer set search_path = '' as $$
  select coalesce(array_agg(private.platform_account('loss', c.currency, c.id)), '{}')
  from private.chargebacks c where c.payment_id = p.id and c.status <> 'won'
$$;
comment on function private.loss_accounts is 'The accounts that match_chargebacks may change besides suspense.';

-- Money that is returned to a deleted member waits in suspense, because nobody could take it from a balance.
create function private.returns_to_suspense(p public.payments) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select b.deleted_at is not null from public.profiles b where b.id = p.payer_id), true)
$$;
comment on function private.returns_to_suspense is 'True when the payer of a payment has deleted the account, or is not known.';

create function private.give_back_lots(c private.chargebacks, p public.payments, wallet_id bigint, suspense_minor bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Money of an account that was deleted since belongs to no payment of this brand.
  perform private.add_to_lot(give_back_lots.wallet_id, case l.wallet_id when give_back_lots.wallet_id then l.payment_id end, l.amount_minor)
  from private.chargeback_lots l
  where l.chargeback_id = c.id and l.wallet_id not in (select x.wallet_id from private.lots_of_others(c) as x);
  perform private.add_to_lot(give_back_lots.wallet_id, p.id, give_back_lots.suspense_minor);
end;
$$;
comment on function private.give_back_lots is 'Adds what a chargeback returned to the payer''s wallet to its lots.';

-- Rewards in these lots go back to the market, as when their owner deletes the account.
create function private.suspend_lots(c private.chargebacks, p public.payments, left_minor bigint, at timestamptz) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_from constant bigint := private.platform_account('suspense', c.currency, p.id);
  v_lot record;
  v_part bigint;
begin
  for v_lot in
    select x as payment, private.left_lot_account(l, c.currency) as to_id,
      case when x.id is null then least(l.amount_minor, private.rewards_minor(l.wallet_id)) else l.amount_minor end as amount_minor
    from private.chargeback_lots l left join public.payments x on x.id = l.payment_id
    where l.chargeback_id = c.id and l.payment_id is distinct from p.id
      and l.wallet_id not in (select o.wallet_id from private.lots_of_others(c) as o)
    order by l.payment_id, l.wallet_id
  loop
    v_part := least(v_lot.amount_minor, left_minor);
    continue when v_part = 0;
    left_minor := left_minor - v_part;
    perform private.post_transfer(case when (v_lot.payment).id is null then 'reward_given_up' else 'chargeback_won' end::private.transfer_event,
      array[v_from, v_lot.to_id], array[-v_part, v_part], null, c.id)
    where v_from <> v_lot.to_id;
    perform private.match_chargebacks(private.add_to_suspense(v_lot.payment, v_part), at) where (v_lot.payment).id is not null;
  end loop;
  return left_minor;
end;
$$;
comment on function private.suspend_lots is
  'Moves what a chargeback took of other payments of a former brand to the suspense of those payments; returns how much stays with the disputed one.';

create function private.lock_charged_payments(chargeback_id uuid) returns public.payments
language sql volatile security definer set search_path = '' as $$
  select from public.payments p
  where p.id in (select l.payment_id from private.chargeback_lots l where l.chargeback_id = lock_charged_payments.chargeback_id)
  order by p.id for no key update;
  select p.* from private.chargebacks c join public.payments p on p.id = c.payment_id
  where c.id = lock_charged_payments.chargeback_id for no key update of p;
$$;
comment on function private.lock_charged_payments is 'Locks the payments that a chargeback took money of; returns the one that it concerns.';

-- A dispute is won as a whole: all parties get back what it took from them, less other chargebacks.
-- The amount that the brand paid with a share that a creator lost goes to that creator.
create function private.win_chargeback(id uuid, at timestamptz) returns private.chargebacks
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks;
  v_payment public.payments;
  v_platform bigint[];
  v_wallet bigint;
  v_to_suspense bigint := 0;
  v_others bigint;
  -- A dispute that was open until now has taken nothing from creators, and its money is the brand's.
  v_was_lost constant boolean := (select c.status = 'lost' from private.chargebacks c where c.id = win_chargeback.id);
  v_cut_minor bigint;
begin
  v_payment := private.lock_charged_payments(win_chargeback.id);
  perform private.lock_person_spending(v_payment.payer_id);
  perform private.lock_open_orders(v_payment.payer_id);
  update private.chargebacks c set status = 'won', closed_at = at
  where c.id = win_chargeback.id and c.status <> 'won'
  returning * into v_chargeback;
  if v_payment.payer_id is not null then
    v_wallet := private.member_account(v_payment.payer_id, 'wallet', v_chargeback.currency);
  end if;
  perform from private.holds h where h.id in (
    select t.hold_id from private.chargeback_holds t where t.chargeback_id = v_chargeback.id) order by h.id for update;
  v_platform := array(
    select private.platform_account(kind, v_chargeback.currency, coalesce(v_payment.id, v_chargeback.id))
    from unnest(array['cash', 'suspense', 'loss']) with ordinality as k (kind, nr) order by nr);
  perform private.lock_accounts(v_platform || v_wallet || private.loss_accounts(v_payment)
    || private.recovery_accounts(v_payment.payer_id) || private.taken_accounts(v_chargeback) || private.left_lot_accounts(v_chargeback));
  perform private.give_back_holds(v_chargeback, at);
  v_others := private.give_back_to_others(v_chargeback);
  v_chargeback.brand_minor := v_chargeback.brand_minor - v_others;
  -- Money in suspense that staff have assigned since goes to its new owner.
  if private.returns_to_suspense(v_payment) then
    v_to_suspense := v_chargeback.suspense_minor + v_chargeback.brand_minor;
  elsif v_payment.suspense_minor is not null then
    v_to_suspense := v_chargeback.suspense_minor;
  end if;
  perform private.post_transfer('chargeback_won', v_platform || v_wallet,
    array[
      v_others - v_chargeback.amount_minor, v_to_suspense, v_chargeback.loss_minor + v_chargeback.creator_minor,
      v_chargeback.brand_minor + v_chargeback.suspense_minor - v_to_suspense
    ], v_chargeback.order_id, v_chargeback.id)
  where v_others < v_chargeback.amount_minor;
  if not private.returns_to_suspense(v_payment) then
    perform private.give_back_lots(v_chargeback, v_payment, v_wallet, v_chargeback.suspense_minor - v_to_suspense);
    v_cut_minor := private.give_back_cuts(v_chargeback, v_was_lost, v_wallet, v_platform[2], at);
    perform private.take_lots(v_wallet, v_cut_minor, v_payment.id);
  else
    v_cut_minor := private.give_back_cuts(v_chargeback, v_was_lost, v_platform[2], v_platform[2], at);
    v_to_suspense := v_chargeback.suspense_minor
      + private.suspend_lots(v_chargeback, v_payment, v_chargeback.brand_minor - v_cut_minor, at);
  end if;
  v_payment := private.add_to_suspense(v_payment, v_to_suspense);
  if v_payment.suspense_minor is not null then
    perform private.match_chargebacks(v_payment, at);
  end if;
  perform private.redistribute_chargebacks(v_payment);
  perform private.update_payment_status(v_payment.id);
  perform private.recover_losses(v_payment.payer_id);
  perform private.sync_payment_disputes(v_payment.payer_id, at);
  return v_chargeback;
end;
$$;
comment on function private.win_chargeback is 'Records that the provider returned the money: it goes to those from whom it was taken, less their debts.';

-- `opened`: the provider has taken the money. `won`: it returned the money, also after `lost`. A
-- dispute that is first reported when it is won took nothing, and takes nothing later.
create function private.record_provider_dispute(
  provider text, provider_ref text, dispute_ref text, status text, amount_minor bigint, currency text,
  at timestamptz default now(), evidence_due_at timestamptz default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_given private.chargebacks;
  v_chargeback private.chargebacks;
  v_is_locked boolean;
begin
  if status not in ('opened', 'won', 'lost') or status is null then
    raise exception 'dispute_status_unknown' using errcode = 'PT422';
  end if;
  perform private.lock_chargeback(provider, dispute_ref, provider_ref);
  v_given.provider := provider;
  v_given.provider_ref := dispute_ref;
  v_given.payment_ref := provider_ref;
  v_given.kind := 'dispute';
  v_given.amount_minor := amount_minor;
  v_given.currency := currency;
  v_given.status := case record_provider_dispute.status when 'won' then 'won' else 'opened' end;
  v_given.closed_at := case record_provider_dispute.status when 'won' then at end;
  v_is_locked := case when record_provider_dispute.status = 'lost' then private.lock_new_loss(v_given) else false end;
  v_chargeback := private.open_chargeback(v_given, at, v_is_locked);
  update private.chargebacks c set evidence_due_at = record_provider_dispute.evidence_due_at
  where c.id = v_chargeback.id and record_provider_dispute.status = 'opened';
  if v_chargeback.status = 'won' or v_chargeback.status = record_provider_dispute.status
    or record_provider_dispute.status = 'opened'
  then
    return to_jsonb(v_chargeback);
  end if;
  if record_provider_dispute.status = 'won' then
    return to_jsonb(private.win_chargeback(v_chargeback.id, at));
  end if;
  return to_jsonb(private.lose_chargeback(v_chargeback, at, v_is_locked));
end;
$$;

create function public.record_provider_dispute(
  provider text, provider_ref text, dispute_ref text, status text, amount_minor bigint, currency text,
  evidence_due_at timestamptz default null
) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.record_provider_dispute(provider, provider_ref, dispute_ref, status, amount_minor, currency, now(), evidence_due_at)
$$;
comment on function public.record_provider_dispute is
  'Service role: records the state of a dispute at the provider (opened, won or lost; it may be reported repeatedly), and until when it takes evidence; null: it takes none.';

-- Refunds at the provider ----------------------------------------------------------------
-- The money has arrived at the provider again; the caller has locked payment, spending and refund.
create function private.return_refund(o public.payouts, p public.payments, at timestamptz) returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_to_suspense boolean := private.returns_to_suspense(p);
  v_cash bigint := private.platform_account('cash', o.currency, o.id);
  v_to bigint := case when v_to_suspense then private.platform_account('suspense', o.currency, p.id)
    else private.member_account(o.profile_id, 'wallet', o.currency) end;
  v_payout public.payouts;
  v_payment public.payments;
begin
  update public.payouts x set status = 'failed', failure_reason = 'returned by the provider', needs_other_way = true where x.id = o.id
  returning * into v_payout;
  perform private.lock_accounts(array[v_cash, v_to] || private.loss_accounts(p) || private.recovery_accounts(p.payer_id));
  perform private.post_transfer('payout_failed', array[v_cash, v_to], array[-o.amount_minor, o.amount_minor], null, o.id);
  if v_to_suspense then
    v_payment := private.match_chargebacks(private.add_to_suspense(p, o.amount_minor), at);
    return v_payout;
  end if;
  perform private.add_to_lot(v_to, p.id, o.amount_minor);
  perform private.recover_losses(p.payer_id);
  perform private.sync_payment_disputes(p.payer_id, at);
  perform private.notify(v_payout.profile_id, 'refund_failed', jsonb_build_object('payout_id', v_payout.id,
    'amount_minor', v_payout.amount_minor, 'currency', v_payout.currency));
  return v_payout;
end;
$$;
comment on function private.return_refund is
  'A refund failed after it had left: its money returns to the wallet, or to suspense if the brand has deleted the account.';

-- A card that refused a refund would refuse another one: the brand has to get the money in another way.
create function private.refuse_refund(o public.payouts, reason text) returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_payout public.payouts;
begin
  v_payout := private.return_payout(o, 'failed', reason, true);
  perform private.notify(o.profile_id, 'refund_failed', jsonb_build_object('payout_id', o.id,
    'amount_minor', o.amount_minor, 'currency', o.currency));
  return v_payout;
end;
$$;
comment on function private.refuse_refund is 'The provider refused a refund that the caller has locked: its money returns to the wallet, to be sent in another way.';

create function private.record_provider_refund(
  provider text, provider_ref text, refund_ref text, amount_minor bigint, currency text,
  has_failed boolean default false, payout_id uuid default null, at timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_given private.chargebacks;
  v_payment public.payments;
  v_refund public.payouts;
  v_chargeback private.chargebacks;
begin
  perform private.lock_chargeback(provider, refund_ref, provider_ref);
  select * into v_payment from public.payments p
  where p.provider = record_provider_refund.provider and p.provider_ref = record_provider_refund.provider_ref
    and p.currency = record_provider_refund.currency
  for no key update;
  -- Staff may settle the refund by hand at the same time, with this reference.
  perform private.lock_person_spending(v_payment.payer_id);
  perform private.lock_borne_losses();
  perform private.lock_open_orders(v_payment.payer_id);
  perform from public.payouts o where o.payment_id = v_payment.id order by o.id for no key update;
  select * into v_refund from public.payouts o
  where o.payment_id = v_payment.id and o.provider_ref = refund_ref;
  if v_refund.id is not null then
    return to_jsonb(case when has_failed and v_refund.status = 'sent'
      then private.return_refund(v_refund, v_payment, at) else v_refund end);
  end if;
  select * into v_chargeback from private.chargebacks c
  where c.provider = record_provider_refund.provider and c.provider_ref = refund_ref;
  select * into v_refund from public.payouts o
  where o.payment_id = v_payment.id and o.status = 'requested' and o.method_id is null
    and o.amount_minor = record_provider_refund.amount_minor
  -- Several refunds may have the same amount: prefers the one that the provider names, then one that is being sent now.
  order by o.id = record_provider_refund.payout_id desc nulls last, o.taken_at is null, o.created_at, o.id limit 1;
  if has_failed then
    if v_refund.id = record_provider_refund.payout_id and v_refund.taken_at is not null then
      return to_jsonb(private.refuse_refund(v_refund, 'card_refused'));
    end if;
    return to_jsonb(case when v_chargeback.status <> 'won'
      then private.win_chargeback(v_chargeback.id, at) else v_chargeback end);
  end if;
  -- The money has left, so it does not matter that the member is frozen.
  if v_chargeback.id is null and v_refund.id is not null then
    return to_jsonb(private.mark_payout_sent(v_refund, refund_ref));
  end if;
  v_given.provider := provider;
  v_given.provider_ref := refund_ref;
  v_given.payment_ref := provider_ref;
  v_given.kind := 'refund';
  v_given.status := 'opened';
  v_given.amount_minor := amount_minor;
  v_given.currency := currency;
  v_chargeback := private.open_chargeback(v_given, at, private.lock_new_loss(v_given));
  -- There is nothing to wait for: the refund at the provider is final.
  if v_chargeback.apportioned_at is null then
    v_chargeback := private.apportion_chargeback(v_chargeback, false, at);
  end if;
  return to_jsonb(v_chargeback);
end;
$$;

create function public.record_provider_refund(
  provider text, provider_ref text, refund_ref text, amount_minor bigint, currency text,
  has_failed boolean default false, payout_id uuid default null
) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.record_provider_refund(provider, provider_ref, refund_ref, amount_minor, currency, has_failed, payout_id)
$$;
comment on function public.record_provider_refund is
  'Service role: records a refund that the provider made: the requested one, or else a chargeback of the payment. If the provider then cannot deliver the refund, its money comes back.';
grant execute on function private.record_provider_dispute, public.record_provider_dispute,
  private.record_provider_refund, public.record_provider_refund to service_role;
