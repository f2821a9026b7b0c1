-- The ledger: every amount of money and every movement of it. An account has a balance, a transfer
-- is one event, an entry is its effect on one account. Rows are never changed or removed; a mistake
-- is corrected by another transfer.
--
-- Invariants that the tables enforce, for their owner as well:
-- - in each currency the entries of a transfer sum to zero (checked when the transaction commits)
-- - a transfer is complete when its transaction ends: nothing is added to it later
-- - a balance is the sum of its entries, because only an entry changes it (checked by
-- ledger_faults)
-- - no balance but those of `cash`, `loss`, `costs` and `capital` can be negative
--
-- A negative entry takes money out of an account, a positive one puts it in. `cash` stands for the
-- world outside: its negative balance is what has been paid in.

-- Accounts -------------------------------------------------------------------------------
create table private.accounts (
  id bigint primary key generated always as identity,
  -- Null: an account of the platform.
  owner_id uuid references public.profiles (id),
  -- Each order has an escrow account of its own, so money of one order cannot pay for another.
  order_id uuid,
  kind text not null,
  currency text not null references public.currencies (code),
  -- The platform's accounts take part in every payment and every completion. Each is split into
  -- several rows (shards), so that concurrent orders do not wait for one row lock.
  shard smallint not null default 0,
  balance_minor bigint not null default 0,
  constraint accounts_key unique nulls not distinct (owner_id, kind, currency, order_id, shard),
  constraint accounts_balance_not_negative check (balance_minor >= 0 or kind in ('cash', 'loss', 'costs', 'capital'))
) with (fillfactor = 50); -- leaves space for a new version of the row in its page, so no index is updated (HOT)
comment on table private.accounts is 'Accounts of the ledger. Balances follow from entries.';
comment on column private.accounts.kind is
  'wallet: a brand''s own money; escrow: of one order; pending: earned, on hold; available: to be paid out; '
  'in_transit: on its way out; cash: the world outside; fees_held: of orders not cleared; revenue; '
  'suspense: fits no order; loss: losses of the platform; costs: what providers charged; capital: the platform''s own money at providers.';
create index accounts_currency on private.accounts (currency, kind);

-- A trigger instead of check constraints: these columns never change, but Postgres would evaluate
-- the constraints with every new balance, which costs a third of a transfer.
create function private.check_account() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (case
    when NEW.kind = 'escrow' then NEW.owner_id is not null and NEW.order_id is not null and NEW.shard = 0
    when NEW.kind in ('wallet', 'pending', 'available', 'in_transit')
      then NEW.owner_id is not null and NEW.order_id is null and NEW.shard = 0
    when NEW.kind in ('cash', 'fees_held', 'revenue', 'suspense', 'loss', 'costs', 'capital')
      then NEW.owner_id is null and NEW.order_id is null and NEW.shard between 0 and 15
  end) is not true or NEW.balance_minor <> 0 then
    raise exception 'account_malformed' using errcode = 'PT422';
  end if;
  return NEW;
end;
$$;
comment on function private.check_account is 'Trigger: members and the platform have kinds of accounts of their own, an escrow belongs to an order, and every account starts at zero.';
create trigger accounts_check before insert on private.accounts
  for each row execute function private.check_account();

-- Transfers ------------------------------------------------------------------------------
create type private.transfer_event as enum (
  'payment', 'escrow', 'refund', 'completion', 'settlement', 'clearing', 'referral_reward',
  'payout_requested', 'payout_sent', 'payout_failed', 'payout_withdrawn', 'chargeback', 'suspense', 'suspense_resolved',
  'chargeback_won', 'loss_recovered', 'milestone', 'tip', 'reward_given_up', 'payout_returned', 'held_again',
  'provider_fee', 'adjustment', 'creator_repaid'
);
create table private.transfers (
  id bigint primary key generated always as identity,
  event private.transfer_event not null,
  order_id uuid,
  -- The payment, payout, refund, referral, milestone or tip that caused the transfer.
  reference uuid,
  created_at timestamptz not null default now(),
  made_in xid8 not null default pg_current_xact_id()
);
comment on table private.transfers is 'Events that moved money. Append-only.';
comment on column private.transfers.made_in is 'The database transaction that created the row, the only one that may write its entries.';
-- A second protection besides the order machine: no event pays an order out twice.
create unique index transfers_once_per_order on private.transfers (order_id, event, reference)
  nulls not distinct where order_id is not null;

-- Entries --------------------------------------------------------------------------------
-- The columns have no foreign keys: apply_entry reads the account and the transfer of each entry when it
-- changes the balance, and neither can be deleted afterwards.
create table private.entries (
  transfer_id bigint not null,
  account_id bigint not null,
  amount_minor bigint not null,
  -- Copied from the account, together with the balance.
  currency text not null,
  primary key (transfer_id, account_id),
  constraint entries_amount_not_zero check (amount_minor <> 0)
);
comment on table private.entries is 'The effect of a transfer on each account. Append-only.';
create index entries_account_id on private.entries (account_id, transfer_id);

