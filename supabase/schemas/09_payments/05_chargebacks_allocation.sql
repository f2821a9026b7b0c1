-- Allocation of a chargeback: it is taken from suspense, then from the payer with every account of the
-- same person, then from the platform.

create function private.lock_person_spending(profile_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select private.lock_spending(s.id)
  from (select s.id from private.same_person(lock_person_spending.profile_id) as s (id) order by s.id) as s
$$;
comment on function private.lock_person_spending is 'Serialises the spending of every account of a person.';

create function private.person_wallets(profile_id uuid, currency text) returns setof private.accounts
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select a.* from private.accounts a
  where a.owner_id in (select private.same_person(person_wallets.profile_id))
    and a.kind = 'wallet' and a.currency = person_wallets.currency
  order by (a.owner_id = person_wallets.profile_id) desc, a.id;
end;
$$;
comment on function private.person_wallets is 'The wallets of every account of a person, that of the given account first.';

-- Finds rewards of brands alone: they are in a wallet, where they can be spent. A creator's cleared earnings leave only by payouts.
create function private.rewards_in_wallets(payment_id uuid) returns setof private.holds
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select h.* from private.holds h join public.profiles p on p.id = h.profile_id
  where h.order_id in (select f.order_id from private.earning_funding f where f.payment_id = rewards_in_wallets.payment_id)
    and p.role = 'brand' and p.deleted_at is null and h.cleared_at is not null and h.amount_minor > 0
  order by h.id;
end;
$$;
comment on function private.rewards_in_wallets is 'The cleared rewards of brands for orders that a payment funded.';

create function private.rewards_minor(wallet_id bigint) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(h.amount_minor), 0)::bigint from private.accounts a
  join private.holds h on h.profile_id = a.owner_id and h.currency = a.currency and h.cleared_at is not null
  where a.id = wallet_id
$$;
comment on function private.rewards_minor is
  'The rewards that a wallet has received. When its owner deletes the account, the market gets at most this much of the money without a payment: the rest may come from a card of another account.';

-- Rows are locked in order of their ids; refunds that have ended since are skipped.
create function private.lock_open_refunds(p public.payments) returns setof public.payouts
language sql volatile security definer set search_path = '' as $$
  select * from public.payouts o
  where o.profile_id in (select private.same_person(p.payer_id)) and o.source = 'wallet'
    and o.currency = p.currency and o.status = 'requested' and o.taken_at is null
  order by o.id for no key update
$$;
comment on function private.lock_open_refunds is 'The refunds of a payer with every account of the same person that nobody has begun to send, locked.';

create function private.chargeback_accounts(p public.payments) returns bigint[]
language sql volatile security definer set search_path = '' as $$
  select array[
    private.member_account(p.payer_id, 'wallet', p.currency),
    private.member_account(p.payer_id, 'in_transit', p.currency),
    private.platform_account('suspense', p.currency, p.id),
    private.platform_account('cash', p.currency, p.id),
    private.platform_account('loss', p.currency, p.id)] || array(
      select a.id from private.accounts a
      where a.owner_id in (select private.same_person(p.payer_id)) and a.currency = p.currency and a.kind in ('wallet', 'in_transit'))
    || array(select unnest((private.hold_accounts(h))[1:2]) from private.rewards_in_wallets(p.id) as h)
$$;
comment on function private.chargeback_accounts is 'All accounts that a chargeback of a payment may change.';

create function private.lot_minor(wallet_id bigint, payment_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(l.amount_minor), 0)::bigint from private.wallet_lots l
  where l.account_id = wallet_id and (lot_minor.payment_id is null or l.payment_id = lot_minor.payment_id)
$$;
comment on function private.lot_minor is 'The part of a wallet that came from one payment; without a payment, the whole wallet.';

create function private.person_wallets_minor(profile_id uuid, currency text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(w.balance_minor), 0)::bigint from private.person_wallets(profile_id, currency) as w
$$;

