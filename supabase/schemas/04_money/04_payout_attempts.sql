-- Attempts of the sender of payouts (the edge function send-payouts). An attempt is stored with its
-- key and all that is sent before anything leaves, so that a sender that is killed, or doubled, asks
-- the provider for the same thing by the same key. A payout has one open attempt at most, and a new one
-- only after the provider has said that nothing left with the one before.
create table private.payout_attempts (
  payout_id uuid not null references public.payouts (id),
  nr int not null,
  idempotency_key text not null generated always as ('payout-' || payout_id || '-' || nr) stored,
  request jsonb not null,
  begun_at timestamptz not null default clock_timestamp(),
  -- The time until which one sender works on the attempt; afterwards another one looks up its outcome.
  leased_until timestamptz not null,
  -- The provider's transfer to the member's account there, which comes before the payout to the bank.
  transfer_ref text,
  -- The time at which it became known that no money left, and the reason.
  closed_at timestamptz,
  problem text,
  -- The time of the next attempt; null while this one is open, and while staff have to look into it first.
  retry_at timestamptz,
  -- A report that the provider sent after the attempt had ended, and the time at which staff had looked into it.
  late_state text,
  late_seen_at timestamptz,
  primary key (payout_id, nr),
  constraint payout_attempts_nr_positive check (nr > 0),
  constraint payout_attempts_transfer_length check (length(transfer_ref) between 1 and 200),
  constraint payout_attempts_problem_short check (length(problem) <= 200),
  constraint payout_attempts_closed_for_retry check (closed_at is not null or retry_at is null),
  constraint payout_attempts_late_state_known check (late_state in ('sent', 'arrived', 'returned')),
  constraint payout_attempts_times_finite
    check (isfinite(begun_at) and isfinite(leased_until) and isfinite(retry_at) and isfinite(late_seen_at))
);
comment on table private.payout_attempts is 'Each attempt to send a payout by a provider: the key, what was asked for, and what became of it.';
create unique index payout_attempts_one_open on private.payout_attempts (payout_id) where closed_at is null;
create index payout_attempts_late on private.payout_attempts (payout_id) where late_state in ('sent', 'arrived') and late_seen_at is null;
create index payout_attempts_transfer_ref on private.payout_attempts (transfer_ref) where transfer_ref is not null;
alter table private.payout_attempts enable row level security;
grant select on private.payout_attempts to service_role;
create trigger payout_attempts_stay before update on private.payout_attempts
  for each row when (
    (OLD.payout_id, OLD.nr, OLD.request, OLD.begun_at) is distinct from (NEW.payout_id, NEW.nr, NEW.request, NEW.begun_at)
    or OLD.closed_at is not null and NEW.closed_at is distinct from OLD.closed_at
    or OLD.transfer_ref <> NEW.transfer_ref
  ) execute function private.refuse_change();
create trigger payout_attempts_not_deleted before delete on private.payout_attempts
  for each row execute function private.refuse_change();
create trigger payout_attempts_not_truncated before truncate on private.payout_attempts
  for each statement execute function private.refuse_change();

-- The provider may have sent money that the ledger returned to the balance, so it may be paid out a second time. If the
-- money came back from the bank since, nothing needs correction.
create function private.has_late_state(payout_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.payout_attempts a
    where a.payout_id = has_late_state.payout_id and a.late_state in ('sent', 'arrived') and a.late_seen_at is null)
$$;
comment on function private.has_late_state is 'True for a payout that its provider reported as sent after its money was returned to the member, until staff have looked into it.';

create function private.late_payouts() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select a.payout_id from private.payout_attempts a where a.late_state in ('sent', 'arrived') and a.late_seen_at is null)
$$;

-- Blocks payouts of the member, who could otherwise request the same money again.
create function private.has_late_payout(profile_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.payout_attempts a join public.payouts o on o.id = a.payout_id
    where a.late_state in ('sent', 'arrived') and a.late_seen_at is null
      and o.profile_id in (select private.same_person(has_late_payout.profile_id)))
$$;

