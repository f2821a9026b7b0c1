-- Sending payouts. Staff take the oldest payout, which shows them the whole account number and ends
-- the member's right to withdraw it; they send the money at the bank, and record with its reference
-- that it was sent, or why it could not be. Each step leaves a row of the audit log.

create function private.payout_taker(payout_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select a.actor_id from public.staff_audit a
  where a.subject_id = payout_id and a.action = 'take_payout'
  order by a.created_at, a.id limit 1
$$;
comment on function private.payout_taker is 'The member of staff who is sending a payout.';

create type public.queued_payout as (
  id uuid, profile_id uuid, display_name text, is_suspended boolean, is_own_case boolean, amount_minor bigint,
  currency text, source text, method text, holder text, created_at timestamptz, taken_at timestamptz, taken_by uuid
);

create function private.payout_queue(after uuid, page_size int) returns setof public.queued_payout
language plpgsql stable security definer set search_path = '' as $$
declare
  v_most constant int := 100;
begin
  perform private.require_staff();
  return query
  select p.id, p.profile_id, m.display_name, m.suspended_at is not null, private.is_own_case(p.profile_id), p.amount_minor,
    p.currency, p.source, p.method, d.holder, p.created_at, p.taken_at,
    case when p.taken_at is not null then private.payout_taker(p.id) end
  from public.payouts p
  join public.profiles m on m.id = p.profile_id
  left join private.payout_methods d on d.id = p.method_id
  where p.status = 'requested' and (payout_queue.after is null or (p.created_at, p.id) > (
    select l.created_at, l.id from public.payouts l where l.id = payout_queue.after))
  order by p.created_at, p.id
  limit least(greatest(page_size, 1), v_most);
end;
$$;
comment on function private.payout_queue is 'The body of public.payout_queue.';
create function public.payout_queue(after uuid default null, page_size int default 30) returns setof public.queued_payout
language sql stable security invoker set search_path = '' as $$
  select * from private.payout_queue(after, page_size)
$$;
comment on function public.payout_queue is 'Staff: payouts and refunds that are not sent yet, oldest first, with the last four characters of the account; after is the last id that was read.';

create function private.lock_payout_for_staff(payout_id uuid) returns public.payouts
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_payout public.payouts;
begin
  perform private.require_staff();
  v_payout := private.lock_payout(payout_id);
  perform private.reject_own_case(array[v_payout.profile_id]);
  if v_payout.status = 'withdrawn' then
    raise exception 'payout_withdrawn' using errcode = 'PT409';
  end if;
  if v_payout.status <> 'requested' then
    raise exception 'payout_not_open' using errcode = 'PT409';
  end if;
  return v_payout;
end;
$$;
comment on function private.lock_payout_for_staff is 'An open payout of somebody who is no case of the caller''s own, locked.';

create function private.audit_payout(action text, o public.payouts, details jsonb default '{}') returns void
language sql volatile security definer set search_path = '' as $$
  select private.audit(action, o.id, jsonb_build_object('profile_id', o.profile_id, 'amount_minor', o.amount_minor,
    'currency', o.currency, 'method', o.method) || details)
$$;
comment on function private.audit_payout is 'Writes an act of staff about a payout to the audit log, without the account number.';

create type public.payout_account as (kind text, holder text, account text);

-- Two people who send the same payout would pay it twice, so it is taken by one.
create function private.take_payout(payout_id uuid) returns public.payout_account
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_payout public.payouts := private.lock_payout_for_staff(payout_id);
  v_account public.payout_account;
begin
  perform private.require_fresh_second_factor();
  if private.is_frozen(v_payout.profile_id) then
    raise exception 'payout_of_frozen' using errcode = 'PT409';
  end if;
  if v_payout.source = 'available' then
    perform private.require_undisputed_earnings(v_payout.profile_id, v_payout.currency);
  end if;
  if v_payout.taken_at is null then
    update public.payouts p set taken_at = now() where p.id = v_payout.id;
  elsif private.payout_taker(v_payout.id) is distinct from private.my_profile_id() then
    raise exception 'payout_taken' using errcode = 'PT409';
  end if;
  perform private.audit_payout('take_payout', v_payout);
  select m.kind, m.holder, m.account into v_account from private.payout_methods m where m.id = v_payout.method_id;
  if not found then
    v_account := ('refund', null, v_payout.method);
  end if;
  return v_account;
end;
$$;
comment on function private.take_payout is 'Assigns a payout to one member of staff and returns the account number, also on repeated calls. It cannot be withdrawn afterwards.';
create function public.take_payout(payout_id uuid) returns public.payout_account
language sql volatile security invoker set search_path = '' as $$
  select * from private.take_payout(payout_id)
$$;
comment on function public.take_payout is 'Staff: begins to send a payout and returns the whole account number, of which the audit log keeps that it was read.';

create function private.record_payout_sent(payout_id uuid, reference text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_payout public.payouts := private.lock_payout_for_staff(payout_id);
begin
  -- The provider's report of the refund would find no open one and take the money a second time.
  if v_payout.source = 'wallet' then
    raise exception 'refund_reported_by_provider' using errcode = 'PT409';
  end if;
  if octet_length(reference) > 800 then
    raise exception 'payouts_provider_ref_length' using errcode = 'PT400';
  end if;
  if coalesce(btrim(reference), '') = '' or not private.shows_all_characters(btrim(reference)) then
    raise exception 'payout_reference_required' using errcode = 'PT422';
  end if;
  if v_payout.taken_at is null then
    raise exception 'payout_not_taken' using errcode = 'PT409';
  end if;
  -- Only the member of staff who took the payout knows whether it was sent. Two send to a suspended member.
  if private.payout_taker(v_payout.id) is distinct from private.my_profile_id()
    or exists (select from public.profiles p where p.id = v_payout.profile_id and p.suspended_at is not null)
  then
    perform private.require_confirmation('record_payout_sent', v_payout.id::text);
  end if;
  perform private.require_second_above_limit('record_payout_sent', v_payout.id::text,
    private.units_of(v_payout.amount_minor, v_payout.currency));
  perform private.settle_payout(v_payout.id, btrim(reference));
  perform private.audit_payout('record_payout_sent', v_payout, jsonb_build_object('reference', btrim(reference)));
end;
$$;
comment on function private.record_payout_sent is 'Records that the money of a payout was sent: in transit to cash.';
create function public.record_payout_sent(payout_id uuid, reference text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.record_payout_sent(payout_id, reference)
$$;
comment on function public.record_payout_sent is 'Staff: records that a payout was sent, with the reference of the transfer. A refund is recorded when its provider reports it.';

-- The member of staff who took the payout may have sent it. Another member of staff can return the
-- money only with the confirmation of a second one.
create function private.record_payout_failed(payout_id uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_payout public.payouts := private.lock_payout_for_staff(payout_id);
begin
  if coalesce(btrim(reason), '') = '' then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  if private.payout_taker(v_payout.id) is distinct from private.my_profile_id() then
    perform private.require_confirmation('record_payout_failed', v_payout.id::text);
  end if;
  perform private.require_second_above_limit('record_payout_failed', v_payout.id::text,
    private.units_of(v_payout.amount_minor, v_payout.currency));
  perform private.fail_payout(v_payout.id, btrim(reason));
  perform private.audit_payout('record_payout_failed', v_payout, jsonb_build_object('reason', btrim(reason)));
end;
$$;
comment on function private.record_payout_failed is 'Records that a payout could not be sent: its money returns to the balance.';
create function public.record_payout_failed(payout_id uuid, reason text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.record_payout_failed(payout_id, reason)
$$;
comment on function public.record_payout_failed is 'Staff: records why a payout could not be sent; its money returns to the balance, and the member reads the reason.';
grant execute on function private.payout_queue, public.payout_queue, private.take_payout, public.take_payout,
  private.record_payout_sent, public.record_payout_sent, private.record_payout_failed, public.record_payout_failed
  to authenticated;