-- Replacements are linked over several steps: payments that replace this one, and payments that the charged one had replaced.
-- The number of chains can double with every layer of payments that are charged back one after the other. For two payments
-- eight chains are kept, and those that contain a further chargeback; the amounts of all others are added to the shortest.
create function private.cover_payment(c private.chargebacks, payment_id uuid, amount_minor bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chain private.payment_cover;
  v_ids uuid[];
begin
  for v_chain in
    select x.payment_id, y.covered_id, x.ids || c.id || y.ids as chargeback_ids, least(x.amount_minor, y.amount_minor) as amount_minor
    from (
      select cover_payment.payment_id, '{}'::uuid[] as ids, cover_payment.amount_minor
      union all
      select s.payment_id, s.chargeback_ids, least(s.amount_minor, cover_payment.amount_minor)
      from private.payment_cover s where s.covered_id = cover_payment.payment_id and private.still_stands(s)) as x
    cross join (
      select c.payment_id as covered_id, '{}'::uuid[] as ids, cover_payment.amount_minor
      union all
      select s.covered_id, s.chargeback_ids, least(s.amount_minor, cover_payment.amount_minor)
      from private.payment_cover s where s.payment_id = c.payment_id and private.still_stands(s)) as y
    -- Leaves out chains that contain the same payment twice.
    where (select count(distinct b.payment_id) = count(*) and bool_and(b.payment_id <> x.payment_id)
      from private.chargebacks b where b.id = any (x.ids || c.id || y.ids))
    order by cardinality(x.ids || y.ids), x.ids || c.id || y.ids
  loop
    with chains as (
      select s.chargeback_ids as ids from private.payment_cover s
      where s.payment_id = v_chain.payment_id and s.covered_id = v_chain.covered_id and private.still_stands(s)
    )
    select k.ids into v_ids from chains k
    where (select count(*) from chains) >= 8
      and v_chain.chargeback_ids <@ array(select i.id from chains n cross join unnest(n.ids) as i (id))
    order by k.ids = v_chain.chargeback_ids desc, cardinality(k.ids), k.ids limit 1;
    insert into private.payment_cover as v (payment_id, covered_id, chargeback_ids, amount_minor)
    values (v_chain.payment_id, v_chain.covered_id, coalesce(v_ids, v_chain.chargeback_ids), v_chain.amount_minor)
    on conflict on constraint payment_cover_pkey do update
      set amount_minor = least(v.amount_minor + excluded.amount_minor, 1000000000000000);
  end loop;
end;
$$;
comment on function private.cover_payment is 'Notes that money of a payment was taken from a wallet for a chargeback of another one.';

create function private.take_from_wallets(c private.chargebacks, wanted_minor bigint, returns_when_won boolean default true)
returns table (wallet_id bigint, payment_id uuid, amount_minor bigint)
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_left bigint := wanted_minor;
  v_part bigint;
begin
  for wallet_id, v_part in select w.id, w.balance_minor from private.person_wallets(c.brand_id, c.currency) as w loop
    v_part := least(v_part, v_left);
    continue when v_part <= 0;
    v_left := v_left - v_part;
    for payment_id, amount_minor in select * from private.take_lots(wallet_id, v_part, c.payment_id) loop
      insert into private.chargeback_lots as l (chargeback_id, wallet_id, payment_id, amount_minor)
      select c.id, take_from_wallets.wallet_id, take_from_wallets.payment_id, take_from_wallets.amount_minor where returns_when_won
      on conflict on constraint chargeback_lots_key do update set amount_minor = l.amount_minor + excluded.amount_minor;
      perform private.cover_payment(c, take_from_wallets.payment_id, take_from_wallets.amount_minor) where returns_when_won;
      return next;
    end loop;
  end loop;
end;
$$;
comment on function private.take_from_wallets is
  'Takes up to an amount for a chargeback from the lots of the payer''s wallet, then of the person''s other wallets; returns how much of which lot. The caller posts it. Without returns_when_won nothing is recorded for a later return.';

-- Cancels no more open refunds than necessary: first those of this payment, then the payer's others,
-- then those of the person's other accounts.
create function private.return_money_to_wallet(p public.payments, wanted_minor bigint) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_refunds public.payouts[] := array(select r from private.lock_open_refunds(p) as r);
  v_refund public.payouts;
  v_wallet bigint;
begin
  perform private.lock_accounts(private.chargeback_accounts(p));
  v_wallet := private.member_account(p.payer_id, 'wallet', p.currency);
  for v_refund in select * from unnest(v_refunds) as r where r.payment_id = p.id order by r.created_at desc, r.id loop
    exit when private.lot_minor(v_wallet, p.id) >= wanted_minor;
    perform private.return_payout(v_refund, 'failed', 'chargeback');
  end loop;
  for v_refund in select * from unnest(v_refunds) as r where r.payment_id <> p.id
    order by r.profile_id = p.payer_id desc, r.created_at desc, r.id
  loop
    exit when private.person_wallets_minor(p.payer_id, p.currency) >= wanted_minor;
    perform private.return_payout(v_refund, 'failed', 'chargeback');
  end loop;
  return least(wanted_minor, private.person_wallets_minor(p.payer_id, p.currency));
end;
$$;
comment on function private.return_money_to_wallet is
  'Cancels open refunds of a person until the wallets hold the wanted amount; returns the amount that they hold of it.';

-- The caller has locked the payment, the payer's spending and its open orders. `c` is one of the payment's
-- chargebacks.
create function private.allocate_chargeback(c private.chargebacks, p public.payments)
returns private.chargebacks
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks := c;
  v_wallets bigint[];
  v_parts bigint[];
  v_fair bigint;
begin
  v_chargeback.suspense_minor := least(coalesce(p.suspense_minor, 0), c.amount_minor);
  -- A brand owes at most what it paid, however often and however much a provider takes back.
  v_fair := greatest(0, -v_chargeback.suspense_minor
    + least(c.amount_minor, p.amount_minor - private.charged_back_minor(p.id) + c.amount_minor));
  -- If suspense does not cover the amount there is a payer: suspense without a payer holds the
  -- whole payment.
  if v_fair > 0 then
    v_chargeback.brand_minor := private.return_money_to_wallet(p, v_fair);
    select array_agg(t.wallet_id), array_agg(-t.amount_minor) into v_wallets, v_parts
    from private.take_from_wallets(c, v_chargeback.brand_minor) as t;
    v_chargeback.owed_minor := v_fair - v_chargeback.brand_minor;
  end if;
  v_chargeback.loss_minor := c.amount_minor - v_chargeback.suspense_minor - v_chargeback.brand_minor;
  perform private.post_transfer('chargeback',
    array[
      private.platform_account('suspense', p.currency, p.id),
      private.platform_account('loss', p.currency, p.id), private.platform_account('cash', p.currency, p.id)
    ] || v_wallets,
    array[-v_chargeback.suspense_minor, -v_chargeback.loss_minor, c.amount_minor] || v_parts,
    c.order_id, c.id);
  update private.chargebacks b set
    suspense_minor = v_chargeback.suspense_minor, brand_minor = v_chargeback.brand_minor,
    loss_minor = v_chargeback.loss_minor, owed_minor = v_chargeback.owed_minor
  where b.id = c.id
  returning * into v_chargeback;
  update public.payments o set suspense_minor = o.suspense_minor - v_chargeback.suspense_minor where o.id = p.id;
  perform private.update_payment_status(p.id);
  return v_chargeback;
end;
$$;
comment on function private.allocate_chargeback is 'Takes a chargeback from suspense, then from the payer and the same person''s other accounts, then from the platform.';