create function private.apply_entry() returns trigger
language plpgsql set search_path = '' as $$
begin
  update private.accounts a set balance_minor = a.balance_minor + NEW.amount_minor
  from private.transfers t
  where a.id = NEW.account_id and t.id = NEW.transfer_id and t.made_in = pg_current_xact_id()
  returning a.currency into NEW.currency;
  if not found then
    raise exception 'transfer_closed' using errcode = 'PT403';
  end if;
  return NEW;
end;
$$;
comment on function private.apply_entry is 'Trigger: changes the balance with the entry, within the transaction of its transfer.';
create trigger entries_apply before insert on private.entries
  for each row execute function private.apply_entry();

-- Security definer: at commit the caller may be a member, who sees only their own part of a
-- transfer.
create function private.check_zero_sum() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Most transfers have one currency; grouping is needed only for the others.
  if (
    select sum(e.amount_minor) <> 0 or min(e.currency) <> max(e.currency)
    from private.entries e where e.transfer_id = NEW.id
  ) and exists (
    select from private.entries e where e.transfer_id = NEW.id
    group by e.currency having sum(e.amount_minor) <> 0
  ) then
    raise exception 'transfer_not_balanced' using errcode = 'PT409',
      detail = format('transfer %s', NEW.id);
  end if;
  return null;
end;
$$;
comment on function private.check_zero_sum is 'Trigger at commit: in each currency the entries of a transfer sum to zero.';
create constraint trigger transfers_sum_to_zero after insert on private.transfers
  deferrable initially deferred for each row execute function private.check_zero_sum();

-- Append-only -----------------------------------------------------------------------------
create function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'append_only' using errcode = 'PT403',
    detail = format('%s of %I.%I', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME);
end;
$$;
comment on function private.refuse_change is 'Trigger: rejects changes and deletions, also by the owner.';

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

create function private.refuse_direct_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'balance_only_by_entry' using errcode = 'PT403',
    detail = format('%s of %I.%I', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME);
end;
$$;
comment on function private.refuse_direct_change is 'Trigger: rejects balances that are not written by apply_entry.';
-- At depth 0 the statement comes from a client or a function; apply_entry is a trigger and runs one
-- level below. A statement trigger, because a row trigger would slow every transfer down.
create trigger accounts_only_by_entry before update on private.accounts
  for each statement when (pg_trigger_depth() = 0) execute function private.refuse_direct_change();

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
        and a.currency = member_account.currency and a.order_id is null;
    else
      select a.id into v_id from private.accounts a
      where a.owner_id = member_account.owner_id and a.kind = member_account.kind
        and a.currency = member_account.currency and a.order_id = member_account.order_id;
    end if;
    exit when v_id is not null;
    insert into private.accounts (owner_id, kind, currency, order_id)
    values (member_account.owner_id, member_account.kind, member_account.currency, member_account.order_id)
    on conflict do nothing;
  end loop;
  return v_id;
end;
$$;
comment on function private.member_account is 'A member''s account of the given kind and currency, created on first use.';

-- A key must always map to the same shard, because held fees leave the account that they entered.
-- So the number of shards of an existing kind must not change.
create function private.platform_account(kind text, currency text, key uuid)
returns bigint language plpgsql stable security definer set search_path = '' as $$
declare
  v_shard constant smallint := get_byte(uuid_send(key), 15) & 15;
begin
  return (
    select a.id from private.accounts a
    where a.owner_id is null and a.kind = platform_account.kind
      and a.currency = platform_account.currency and a.order_id is null and a.shard = v_shard);
end;
$$;
comment on function private.platform_account is 'The shard of a platform account for this order, payment or payout.';

-- The platform's accounts are created with their currency, so that they come first in the order of locks and always exist.
create function private.open_platform_accounts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.accounts (kind, currency, shard)
  select kind, NEW.code, shard
  from unnest(array['cash', 'fees_held', 'revenue', 'suspense', 'loss', 'costs', 'capital']) as kind
  cross join generate_series(0, 15) as shard
  on conflict do nothing;
  return null;
end;
$$;
comment on function private.open_platform_accounts is 'Trigger: creates the platform''s accounts of a new currency.';
create trigger currencies_open_accounts after insert on public.currencies
  for each row execute function private.open_platform_accounts();

