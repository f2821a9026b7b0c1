-- A tip is money that a brand gives a creator after an order is completed, out of its wallet. All of
-- it is the creator's: the market takes no fee. So that nobody moves a price into tips to avoid the fee, the
-- tips of an order are at most a part of its price. A tip is earned like the price: it is held for as
-- long, and is taken back with its own payment if that is charged back (10_trust/04_lost_chargebacks).

create table public.order_tips (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.pack_orders (id),
  amount_minor bigint not null,
  idempotency_key uuid not null,
  created_at timestamptz not null default now(),
  constraint order_tips_idempotency_key_key unique (order_id, idempotency_key),
  constraint order_tips_amount_positive check (amount_minor > 0),
  constraint order_tips_amount_within_limit check (amount_minor <= 1000000000000000)
);
comment on table public.order_tips is 'Amounts that brands gave on top of the price after completion. Append-only; the notes are in order_events.';

alter table public.order_tips enable row level security;
create policy order_tips_select on public.order_tips for select to authenticated
  using (order_id = any (array(select private.readable_orders())));
grant select on public.order_tips to authenticated, service_role;
create trigger order_tips_append_only before update or delete on public.order_tips
  for each row execute function private.refuse_change();
create trigger order_tips_not_truncated before truncate on public.order_tips
  for each statement execute function private.refuse_change();

-- Bounds -----------------------------------------------------------------------------------
create function private.tip_bounds(o public.pack_orders, out least_minor bigint, out most_minor bigint)
language sql stable security definer set search_path = '' as $$
  select private.in_minor_units(private.setting('tip_least'), o.currency),
    div(o.price_minor * private.setting('tip_most'), 100)::bigint - coalesce((
      select sum(t.amount_minor) from public.order_tips t where t.order_id = o.id), 0)::bigint
$$;
comment on function private.tip_bounds(public.pack_orders) is 'The least and the most that the next tip of an order may be.';

create function private.tips_until(o public.pack_orders) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select private.window_end(o.completed_at, make_interval(days => private.setting('tip_window')::int))
$$;
comment on function private.tips_until is 'Until when a completed order can be tipped.';

-- Giving -----------------------------------------------------------------------------------
create function private.tip_of_key(o public.pack_orders, amount_minor bigint, note text, idempotency_key uuid)
returns public.order_tips
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tip public.order_tips;
begin
  if tip_of_key.idempotency_key is null then
    raise exception 'idempotency_key_required' using errcode = 'PT422';
  end if;
  select * into v_tip from public.order_tips t
  where t.order_id = o.id and t.idempotency_key = tip_of_key.idempotency_key;
  if v_tip.id is not null and (v_tip.amount_minor is distinct from tip_of_key.amount_minor or not exists (
    select from public.order_events e
    where e.order_id = o.id and e.kind = 'tipped' and e.created_at = v_tip.created_at and e.note is not distinct from nullif(btrim(tip_of_key.note), '')))
  then
    raise exception 'idempotency_key_reused' using errcode = 'PT409';
  end if;
  return v_tip;
end;
$$;
comment on function private.tip_of_key is 'The tip that an earlier request with this key gave, if any.';

create function private.post_tip(o public.pack_orders, t public.order_tips, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_wallet bigint := private.member_account(o.brand_id, 'wallet', o.currency);
  v_pending bigint := private.member_account(o.kol_id, 'pending', o.currency);
begin
  perform private.lock_accounts(array[v_wallet, v_pending]);
  insert into private.later_funding (reference, order_id, payment_id, amount_minor)
  select t.id, o.id, l.payment_id, l.amount_minor from private.take_lots(v_wallet, t.amount_minor) as l;
  perform private.post_transfer('tip', array[v_wallet, v_pending],
    array[-t.amount_minor, t.amount_minor], o.id, t.id);
  perform private.create_hold(o.id, o.kol_id, o.currency, t.amount_minor, 0, at, t.id);
end;
$$;
comment on function private.post_tip is 'Moves a tip from the brand''s wallet to the creator''s earnings on hold.';

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('tip_least', 1, 'units', 'The smallest tip, in whole units of the currency.', 1, 1000, true),
  ('tip_most', 50, 'percent', 'The most that all tips of an order may be, of its price.', 0, 100, true),
  ('tip_window', 90, 'days', 'How long after its completion an order can be tipped.', 1, 730, true)
on conflict (key) do nothing;
