-- Public proof of solvency: what the ledger says that others are owed, beside what payment providers and the
-- bank say they hold. A provider is asked every half an hour (the edge function `reconcile`), the balance at
-- the bank is recorded by staff. Each comparison (private.take_solvency, when the movements of the bank are
-- matched) is kept and chained to the one before, and the public reads the last one: a visit costs the same in
-- a market of any size. Money in an escrow on a chain never belongs to the market, and anybody can read it there: it is left out
-- here, and is compared with the ledger separately (09_payments/18_chain_events).

create table private.holdings (
  provider text not null,
  currency text not null references public.currencies (code),
  -- The amount as the provider reports it; negative where refunds and disputes took more than there was.
  amount_minor bigint not null,
  held_at timestamptz not null,
  primary key (provider, currency),
  constraint holdings_provider_known check (provider ~ '^[a-z]{3,40}$'),
  constraint holdings_amount_within_limit check (abs(amount_minor) <= 1000000000000000),
  constraint holdings_time_finite check (isfinite(held_at))
);
comment on table private.holdings is 'The last report of each provider about what it holds; `manual` is the bank.';
create index holdings_currency on private.holdings (currency);
alter table private.holdings enable row level security;

-- A statement of a bank comes after a working day, at Easter five days after the last one. A provider answers at any time.
create function private.fresh_for(provider text) returns interval
language sql immutable set search_path = '' as $$
  select case when provider = 'manual' then interval '6 days' else interval '2 hours' end
$$;
comment on function private.fresh_for is 'How long a report of a provider about what it holds counts.';

create table private.solvency_snapshots (
  id bigint primary key generated always as identity,
  currency text not null references public.currencies (code),
  held_minor bigint not null,
  owed_minor bigint not null,
  own_minor bigint not null,
  -- Money of payouts that may have left already; it is not in `owed_minor`.
  sent_minor bigint not null,
  -- The sum that providers should hold according to the ledger.
  booked_minor bigint not null,
  -- The time of the oldest report that is counted, and until when all of them count; null while there is none.
  held_at timestamptz,
  good_until timestamptz,
  taken_at timestamptz not null,
  -- sha256(chain of the snapshot before, held, owed, own, sent, booked, microseconds of taken_at)
  chain bytea not null
);
comment on table private.solvency_snapshots is 'Comparisons of what is owed and what is held. Append-only.';
create index solvency_snapshots_newest on private.solvency_snapshots (currency, id desc);
alter table private.solvency_snapshots enable row level security;
create policy solvency_snapshots_select on private.solvency_snapshots for select to anon, authenticated using (private.plans_without_patterns());
grant select on private.solvency_snapshots to anon, authenticated, service_role;
create trigger solvency_snapshots_append_only before update or delete on private.solvency_snapshots
  for each row execute function private.refuse_change();
create trigger solvency_snapshots_not_truncated before truncate on private.solvency_snapshots
  for each statement execute function private.refuse_change();

-- All accounts of a currency sum to zero, so the few accounts of the platform show what all others are owed: summing
-- every account, or every entry, would slow down as the market grows. private.prove_balances counts each member once a day.
create function private.count_solvency() returns table (currency text, held_minor bigint, owed_minor bigint, own_minor bigint)
language sql stable security definer set search_path = '' as $$
  select c.code, -s.cash_minor, -s.cash_minor - s.own_minor, s.own_minor
  from public.currencies c
  cross join lateral (
    select coalesce(sum(a.balance_minor) filter (where a.kind = 'cash'), 0)::bigint as cash_minor,
      coalesce(sum(a.balance_minor) filter (where a.kind <> 'cash'), 0)::bigint as own_minor
    from private.accounts a
    where a.owner_id is null and a.currency = c.code and a.kind in ('cash', 'revenue', 'loss', 'costs', 'capital')) as s
  where c.held_in = 'ledger'
$$;
comment on function private.count_solvency is
  'For each currency that is held in the ledger: what should be held, what others are owed, and what is the market''s own (negative: it lost more than it earned). Granted to nobody.';

-- The provider's balance falls a moment before the ledger records the payout. An older attempt is no longer on its way, and
-- its money counts as owed again.
create function private.being_sent_minor(currency text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(o.amount_minor), 0)::bigint
  from private.payout_attempts a join public.payouts o on o.id = a.payout_id
  where a.closed_at is null and a.begun_at > now() - interval '1 hour'
    and o.status = 'requested' and o.currency = being_sent_minor.currency
$$;
comment on function private.being_sent_minor is 'Money of payouts that may have left within the hour, and are not booked yet.';

create function private.set_holding(provider text, currency text, amount_minor bigint, held_at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.holdings as h (provider, currency, amount_minor, held_at)
  values (set_holding.provider, set_holding.currency, set_holding.amount_minor, set_holding.held_at)
  on conflict on constraint holdings_pkey do update set amount_minor = excluded.amount_minor, held_at = excluded.held_at
  where h.held_at <= excluded.held_at
$$;
comment on function private.set_holding is 'Stores the newest report about what a provider holds.';

create function private.require_provider(provider text) returns void
language sql immutable set search_path = '' as $$
  select private.require_given(substring(provider from '^[a-z]{3,40}$'))
$$;
comment on function private.require_provider is 'Rejects what cannot be the name of a provider.';

-- Ignores balances of currencies that the market does not have. A currency that is not named has no balance.
create function private.record_holdings(provider text, balances jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  select private.require_provider(record_holdings.provider);
  select private.set_holding(record_holdings.provider, c.code, coalesce((balances ->> c.code)::bigint, 0), now())
  from public.currencies c
$$;
create function public.record_holdings(provider text, balances jsonb) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.record_holdings(provider, balances)
$$;
comment on function public.record_holdings is
  'Service role: what a provider holds now, in minor units by currency, as {"USD": 100}.';
grant execute on function private.record_holdings, public.record_holdings to service_role;

create view public.solvency with (security_invoker = true) as
select s.currency, s.held_minor, s.owed_minor, s.own_minor, s.held_at, s.taken_at as counted_at, encode(s.chain, 'hex') as chain,
  case
    when s.owed_minor > 0 and s.held_at is null then 'unknown'
    when s.held_minor < s.owed_minor then 'short'
    -- A comparison gets old after two hours, even if nothing is owed.
    when s.taken_at < now() - interval '2 hours' or s.owed_minor > 0 and s.good_until < now() then 'old'
    else 'covered' end as state,
  -- These columns, with the rest of the row, are all inputs of the chain: from the hash before anybody can compute this one.
  s.sent_minor, s.booked_minor, encode(coalesce((
    select b.chain from private.solvency_snapshots b where b.currency = s.currency and b.id < s.id order by b.id desc limit 1), private.no_hash()), 'hex') as chain_before
from public.currencies c
cross join lateral (
  select * from private.solvency_snapshots n where n.currency = c.code order by n.id desc limit 1) as s
where c.held_in = 'ledger';
grant execute on function private.no_hash to anon, authenticated, service_role;
comment on view public.solvency is
  'Public proof that providers hold at least what others are owed. State: covered, short, old (the report of a provider, or the comparison, is too old to count) or unknown (no provider was asked yet).';
grant select on public.solvency to anon, authenticated, service_role;
