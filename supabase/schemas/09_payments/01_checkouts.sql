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

-- Providers refuse amounts below a minimum, so the wallet leaves at least that much to them.
create function private.payment_parts(
  profile_id uuid, total_minor bigint, currency text, out wallet_minor bigint, out provider_minor bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_wallet bigint := private.wallet_minor(profile_id, currency);
  v_least bigint := private.in_minor_units(private.setting('checkout_least'), currency);
begin
  wallet_minor := case when v_wallet >= total_minor then total_minor
    else greatest(0, least(v_wallet, total_minor - v_least)) end;
  provider_minor := total_minor - wallet_minor;
end;
$$;
comment on function private.payment_parts(uuid, bigint, text) is
  'How a total is paid with the wallet first: what the wallet pays, and what is left for a payment provider.';

create function private.payment_parts(
  total_minor bigint, currency text, out wallet_minor bigint, out provider_minor bigint
)
language sql stable security definer set search_path = '' as $$
  select p.wallet_minor, p.provider_minor
  from private.payment_parts(private.my_profile_id(), total_minor, payment_parts.currency) as p
$$;
create function public.payment_parts(total_minor bigint, currency text)
returns table (wallet_minor bigint, provider_minor bigint)
language sql stable security invoker set search_path = '' as $$
  select * from private.payment_parts(total_minor, payment_parts.currency)
$$;
comment on function public.payment_parts is
  'How the caller would pay a total now, with the wallet first: from the wallet, and through a payment provider.';

grant execute on function private.payment_parts(bigint, text), public.payment_parts to authenticated;

-- Settings -------------------------------------------------------------------------------
-- Values changed by staff are kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('checkout_least', 1, 'units', 'The least that a payment provider is asked for, in whole units of the currency; the wallet pays the rest.', 0, 100, true)
on conflict (key) do nothing;
