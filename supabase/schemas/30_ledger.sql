-- Where every unit of money is, and how it came there. Three tables: an account holds a
-- balance, a transfer is one thing that happened, an entry is what it did to one account.
-- Nothing is ever changed or removed; a mistake is put right by another transfer.
--
-- What the tables themselves hold true, against their owner too:
-- - in each currency the entries of a transfer sum to zero (looked at when the transaction commits)
-- - a transfer is complete when its transaction ends: nothing is added to it later
-- - a balance is the sum of its entries, because only an entry changes it (ledger_faults, in the
--   chapter of chargebacks, proves it)
-- - no balance but `cash` and `loss` can be negative
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
  constraint accounts_balance_not_negative check (balance_minor >= 0 or kind in ('cash', 'loss'))
) with (fillfactor = 50); -- room for the next balance beside the last: no index is touched
comment on table private.accounts is 'Places where money can be. Balances follow from entries.';
comment on column private.accounts.kind is
  'wallet: a brand''s own money; escrow: of one order; pending: earned, on hold; available: to be paid out; '
  'in_transit: on its way out; cash: the world outside; fees_held: of orders not cleared; revenue; '
  'suspense: fits no order; loss: what we bear.';
create index accounts_currency on private.accounts (currency, kind);

-- A trigger and not check constraints: what an account is never changes, but Postgres would read
-- every check again with every balance, at the price of a third of a transfer.
create function private.check_account() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (case
    when NEW.kind = 'escrow' then NEW.owner_id is not null and NEW.order_id is not null and NEW.shard = 0
    when NEW.kind in ('wallet', 'pending', 'available', 'in_transit')
      then NEW.owner_id is not null and NEW.order_id is null and NEW.shard = 0
    when NEW.kind in ('cash', 'fees_held', 'revenue', 'suspense', 'loss')
      then NEW.owner_id is null and NEW.order_id is null and NEW.shard between 0 and 15
  end) is not true or NEW.balance_minor <> 0 then
    raise exception 'account_malformed' using errcode = 'PT422';
  end if;
  return NEW;
end;
$$;
comment on function private.check_account is 'Trigger: members'' and platform''s accounts are of their own kinds, an escrow is of an order, and all begin empty.';
create trigger accounts_check before insert on private.accounts
  for each row execute function private.check_account();

-- Transfers ------------------------------------------------------------------------------
create type private.transfer_event as enum (
  'payment', 'escrow', 'refund', 'completion', 'settlement', 'clearing', 'referral_reward',
  'payout_requested', 'payout_sent', 'payout_failed', 'chargeback', 'suspense', 'suspense_resolved',
  'chargeback_won', 'loss_recovered'
);
create table private.transfers (
  id bigint primary key generated always as identity,
  event private.transfer_event not null,
  order_id uuid,
  -- The payment, payout, refund or referral that caused it.
  reference uuid,
  created_at timestamptz not null default now(),
  made_in xid8 not null default pg_current_xact_id()
);
comment on table private.transfers is 'Things that happened to money. Append-only.';
comment on column private.transfers.made_in is 'The transaction that made it, the only one that may write its entries.';
-- The last line of defence behind the order machine: no event pays out of an order twice.
create unique index transfers_once_per_order on private.transfers (order_id, event, reference)
  nulls not distinct where order_id is not null;

-- Entries --------------------------------------------------------------------------------
-- No foreign keys: apply_entry finds the account and the transfer of each entry in the same
-- step in which it changes the balance, and neither can be removed afterwards.
create table private.entries (
  transfer_id bigint not null,
  account_id bigint not null,
  amount_minor bigint not null,
  -- The account's, filled in with the balance.
  currency text not null,
  primary key (transfer_id, account_id),
  constraint entries_amount_not_zero check (amount_minor <> 0)
);
comment on table private.entries is 'What a transfer did to each account. Append-only.';
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
comment on function private.apply_entry is 'Trigger: an entry and the balance it changes are one act, within the transaction of its transfer.';
create trigger entries_apply before insert on private.entries
  for each row execute function private.apply_entry();

-- Definer: at commit the caller may be a member, who sees only their own half of a transfer.
create function private.check_zero_sum() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The usual transfer is of one currency; only another one is worth the grouping.
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
comment on function private.check_zero_sum is 'Trigger at commit: in each currency a transfer takes as much as it gives.';
create constraint trigger transfers_sum_to_zero after insert on private.transfers
  deferrable initially deferred for each row execute function private.check_zero_sum();

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

create function private.refuse_by_hand() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'balance_only_by_entry' using errcode = 'PT403',
    detail = format('%s of %I.%I', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME);
end;
$$;
comment on function private.refuse_by_hand is 'Trigger: what an account holds follows from its entries.';
-- Depth 0 is a statement of a person or a function; apply_entry writes from one below. Once a
-- statement and not once a row, so that it costs a transfer next to nothing.
create trigger accounts_only_by_entry before update on private.accounts
  for each statement when (pg_trigger_depth() = 0) execute function private.refuse_by_hand();

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
comment on function private.member_account is 'A member''s account of that kind and currency, opened when it is first asked for.';

