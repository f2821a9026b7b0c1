-- Payment of an order from two sources: the wallet first, the rest through a payment provider. The
-- wallet's part is not reserved. It is taken in the transaction that records the provider's payment
-- of exactly the rest, so a brand that never finishes at the provider has lost nothing. If the wallet
-- no longer has its part by then, nothing is taken: the payment waits in suspense like every payment
-- that does not fit its order, and the brand is notified.

-- A brand may open the pay page several times while its wallet changes. Each wallet part that the
-- page showed stays agreed until the order is paid or ends.
create table private.checkouts (
  order_id uuid not null references public.pack_orders (id),
  wallet_minor bigint not null,
  created_at timestamptz not null default now(),
  primary key (order_id, wallet_minor),
  constraint checkouts_wallet_part_positive check (wallet_minor > 0)
);
comment on table private.checkouts is 'The parts of an order''s total that its brand agreed to pay from the wallet. Append-only.';
alter table private.checkouts enable row level security;
grant select on private.checkouts to service_role;
create trigger checkouts_append_only before update or delete on private.checkouts
  for each row execute function private.refuse_change();
create trigger checkouts_not_truncated before truncate on private.checkouts
  for each statement execute function private.refuse_change();

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('checkout_least', 1, 'units', 'The least that a payment provider is asked for, in whole units of the currency; the wallet pays the rest.', 0, 100, true)
on conflict (key) do nothing;
