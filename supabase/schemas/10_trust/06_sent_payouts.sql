-- Payouts and refunds that a payment provider sends. The edge function send-payouts claims what may
-- leave now, asks the provider by the stored key, and reports what the provider said. A report may be
-- repeated, late, or come from a webhook before the sender's own: each state is booked once, and only
-- the last attempt of a payout can end it.

-- Permission to send -----------------------------------------------------------------------
-- Two members of staff release a payout above the limit. Payouts of a day count together, also those of other members to the same
-- account, so that nobody splits a payout. Two also release card money of a brand that is to go to an account, because any
-- account number can be given for it. A refund to a card needs no release.
create function private.is_above_limit(o public.payouts) returns boolean
language sql stable security definer set search_path = '' as $$
  select o.method_id is not null
    and (o.source = 'wallet' or sum(private.units_of(p.amount_minor, p.currency)) > private.setting('two_staff_above'))
  from public.payouts p
  where (p.profile_id in (select private.same_person(o.profile_id)) or p.id in (
      select s.payout_id from private.payout_destinations d join private.payout_destinations s using (hash) where d.payout_id = o.id))
    and p.method_id is not null and p.status not in ('failed', 'returned', 'withdrawn')
    and p.created_at > o.created_at - interval '1 day' and p.created_at <= o.created_at
$$;
comment on function private.is_above_limit is 'True for a payout that, with the others of its member or account in the 24 hours before, is more than one member of staff may decide about, and for money from a card that goes to an account.';

-- The reasons are those that the queue of staff shows; null when nothing keeps the payout.
create function private.kept_because(o public.payouts) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_halted(o.id) then
    return 'halted';
  elsif private.has_late_payout(o.profile_id) then
    return 'late_state';
  elsif private.is_refused(o) then
    return 'refused';
  elsif private.is_frozen(o.profile_id) then
    return 'frozen';
  elsif exists (select from public.profiles p where p.id = o.profile_id and p.suspended_at > coalesce(o.released_at, '-infinity')) then
    return 'suspended';
  elsif o.released_at is null and private.is_above_limit(o) then
    return 'above_limit';
  elsif o.method_id is not null and not exists (
    select from private.payout_methods m
    where m.id = o.method_id and private.is_open_account(m) and not private.is_contested(o.profile_id, 'payout', private.destination_of(m))
  ) then
    return 'account';
  elsif o.waits_until > private.clock() then
    return 'new_account';
  end if;
  if o.source = 'available' then
    perform private.require_undisputed_earnings(o.profile_id, o.currency);
  end if;
  return null;
exception when sqlstate 'PT409' then
  return 'disputed';
end;
$$;
comment on function private.kept_because is 'Why a payout that was requested does not leave now; null when it may.';

-- Lists the payouts without the reason, which only staff may read.
create function private.kept_payouts() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select p.id from public.payouts p
  where p.profile_id = (select private.my_profile_id()) and p.status = 'requested' and p.taken_at is null
    and private.kept_because(p) <> 'new_account'
$$;
create function public.kept_payouts() returns setof uuid
language sql stable security invoker set search_path = '' as $$
  select private.kept_payouts()
$$;
comment on function public.kept_payouts is 'Payouts that the caller requested and that are kept for another reason than a new account.';
grant execute on function private.kept_payouts, public.kept_payouts to authenticated;