-- Moving money ---------------------------------------------------------------------------
-- To prevent deadlocks all transactions take locks in this order: the standing of
-- members (share_standing), the reference of a chargeback, references of payments by name, the payment's row, the spending of a member (lock_spending), orders by id, payouts by id, accounts by id,
-- profiles by id. A transaction with more than one transfer locks all its accounts here first.
-- A generic plan, because PostgreSQL would plan a short array again at each call.
create function private.lock_accounts(ids bigint[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  perform from private.accounts a where a.id = any (ids) order by a.id for no key update;
end;
$$;
comment on function private.lock_accounts is 'Locks several accounts in the common order.';

create function private.post_transfer(
  event private.transfer_event, account_ids bigint[], amounts bigint[], order_id uuid default null, reference uuid default null
) returns bigint
language plpgsql set search_path = '' as $$
declare
  v_transfer_id bigint;
begin
  insert into private.transfers (event, order_id, reference)
  values (post_transfer.event, post_transfer.order_id, post_transfer.reference)
  returning id into v_transfer_id;
  insert into private.entries (transfer_id, account_id, amount_minor)
  select v_transfer_id, l.account_id, sum(l.amount)
  from unnest(account_ids, amounts) as l (account_id, amount)
  group by l.account_id having sum(l.amount) <> 0
  order by l.account_id;
  return v_transfer_id;
end;
$$;
comment on function private.post_transfer is
  'Writes a transfer with its entries, which change the balances. An amount that is null or zero has no entry; the amounts of an account that is named twice are added up.';

-- Wallet lots -----------------------------------------------------------------------------
-- A wallet has one balance, but when a payment is taken back its money must be found in the wallet:
-- a lot is the part of the wallet that came from one payment. The lots of a wallet sum to its
-- balance (checked by ledger_faults). Callers hold the lock of the wallet's account.
create table private.wallet_lots (
  id bigint primary key generated always as identity,
  account_id bigint not null references private.accounts (id),
  -- Null: money without a payment, such as a referral reward.
  payment_id uuid,
  amount_minor bigint not null,
  constraint wallet_lots_key unique nulls not distinct (account_id, payment_id),
  constraint wallet_lots_amount_not_negative check (amount_minor >= 0)
);
comment on table private.wallet_lots is 'The part of each wallet that came from each payment.';
create index wallet_lots_payment_id on private.wallet_lots (payment_id);

create function private.add_to_lot(wallet_id bigint, payment_id uuid, amount_minor bigint) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.wallet_lots as l (account_id, payment_id, amount_minor)
  select wallet_id, add_to_lot.payment_id, add_to_lot.amount_minor where add_to_lot.amount_minor > 0
  on conflict on constraint wallet_lots_key do update set amount_minor = l.amount_minor + excluded.amount_minor
$$;
comment on function private.add_to_lot is 'Adds money that has just entered a wallet to the lot of its payment.';

create function private.take_lots(wallet_id bigint, wanted_minor bigint, first_payment_id uuid default null)
returns table (payment_id uuid, amount_minor bigint)
language plpgsql volatile security definer set search_path = '' as $$
begin
  if wanted_minor > (
    select coalesce(sum(l.amount_minor), 0) from private.wallet_lots l where l.account_id = wallet_id
  ) then
    raise exception 'insufficient_funds' using errcode = 'PT409';
  end if;
  return query
  with taken as (
    update private.wallet_lots l set amount_minor = l.amount_minor - t.taken
    from (
      select r.id, least(r.amount_minor, wanted_minor - r.before)::bigint as taken
      from (
        select w.id, w.amount_minor, sum(w.amount_minor) over (
          order by (w.payment_id = first_payment_id) is true desc, w.id) - w.amount_minor as before
        from private.wallet_lots w
        where w.account_id = wallet_id and w.amount_minor > 0
      ) as r
      where r.before < wanted_minor
    ) as t
    where l.id = t.id
    returning l.id, l.payment_id, t.taken
  )
  -- An update returns its rows in any order; funding is stored in the order given here.
  select t.payment_id, t.taken from taken t
  order by (t.payment_id = first_payment_id) is true desc, t.id;
end;
$$;
comment on function private.take_lots is
  'Takes an amount out of the lots of a wallet, first from the named payment, then from the oldest; returns the amounts by payment.';

-- Serialises spending from a wallet and chargebacks: money that a chargeback finds in the wallet
-- must not move into an order or a refund that it has not locked.
create function private.lock_spending(profile_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('spending of ' || profile_id, 0))
$$;
comment on function private.lock_spending is 'Serialises everything that takes money out of a member''s balance: wallet payments, refunds, chargebacks, payouts, and the deletion of the account.';

-- Read access of members -----------------------------------------------------------------
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

alter table private.wallet_lots enable row level security;
create policy wallet_lots_select on private.wallet_lots for select to authenticated
  using (exists (
    select from private.accounts a
    where a.id = account_id and a.owner_id = (select private.my_profile_id())
  ));
grant select on private.wallet_lots to authenticated, service_role;

create view public.balances with (security_invoker = true) as
select a.currency, a.kind, sum(a.balance_minor)::bigint as amount_minor
from private.accounts a
where a.owner_id = (select private.my_profile_id())
group by a.currency, a.kind;
comment on view public.balances is 'The signed-in member''s balances, by currency and kind.';
grant select on public.balances to authenticated;

-- Currencies -----------------------------------------------------------------------------
-- The rows are inserted here because a new currency creates the platform's accounts above.
insert into public.currencies (code, name, decimals, min_price_minor, max_price_minor, payout_kinds, held_in, step_minor) values
  ('USD', 'US dollar', 2, 500, 100000000, '{iban,stripe,sandbox}', 'ledger', 1),
  ('USDC', 'USD Coin', 6, 5000000, 1000000000000, '{}', 'chain', 10000)
on conflict (code) do nothing;
