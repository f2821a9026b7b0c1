-- Payouts of earned money. Earnings are first held (`pending`). A creator's are then `available`, and a
-- payout withdraws them. A brand's rewards then enter its wallet. A brand's refund to its payment
-- provider is a payout from its wallet.

-- Holds ----------------------------------------------------------------------------------
create table private.holds (
  id bigint primary key generated always as identity,
  order_id uuid not null,
  profile_id uuid not null references public.profiles (id),
  -- The milestone, the tip, or the chargeback that was won after it had ended the order, or a new id for
  -- a cleared reward that a chargeback put on hold again. Null: the order as a whole, when it ended.
  reference uuid,
  currency text not null references public.currencies (code),
  -- The member's part, on `pending`, and the platform's fee of the same order, on `fees_held`.
  amount_minor bigint not null,
  fees_minor bigint not null,
  due_at timestamptz not null,
  cleared_at timestamptz,
  constraint holds_key unique nulls not distinct (order_id, profile_id, reference),
  constraint holds_amounts_not_negative check (amount_minor >= 0 and fees_minor >= 0)
);
comment on table private.holds is 'Earnings that are not cleared yet, and until when they are held.';
create index holds_due on private.holds (due_at) where cleared_at is null;
create index holds_profile_id on private.holds (profile_id);
create index holds_currency on private.holds (currency);

alter table private.holds enable row level security;
create policy holds_select on private.holds for select to authenticated
  using (profile_id = (select private.my_profile_id()));
grant select on private.holds to authenticated, service_role;

