-- The money of an order: which payments fund it, how it is divided when the order ends, and the
-- referral reward that comes out of its fee. move_order (07_orders/10_status) decides when.

-- Funding ---------------------------------------------------------------------------------
-- Rows are written when an order is paid, and kept. While the order is open, escrow holds these amounts and
-- the buyer's fee; money that returns to the brand returns to the lots of these payments.
create table private.order_funding (
  id bigint primary key generated always as identity,
  order_id uuid not null references public.pack_orders (id),
  -- Null: wallet money without a payment, such as a referral reward.
  payment_id uuid,
  amount_minor bigint not null,
  constraint order_funding_key unique nulls not distinct (order_id, payment_id),
  constraint order_funding_amount_positive check (amount_minor > 0)
);
comment on table private.order_funding is 'Which payments paid for an order, and how much each. Append-only.';
create index order_funding_payment_id on private.order_funding (payment_id);
alter table private.order_funding enable row level security;
grant select on private.order_funding to service_role;
create trigger order_funding_append_only before update or delete on private.order_funding
  for each row execute function private.refuse_change();
create trigger order_funding_not_truncated before truncate on private.order_funding
  for each statement execute function private.refuse_change();

create function private.was_paid(order_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.order_funding f where f.order_id = was_paid.order_id)
$$;
comment on function private.was_paid is 'True once an order was paid, which is when its creator gets it.';
grant execute on function private.was_paid to authenticated;

-- Tips and repayments of a brand to a creator happen after the order has ended: escrow never holds their money.
create table private.later_funding (
  id bigint primary key generated always as identity,
  -- The id of the tip, or the reference of the transfer by which the brand repaid.
  reference uuid not null,
  order_id uuid not null references public.pack_orders (id),
  -- Null: wallet money without a payment.
  payment_id uuid,
  amount_minor bigint not null,
  constraint later_funding_key unique nulls not distinct (reference, payment_id),
  constraint later_funding_amount_positive check (amount_minor > 0),
  constraint later_funding_amount_within_limit check (amount_minor <= 1000000000000000)
);
comment on table private.later_funding is 'Which payments paid for earnings of an order besides its price: a tip, or an amount that its brand repaid after a chargeback. Append-only.';
create index later_funding_order_id on private.later_funding (order_id);
create index later_funding_payment_id on private.later_funding (payment_id);
alter table private.later_funding enable row level security;
create trigger later_funding_append_only before update or delete on private.later_funding
  for each row execute function private.refuse_change();
create trigger later_funding_not_truncated before truncate on private.later_funding
  for each statement execute function private.refuse_change();

