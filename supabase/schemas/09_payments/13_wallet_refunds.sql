-- Refunds of a brand's money to the cards that it came from, in one step: the lots of the wallet know their
-- payments, so one request is one refund for each payment. Money that a card refused, money that came by the bank, and money
-- whose payment was charged back is paid by the bank instead. No refund takes back what a creator got: it is no longer in a wallet.

-- An order returns money to the wallet when it is cancelled or settled. A part of it may have been spent since (refundable_lots
-- leaves that out).
create function private.returned_of_order(o public.pack_orders) returns table (payment_id uuid, amount_minor bigint)
language sql stable security definer set search_path = '' as $$
  select f.payment_id, f.amount_minor
  from private.funding_left(o.id, coalesce((
    select sum(e.amount_minor)
    from private.transfers t join private.entries e on e.transfer_id = t.id
    join private.accounts a on a.id = e.account_id
    where t.order_id = o.id and t.event in ('refund', 'settlement') and a.owner_id = o.brand_id and a.kind = 'wallet'), 0)::bigint) as f
$$;
comment on function private.returned_of_order is 'The money that an order returned to its brand, by the payments that it came from.';

create function private.refundable_minor(p public.payments) returns bigint
language sql stable security definer set search_path = '' as $$
  select p.amount_minor - private.charged_back_minor(p.id) - coalesce((
    select sum(o.amount_minor) from public.payouts o
    where o.payment_id = p.id and o.status in ('requested', 'sent', 'arrived')), 0)::bigint
$$;
comment on function private.refundable_minor is 'How much of a payment can still leave to its payer.';

-- Sorts the newest payment first: its card is the likeliest to be in use. A lot is larger than what its payment can still refund
-- if other money of the wallet covered a chargeback of the payment while it was in an order.
create function private.refundable_lots(profile_id uuid, order_id uuid)
returns table (payment_id uuid, currency text, amount_minor bigint, needs_other_way boolean)
language sql stable security definer set search_path = '' as $$
  with back as materialized (
    select b.payment_id, b.amount_minor from public.pack_orders o cross join lateral private.returned_of_order(o) as b
    where o.id = refundable_lots.order_id and o.brand_id = refundable_lots.profile_id
  )
  select p.id, p.currency, part.amount_minor, part.needs_other_way
  from private.wallet_lots l
  join private.accounts a on a.id = l.account_id and a.owner_id = refundable_lots.profile_id and a.kind = 'wallet'
  join public.payments p on p.id = l.payment_id
  cross join lateral (
    select least(l.amount_minor,
        case when refundable_lots.order_id is not null then coalesce((select b.amount_minor from back b where b.payment_id = p.id), 0) end) as lot_minor,
      greatest(0, private.refundable_minor(p)) as refundable_minor,
      p.provider = 'manual' or exists (select from public.payouts o where o.payment_id = p.id and o.needs_other_way) as needs_other_way) as x
  cross join lateral (
    select sum(y.amount_minor)::bigint, y.needs_other_way
    from (values
      (case when p.status in ('received', 'resolved') then least(x.lot_minor, x.refundable_minor) end, x.needs_other_way),
      (x.lot_minor - x.refundable_minor, true)) as y (amount_minor, needs_other_way)
    where y.amount_minor > 0 group by y.needs_other_way) as part (amount_minor, needs_other_way)
  where l.amount_minor > 0 and p.payer_id = refundable_lots.profile_id
  order by p.created_at desc, p.id
$$;
comment on function private.refundable_lots is 'The wallet money of a brand that can be refunded, by payment, and whether no card accepts it. With an order only what that order returned.';

create function private.refundable(order_id uuid)
returns table (currency text, amount_minor bigint, needs_other_way boolean)
language sql stable security definer set search_path = '' as $$
  select r.currency, sum(r.amount_minor)::bigint, r.needs_other_way
  from private.refundable_lots(private.my_profile_id(), refundable.order_id) as r
  group by r.currency, r.needs_other_way
  order by r.currency, r.needs_other_way
$$;
create function public.refundable(order_id uuid default null)
returns table (currency text, amount_minor bigint, needs_other_way boolean)
language sql stable security invoker set search_path = '' as $$
  select * from private.refundable(order_id)
$$;
comment on function public.refundable is
  'Brand: how much of the wallet can go back to cards now, in each currency, and how much is owed in another way because a card took none, its payment was charged back or it came by the bank; of one order if one is named.';

create function private.add_payout_method(kind text, holder text, account text) returns public.payout_methods
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_most constant int := 10;
  v_account constant text := upper(regexp_replace(left(account, 100), '[\s-]', '', 'g'));
  v_holder constant text := btrim(regexp_replace(left(holder, 400), '\s+', ' ', 'g'));
  v_saved public.payout_methods;
  v_method private.payout_methods;
begin
  if octet_length(holder) > 400 or octet_length(account) > 100 then
    raise exception 'payout_method_malformed' using errcode = 'PT422';
  end if;
  perform private.require_given(kind, holder, account);
  perform private.lock_spending(v_me);
  perform private.require_payee();
  -- A brand may save an account only for money that no card takes.
  if private.my_role() is distinct from 'kol' and not exists (select from private.refundable_lots(v_me, null) as r where r.needs_other_way) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_fresh_second_factor();
  -- A client repeats a request whose answer was lost.
  select s.* into v_saved from public.payout_methods s join private.payout_methods m using (id)
  where m.profile_id = v_me and (m.kind, m.account, m.holder) = (add_payout_method.kind, v_account, v_holder);
  if v_saved.id is not null then
    return v_saved;
  end if;
  if (select count(*) from private.payout_methods m where m.profile_id = v_me) >= v_most then
    raise exception 'payout_methods_full' using errcode = 'PT409';
  end if;
  -- The methods of other kinds are made when a provider reports them.
  if add_payout_method.kind <> 'iban' then
    raise exception 'payout_methods_kind_known' using errcode = 'PT400';
  end if;
  if not private.is_iban(v_account) then
    raise exception 'payout_methods_account_valid' using errcode = 'PT400';
  end if;
  insert into private.payout_methods as m (profile_id, kind, holder, account)
  values (v_me, add_payout_method.kind, v_holder, v_account)
  returning * into v_method;
  perform private.notify(v_me, 'payout_method_added', jsonb_build_object('method', v_method.masked));
  return (v_method.id, v_method.kind, v_method.holder, v_method.masked, v_method.created_at, false)::public.payout_methods;
