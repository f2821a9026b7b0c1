-- The work of staff on payouts. Those of a payment provider leave by themselves; staff stop them, release
-- them, and see what failed (15_operation/10_staff_lists). Staff send payouts to a bank account themselves: they take the oldest,
-- which shows them the whole account number and ends the member's right to withdraw it; they send the money at the bank, and record
-- with its reference that it was sent, or why it could not be. Each step leaves a row of the audit log.

create function private.payout_taker(payout_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select a.actor_id from public.staff_audit a
  where a.subject_id = payout_id and a.action = 'take_payout'
  order by a.created_at, a.id limit 1
$$;
comment on function private.payout_taker is 'The member of staff who is sending a payout.';

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
comment on function private.lock_payout_for_staff is 'An open payout of a member who is no case of the caller''s own, locked.';

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
  if v_payout.provider <> 'manual' then
    raise exception 'payout_sent_by_provider' using errcode = 'PT409';
  end if;
  if private.is_frozen(v_payout.profile_id) then
    raise exception 'payout_of_frozen' using errcode = 'PT409';
  end if;
  if private.is_halted(v_payout.id) then
    raise exception 'payout_halted' using errcode = 'PT409';
  end if;
  -- The account number is enough to send the money, so two members of staff release the payout first.
  if v_payout.taken_at is null and private.kept_because(v_payout) in ('above_limit', 'suspended', 'late_state') then
    raise exception 'second_staff_required' using errcode = 'PT409';
  end if;
  -- A frozen or suspended person used this account: it stays closed until staff have decided whether the two are one person.
  if v_payout.taken_at is null and private.kept_because(v_payout) = 'account' then
    raise exception 'payout_of_frozen' using errcode = 'PT409';
  end if;
  if v_payout.waits_until > private.clock() then
    raise exception 'payout_account_new' using errcode = 'PT409';
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
  return v_account;
end;
$$;
create function public.take_payout(payout_id uuid) returns public.payout_account
language sql volatile security invoker set search_path = '' as $$
  select * from private.take_payout(payout_id)
$$;
comment on function public.take_payout is
  'Staff: begins to send a payout and returns the whole account number; the audit log records that it was read. Repeated calls return it too; the payout cannot be withdrawn afterwards.';

create function private.record_payout_sent(payout_id uuid, reference text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_payout public.payouts := private.lock_payout_for_staff(payout_id);
begin
  -- Rejects a payout by a provider: the report of the provider would find no open payout, and take the money a second time.
  if v_payout.provider <> 'manual' then
    raise exception 'payout_sent_by_provider' using errcode = 'PT409';
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
  -- Only the member of staff who took the payout knows whether it was sent. Sending to a suspended member takes two members of staff.
  if private.payout_taker(v_payout.id) is distinct from private.my_profile_id() or private.is_suspended(v_payout.profile_id) then
    perform private.require_confirmation('record_payout_sent', v_payout.id::text);
  end if;
  perform private.require_second_above_limit('record_payout_sent', v_payout.id::text,
    private.units_of(v_payout.amount_minor, v_payout.currency));
  perform private.settle_payout(v_payout.id, btrim(reference));
  perform private.audit_payout('record_payout_sent', v_payout, jsonb_build_object('reference', btrim(reference)));
end;
$$;
create function public.record_payout_sent(payout_id uuid, reference text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.record_payout_sent(payout_id, reference)
$$;
comment on function public.record_payout_sent is 'Staff: records that a payout was sent, with the reference of the transfer. What a provider sends is recorded when it reports it.';

create function private.require_payout_reason(reason text) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_reason(reason);
  if length(btrim(reason)) > 500 then
    raise exception 'payout_halts_reason_length' using errcode = 'PT400';
  end if;
end;
$$;
comment on function private.require_payout_reason is 'Rejects an empty reason, and one of more characters than a payout keeps.';

-- The member of staff who took the payout may have sent it. Another member of staff can return the
-- money only with the confirmation of a second one.
create function private.record_payout_failed(payout_id uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_payout public.payouts := private.lock_payout_for_staff(payout_id);
begin
  perform private.require_payout_reason(reason);
  -- The provider may have sent it, and will report that. Without a report for a day, two members of staff look it up at the provider.
  -- send-payouts first reverses a transfer into the member's account there; if it cannot, two members of staff reverse it after a week.
  if v_payout.provider <> 'manual' and v_payout.taken_at > now() - make_interval(days => case when exists (
    select from private.payout_attempts a
    where a.payout_id = v_payout.id and a.closed_at is null and a.transfer_ref is not null) then 7 else 1 end)
  then
    raise exception 'payout_being_sent' using errcode = 'PT409';
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
create function public.record_payout_failed(payout_id uuid, reason text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.record_payout_failed(payout_id, reason)
$$;
comment on function public.record_payout_failed is 'Staff: records why a payout could not be sent; its money returns to the balance, and the member reads the reason.';

-- Weeks later a bank can send a transfer back. Takes two members of staff: one alone could claim a return that never happened, and send the money again.
create function private.record_payout_returned(payout_id uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_payout public.payouts;
begin
  perform private.require_staff();
  perform private.lock_return(payout_id);
  v_payout := private.lock_payout(payout_id);
  perform private.reject_own_case(array[v_payout.profile_id]);
  -- A provider reports a return itself. If it cannot take the money out of the member's account there, two members of staff have done so after a week.
  if v_payout.status not in ('sent', 'arrived') or v_payout.provider <> 'manual'
    and (v_payout.method_id is null or v_payout.taken_at > now() - interval '7 days')
  then
    raise exception 'payout_not_returnable' using errcode = 'PT409';
  end if;
  perform private.require_payout_reason(reason);
  perform private.require_confirmation('record_payout_returned', v_payout.id::text);
  perform private.take_back_payout(v_payout, btrim(reason));
  -- Closes the attempts, so that staff are notified if the provider later reports that the money arrived.
  update private.payout_attempts a set closed_at = clock_timestamp() where a.payout_id = v_payout.id and a.closed_at is null and v_payout.status = 'sent';
  perform private.audit_payout('record_payout_returned', v_payout, jsonb_build_object('reason', btrim(reason)));
end;
$$;
create function public.record_payout_returned(payout_id uuid, reason text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.record_payout_returned(payout_id, reason)
$$;
comment on function public.record_payout_returned is 'Staff, always by two: records that the bank sent a payout back; its money returns to the balance, and the member reads the reason.';

-- Stopping and releasing -------------------------------------------------------------------
create function private.halt_payouts(reason text, payout_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  perform private.require_payout_reason(reason);
  if halt_payouts.payout_id is not null then
    perform private.lock_payout_for_staff(halt_payouts.payout_id);
  end if;
  insert into public.payout_halts (payout_id, reason, halted_by)
  values (halt_payouts.payout_id, btrim(halt_payouts.reason), private.my_profile_id())
  on conflict do nothing;
  if not found then
    if not exists (
      select from public.payout_halts h
      where h.payout_id is not distinct from halt_payouts.payout_id and h.released_at is null
        and h.halted_by = private.my_profile_id() and h.reason = btrim(halt_payouts.reason))
    then
      raise exception 'payout_halted' using errcode = 'PT409';
    end if;
    return; -- A client repeats a request whose answer was lost.
  end if;
  perform private.audit('halt_payouts', halt_payouts.payout_id, jsonb_build_object('reason', btrim(reason)));
end;
$$;
create function public.halt_payouts(reason text, payout_id uuid default null) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.halt_payouts(reason, payout_id)
$$;
comment on function public.halt_payouts is 'Staff: stops one payout, or without an id all of them, with a reason. Payouts that the provider has already are not called back.';

-- A release that was proposed before a stop was proposed without knowing of it. "This was not me" is such a stop, too.
create function private.end_older_releases() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.withdraw_proposals('{release_payouts}', array[coalesce(NEW.payout_id::text, 'all')], 'payouts_stopped');
  return null;
end;
$$;
comment on function private.end_older_releases is 'Trigger: a stop of a payout, or of all, withdraws proposals to end an earlier stop.';
create trigger payout_halts_end_older_releases after insert or update of reason on public.payout_halts
  for each row execute function private.end_older_releases();

-- Another member of staff, or the owner by the link of an e-mail, may have stopped the payout again for another reason.
create function private.require_halt_seen(payout_id uuid, halt_reason text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from public.payout_halts h
    where h.payout_id is not distinct from require_halt_seen.payout_id and h.released_at is null and h.reason is distinct from halt_reason)
  then
    raise exception 'payout_halted' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_halt_seen is 'Rejects the end of a stop if its reason is not the one that the caller saw.';

-- Money that may have left already could leave twice, so two members of staff look into it.
create function private.release_payout(payout_id uuid, halt_reason text) returns public.payouts
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_payout public.payouts := private.lock_payout(payout_id);
begin
  perform private.reject_own_case(array[v_payout.profile_id]);
  if private.has_late_state(v_payout.id) then
    perform private.require_confirmation('release_payouts', v_payout.id::text);
    update private.payout_attempts a set late_seen_at = now()
    where a.payout_id = v_payout.id and a.late_state in ('sent', 'arrived') and a.late_seen_at is null;
    return v_payout;
  end if;
  v_payout := private.lock_payout_for_staff(v_payout.id);
  perform private.require_halt_seen(v_payout.id, halt_reason);
  if private.is_above_limit(v_payout) or private.is_suspended(v_payout.profile_id)
    -- The owner reported that a stranger requested the payout, perhaps after the member of staff who releases it had looked.
    or exists (select from public.payout_halts h where h.payout_id = v_payout.id and h.released_at is null and starts_with(h.reason, 'By the link of a mail:'))
  then
    perform private.require_confirmation('release_payouts', v_payout.id::text);
  end if;
  perform private.require_second_above_limit('release_payouts', v_payout.id::text,
    private.units_of(v_payout.amount_minor, v_payout.currency));
  update public.payouts p set released_at = clock_timestamp() where p.id = v_payout.id;
  update public.payout_halts h set released_at = now() where h.released_at is null and h.payout_id = v_payout.id;
  return v_payout;
end;
$$;
comment on function private.release_payout is 'Lets one payout leave, or records that two members of staff looked into the late report of its provider.';

-- Keeps only payouts in own cases stopped when all are released: otherwise one such payout would keep all of them stopped.
create function private.keep_own_payouts_stopped() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_staff constant uuid[] := array(
    select private.my_profile_id()
    union
    select s.proposed_by from public.staff_proposals s
    where s.action = 'release_payouts' and s.subject = 'all' and s.decided_in = pg_current_xact_id_if_assigned());
begin
  insert into public.payout_halts (payout_id, reason, halted_by)
  select p.id, h.reason, h.halted_by
  from public.payout_halts h, public.payouts p
  where h.payout_id is null and h.released_at is null and p.status = 'requested'
    and exists (select from unnest(v_staff) as s (id) where private.is_case_of(s.id, p.profile_id))
  on conflict do nothing;
end;
$$;
comment on function private.keep_own_payouts_stopped is 'Stops each payout that is a case of one of the two members of staff who end the stop of all; others release it.';

create function private.release_all_payouts(halt_reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_halt_seen(null, halt_reason);
  perform private.require_confirmation('release_payouts', 'all');
  perform private.keep_own_payouts_stopped();
  update public.payout_halts h set released_at = now() where h.released_at is null and h.payout_id is null;
  if not found then
    raise exception 'payouts_not_halted' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.release_all_payouts is 'Ends the stop of all payouts, except of those that are own cases of one of the two members of staff who decide.';

create function private.release_payouts(note text, payout_id uuid, halt_reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  perform private.require_reason(note);
  if release_payouts.payout_id is null then
    perform private.release_all_payouts(halt_reason);
  else
    perform private.release_payout(release_payouts.payout_id, halt_reason);
  end if;
  perform private.audit('release_payouts', release_payouts.payout_id, jsonb_build_object('note', btrim(note)));
end;
$$;
create function public.release_payouts(note text, payout_id uuid default null, halt_reason text default null) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.release_payouts(note, payout_id, halt_reason)
$$;
comment on function public.release_payouts is
  'Staff: lets a payout leave that was stopped or is above the limit, or says that a late report of its provider was looked into, by two; without an id, and then always by two, all of them. '
  '`halt_reason`: why it is stopped, as it was seen; payout_halted if it is stopped for another reason.';

-- One file for the bank --------------------------------------------------------------------
create type public.bank_payout as (id uuid, holder text, account text, amount_minor bigint, currency text);

create function private.payouts_for_file() returns setof public.payouts
language sql stable security definer set search_path = '' as $$
  -- Payouts above the limit, of a suspended member, or stopped, are sent one by one.
  select * from (
    select p.* from public.payouts p
    where p.status = 'requested' and p.provider = 'manual' and p.taken_at is null
      and (p.waits_until is null or p.waits_until <= private.clock())
      and p.profile_id not in (select private.own_cases())
      -- Many small payouts of frozen and suspended members could otherwise fill the list.
      and not private.is_of_held_member(p)
    -- The list is limited, because checking each payout takes time. Payouts that something keeps stay before newer ones until staff end them.
    order by p.created_at, p.id limit 1000) as p
  where private.kept_because(p::public.payouts) is null
  order by p.created_at, p.id
  -- The limit is what a member of staff can compare with the bank's list.
  limit 100
$$;
comment on function private.payouts_for_file is 'The oldest payouts to bank accounts that the caller can send by one file.';

create type public.file_sum as (currency text, payouts int, amount_minor bigint);
create function private.bank_file_sums() returns setof public.file_sum
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query
    select p.currency, count(*)::int, sum(p.amount_minor)::bigint from private.payouts_for_file() p
    group by p.currency order by p.currency;
end;
$$;
create function public.bank_file_sums() returns setof public.file_sum
language sql stable security invoker set search_path = '' as $$
  select * from private.bank_file_sums()
$$;
comment on function public.bank_file_sums is 'Staff: how many payouts a file for the bank would take now, and their sum, by currency.';

-- A payout is in one file only, because the bank would pay it again from a second file. A repeated key returns the file of the first
-- request, without payouts whose outcome is known by now, and never others: a bank takes a file of one name once.
create function private.take_bank_payouts(idempotency_key uuid) returns setof public.bank_payout
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me constant uuid := private.require_staff();
  v_again uuid[];
  v_payout public.payouts;
begin
  perform private.require_fresh_second_factor();
  -- A client repeats a request that is still under way.
  perform pg_advisory_xact_lock(hashtextextended('bank file ' || take_bank_payouts.idempotency_key, 0));
  v_again := array(
    select a.subject_id from public.staff_audit a
    where a.actor_id = v_me and a.action = 'take_payout' and a.details ->> 'file' = take_bank_payouts.idempotency_key::text);
  for v_payout in
    select p.* from public.payouts p
    where p.status = 'requested' and case when v_again = '{}'
      then p.taken_at is null and p.id in (select f.id from private.payouts_for_file() f)
      else p.id = any (v_again) and private.kept_because(p) is null end
    order by p.created_at, p.id
    for no key update skip locked
  loop
    continue when private.kept_because(v_payout) is not null;
    return next (
      select row(v_payout.id, m.holder, m.account, v_payout.amount_minor, v_payout.currency)::public.bank_payout
      from private.payout_methods m where m.id = v_payout.method_id);
    update public.payouts p set taken_at = coalesce(p.taken_at, now()) where p.id = v_payout.id;
    perform private.audit_payout('take_payout', v_payout, jsonb_strip_nulls(jsonb_build_object('file', take_bank_payouts.idempotency_key)));
  end loop;
  if v_again <> '{}' and v_payout.id is null then
    raise exception 'idempotency_key_reused' using errcode = 'PT409';
  end if;
end;
$$;
create function public.take_bank_payouts(idempotency_key uuid default null) returns setof public.bank_payout
language sql volatile security invoker set search_path = '' as $$
  select * from private.take_bank_payouts(idempotency_key)
$$;
comment on function public.take_bank_payouts is
  'Staff: begins to send the oldest payouts by one file for the bank; a repeated key has the same ones. The audit log keeps that their account numbers were read.';

grant execute on function private.take_payout, public.take_payout,
  private.record_payout_sent, public.record_payout_sent, private.record_payout_failed, public.record_payout_failed,
  private.record_payout_returned, public.record_payout_returned, private.halt_payouts, public.halt_payouts,
  private.release_payouts, public.release_payouts, private.take_bank_payouts, public.take_bank_payouts,
  private.bank_file_sums, public.bank_file_sums
  to authenticated;