-- Tells which of several orders was funded last.
create function private.last_funding(order_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select max(f.id) from private.order_funding f where f.order_id = last_funding.order_id
$$;
comment on function private.last_funding is 'The last row that funded an order; sorts orders by the time at which they were paid.';

-- The oldest payment is spent first, so what is left belongs to the latest.
create function private.funding_left(order_id uuid, left_minor bigint)
returns table (payment_id uuid, amount_minor bigint)
language sql stable security definer set search_path = '' as $$
  select f.payment_id, least(f.amount_minor, f.upto - f.total + left_minor)::bigint
  from (
    select f.payment_id, f.amount_minor, sum(f.amount_minor) over (order by f.id) as upto,
      sum(f.amount_minor) over () as total
    from private.order_funding f where f.order_id = funding_left.order_id
  ) as f
  where f.upto > f.total - left_minor
$$;
comment on function private.funding_left is 'The payments that an amount of an order''s money came from, with the part of each.';

create function private.return_funding(o public.pack_orders, wallet_id bigint, back_minor bigint) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.wallet_lots as l (account_id, payment_id, amount_minor)
  select wallet_id, f.payment_id, f.amount_minor from private.funding_left(o.id, back_minor) as f
  on conflict on constraint wallet_lots_key do update set amount_minor = l.amount_minor + excluded.amount_minor
$$;
comment on function private.return_funding is 'Adds the money that an order returns to the wallet to the lots that it was paid from.';

create function private.wallet_minor(profile_id uuid, currency text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(a.balance_minor), 0)::bigint from private.accounts a
  where a.owner_id = profile_id and a.kind = 'wallet' and a.currency = wallet_minor.currency
$$;
comment on function private.wallet_minor is 'The balance of a brand''s wallet in a currency.';

-- Postings -------------------------------------------------------------------------------
-- Includes the inviters, because the first completed order of an invitee rewards its inviter.
-- Missing accounts are created in order of their owners, so that two orders which create the same
-- accounts do not deadlock.
create function private.order_accounts(o public.pack_orders) returns bigint[]
language plpgsql security definer set search_path = '' as $$
declare
  v_inviters uuid[] := array(
    select distinct r.inviter_id from public.referrals r
    where r.invitee_id in (o.brand_id, o.kol_id) and r.status = 'joined' and r.inviter_id is not null);
  v_owner uuid;
  v_kind text;
  v_accounts bigint[];
begin
  if private.is_on_chain(o.currency) then
    -- On a chain both sides are paid in their own wallets, and the fee arrives at the market's address.
    return array[private.member_account(o.brand_id, 'escrow', o.currency, o.id), private.platform_account('cash', o.currency, o.id),
      private.platform_account('cash', o.currency, o.id), private.platform_account('revenue', o.currency, o.id)];
  end if;
  for v_attempt in 1..2 loop
    v_accounts := array[
      (select a.id from private.accounts a where a.order_id = o.id and a.kind = 'escrow'),
      (select a.id from private.accounts a
        where a.owner_id = o.brand_id and a.kind = 'wallet' and a.currency = o.currency and a.order_id is null),
      (select a.id from private.accounts a
        where a.owner_id = o.kol_id and a.kind = 'pending' and a.currency = o.currency and a.order_id is null),
      private.platform_account('fees_held', o.currency, o.id)
    ];
    -- When an order ends, all accounts exist already.
    exit when v_attempt = 2 or v_inviters = '{}' and array_position(v_accounts, null) is null;
    for v_owner, v_kind in
      select id, 'pending' from unnest(v_inviters || o.kol_id) as id
      union
      select o.brand_id, 'wallet'
      order by 1, 2
    loop
      perform private.member_account(v_owner, v_kind, o.currency);
    end loop;
    perform private.member_account(o.brand_id, 'escrow', o.currency, o.id);
  end loop;
  return v_accounts || array(select private.member_account(id, 'pending', o.currency) from unnest(v_inviters) as id);
end;
$$;
comment on function private.order_accounts is
  'All accounts that a move of this order may change, created if missing: escrow, wallet, pending, fees held, and those of inviters; on a chain escrow, cash twice, and revenue.';

-- The escrow of a chain takes one fee, a share of what the creator is paid, in hundredths of a percent.
create function private.creator_fee_of(price_minor bigint, currency text) returns bigint
language sql stable security definer set search_path = '' as $$
  select case when private.is_on_chain(currency) then price_minor / 10000 * floor(private.setting('creator_fee') * 100)
    else ceil(price_minor * private.setting('creator_fee') / 100) end::bigint
$$;
comment on function private.creator_fee_of is 'The fee of a creator for an order at this price now.';

create function private.buyer_fee_of(price_minor bigint, currency text) returns bigint
language sql stable security definer set search_path = '' as $$
  select case when private.is_on_chain(currency) then 0 else ceil(price_minor * private.setting('buyer_fee') / 100) end::bigint
$$;
comment on function private.buyer_fee_of is 'The fee of a brand that orders at this price now.';

-- k: the creator's share of the price. The seller's and the buyer's fee are reduced in proportion;
-- remainders of the division go to the brand.
create function private.split_settlement(
  o public.pack_orders, k bigint,
  out creator_minor bigint, out brand_minor bigint, out creator_fee_minor bigint, out buyer_fee_kept_minor bigint
)
language plpgsql immutable set search_path = '' as $$
begin
  creator_fee_minor := div(o.fee_minor::numeric * k, o.price_minor);
  buyer_fee_kept_minor := div(o.buyer_fee_minor::numeric * k, o.price_minor);
  creator_minor := k - creator_fee_minor;
  brand_minor := o.price_minor - k + o.buyer_fee_minor - buyer_fee_kept_minor;
end;
$$;
comment on function private.split_settlement is 'How an order''s money is divided when the creator gets k of the price.';

-- Every posting, button, notice and screen that divides an order's money takes it from here:
-- creator + creator's fee + brand + buyer's fee kept = what is left of the price and the buyer's fee.
-- Milestones have paid a part of the price already, and kept its part of the buyer's fee.
create function private.split_rest(
  o public.pack_orders, k bigint,
  out creator_minor bigint, out brand_minor bigint, out creator_fee_minor bigint, out buyer_fee_kept_minor bigint
)
language plpgsql immutable set search_path = '' as $$
declare
  v_whole record;
  v_paid record;
begin
  v_whole := private.split_settlement(o, k);
  creator_minor := v_whole.creator_minor;
  brand_minor := v_whole.brand_minor;
  creator_fee_minor := v_whole.creator_fee_minor;
  buyer_fee_kept_minor := v_whole.buyer_fee_kept_minor;
  if o.released_minor > 0 then
    v_paid := private.split_settlement(o, o.released_minor);
    creator_minor := creator_minor - v_paid.creator_minor;
    creator_fee_minor := creator_fee_minor - v_paid.creator_fee_minor;
    buyer_fee_kept_minor := buyer_fee_kept_minor - v_paid.buyer_fee_kept_minor;
  end if;
end;
$$;
comment on function private.split_rest is
  'How the money that an order still holds is divided when the creator gets k of the price in all.';

-- One posting serves all three outcomes: k is the part that milestones have paid for a refund, the
-- whole price for a completion, anything between for a settlement. The fee of the whole order is earned with it.
create function private.post_outcome(
  o public.pack_orders, event private.transfer_event, k bigint, at timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_accounts bigint[] := private.order_accounts(o);
  v record;
  v_whole record;
begin
  v := private.split_rest(o, k);
  v_whole := private.split_settlement(o, k);
  perform private.lock_accounts(v_accounts);
  perform private.post_transfer(event, v_accounts,
    array[
      o.released_minor - o.price_minor,
      v.brand_minor,
      v.creator_minor,
      v.creator_fee_minor + v_whole.buyer_fee_kept_minor - o.buyer_fee_minor
    ], o.id);
  if private.is_on_chain(o.currency) then
    perform private.decide_capture(o, k - o.released_minor, v.creator_fee_minor);
    perform private.decide_void(o, v.brand_minor);
  elsif v.brand_minor > 0 then
    perform private.return_funding(o, v_accounts[2], v.brand_minor);
  end if;
  if k > 0 then
    perform private.create_hold(o.id, o.kol_id, o.currency, v.creator_minor,
      v_whole.creator_fee_minor + v_whole.buyer_fee_kept_minor, at);
  end if;
end;
$$;
comment on function private.post_outcome is 'Empties the escrow of an order: k of the price to the creator, the rest to the brand.';

create function private.post_escrow(o public.pack_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_accounts bigint[] := private.order_accounts(o);
  v_missing bigint;
begin
  perform private.lock_accounts(v_accounts);
  -- A payment on a chain is of this order alone, and no wallet takes part in it.
  insert into private.order_funding (order_id, payment_id, amount_minor)
  select o.id, null, o.price_minor where private.is_on_chain(o.currency);
  -- The payment made for this order is used first.
  select o.price_minor + o.buyer_fee_minor - coalesce(sum(f.amount_minor), 0) into v_missing
  from private.order_funding f where f.order_id = o.id;
  insert into private.order_funding (order_id, payment_id, amount_minor)
  select o.id, t.payment_id, t.amount_minor from private.take_lots(v_accounts[2], v_missing) as t;
  perform private.post_transfer('escrow', v_accounts,
    array[o.price_minor, -o.price_minor - o.buyer_fee_minor, 0, o.buyer_fee_minor], o.id);
end;
$$;
comment on function private.post_escrow is 'Moves the price and the buyer''s fee of an order from the brand''s wallet into escrow.';

create function private.share_of(o public.pack_orders) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case s.outcome when 'refund' then o.released_minor when 'settlement' then o.creator_share_minor else o.price_minor end
    from public.order_statuses s where s.status = o.status
  );
end;
$$;
comment on function private.share_of is
  'The creator''s share of the price as the order ended; for an open order, if the work is accepted.';

-- Lines of the ledger ---------------------------------------------------------------------
create function private.returned_fee(o public.pack_orders) returns bigint
language sql stable security definer set search_path = '' as $$
  select o.buyer_fee_minor - (private.split_settlement(o, private.share_of(o))).buyer_fee_kept_minor
$$;
comment on function private.returned_fee is 'The part of the buyer''s fee that returned to the brand when the order ended.';
grant execute on function private.returned_fee to authenticated;

create view public.ledger_lines with (security_invoker = true) as
select e.transfer_id, t.created_at, t.event::text as event,
  -- A referral reward comes from an order of other members, which the inviter may not read.
  (select own.id from public.pack_orders own where own.id = t.order_id) as order_id, e.currency, a.kind, e.amount_minor,
  -- The part of the amount that is the buyer's fee, which is held beside escrow: paid, or returned.
  case when o.id is null then 0 when t.event = 'escrow' then -o.buyer_fee_minor
    else private.returned_fee(o) end as fee_minor
from private.accounts a
join private.entries e on e.account_id = a.id
join private.transfers t on t.id = e.transfer_id
left join public.pack_orders o
  on o.id = t.order_id and a.kind = 'wallet' and t.event in ('escrow', 'refund', 'settlement')
where a.owner_id = (select private.my_profile_id());
comment on view public.ledger_lines is 'The entries of the signed-in member''s accounts; order_id is null for entries from an order of other members.';
grant select on public.ledger_lines to authenticated;

-- Referral rewards -----------------------------------------------------------------------
-- activate_referral calls it during the completion of the order, which has locked the accounts.
create function private.post_referral_reward(referral_id uuid, order_id uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
  v_inviter public.profiles;
  v_fees bigint;
  v_reward bigint;
begin
  select * into strict v_order from public.pack_orders o where o.id = post_referral_reward.order_id;
  select p.* into v_inviter from public.referrals r join public.profiles p on p.id = r.inviter_id
  where r.id = post_referral_reward.referral_id;
  select v_order.fee_minor + v_order.buyer_fee_minor into v_fees;
  v_reward := least(
    div(v_fees * private.setting('referral_reward'), 100)::bigint,
    private.in_minor_units(private.setting('referral_reward_most'), v_order.currency));
  if v_inviter.id is null or v_reward = 0 then
    return 0;
  end if;
  perform private.post_transfer('referral_reward',
    array[
      private.platform_account('fees_held', v_order.currency, v_order.id),
      private.member_account(v_inviter.id, 'pending', v_order.currency)
    ],
    array[-v_reward, v_reward], v_order.id, post_referral_reward.referral_id);
  update private.holds h set fees_minor = h.fees_minor - v_reward
  where h.order_id = v_order.id and h.profile_id = v_order.kol_id and h.reference is null;
  perform private.create_hold(v_order.id, v_inviter.id, v_order.currency, v_reward, 0, now());
  update public.referrals r set reward_minor = v_reward, currency = v_order.currency
  where r.id = post_referral_reward.referral_id;
  return v_reward;
end;
$$;
comment on function private.post_referral_reward is 'Posts the inviter''s share of the platform''s fee on the first order of an invitee in the ledger.';

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('creator_fee', 10, 'percent', 'Our share of the price, paid by the creator.', 0, 50, true),
  ('buyer_fee', 0, 'percent', 'What a brand pays on top of the price.', 0, 50, true),
  -- Both sides of an order may have an inviter: both rewards come out of one fee.
  ('referral_reward', 10, 'percent', 'The inviter''s share of our fees on the first order in dollars of who they invited.', 0, 50, true),
  ('referral_reward_most', 100, 'units', 'The most that one referral can bring, in whole units of the currency.', 0, 1000000, true)
on conflict (key) do nothing;
