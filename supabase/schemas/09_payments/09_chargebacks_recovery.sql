-- Recovery after a chargeback: a brand's debt is taken from money that returns to it or to another
-- account of the same person, and staff let the person spend again.

-- Recovering losses ---------------------------------------------------------------------
-- Money that returns to a brand, or that staff unfreeze, first pays the debts of the person. The caller has
-- locked the person's spending and open orders, and calls sync_payment_disputes afterwards.
create type private.unrepaid_part as (
  order_id uuid,
  profile_id uuid,
  -- Null: earnings that were never booked, because the chargeback ended the order.
  hold_id bigint,
  amount_minor bigint
);
create function private.unrepaid(c private.chargebacks) returns setof private.unrepaid_part
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select * from (
    select h.order_id, h.profile_id, t.hold_id, t.amount_minor
    from private.chargeback_holds t join private.holds h on h.id = t.hold_id
    where t.chargeback_id = c.id
    union all
    select o.id, o.kol_id, null, t.creator_minor
    from private.chargeback_cuts t join public.pack_orders o on o.id = t.order_id
    where t.chargeback_id = c.id) as x
  where c.repay_minor > 0 and x.amount_minor > 0 and not private.has_left(x.profile_id)
  order by x.hold_id, x.order_id;
end;
$$;
comment on function private.unrepaid is 'The parts that a chargeback took from creators and inviters, and that nobody has given back.';

create function private.recovery_accounts(brand_id uuid) returns bigint[]
language plpgsql volatile security definer set search_path = '' as $$
begin
  return (select coalesce(array_agg(a), '{}')
  from private.chargebacks c, unnest(array[
    private.member_account(c.brand_id, 'wallet', c.currency),
    private.platform_account('loss', c.currency, c.payment_id)]
    || array(select w.id from private.person_wallets(c.brand_id, c.currency) as w)
    || array(select private.member_account(r.profile_id, 'pending', c.currency) from private.unrepaid(c) as r)) as a
  where c.brand_id in (select private.same_person(recovery_accounts.brand_id)) and c.owed_minor + c.repay_minor > 0 and c.status <> 'won');
end;
$$;
comment on function private.recovery_accounts is 'The accounts that recover_losses and repay_creators may change.';