create function private.create_hold(
  order_id uuid, profile_id uuid, currency text, amount_minor bigint, fees_minor bigint, at timestamptz,
  reference uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_trust_level text := (select p.trust_level from public.profiles p where p.id = create_hold.profile_id);
begin
  insert into private.holds as h (order_id, profile_id, reference, currency, amount_minor, fees_minor, due_at)
  select create_hold.order_id, create_hold.profile_id, create_hold.reference, create_hold.currency, create_hold.amount_minor, create_hold.fees_minor,
    -- On a chain nothing is held: the row ends when the creator's wallet has the money (09_payments/18_chain_events).
    case when private.is_on_chain(create_hold.currency) then 'infinity'
      else at + make_interval(days => private.setting('hold_' || v_trust_level)::int) end
  -- A part of a few units can go wholly to fees, so one amount may be zero. There is no row if both are.
  where create_hold.amount_minor > 0 or create_hold.fees_minor > 0
  -- A seller who invited the buyer, or the reverse, can earn twice on one order.
  on conflict on constraint holds_key do update set amount_minor = h.amount_minor + excluded.amount_minor;
end;
$$;
comment on function private.create_hold is
  'Records what was posted to pending and to fees held, and when it clears: sooner for more trusted members.';

create function private.hold_accounts(h private.holds) returns bigint[]
language sql volatile security definer set search_path = '' as $$
  select array[
    private.member_account(h.profile_id, 'pending', h.currency),
    private.member_account(h.profile_id,
      (select case p.role when 'brand' then 'wallet' else 'available' end from public.profiles p where p.id = h.profile_id), h.currency),
    private.platform_account('fees_held', h.currency, h.order_id),
    private.platform_account('revenue', h.currency, h.order_id)
  ]
$$;
comment on function private.hold_accounts is 'The accounts of a hold: pending, available (the wallet of a brand), fees held and revenue.';

create function private.add_cleared_to_lot(h private.holds, amount_minor bigint) returns void
language sql volatile security definer set search_path = '' as $$
  select private.add_to_lot(a.id, null, add_cleared_to_lot.amount_minor)
  -- The select makes the function run once instead of once for each account.
  from private.accounts a where a.id = (select (private.hold_accounts(h))[2]) and a.kind = 'wallet'
$$;
comment on function private.add_cleared_to_lot is 'Adds earnings of a brand that have entered its wallet to the lot without a payment.';

create function private.clear_hold(id bigint, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_hold private.holds;
begin
  update private.holds h set cleared_at = at
  where h.id = clear_hold.id and h.cleared_at is null and h.due_at <= at
  returning * into v_hold;
  -- A chargeback may have taken all of the hold.
  if not found or v_hold.amount_minor + v_hold.fees_minor = 0 then
    return;
  end if;
  perform private.post_transfer('clearing',
    private.hold_accounts(v_hold),
    array[-v_hold.amount_minor, v_hold.amount_minor, -v_hold.fees_minor, v_hold.fees_minor],
    v_hold.order_id, coalesce(v_hold.reference, v_hold.profile_id));
  perform private.add_cleared_to_lot(v_hold, v_hold.amount_minor);
end;
$$;
comment on function private.clear_hold is 'Ends one hold: pending becomes available, fees held become revenue.';

-- Payouts --------------------------------------------------------------------------------
create table public.payouts (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references public.profiles (id),
  amount_minor bigint not null,
  currency text not null references public.currencies (code),
  -- The saved method without its number, as it was when the payout was requested; of a refund, the
  -- provider and its reference.
  method text not null,
  -- The saved method, which may have been removed since.
  method_id uuid,
  -- `available` pays a creator; `wallet` returns a brand's own money.
  source text not null default 'available',
  payment_id uuid,
  -- The rail: a payment provider, which send-payouts asks, or `manual`: staff send the money at the bank.
  provider text not null default 'manual',
  status text not null default 'requested',
  provider_ref text,
  -- The bank's number of the transfer, by which the receiving bank finds it.
  trace text,
  expected_on date,
  failure_reason text,
  -- A refund that could not be returned to its card: the brand has to get it in another way.
  needs_other_way boolean not null default false,
  -- The end of the waiting time of a payout to a newly saved account.
  waits_until timestamptz,
  -- The time at which sending began; the payout cannot be withdrawn afterwards.
  taken_at timestamptz,
  -- The time at which staff released the payout although it is above the limit, or its member suspended.
  released_at timestamptz,
  idempotency_key uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payouts_idempotency_key_key unique (profile_id, idempotency_key),
  -- The limit is that of payment references, and keeps the entries of the index small.
  constraint payouts_provider_ref_length check (length(provider_ref) between 1 and 200),
  constraint payouts_amount_positive check (amount_minor > 0),
  constraint payouts_amount_within_limit check (amount_minor <= 1000000000000000),
  constraint payouts_method_length check (length(method) between 3 and 300),
  constraint payouts_source_known check (source in ('available', 'wallet')),
  constraint payouts_refund_has_payment check ((source = 'wallet') = (payment_id is not null)),
  -- Staff at the bank need a saved account to send the money to.
  constraint payouts_goes_to_method check (method_id is not null or source = 'wallet' and provider <> 'manual'),
  constraint payouts_provider_known check (provider ~ '^[a-z]{3,40}$'),
  constraint payouts_trace_length check (length(trace) between 1 and 200),
  constraint payouts_times_finite check (isfinite(waits_until) and isfinite(taken_at) and isfinite(released_at) and isfinite(expected_on)),
  constraint payouts_status_known check (status in ('requested', 'sent', 'arrived', 'failed', 'returned', 'withdrawn')),
  constraint payouts_other_way_after_failure check (not needs_other_way or status = 'failed' and source = 'wallet'),
  -- A refund that failed after it was sent keeps its reference.
  constraint payouts_sent_has_reference check (
    case when status in ('sent', 'arrived', 'returned') then provider_ref is not null when status = 'failed' then true
      else provider_ref is null end)
);
comment on table public.payouts is
  'Withdrawals by members: requested, then sent and arrived, failed or withdrawn. Payouts that were sent can come back (returned), and refunds can fail.';
-- A provider reports each refund once; one transfer of the bank may send several payouts.
create unique index payouts_refund_ref on public.payouts (provider_ref) where source = 'wallet' and method_id is null;
create index payouts_profile_id on public.payouts (profile_id, created_at);
create index payouts_payment_id on public.payouts (payment_id);
create index payouts_currency on public.payouts (currency);
create index payouts_open on public.payouts (created_at, id) where status = 'requested';
create index payouts_sent_by_provider on public.payouts (created_at) where status = 'sent' and source = 'available' and provider <> 'manual';
create index payouts_failed on public.payouts (updated_at) where status in ('failed', 'returned');
create index payouts_of_method on public.payouts (method_id) where status = 'requested';

alter table public.payouts enable row level security;
-- Staff are left out: they read payouts through staff_list.
create policy payouts_select on public.payouts for select to authenticated
  using (profile_id = (select private.my_profile_id()));
-- Members get no right to insert or update: every change moves money, so functions write the rows.
grant select on public.payouts to authenticated, service_role;

create trigger payouts_final before update on public.payouts
  for each row when (
    OLD.status in ('failed', 'returned', 'withdrawn')
    or OLD.status in ('sent', 'arrived') and (
      case NEW.status when 'sent' then OLD.status <> 'sent' when 'arrived' then false
        when 'failed' then OLD.source <> 'wallet' or OLD.method_id is not null
        else NEW.status <> 'returned' end
      or NEW.provider_ref <> OLD.provider_ref)
    or (OLD.id, OLD.profile_id, OLD.amount_minor, OLD.currency, OLD.method, OLD.method_id, OLD.source,
      OLD.payment_id, OLD.provider, OLD.waits_until, OLD.idempotency_key, OLD.created_at)
    is distinct from (NEW.id, NEW.profile_id, NEW.amount_minor, NEW.currency, NEW.method,
      NEW.method_id, NEW.source, NEW.payment_id, NEW.provider, NEW.waits_until, NEW.idempotency_key, NEW.created_at)
  ) execute function private.refuse_change();
create trigger payouts_not_deleted before delete on public.payouts
  for each row execute function private.refuse_change();
create trigger payouts_not_truncated before truncate on public.payouts
  for each statement execute function private.refuse_change();
create trigger payouts_touch before update on public.payouts
  for each row execute function private.touch_updated_at();

-- Payouts of a day to one account count together, across members and after the account or its member is deleted.
create table private.payout_destinations (
  payout_id uuid primary key references public.payouts (id),
  -- The keyed hash of the account, as in private.person_marks.
  hash bytea not null
);
comment on table private.payout_destinations is 'A keyed hash of the account that each payout goes to.';
create index payout_destinations_hash on private.payout_destinations (hash);
alter table private.payout_destinations enable row level security;

create function private.forget_destinations() returns void
language sql volatile security definer set search_path = '' as $$
  with forgotten as materialized (
    select p.id from public.profiles p
    where p.deleted_at is not null and private.is_forgotten(p.id) and exists (
      select from public.payouts o join private.payout_destinations d on d.payout_id = o.id where o.profile_id = p.id))
  delete from private.payout_destinations d using public.payouts o, forgotten f
  where o.id = d.payout_id and o.profile_id = f.id;
  delete from private.proved_wallets w using public.profiles p
  where p.id = w.profile_id and p.deleted_at is not null and private.is_forgotten(p.id)
$$;
comment on function private.forget_destinations is 'Removes the hashes of accounts and wallets that former members were paid to, once their marks were kept long enough. Granted to nobody.';

create function private.note_destination() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.payout_destinations (payout_id, hash)
  select NEW.id, private.mark_hash('payout', private.destination_of(m)) from private.payout_methods m where m.id = NEW.method_id;
  return null;
end;
$$;
comment on function private.note_destination is 'Trigger: stores which account a payout goes to.';
create trigger payouts_note_destination after insert on public.payouts
  for each row when (NEW.method_id is not null) execute function private.note_destination();

create function private.lock_payout(payout_id uuid) returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_payout public.payouts;
begin
  select * into v_payout from public.payouts p where p.id = payout_id for no key update;
  if v_payout.id is null then
    raise exception 'payout_unknown' using errcode = 'PT404';
  end if;
  return v_payout;
end;
$$;

create function private.mark_payout_sent(o public.payouts, provider_ref text) returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_payout public.payouts;
begin
  if length(mark_payout_sent.provider_ref) between 1 and 200 is not true then
    raise exception 'payouts_provider_ref_length' using errcode = 'PT400';
  end if;
  update public.payouts p set status = 'sent', provider_ref = mark_payout_sent.provider_ref
  where p.id = o.id
  returning * into v_payout;
  -- The account becomes a mark of the member (02_members/05_people) only once money was sent: saving somebody else's account number
  -- proves nothing. People are locked after the member's own account and before shared accounts of the ledger, as in the deletion of a member.
  perform private.lock_accounts(array[private.member_account(v_payout.profile_id, 'in_transit', v_payout.currency)]);
  perform private.mark_person(v_payout.profile_id, 'payout', private.destination_of(m))
  from private.payout_methods m where m.id = v_payout.method_id;
  perform private.post_transfer('payout_sent',
    array[
      private.member_account(v_payout.profile_id, 'in_transit', v_payout.currency),
      private.platform_account('cash', v_payout.currency, v_payout.id)
    ],
    array[-v_payout.amount_minor, v_payout.amount_minor], null, v_payout.id);
  perform private.notify(v_payout.profile_id, case when v_payout.method_id is null then 'refund_sent' else 'payout_sent' end,
    jsonb_build_object('payout_id', v_payout.id, 'amount_minor', v_payout.amount_minor,
      'currency', v_payout.currency, 'method', v_payout.method));
  return v_payout;
end;
$$;
comment on function private.mark_payout_sent is 'Completes an open payout that the caller has locked: in transit to cash.';

create function private.return_payout(o public.payouts, status text, reason text default null, owed boolean default false) returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_payout public.payouts;
  v_to bigint := private.member_account(o.profile_id, o.source, o.currency);
begin
  update public.payouts p set status = return_payout.status, failure_reason = left(reason, 500), needs_other_way = owed
  where p.id = o.id
  returning * into v_payout;
  perform private.post_transfer(('payout_' || v_payout.status)::private.transfer_event,
    array[private.member_account(v_payout.profile_id, 'in_transit', v_payout.currency), v_to],
    array[-v_payout.amount_minor, v_payout.amount_minor], null, v_payout.id);
  if v_payout.source = 'wallet' then
    perform private.add_to_lot(v_to, v_payout.payment_id, v_payout.amount_minor);
  end if;
  return v_payout;
end;
$$;
comment on function private.return_payout is 'Ends an open payout that the caller has locked as failed or withdrawn: its money returns to the balance.';

create function private.fail_payout(payout_id uuid, reason text) returns public.payouts
language plpgsql security definer set search_path = '' as $$
declare
  v_payout public.payouts := private.lock_payout(payout_id);
begin
  if v_payout.status = 'failed' then
    return v_payout;
  end if;
  if v_payout.status is distinct from 'requested' then
    raise exception 'payout_not_open' using errcode = 'PT409';
  end if;
  v_payout := private.return_payout(v_payout, 'failed', reason);
  perform private.notify(v_payout.profile_id, case when v_payout.method_id is null then 'refund_failed' else 'payout_failed' end,
    jsonb_build_object('payout_id', v_payout.id, 'amount_minor', v_payout.amount_minor,
      'currency', v_payout.currency));
  return v_payout;
end;
$$;

create function public.fail_payout(payout_id uuid, reason text) returns public.payouts
language sql volatile security invoker set search_path = '' as $$
  select * from private.fail_payout(payout_id, reason)
$$;
comment on function public.fail_payout is 'Service role: the provider could not send the money; it returns to the balance.';

create function private.remove_payout_method(method_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_method private.payout_methods;
begin
  -- Waits for requests of payouts, which may name the method.
  perform private.lock_spending(v_me);
  perform private.require_fresh_second_factor();
  if exists (
    select from public.payouts p
    where p.method_id = remove_payout_method.method_id and p.profile_id = v_me and p.status = 'requested'
  ) then
    raise exception 'payout_method_in_use' using errcode = 'PT409';
  end if;
  delete from private.payout_methods m where m.id = remove_payout_method.method_id and m.profile_id = v_me
  returning * into v_method;
  -- A method that still exists is another member's. A repeated request succeeds, because its method is gone.
  if exists (select from private.payout_methods m where m.id = remove_payout_method.method_id) then
    raise exception 'payout_method_unknown' using errcode = 'PT404';
  end if;
  -- Keeps the next report of the provider from saving the method again.
  delete from private.payout_accounts a where a.profile_id = v_me and a.provider = v_method.kind;
end;
$$;

create function public.remove_payout_method(method_id uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.remove_payout_method(method_id)
$$;
comment on function public.remove_payout_method is 'Creator: removes a saved account; payouts that were made keep its last four characters.';
grant execute on function private.remove_payout_method, public.remove_payout_method to authenticated;

grant execute on function private.fail_payout,
  public.fail_payout to service_role;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('hold_new', 14, 'days', 'How long the earnings of a new member are on hold.', 1, 90, true),
  ('hold_normal', 7, 'days', 'How long the earnings of a normal member are on hold.', 1, 90, true),
  ('hold_trusted', 3, 'days', 'How long the earnings of a trusted member are on hold.', 1, 90, true)
on conflict (key) do nothing;
