-- Where every unit of money is, and how it came there. Three tables: an account holds a
-- balance, a transfer is one thing that happened, an entry is what it did to one account.
-- Nothing is ever changed or removed; a mistake is put right by another transfer.
--
-- What the database itself holds true, against the owner of these tables too:
-- - in each currency the entries of a transfer sum to zero (looked at when the transaction commits)
-- - no balance but `cash` and `loss` can be negative
-- - entries and balances are written together, by post_transfer alone, so that a balance is
--   the sum of its entries (ledger_faults proves it)
--
-- The sign tells the direction: money leaves a negative line and enters a positive one. `cash`
-- is the world outside: what it has given us is its negative balance.

-- Accounts -------------------------------------------------------------------------------
create table private.accounts (
  id bigint primary key generated always as identity,
  -- Null: the platform's own.
  owner_id uuid references public.profiles (id),
  -- Each order has an escrow of its own, so that no order can be paid with the money of another.
  order_id uuid,
  kind text not null,
  currency text not null references public.currencies (code),
  -- The platform's accounts take part in every payment and every completion. Each is split
  -- into rows, so that the whole market does not queue for one.
  shard smallint not null default 0,
  balance_minor bigint not null default 0,
  constraint accounts_key unique nulls not distinct (owner_id, kind, currency, order_id, shard),
  constraint accounts_kind_known check (kind in (
    'wallet', 'escrow', 'pending', 'available', 'in_transit',
    'cash', 'fees_held', 'revenue', 'suspense', 'loss')),
  constraint accounts_owner_fits_kind
    check ((owner_id is not null) = (kind in ('wallet', 'escrow', 'pending', 'available', 'in_transit'))),
  constraint accounts_order_fits_kind check ((order_id is not null) = (kind = 'escrow')),
  constraint accounts_shard_fits_kind check (shard = 0 or (owner_id is null and shard between 0 and 15)),
  constraint accounts_balance_not_negative check (balance_minor >= 0 or kind in ('cash', 'loss'))
) with (fillfactor = 50); -- room for the next balance beside the last: no index is touched
comment on table private.accounts is 'Places where money can be. Balances are written by post_transfer only.';
comment on column private.accounts.kind is
  'wallet: a brand''s own money; escrow: of one order; pending: earned, on hold; available: to be paid out; '
  'in_transit: on its way out; cash: the world outside; fees_held: of orders not cleared; revenue; '
  'suspense: fits no order; loss: what we bear.';
create index accounts_currency on private.accounts (currency, kind);

-- Transfers ------------------------------------------------------------------------------
create table private.transfers (
  id bigint primary key generated always as identity,
  event text not null,
  order_id uuid,
  -- The payment, payout, refund or referral that caused it.
  reference uuid,
  created_at timestamptz not null default now(),
  constraint transfers_event_known check (event in (
    'payment', 'escrow', 'refund', 'completion', 'settlement', 'clearing', 'referral_reward',
    'payout_requested', 'payout_sent', 'payout_failed', 'chargeback', 'suspense', 'suspense_resolved'))
);
comment on table private.transfers is 'Things that happened to money. Append-only.';
-- The last line of defence behind the order machine: no event pays out of an order twice.
create unique index transfers_once_per_order on private.transfers (order_id, event, reference)
  nulls not distinct where order_id is not null;

-- Entries --------------------------------------------------------------------------------
create table private.entries (
  transfer_id bigint not null references private.transfers (id),
  account_id bigint not null references private.accounts (id),
  amount_minor bigint not null,
  primary key (transfer_id, account_id),
  constraint entries_amount_not_zero check (amount_minor <> 0)
);
comment on table private.entries is 'What a transfer did to each account. The currency is the account''s. Append-only.';
create index entries_account_id on private.entries (account_id, transfer_id);

-- What cannot be done --------------------------------------------------------------------
create function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'append_only' using errcode = 'PT403',
    detail = format('%s of %I.%I', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME);
end;
$$;
comment on function private.refuse_change is 'Trigger: history is added to, never changed. It has no exception, not even for the owner.';

create trigger transfers_append_only before update or delete on private.transfers
  for each row execute function private.refuse_change();
create trigger transfers_not_truncated before truncate on private.transfers
  for each statement execute function private.refuse_change();
create trigger entries_append_only before update or delete on private.entries
  for each row execute function private.refuse_change();
create trigger entries_not_truncated before truncate on private.entries
  for each statement execute function private.refuse_change();
create trigger accounts_not_deleted before delete on private.accounts
  for each row execute function private.refuse_change();
create trigger accounts_not_truncated before truncate on private.accounts
  for each statement execute function private.refuse_change();
create trigger accounts_stay_what_they_are before update on private.accounts
  for each row when (
    (OLD.id, OLD.owner_id, OLD.order_id, OLD.kind, OLD.currency, OLD.shard)
    is distinct from (NEW.id, NEW.owner_id, NEW.order_id, NEW.kind, NEW.currency, NEW.shard)
  ) execute function private.refuse_change();