end;
$$;

create function public.add_payout_method(kind text, holder text, account text) returns public.payout_methods
language sql volatile security invoker set search_path = '' as $$
  select * from private.add_payout_method(kind, holder, account)
$$;
comment on function public.add_payout_method is
  'Creator, or brand with money that no card takes: saves an account to be paid to, with the second factor (kind iban: the holder''s name and the IBAN).';

create function private.key_of_part(idempotency_key uuid, payment_id uuid, asked text) returns uuid
language sql immutable set search_path = '' as $$
  select (left(md5(key_of_part.idempotency_key::text || key_of_part.payment_id::text), 16) || left(md5(asked), 16))::uuid
$$;
comment on function private.key_of_part is 'The key of the part of a request that refunds one payment: its first half identifies the request, its second half the requested amount.';

create function private.refund_method(method uuid) returns private.payout_methods
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_method private.payout_methods;
begin
  if method is not null then
    perform private.require_fresh_second_factor();
    select * into v_method from private.payout_methods m
    where m.id = refund_method.method and m.profile_id = private.my_profile_id() and m.kind = 'iban';
    if v_method.id is null then
      raise exception 'payout_method_unknown' using errcode = 'PT404';
    end if;
    perform private.contest_mark(private.my_profile_id(), 'payout', private.destination_of(v_method));
  end if;
  return v_method;
end;
$$;
comment on function private.refund_method is 'The account of the caller for money that no card accepts; needs the second factor. Without one the money goes to the cards.';

create function private.request_refunds(
  amount_minor bigint, currency text, idempotency_key uuid, order_id uuid, method uuid
) returns setof public.payouts
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me uuid := private.my_profile_id();
  v_method private.payout_methods;
  v_part record;
  v_left bigint := request_refunds.amount_minor;
  v_asked constant text := jsonb_build_array(amount_minor, currency, order_id, method)::text;
  v_request public.payouts;
  v_any boolean := false;
begin
  perform private.lock_person_spending(v_me);
  -- Locks people after the spending of the brand, as a payment of this brand does.
  v_method := private.refund_method(method);
  if private.my_role() is distinct from 'brand' then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_given(request_refunds.idempotency_key::text, currency);
  for v_request in
    select p.* from public.payouts p
    where p.profile_id = v_me
      and left(p.idempotency_key::text, 18) = left(private.key_of_part(request_refunds.idempotency_key, p.payment_id, v_asked)::text, 18)
  loop
    if v_request.idempotency_key <> private.key_of_part(request_refunds.idempotency_key, v_request.payment_id, v_asked) then
      raise exception 'idempotency_key_reused' using errcode = 'PT409';
    end if;
    v_any := true;
    return next v_request;
  end loop;
  if v_any then
    return;
  end if;
  perform private.require_payee('brand');
  perform private.require_not_frozen(v_me);
  perform private.pay_debts(v_me, private.clock());
  if v_left <= 0 then
    raise exception 'payouts_amount_positive' using errcode = 'PT400';
  end if;
  for v_part in
    select r.payment_id, r.amount_minor, p.provider, p.provider_ref, sum(r.amount_minor) over () as all_minor
    from private.refundable_lots(v_me, request_refunds.order_id) as r join public.payments p on p.id = r.payment_id
    where r.currency = request_refunds.currency and r.needs_other_way = (v_method.id is not null)
    order by p.created_at desc, p.id
  loop
    exit when v_left = 0 or v_left > v_part.all_minor;
    v_request.profile_id := v_me;
    v_request.amount_minor := least(v_part.amount_minor, v_left);
    v_request.currency := request_refunds.currency;
    v_request.method := coalesce(v_method.masked, v_part.provider || ' ' || v_part.provider_ref);
    v_request.method_id := v_method.id;
    v_request.provider := case when v_method.id is null then v_part.provider else private.rail_of(v_method) end;
    v_request.waits_until := private.waits_until(v_method);
    v_request.source := 'wallet';
    v_request.payment_id := v_part.payment_id;
    v_request.idempotency_key := private.key_of_part(request_refunds.idempotency_key, v_part.payment_id, v_asked);
    v_left := v_left - v_request.amount_minor;
    v_any := true;
    return next private.open_payout(v_request);
  end loop;
  if v_left > 0 or not v_any then
    raise exception 'insufficient_funds' using errcode = 'PT409';
  end if;
end;
$$;

create function public.request_refunds(
  amount_minor bigint, currency text, idempotency_key uuid, order_id uuid default null, method uuid default null
) returns setof public.payouts
language sql volatile security invoker set search_path = '' as $$
  select * from private.request_refunds(amount_minor, currency, idempotency_key, order_id, method)
$$;
comment on function public.request_refunds is
  'Brand: sends wallet money back in one step, to the cards of the payments that it came from, the newest first; null for all. '
  'With an order at most what that order gave back, in each request. With a method (and the second factor) only what no card takes.';
grant execute on function private.refundable, public.refundable, private.add_payout_method, public.add_payout_method,
  private.request_refunds, public.request_refunds to authenticated;