-- A payout waits for a short while, in which the member can take it back, and longer after each attempt that the provider refused.
create function private.is_due_to_send(o public.payouts, at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when o.taken_at is not null or o.status <> 'requested' then (
      select a.leased_until <= at from private.payout_attempts a where a.payout_id = o.id and a.closed_at is null)
    else private.window_end(o.created_at, make_interval(mins => private.setting('payout_grace')::int)) <= at and coalesce((
      select max(a.retry_at) <= at from private.payout_attempts a where a.payout_id = o.id), true)
  end
$$;
comment on function private.is_due_to_send is 'True for a payout that a sender should begin, or look up again, at the given time.';

-- Is a quick part of kept_because, which takes a hundred times as long: a few members can have thousands of payouts that stay for months.
create function private.is_of_held_member(o public.payouts) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return o.taken_at is null and exists (
    select from public.profiles m
    where m.id = o.profile_id and (m.frozen_at is not null or m.suspended_at > coalesce(o.released_at, '-infinity')));
end;
$$;
comment on function private.is_of_held_member is 'True for a payout that nobody has taken and that stays, because its member is frozen or suspended.';

-- A payout that was sent is looked up until it has arrived.
create function private.is_due_payout(o public.payouts, at timestamptz) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return o.provider <> 'manual' and (o.status = 'requested' or o.status = 'sent' and o.source = 'available')
    and not private.is_of_held_member(o) and private.is_due_to_send(o, at) is true and (o.taken_at is not null or private.kept_because(o) is null);
end;
$$;
comment on function private.is_due_payout is 'True for a payout that a sender should take at the given time.';

-- Claiming ---------------------------------------------------------------------------------
-- If the bank refused an instant payout, the next attempt is made in the usual way.
create function private.payout_request_of(o public.payouts) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('payout_id', o.id, 'amount_minor', o.amount_minor, 'currency', o.currency,
    'account', (select m.account from private.payout_methods m where m.id = o.method_id),
    'bank', (select a.bank from private.payout_methods m join private.payout_accounts a on a.profile_id = m.profile_id and a.provider = m.kind where m.id = o.method_id),
    'payment_ref', (select p.provider_ref from public.payments p where p.id = o.payment_id),
    'is_instant', private.goes_at_once(o.method_id) and o.failure_reason is distinct from 'instant_refused')
$$;
comment on function private.payout_request_of is 'All that is sent to the provider for a payout or refund, and the bank behind the account, as far as it is known. Stored with the attempt.';

create function private.claim_payouts(providers text[], batch int, at timestamptz default clock_timestamp())
returns table (provider text, kind text, status text, attempt int, idempotency_key text, request jsonb, transfer_ref text,
  provider_ref text, begun_at timestamptz, is_repeat boolean, may_send boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- The lease is longer than a sender runs, so that two senders never work on one attempt.
  c_lease constant interval := '7 minutes';
  v_left int := least(greatest(claim_payouts.batch, 1), 100);
  v_payout public.payouts;
  v_attempt private.payout_attempts;
begin
  -- Checks payouts one after the other until the batch is full, instead of the whole queue.
  for v_payout in
    select p.* from public.payouts p
    where (p.status = 'requested' or p.status = 'sent' and p.source = 'available') and p.provider = any (providers)
    order by p.created_at, p.id
  loop
    exit when v_left = 0;
    continue when not private.is_due_payout(v_payout, claim_payouts.at);
    select * into v_payout from public.payouts p where p.id = v_payout.id for no key update skip locked;
    -- Another sender may have claimed the payout while this one was looking.
    continue when not found or not private.is_due_payout(v_payout, claim_payouts.at);
    v_left := v_left - 1;
    is_repeat := v_payout.taken_at is not null;
    -- A payout whose sending was begun is looked up, but not sent, while something keeps it.
    may_send := not is_repeat or private.kept_because(v_payout) is null;
    if is_repeat then
      update private.payout_attempts a set leased_until = claim_payouts.at + c_lease
      where a.payout_id = v_payout.id and a.closed_at is null
      returning * into strict v_attempt;
    else
      update public.payouts p set taken_at = claim_payouts.at where p.id = v_payout.id;
      insert into private.payout_attempts (payout_id, nr, request, begun_at, leased_until)
      select v_payout.id, coalesce(max(a.nr), 0) + 1, private.payout_request_of(v_payout), claim_payouts.at, claim_payouts.at + c_lease
      from private.payout_attempts a where a.payout_id = v_payout.id
      returning * into strict v_attempt;
    end if;
    provider := v_payout.provider;
    kind := case when v_payout.method_id is null then 'refund' else 'payout' end;
    status := v_payout.status;
    attempt := v_attempt.nr;
    idempotency_key := v_attempt.idempotency_key;
    request := v_attempt.request;
    transfer_ref := v_attempt.transfer_ref;
    provider_ref := v_payout.provider_ref;
    begun_at := v_attempt.begun_at;
    return next;
  end loop;
end;
$$;
create function public.claim_payouts(providers text[], batch int default 10)
returns table (provider text, kind text, status text, attempt int, idempotency_key text, request jsonb, transfer_ref text,
  provider_ref text, begun_at timestamptz, is_repeat boolean, may_send boolean)
language sql volatile security invoker set search_path = '' as $$
  select * from private.claim_payouts(providers, batch)
$$;
comment on function public.claim_payouts is
  'Service role: payouts and refunds that should be sent now, or looked up again, by these providers, the oldest first, each with a lease; the attempt is stored before '
  'anything is sent. `is_repeat`: look first whether it left; without `may_send` only look.';

create function private.lock_attempt(payout_id uuid, attempt int) returns public.payouts
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_payout public.payouts := private.lock_payout(payout_id);
begin
  if not exists (
    select from private.payout_attempts a where a.payout_id = v_payout.id and a.nr = lock_attempt.attempt
  ) then
    raise exception 'payout_attempt_unknown' using errcode = 'PT404';
  end if;
  return v_payout;
end;
$$;

create function private.is_open_attempt(payout_id uuid, attempt int) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.payout_attempts a
    where a.payout_id = is_open_attempt.payout_id and a.nr = is_open_attempt.attempt and a.closed_at is null)
$$;
comment on function private.is_open_attempt is 'True for the attempt that may still send, or has sent, its payout.';

create function private.note_transfer(payout_id uuid, attempt int, transfer_ref text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if length(transfer_ref) between 1 and 200 is not true then
    raise exception 'payouts_provider_ref_length' using errcode = 'PT400';
  end if;
  perform private.lock_attempt(payout_id, attempt);
  update private.payout_attempts a set transfer_ref = note_transfer.transfer_ref
  where a.payout_id = note_transfer.payout_id and a.nr = note_transfer.attempt;
end;
$$;
create function public.note_transfer(payout_id uuid, attempt int, transfer_ref text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.note_transfer(payout_id, attempt, transfer_ref)
$$;
comment on function public.note_transfer is 'Service role: stores the transfer of an attempt before its payout is asked for.';

-- Returned money ------------------------------------------------------------------------------
-- These locks come before that of the payout, in the common order. A member who deletes the account has locked the spending as well.
create function private.lock_return(payout_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform from public.payments p
  where p.id = (select o.payment_id from public.payouts o where o.id = lock_return.payout_id) for no key update;
  perform private.lock_spending(o.profile_id) from public.payouts o where o.id = lock_return.payout_id;
end;
$$;
comment on function private.lock_return is 'Locks the payment and the spending to which a payout may come back.';

create function private.chargebacks_that_missed(o public.payouts, was_status text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct c.id
  from private.missed_earnings m join private.chargebacks c on c.id = m.chargeback_id
  join public.pack_orders p on p.id = m.order_id
  where p.kol_id = o.profile_id and p.currency = o.currency and m.amount_minor > 0 and c.status <> 'won'
    -- The chargeback could reach a payout that nobody had begun to send.
    and c.apportioned_at > coalesce((select min(a.begun_at) from private.payout_attempts a where a.payout_id = o.id and o.provider <> 'manual'), o.taken_at, o.created_at)
    and (o.taken_at is not null or chargebacks_that_missed.was_status <> 'requested'
      or exists (select from private.payout_attempts a where a.payout_id = o.id))
$$;
comment on function private.chargebacks_that_missed is 'The lost chargebacks that could not reach a payout, and that missed earnings of its creator.';

-- Money of a brand goes to the suspense of its payment. Earnings came from many payments, so a payment in suspense is made
-- for them, which staff find.
create function private.return_to_suspense(o public.payouts, from_account bigint, amount_minor bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_payment public.payments;
begin
  select * into v_payment from public.payments p where p.id = o.payment_id;
  if v_payment.id is null then
    insert into public.payments (provider, provider_ref, payer_id, amount_minor, currency, status, problem)
    values (o.provider, 'payout ' || o.id, o.profile_id, return_to_suspense.amount_minor, o.currency, 'suspense', 'payee_left')
    returning * into v_payment;
  end if;
  perform private.lock_accounts(array[from_account, private.platform_account('suspense', o.currency, v_payment.id)] || private.loss_accounts(v_payment));
  perform private.post_transfer('payout_returned',
    array[from_account, private.platform_account('suspense', o.currency, v_payment.id)],
    array[-return_to_suspense.amount_minor, return_to_suspense.amount_minor], null, o.id);
  perform private.match_chargebacks(private.add_to_suspense(v_payment, return_to_suspense.amount_minor), private.clock());
end;
$$;
comment on function private.return_to_suspense is 'Keeps money that came back to a former member in suspense, for staff.';

-- Money that had left is in the account of the market again. The payments of a brand's own money keep
-- their lots, so that it can be refunded or charged back as before.
create function private.take_back_payout(o public.payouts, reason text) returns public.payouts
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_payout public.payouts;
  v_to bigint;
begin
  update public.payouts p set status = 'returned', failure_reason = left(reason, 500) where p.id = o.id
  returning * into v_payout;
  -- A lost chargeback first takes earnings from the balance that it could not take before (07_returned_payouts).
  if private.has_left(o.profile_id) and (o.source = 'wallet' or not exists (select from private.chargebacks_that_missed(o, o.status))) then
    perform private.return_to_suspense(o, private.platform_account('cash', o.currency, o.id), o.amount_minor);
    return v_payout;
  end if;
  v_to := private.member_account(o.profile_id, o.source, o.currency);
  perform private.post_transfer('payout_returned',
    array[private.platform_account('cash', o.currency, o.id), v_to], array[-o.amount_minor, o.amount_minor], null, o.id);
  if o.source = 'wallet' then
    perform private.add_to_lot(v_to, o.payment_id, o.amount_minor);
  end if;
  perform private.notify(o.profile_id, 'payout_failed', jsonb_build_object('payout_id', o.id,
    'amount_minor', o.amount_minor, 'currency', o.currency));
  return v_payout;
end;
$$;
comment on function private.take_back_payout is
  'Ends a payout that was sent and came back, which the caller has locked after lock_return: cash to the balance, or to suspense.';

-- Reports ----------------------------------------------------------------------------------
create function private.note_payout_facts(o public.payouts, state text, trace text, expected_on date) returns public.payouts
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_payout public.payouts;
begin
  -- A proposal to record it as returned was made without knowing of this report.
  perform private.withdraw_proposals('{record_payout_returned}', array[o.id::text], 'payout_reported') where state = 'arrived';
  update public.payouts p set trace = coalesce(nullif(left(note_payout_facts.trace, 200), ''), p.trace),
    expected_on = coalesce(case when isfinite(note_payout_facts.expected_on) then note_payout_facts.expected_on end, p.expected_on),
    status = case when state = 'arrived' then 'arrived' else p.status end
  where p.id = o.id
  returning * into v_payout;
  -- If no event comes, a sender asks the provider again a day after the payout should have arrived.
  update private.payout_attempts a set leased_until = greatest(clock_timestamp() + interval '1 day', v_payout.expected_on + interval '1 day')
  where a.payout_id = o.id and a.closed_at is null;
  return v_payout;
end;
$$;
comment on function private.note_payout_facts is 'Notes the trace number and the expected day of a payout that was sent, and that it has arrived.';

-- Ignores repeated and late reports of what is booked already.
create function private.note_late_state(o public.payouts, attempt int, state text) returns void
language sql volatile security definer set search_path = '' as $$
  with late as (
    update private.payout_attempts a set late_state = state
    where a.payout_id = o.id and a.nr = attempt and state in ('sent', 'arrived', 'returned')
      and a.late_state is distinct from 'returned' and a.late_state is distinct from state
      and (a.closed_at is not null or o.status in ('failed', 'withdrawn'))
    returning a.payout_id
  )
  -- A proposal to release it was made without knowing of this report.
  select private.withdraw_proposals('{release_payouts}', array[l.payout_id::text], 'payout_reported') from late l
$$;
comment on function private.note_late_state is 'Stores what a provider reports about an attempt that has ended, for staff to look into.';

create function private.record_payout_state(
  payout_id uuid, attempt int, state text, reference text, trace text, expected_on date, reason text
) returns public.payouts
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_payout public.payouts;
begin
  perform private.lock_return(payout_id) where state = 'returned';
  v_payout := private.lock_attempt(payout_id, attempt);
  if state in ('pending', 'sent', 'arrived', 'failed', 'returned') is not true then
    raise exception 'payout_state_unknown' using errcode = 'PT422';
  end if;
  -- A report on a closed attempt or an ended payout changes nothing but may be an alarm.
  if not private.is_open_attempt(v_payout.id, attempt) or v_payout.status in ('failed', 'returned', 'withdrawn') then
    perform private.note_late_state(v_payout, attempt, state);
    return v_payout;
  end if;
  if state = 'pending' then
    update private.payout_attempts a set leased_until = clock_timestamp() + interval '1 hour'
    where a.payout_id = v_payout.id and a.nr = record_payout_state.attempt and v_payout.status = 'requested';
    return v_payout;
  end if;
  if state in ('sent', 'arrived') then
    if v_payout.status = 'requested' then
      v_payout := private.mark_payout_sent(v_payout, reference);
    end if;
    return private.note_payout_facts(v_payout, state, trace, expected_on);
  end if;
  if v_payout.status = 'requested' then
    if v_payout.method_id is null then
      return private.refuse_refund(v_payout, coalesce(reason, 'card_refused'));
    end if;
    v_payout := private.return_payout(v_payout, 'failed', coalesce(reason, 'bank_refused'));
    perform private.note_late_state(v_payout, attempt, state);
    perform private.notify(v_payout.profile_id, 'payout_failed', jsonb_build_object('payout_id', v_payout.id,
      'amount_minor', v_payout.amount_minor, 'currency', v_payout.currency));
    return v_payout;
  end if;
  -- A refund that comes back is reported with its payment (record_provider_refund). A sender that was late
  -- saying that nothing left does not take back what another one has sent.
  if v_payout.method_id is null or state = 'failed' then
    return v_payout;
  end if;
  return private.take_back_payout(v_payout, coalesce(reason, 'bank_refused'));
end;
$$;
create function public.record_payout_state(
  payout_id uuid, attempt int, state text, reference text default null, trace text default null, expected_on date default null, reason text default null
) returns public.payouts
language sql volatile security invoker set search_path = '' as $$
  select * from private.record_payout_state(payout_id, attempt, state, reference, trace, expected_on, reason)
$$;
comment on function public.record_payout_state is
  'Service role: records what the provider says of an attempt to send a payout or refund: pending, sent, arrived, failed (nothing left) or returned. Repeated and late reports book nothing.';

grant execute on function private.claim_payouts, public.claim_payouts, private.note_transfer, public.note_transfer,
  private.record_payout_state, public.record_payout_state to service_role;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('payout_grace', 2, 'minutes', 'How long a payout or refund can be taken back before it is sent by itself.', 0, 1440, true)
on conflict (key) do nothing;