-- `kolpact.posting` is on while post_transfer writes and at no other time.
create function private.refuse_by_hand() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'ledger_only_by_transfer' using errcode = 'PT403',
    detail = format('%s of %I.%I', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME);
end;
$$;
comment on function private.refuse_by_hand is 'Trigger: money moves through post_transfer, which writes entries and balances together.';

create trigger accounts_open_empty before insert on private.accounts
  for each row when (NEW.balance_minor <> 0) execute function private.refuse_by_hand();
create trigger accounts_only_by_transfer before update on private.accounts
  for each row when (current_setting('kolpact.posting', true) is distinct from 'on')
  execute function private.refuse_by_hand();
create trigger transfers_only_by_transfer before insert on private.transfers
  for each row when (current_setting('kolpact.posting', true) is distinct from 'on')
  execute function private.refuse_by_hand();
create trigger entries_only_by_transfer before insert on private.entries
  for each row when (current_setting('kolpact.posting', true) is distinct from 'on')
  execute function private.refuse_by_hand();

-- Definer: at commit the caller may be a member, who sees only their own half of a transfer.
create function private.check_zero_sum() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from private.entries e
    join private.accounts a on a.id = e.account_id
    where e.transfer_id = NEW.transfer_id
    group by a.currency
    having sum(e.amount_minor) <> 0
  ) then
    raise exception 'transfer_not_balanced' using errcode = 'PT409',
      detail = format('transfer %s', NEW.transfer_id);
  end if;
  return null;
end;
$$;
comment on function private.check_zero_sum is 'Trigger at commit: in each currency a transfer takes as much as it gives.';
create constraint trigger entries_sum_to_zero after insert on private.entries
  deferrable initially deferred for each row execute function private.check_zero_sum();

-- Opening accounts -----------------------------------------------------------------------
create function private.member_account(owner_id uuid, kind text, currency text, order_id uuid default null)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  v_id bigint;
begin
  for v_attempt in 1..2 loop
    if member_account.order_id is null then
      select a.id into v_id from private.accounts a
      where a.owner_id = member_account.owner_id and a.kind = member_account.kind
        and a.currency = member_account.currency and a.order_id is null and a.shard = 0;
    else
      select a.id into v_id from private.accounts a
      where a.owner_id = member_account.owner_id and a.kind = member_account.kind
        and a.currency = member_account.currency and a.order_id = member_account.order_id
        and a.shard = 0;
    end if;
    exit when v_id is not null;
    insert into private.accounts (owner_id, kind, currency, order_id)
    values (member_account.owner_id, member_account.kind, member_account.currency, member_account.order_id)
    on conflict do nothing;
  end loop;
  return v_id;
end;
$$;
comment on function private.member_account is 'A member''s account of that kind and currency, opened when it is first asked for.';

-- The number of shards is part of where the money already is: it may grow for new kinds, but a
-- key must always lead to the same shard, because held fees leave from where they came in.
create function private.platform_account(kind text, currency text, key uuid)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  v_shard constant smallint := get_byte(uuid_send(key), 15) & 15;
  v_id bigint;
begin
  for v_attempt in 1..2 loop
    select a.id into v_id from private.accounts a
    where a.owner_id is null and a.kind = platform_account.kind
      and a.currency = platform_account.currency and a.order_id is null and a.shard = v_shard;
    exit when v_id is not null;
    insert into private.accounts (kind, currency, shard)
    values (platform_account.kind, platform_account.currency, v_shard)
    on conflict do nothing;
  end loop;
  return v_id;
end;
$$;
comment on function private.platform_account is 'The row of a platform account that serves this order, payment or payout.';

-- Opened with the currency, so that they come first in the order of locks.
create function private.open_platform_accounts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.accounts (kind, currency, shard)
  select kind, NEW.code, shard
  from unnest(array['cash', 'fees_held', 'revenue', 'suspense', 'loss']) as kind
  cross join generate_series(0, 15) as shard
  on conflict do nothing;
  return null;
end;
$$;
comment on function private.open_platform_accounts is 'Trigger: a new currency can be held at once.';
create trigger currencies_open_accounts after insert on public.currencies
  for each row execute function private.open_platform_accounts();

