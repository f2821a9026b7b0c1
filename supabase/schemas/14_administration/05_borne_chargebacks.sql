-- Above the bounds of 10_trust/04_lost_chargebacks two members of staff can have the market pay what creators
-- had earned with a payment that a provider reversed permanently.
create function private.lock_borne_chargeback(chargeback_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks := (select c from private.chargebacks c where c.id = lock_borne_chargeback.chargeback_id);
begin
  perform private.lock_chargeback(v_chargeback.provider, v_chargeback.provider_ref, v_chargeback.payment_ref);
  perform from public.payments p where p.id = v_chargeback.payment_id for no key update;
  perform private.lock_person_spending(v_chargeback.brand_id);
  perform private.lock_borne_losses();
  perform private.lock_open_orders(v_chargeback.brand_id);
  -- Locks accounts before the proposal: a dispute of a person to whom a creator is bound moves money, and then ends the proposal.
  perform private.lock_apportionment(v_chargeback) where v_chargeback.payment_id is not null;
end;
$$;
comment on function private.lock_borne_chargeback is 'Locks what bear_chargeback changes, in the common order.';

create function private.bear_chargeback(chargeback_id uuid, note text, amount_minor bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks;
begin
  perform private.require_staff();
  perform private.require_reason(note);
  perform private.require_given(bear_chargeback.amount_minor::text);
  perform private.lock_borne_chargeback(chargeback_id);
  select * into v_chargeback from private.chargebacks c where c.id = bear_chargeback.chargeback_id for no key update;
  if v_chargeback.status is distinct from 'lost' or v_chargeback.apportioned_at is not null then
    raise exception 'chargeback_not_open' using errcode = 'PT409';
  end if;
  perform private.reject_own_case(array(
    select o.kol_id from private.earning_funding f join public.pack_orders o on o.id = f.order_id
    where f.payment_id = v_chargeback.payment_id) || v_chargeback.brand_id);
  -- Earnings that came back to a creator since can be taken again, so the market would bear more.
  if private.borne_minor(v_chargeback) <> bear_chargeback.amount_minor then
    raise exception 'chargeback_changed' using errcode = 'PT409';
  end if;
  perform private.require_confirmation('bear_chargeback', v_chargeback.id::text);
  perform private.apportion_chargeback(v_chargeback, true, now());
  perform private.audit('bear_chargeback', v_chargeback.id, jsonb_build_object('profile_id', v_chargeback.brand_id,
    'amount_minor', v_chargeback.amount_minor, 'currency', v_chargeback.currency, 'note', note));
end;
$$;

create function public.bear_chargeback(chargeback_id uuid, note text, amount_minor bigint) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.bear_chargeback(chargeback_id, note, amount_minor)
$$;
comment on function public.bear_chargeback is
  'Staff, two of them: the market pays what creators earned with a payment that was taken back, above the bounds. '
  '`amount_minor`: the sum of `borne_minor` that they have seen; chargeback_changed if it is another one.';
grant execute on function private.bear_chargeback, public.bear_chargeback to authenticated;