-- Pays the debt of the chargeback `first_id` first, then the oldest.
create function private.recover_losses(brand_id uuid, first_id uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks;
  v_wallets bigint[];
  v_parts bigint[];
  v_part bigint;
begin
  perform private.lock_accounts(private.recovery_accounts(brand_id));
  for v_chargeback in
    select * from private.chargebacks c
    where c.brand_id in (select private.same_person(recover_losses.brand_id)) and c.status <> 'won' and c.owed_minor > 0
    order by (c.id = first_id) is true desc, c.created_at, c.id
  loop
    select array_agg(t.wallet_id), array_agg(-t.amount_minor), sum(t.amount_minor) into v_wallets, v_parts, v_part
    from private.take_from_wallets(v_chargeback, v_chargeback.owed_minor) as t;
    continue when v_part is null;
    perform private.post_transfer('loss_recovered',
      v_wallets || private.platform_account('loss', v_chargeback.currency, v_chargeback.payment_id),
      v_parts || v_part, null, v_chargeback.id);
    update private.chargebacks c set brand_minor = c.brand_minor + v_part,
      loss_minor = c.loss_minor - v_part, owed_minor = c.owed_minor - v_part
    where c.id = v_chargeback.id;
  end loop;
end;
$$;
comment on function private.recover_losses is 'Takes the debts of a person for chargebacks out of the wallets of all accounts.';

-- The market is repaid first, because its part is owed for longer.
create function private.repay_creators(brand_id uuid, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_chargeback private.chargebacks;
  v private.unrepaid_part;
  v_order public.pack_orders;
  v_wallets bigint[];
  v_parts bigint[];
  v_part bigint;
  v_reference uuid;
begin
  for v_chargeback in
    select * from private.chargebacks c
    where c.brand_id in (select private.same_person(repay_creators.brand_id)) and c.status <> 'won' and c.repay_minor > 0
    order by c.created_at, c.id
  loop
    for v in select * from private.unrepaid(v_chargeback) loop
      select * into v_order from public.pack_orders o where o.id = v.order_id;
      v_reference := gen_random_uuid();
      -- The repaid sum is taken again when the payments that repaid it are charged back, too.
      with taken as materialized (
        select * from private.take_from_wallets(v_chargeback, v.amount_minor, v.hold_id is not null)
      ), funding as (
        insert into private.later_funding (reference, order_id, payment_id, amount_minor)
        select v_reference, v_order.id, t.payment_id, sum(t.amount_minor) from taken t group by t.payment_id
      )
      select array_agg(t.wallet_id), array_agg(-t.amount_minor), sum(t.amount_minor) into v_wallets, v_parts, v_part from taken t;
      exit when v_part is null;
      perform private.post_transfer('creator_repaid', v_wallets || private.member_account(v.profile_id, 'pending', v_chargeback.currency),
        v_parts || v_part, case when v.profile_id = v_order.kol_id then v_order.id end, v_reference);
      perform private.create_hold(v_order.id, v.profile_id, v_chargeback.currency, v_part, 0, at, v_reference);
      update private.chargeback_holds t set amount_minor = t.amount_minor - v_part
      where t.chargeback_id = v_chargeback.id and t.hold_id = v.hold_id;
      update private.chargeback_cuts t set creator_minor = t.creator_minor - v_part
      where t.chargeback_id = v_chargeback.id and t.order_id = v_order.id and v.hold_id is null;
      update private.chargebacks c set repay_minor = c.repay_minor - v_part,
        creator_minor = c.creator_minor - case when v.hold_id is null then 0 else v_part end,
        brand_minor = c.brand_minor + case when v.hold_id is null then 0 else v_part end
      where c.id = v_chargeback.id;
      if v.profile_id = v_order.kol_id then
        perform private.notify_about_money(v_order.kol_id, v_order, 'earnings_given_back', v_part);
      else
        perform private.notify(v.profile_id, 'reward_given_back', jsonb_build_object('amount_minor', v_part, 'currency', v_chargeback.currency));
      end if;
    end loop;
  end loop;
end;
$$;
comment on function private.repay_creators is
  'Gives creators and inviters what chargebacks of a person took from them, out of the wallets of all accounts, on hold like new earnings. The caller has called recover_losses, which locks the accounts.';

create function private.debts_of(profile_id uuid) returns table (currency text, owed_minor bigint)
language sql stable security definer set search_path = '' as $$
  select c.currency, sum(c.owed_minor + c.repay_minor)::bigint from private.chargebacks c
  where c.brand_id in (select private.same_person(debts_of.profile_id)) and c.status <> 'won' and c.owed_minor + c.repay_minor > 0
  group by c.currency order by c.currency
$$;
comment on function private.debts_of is 'Debts of a person, with all accounts, to the market and to creators.';
create function private.my_debts() returns table (currency text, owed_minor bigint)
language sql stable security definer set search_path = '' as $$
  select * from private.debts_of(private.my_profile_id())
$$;
create function public.my_debts() returns table (currency text, owed_minor bigint)
language sql stable security invoker set search_path = '' as $$
  select * from private.my_debts()
$$;
comment on function public.my_debts is
  'What the caller, with all accounts, owes the market and creators for payments that a provider took back and that no wallet covered. Money that comes to the wallet pays this debt first.';
grant execute on function private.my_debts, public.my_debts to authenticated;

create function private.take_debts(profile_id uuid, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.recover_losses(profile_id);
  perform private.repay_creators(profile_id, at);
  perform private.sync_payment_disputes(profile_id, at);
end;
$$;
comment on function private.take_debts is 'Takes the debts of a person from their wallets. The caller has locked the person''s spending and open orders.';

-- A person may owe money while a wallet has some: money may come back after the loss, and two members of staff can lift a freeze.
-- The accounts of the order that is paid next are locked together with those of the debts, to keep one order of locks.
create function private.pay_debts(profile_id uuid, at timestamptz, paid_next uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (
    select from private.chargebacks c
    where c.brand_id in (select private.same_person(pay_debts.profile_id)) and c.status <> 'won' and c.owed_minor + c.repay_minor > 0
  ) then
    perform private.lock_open_orders(profile_id);
    perform private.lock_accounts(private.recovery_accounts(profile_id) || array(
      select unnest(private.order_accounts(o) || private.platform_account('cash', o.currency, o.id))
      from public.pack_orders o where o.id = paid_next and o.brand_id = pay_debts.profile_id));
    perform private.take_debts(profile_id, at);
  end if;
end;
$$;
comment on function private.pay_debts is
  'Takes what a person owes out of their wallets before other money leaves them, such as for the order `paid_next`. The caller has locked the person''s spending.';

-- Counts the amounts that recover_losses and repay_creators would take, without taking them.
create function private.spendable_minor(profile_id uuid, currency text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  v_left jsonb := (
    select coalesce(jsonb_object_agg(w.id, w.balance_minor), '{}')
    from private.person_wallets(profile_id, currency) as w);
  v_debt private.chargebacks;
  v_wallet private.accounts;
  v_part bigint;
begin
  for v_debt in
    select * from private.chargebacks c
    where c.brand_id in (select private.same_person(profile_id)) and c.currency = spendable_minor.currency
      and c.status <> 'won' and c.owed_minor + c.repay_minor > 0
    order by c.created_at, c.id
  loop
    v_debt.owed_minor := v_debt.owed_minor + v_debt.repay_minor;
    for v_wallet in select * from private.person_wallets(v_debt.brand_id, v_debt.currency) loop
      v_part := least((v_left ->> v_wallet.id::text)::bigint, v_debt.owed_minor);
      v_debt.owed_minor := v_debt.owed_minor - v_part;
      v_left := v_left || jsonb_build_object(v_wallet.id, (v_left ->> v_wallet.id::text)::bigint - v_part);
    end loop;
  end loop;
  return coalesce((
    select (v_left ->> w.id::text)::bigint from private.person_wallets(profile_id, currency) as w
    where w.owner_id = profile_id), 0);
end;
$$;
comment on function private.spendable_minor is 'The part of a wallet that its owner can spend: what is left once the debts of the person are paid.';

-- Lifting a freeze -----------------------------------------------------------------------
create function private.charged_back_units(brand_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select sum(private.units_of(c.amount_minor, c.currency)) from private.chargebacks c
  where c.brand_id in (select private.all_answers_for(array[charged_back_units.brand_id])) and c.kind = 'dispute' and c.status <> 'won'
$$;
comment on function private.charged_back_units is 'The chargebacks of a brand that were not won, with every account that it answers for, in whole units; null for none.';

create function private.unfreeze_profile(profile_id uuid, note text, seen text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_person constant uuid[] := array(select s.id from private.same_person(profile_id) as s (id) order by s.id);
  v_answers_for constant uuid[] := array(select private.all_answers_for(array[profile_id]));
  v_frozen_at timestamptz;
begin
  perform private.require_staff();
  perform private.require_reason(note);
  perform private.require_given(seen);
  -- Spending is locked before the profiles, in the common order of locks.
  perform private.lock_person_spending(profile_id);
  if private.is_frozen(profile_id) then
    perform private.lock_open_orders(profile_id);
    perform private.take_debts(profile_id, private.clock());
  end if;
  perform private.lock_freezes(v_person);
  -- Locks deleted accounts as well: the freezes and bans for them end here, too.
  perform from public.profiles p where p.id = any (v_person) order by p.id for no key update;
  if not found then
    raise exception 'profile_unknown' using errcode = 'PT404';
  end if;
  perform private.reject_own_case(array[profile_id]);
  v_frozen_at := (select p.frozen_at from public.profiles p where p.id = profile_id);
  if v_frozen_at is null then
    return;
  end if;
  -- Rejects if a dispute was reported since the list was shown: no member of staff has reviewed it.
  if exists (
    select from private.borne_causes(array[unfreeze_profile.profile_id]) as c
    where private.cause_name(unfreeze_profile.profile_id, c.cause_id) <> all (string_to_array(seen, ',')))
  then
    raise exception 'profile_changed' using errcode = 'PT409';
  end if;
  if exists (
    select from private.chargebacks c
    where c.brand_id = any (v_answers_for) and c.status = 'lost' and c.owed_minor + c.repay_minor > 0
  ) or exists (
    -- One member of staff cannot undo a decision of two members about one account for another account that is frozen with it.
    select from public.suspensions s
    where s.profile_id = any (v_answers_for) and private.is_of_two(s) and s.ended_at is null
  ) then
    perform private.require_confirmation('unfreeze_profile', profile_id::text);
  end if;
  perform private.require_second_above_limit('unfreeze_profile', profile_id::text, private.charged_back_units(profile_id));
  perform private.unfreeze(profile_id);
  perform private.audit('unfreeze_profile', profile_id,
    jsonb_build_object('frozen_at', v_frozen_at, 'note', note));
end;
$$;
comment on function private.unfreeze_profile is
  'Lets an account spend again; after a dispute, all accounts of the person and those that were frozen for nothing else. '
  'What the person owes is taken from all wallets first; while any of it is missing after a lost dispute, also of an account that it is bound to, it takes two members of staff.';
create function public.unfreeze_profile(profile_id uuid, note text, seen text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.unfreeze_profile(profile_id, note, seen)
$$;
comment on function public.unfreeze_profile is 'Staff: lets a brand spend again after a chargeback. `seen`: the `causes` that the list showed; profile_changed if there is another one, invalid_body without them.';
grant execute on function private.unfreeze_profile, public.unfreeze_profile to authenticated;