-- A payout that a sender has taken may have left already; it ends with its attempt.
create function private.end_payouts_to_former_bank() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  -- Locks all these payouts before any account.
  foreach v_id in array array(
    select p.id from public.payouts p join private.payout_methods m on m.id = p.method_id
    where (m.profile_id, m.kind, m.account) = (NEW.profile_id, NEW.provider, NEW.account_ref)
      and p.status = 'requested' and p.taken_at is null and not private.has_late_state(p.id)
    order by p.id for no key update of p)
  loop
    perform private.fail_payout(v_id, 'account_changed');
  end loop;
  return null;
end;
$$;
comment on function private.end_payouts_to_former_bank is 'Trigger: ends payouts that were requested to an account when another bank is behind it; the money returns to the balance.';
create trigger payout_accounts_end_payouts after update of bank on private.payout_accounts
  for each row when (NEW.bank is distinct from OLD.bank) execute function private.end_payouts_to_former_bank();

-- A payout that somebody is sending may have been sent already, so it cannot be withdrawn.
create function private.withdraw_payout(payout_id uuid) returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_payout public.payouts;
begin
  perform private.require_open_session();
  perform private.lock_spending(private.my_profile_id());
  select * into v_payout from public.payouts p
  where p.id = payout_id and p.profile_id = private.my_profile_id() for no key update;
  if v_payout.id is null then
    raise exception 'payout_unknown' using errcode = 'PT404';
  end if;
  if v_payout.status = 'withdrawn' then
    return v_payout;
  end if;
  if v_payout.status <> 'requested' then
    raise exception 'payout_not_open' using errcode = 'PT409';
  end if;
  if v_payout.taken_at is not null or private.has_late_state(v_payout.id) then
    raise exception 'payout_being_sent' using errcode = 'PT409';
  end if;
  return private.return_payout(v_payout, 'withdrawn');
end;
$$;

create function public.withdraw_payout(payout_id uuid) returns public.payouts
language sql volatile security invoker set search_path = '' as $$
  select * from private.withdraw_payout(payout_id)
$$;
comment on function public.withdraw_payout is 'Takes back a payout or refund of one''s own that nobody has begun to send: its money returns to the balance.';

grant execute on function private.withdraw_payout, public.withdraw_payout to authenticated;

create function private.is_refused(o public.payouts) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.payout_attempts a
    where a.payout_id = o.id and a.closed_at > coalesce(o.released_at, '-infinity') and a.retry_at is null)
$$;
comment on function private.is_refused is 'True for a payout that its provider refused for a reason that only a person ends, until staff release it.';

-- Staff stop one payout, or all of them. Payouts that are being sent already are then only looked up.
create table public.payout_halts (
  id uuid primary key default gen_random_uuid(),
  -- Null: all payouts.
  payout_id uuid references public.payouts (id),
  reason text not null,
  halted_by uuid not null references public.profiles (id),
  created_at timestamptz not null default now(),
  released_at timestamptz,
  constraint payout_halts_release_finite check (isfinite(released_at)),
  constraint payout_halts_reason_length check (length(btrim(reason)) >= 1 and length(reason) <= 500)
);
comment on table public.payout_halts is 'Payouts that staff, or the owner by a link of a mail, have stopped, and until when.';
create unique index payout_halts_one_open on public.payout_halts (payout_id) nulls not distinct where released_at is null;
create index payout_halts_payout_id on public.payout_halts (payout_id);
create index payout_halts_halted_by on public.payout_halts (halted_by);
alter table public.payout_halts enable row level security;
-- Members of staff see halts of all payouts here. The list of payouts shows why one payout is stopped, and leaves out own cases.
create policy payout_halts_select on public.payout_halts for select to authenticated using (payout_id is null and (select private.is_staff()));
grant select on public.payout_halts to authenticated, service_role;
create trigger payout_halts_not_deleted before delete on public.payout_halts
  for each row execute function private.refuse_change();
create trigger payout_halts_not_truncated before truncate on public.payout_halts
  for each statement execute function private.refuse_change();

create function private.is_halted(payout_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.payout_halts h
    where h.released_at is null and (h.payout_id is null or h.payout_id = is_halted.payout_id))
$$;
comment on function private.is_halted is 'True for a payout that staff have stopped, alone or with all others.';
