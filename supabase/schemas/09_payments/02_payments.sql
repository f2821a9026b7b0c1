-- Money that comes in from payment providers and is returned to them. A provider may report an
-- event twice, late or wrong: no report is refused, and none is processed twice.

-- Payments -------------------------------------------------------------------------------
create table public.payments (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  provider_ref text not null,
  -- The order that the provider named, even if it does not exist.
  claimed_order_id uuid,
  order_id uuid references public.pack_orders (id),
  payer_id uuid references public.profiles (id),
  amount_minor bigint not null,
  currency text not null references public.currencies (code),
  status text not null default 'received',
  problem text,
  -- The amount that still waits for staff; null if none ever waited, or it was assigned.
  suspense_minor bigint,
  created_at timestamptz not null default now(),
  constraint payments_provider_ref_key unique (provider, provider_ref),
  constraint payments_amount_positive check (amount_minor > 0),
  constraint payments_amount_within_limit check (amount_minor <= 1000000000000000),
  constraint payments_status_known check (status in ('received', 'suspense', 'resolved', 'charged_back')),
  constraint payments_suspense_within_amount check (suspense_minor between 0 and amount_minor),
  constraint payments_provider_length check (length(provider) between 1 and 40),
  constraint payments_provider_ref_length check (length(provider_ref) between 1 and 200)
);
comment on table public.payments is 'Money that came in, once per reference of its provider. In suspense: it matches no order.';
create index payments_order_id on public.payments (order_id);
create index payments_payer_id on public.payments (payer_id);
create index payments_currency on public.payments (currency);
create index payments_in_suspense on public.payments (created_at) where status = 'suspense';

alter table public.payments enable row level security;
create policy payments_select on public.payments for select to authenticated
  using (payer_id = (select private.my_profile_id()));
grant select on public.payments to authenticated, service_role;
create trigger payments_not_deleted before delete on public.payments
  for each row execute function private.refuse_change();
create trigger payments_not_truncated before truncate on public.payments
  for each statement execute function private.refuse_change();
create trigger payments_facts_are_final before update on public.payments
  for each row when (
    (OLD.id, OLD.provider, OLD.provider_ref, OLD.claimed_order_id, OLD.amount_minor, OLD.currency, OLD.created_at)
    is distinct from
    (NEW.id, NEW.provider, NEW.provider_ref, NEW.claimed_order_id, NEW.amount_minor, NEW.currency, NEW.created_at)
  ) execute function private.refuse_change();
alter table public.payouts
  add constraint payouts_payment_id_fkey foreign key (payment_id) references public.payments (id);
alter table private.wallet_lots
  add constraint wallet_lots_payment_id_fkey foreign key (payment_id) references public.payments (id);
alter table private.order_funding
  add constraint order_funding_payment_id_fkey foreign key (payment_id) references public.payments (id);

-- Wallet lots of the member --------------------------------------------------------------
create view public.wallet_lots with (security_invoker = true) as
select l.payment_id, a.currency, l.amount_minor, p.provider, p.created_at as paid_at
from private.wallet_lots l
join private.accounts a on a.id = l.account_id
left join public.payments p on p.id = l.payment_id
where a.owner_id = (select private.my_profile_id()) and l.amount_minor > 0;
comment on view public.wallet_lots is 'Which payments the signed-in member''s wallet money came from, and so where it can be refunded.';
grant select on public.wallet_lots to authenticated;

-- A payment and its chargeback may be reported concurrently, or the chargeback first.
create function private.lock_payment_reference(provider text, provider_ref text) returns void
language sql volatile security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended(format('payment %s %s', provider, provider_ref), 0))
$$;
comment on function private.lock_payment_reference is 'Serialises all reports about one payment.';