-- Moving money ---------------------------------------------------------------------------
-- Whoever makes more than one transfer in a transaction locks all its accounts first, here.
-- Everybody locks by rising id, so that two transactions never wait for each other.
create function private.lock_accounts(ids bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.accounts a where a.id = any (ids) order by a.id for no key update;
end;
$$;
comment on function private.lock_accounts is 'Takes the locks of several accounts in the one order that everybody keeps.';

create function private.post_transfer(
  event text, account_ids bigint[], amounts bigint[], order_id uuid default null, reference uuid default null
) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_transfer_id bigint;
  v_line record;
begin
  perform set_config('kolpact.posting', 'on', true);
  insert into private.transfers (event, order_id, reference)
  values (post_transfer.event, post_transfer.order_id, post_transfer.reference)
  returning id into v_transfer_id;
  -- A loop and not one statement: only a loop promises the order of the locks.
  for v_line in
    select l.account_id, sum(l.amount)::bigint as amount
    from unnest(account_ids, amounts) as l (account_id, amount)
    group by l.account_id
    having sum(l.amount) <> 0
    order by l.account_id
  loop
    update private.accounts a set balance_minor = a.balance_minor + v_line.amount
    where a.id = v_line.account_id;
    insert into private.entries (transfer_id, account_id, amount_minor)
    values (v_transfer_id, v_line.account_id, v_line.amount);
  end loop;
  perform set_config('kolpact.posting', '', true);
  return v_transfer_id;
end;
$$;
comment on function private.post_transfer is
  'The only door to the ledger: writes a transfer, its entries and the balances. Lines of zero are left out.';

-- What members may read ------------------------------------------------------------------
alter table private.accounts enable row level security;
alter table private.transfers enable row level security;
alter table private.entries enable row level security;
create policy accounts_select on private.accounts for select to authenticated
  using (owner_id = (select private.my_profile_id()));
create policy entries_select on private.entries for select to authenticated
  using (exists (
    select from private.accounts a
    where a.id = account_id and a.owner_id = (select private.my_profile_id())
  ));
create policy transfers_select on private.transfers for select to authenticated
  using (exists (select from private.entries e where e.transfer_id = id));
grant select on private.accounts, private.transfers, private.entries to authenticated, service_role;

create view public.balances with (security_invoker = true) as
select a.currency, a.kind, sum(a.balance_minor)::bigint as amount_minor
from private.accounts a
where a.owner_id = (select private.my_profile_id())
group by a.currency, a.kind;
comment on view public.balances is 'What the signed-in member has, by currency and place.';
grant select on public.balances to authenticated;

create view public.ledger_lines with (security_invoker = true) as
select e.transfer_id, t.created_at, t.event, t.order_id, a.currency, a.kind, e.amount_minor
from private.accounts a
join private.entries e on e.account_id = a.id
join private.transfers t on t.id = e.transfer_id
where a.owner_id = (select private.my_profile_id());
comment on view public.ledger_lines is 'Everything that happened to the signed-in member''s money, line by line.';
grant select on public.ledger_lines to authenticated;

-- The proof that anybody may ask for. What we hold is what came in and did not go out; what we
-- owe is what stands on every other account, our own earnings and losses included.
create function private.solvency() returns table (currency text, held_minor bigint, owed_minor bigint)
language sql stable security definer set search_path = '' as $$
  select a.currency,
    coalesce(-sum(a.balance_minor) filter (where a.kind = 'cash'), 0)::bigint,
    coalesce(sum(a.balance_minor) filter (where a.kind <> 'cash'), 0)::bigint
  from private.accounts a
  group by a.currency
$$;
comment on function private.solvency is 'Per currency, what is held and what is owed, summed from the accounts.';
grant execute on function private.solvency to anon, authenticated, service_role;

create view public.solvency with (security_invoker = true) as
select s.currency, s.held_minor, s.owed_minor from private.solvency() as s;
comment on view public.solvency is 'Public proof that what is held equals what is owed.';
grant select on public.solvency to anon, authenticated, service_role;

-- The proof for ourselves, from the entries up. No row means no fault.
create function private.ledger_faults() returns table (fault text, id bigint, amount_minor numeric)
language sql stable security definer set search_path = '' as $$
  select 'balance differs from entries', a.id, a.balance_minor - coalesce(sum(e.amount_minor), 0)
  from private.accounts a left join private.entries e on e.account_id = a.id
  group by a.id
  having a.balance_minor <> coalesce(sum(e.amount_minor), 0)
  union all
  select 'transfer does not sum to zero', e.transfer_id, sum(e.amount_minor)
  from private.entries e join private.accounts a on a.id = e.account_id
  group by e.transfer_id, a.currency
  having sum(e.amount_minor) <> 0
  union all
  select 'transfer without two entries', t.id, count(e.transfer_id)
  from private.transfers t left join private.entries e on e.transfer_id = t.id
  group by t.id
  having count(e.transfer_id) < 2
$$;
comment on function private.ledger_faults is 'Whatever in the ledger is not as it must be; empty when all is well.';
grant execute on function private.ledger_faults to service_role;

create function private.money_text(amount_minor bigint, currency text) returns text
language sql stable security definer set search_path = '' as $$
  select case when scale(trim_scale(v.amount)) < 2 then round(v.amount, 2) else trim_scale(v.amount) end
    || ' ' || v.code
  from (
    select c.code, money_text.amount_minor / power(10::numeric, c.decimals) as amount
    from public.currencies c where c.code = money_text.currency
  ) as v
$$;
comment on function private.money_text is 'An amount as a notification says it, such as 90.00 USD.';

create function private.in_minor_units(amount numeric, currency text) returns bigint
language sql stable security definer set search_path = '' as $$
  select (in_minor_units.amount * power(10::numeric, c.decimals))::bigint
  from public.currencies c where c.code = in_minor_units.currency
$$;
comment on function private.in_minor_units is 'A setting that is said in whole units, such as 100 dollars, in minor units.';