-- The number of shards is part of where the money already is: it may grow for new kinds, but a
-- key must always lead to the same shard, because held fees leave from where they came in.
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
comment on function private.platform_account is 'The row of a platform account that serves this order, payment or payout.';

-- Opened with the currency, so that they come first in the order of locks and are always there.
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
-- Locks are taken in one order, so that two transactions never wait for each other: the
-- reference of a payment, its row, the spending of a brand (lock_spending), orders by id, payouts
-- by id, accounts by id, profiles by id. Whoever makes more than one transfer in a transaction
-- locks all its accounts first, here.
create function private.lock_accounts(ids bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.accounts a where a.id = any (ids) order by a.id for no key update;
end;
$$;
comment on function private.lock_accounts is 'Takes the locks of several accounts in the one order that everybody keeps.';

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
  select v_transfer_id, l.account_id, l.amount
  from unnest(account_ids, amounts) as l (account_id, amount)
  where l.amount <> 0
  order by l.account_id;
  return v_transfer_id;
end;
$$;
comment on function private.post_transfer is
  'Writes a transfer with its entries, which move the balances. Lines of zero are left out.';

-- Where wallet money came from -----------------------------------------------------------
-- A wallet is one balance, but a payment that is taken back must be found in it again: a lot is
-- what the wallet holds of one payment. The lots of a wallet add up to its balance
-- (ledger_faults proves it). They are written by whoever has locked the wallet's account.
create table private.wallet_lots (
  id bigint primary key generated always as identity,
  account_id bigint not null references private.accounts (id),
  -- Null: money without a payment, such as a referral reward.
  payment_id uuid,
  amount_minor bigint not null,
  constraint wallet_lots_key unique nulls not distinct (account_id, payment_id),
  constraint wallet_lots_amount_not_negative check (amount_minor >= 0)
);
comment on table private.wallet_lots is 'What each wallet holds of each payment.';
create index wallet_lots_payment_id on private.wallet_lots (payment_id);

create function private.add_to_lot(wallet_id bigint, payment_id uuid, amount_minor bigint) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.wallet_lots as l (account_id, payment_id, amount_minor)
  select wallet_id, add_to_lot.payment_id, add_to_lot.amount_minor where add_to_lot.amount_minor > 0
  on conflict on constraint wallet_lots_key do update set amount_minor = l.amount_minor + excluded.amount_minor
$$;
comment on function private.add_to_lot is 'Notes which payment the money belongs to that has just come into a wallet.';

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
  returning l.payment_id, t.taken;
end;
$$;
comment on function private.take_lots is
  'Takes that much out of the lots of a wallet, of one payment first where it is named, then the oldest; returns what was taken of which.';

-- Spending from a wallet and taking a payment back go one after the other: what a chargeback
-- finds in the wallet must not move into an order or a refund that it has not locked.
create function private.lock_spending(profile_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('spending of ' || profile_id, 0))
$$;
comment on function private.lock_spending is 'Makes a brand''s payments out of the wallet, its refunds and its chargebacks wait for each other.';

-- Amounts --------------------------------------------------------------------------------
create function private.minor_units_in_one(currency text) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select power(10::numeric, c.decimals) from public.currencies c where c.code = currency);
end;
$$;
comment on function private.minor_units_in_one is 'How many minor units make one unit of a currency.';

create function private.money_text(amount_minor bigint, currency text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_amount numeric := trim_scale(amount_minor / private.minor_units_in_one(currency));
begin
  return round(v_amount, greatest(scale(v_amount), 2)) || ' ' || currency;
end;
$$;
comment on function private.money_text is 'An amount as a notification says it, such as 90.00 USD.';

create function private.in_minor_units(amount numeric, currency text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return amount * private.minor_units_in_one(currency);
end;
$$;
comment on function private.in_minor_units is 'A setting that is said in whole units, such as 100 dollars, in minor units.';

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
comment on view public.balances is 'What the signed-in member has, by currency and place.';
grant select on public.balances to authenticated;

create view public.ledger_lines with (security_invoker = true) as
select e.transfer_id, t.created_at, t.event::text as event, t.order_id, e.currency, a.kind, e.amount_minor
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
    -sum(a.balance_minor) filter (where a.kind = 'cash')::bigint,
    sum(a.balance_minor) filter (where a.kind <> 'cash')::bigint
  from private.accounts a
  group by a.currency
$$;
comment on function private.solvency is 'Per currency, what is held and what is owed, summed from the accounts.';
grant execute on function private.solvency to anon, authenticated, service_role;

create view public.solvency with (security_invoker = true) as
select s.currency, s.held_minor, s.owed_minor from private.solvency() as s;
comment on view public.solvency is 'Public proof that what is held equals what is owed.';
grant select on public.solvency to anon, authenticated, service_role;

-- Currencies -----------------------------------------------------------------------------
-- The rows stand here because a new currency opens the platform's accounts, above.
insert into public.currencies (code, name, decimals, min_price_minor, max_price_minor) values
  ('USD', 'US dollar', 2, 500, 100000000),
  ('USDC', 'USD Coin', 6, 5000000, 1000000000000)
on conflict (code) do nothing;
