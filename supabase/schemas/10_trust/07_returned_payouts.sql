-- A payout that had begun when a chargeback was lost was out of its reach. If it comes back, the chargeback takes
-- what it missed, within the same bounds: otherwise a creator could name a wrong account, and be paid once the money came back.

create function private.lock_missed_earnings() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_ids constant uuid[] := array(select private.chargebacks_that_missed(NEW, OLD.status));
begin
  if v_ids <> '{}' then
    perform private.lock_borne_losses();
    perform from private.chargebacks c where c.id = any (v_ids) order by c.id for no key update;
    perform from private.holds h
    where h.profile_id = NEW.profile_id
      and h.order_id in (select m.order_id from private.missed_earnings m where m.chargeback_id = any (v_ids))
    order by h.id for update;
    -- Other payouts of the member are cancelled if the balance does not cover the missing amount.
    perform from private.stoppable_payouts(NEW.profile_id, NEW.currency) as s join public.payouts p on p.id = s.id
    order by p.id for no key update of p;
    perform private.lock_accounts(private.platform_account('cash', NEW.currency, NEW.id)
      || array(select private.platform_account('loss', c.currency, c.payment_id) from private.chargebacks c where c.id = any (v_ids))
      || array(select a.id from private.accounts a where a.owner_id is null and a.kind = 'suspense' and a.currency = NEW.currency and private.has_left(NEW.profile_id))
      || array(select a.id from private.accounts a where a.owner_id = NEW.profile_id and a.currency = NEW.currency));
  end if;
  return NEW;
end;
$$;
comment on function private.lock_missed_earnings is 'Trigger: locks what take_missed_earnings changes before the payout moves money, in the common order.';

create function private.withdraw_outgrown() returns void
language sql volatile security definer set search_path = '' as $$
  select private.end_proposals(array(
    select p.id
    from public.staff_proposals p join private.chargebacks c on c.id = case p.action when 'bear_chargeback' then p.subject::uuid end
    where p.action = 'bear_chargeback' and p.status = 'open' and p.decided_in is null
      and private.borne_minor(c) > (p.arguments ->> 'amount_minor')::bigint), 'more_to_bear')
$$;
comment on function private.withdraw_outgrown is 'Withdraws proposals that the market pays for a chargeback, if that would be more by now than their authors saw.';

create function private.take_missed_earnings() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- A dispute that ended the payout took its own part first.
  v_left bigint := least(NEW.amount_minor, private.available_minor(NEW.profile_id, NEW.currency));
  v record;
  v_chargeback private.chargebacks;
  v_order public.pack_orders;
  v_part bigint;
  v_kept bigint;
begin
  for v in
    select m.* from private.missed_earnings m join private.chargebacks c on c.id = m.chargeback_id
    join public.pack_orders o on o.id = m.order_id
    where m.chargeback_id in (select private.chargebacks_that_missed(NEW, OLD.status)) and o.kol_id = NEW.profile_id
    order by c.apportioned_at, c.id, o.created_at desc, o.id
  loop
    select * into v_chargeback from private.chargebacks c where c.id = v.chargeback_id;
    select * into v_order from public.pack_orders o where o.id = v.order_id;
    -- The part is at most what the brand still owes and the market has not decided to bear.
    v_part := least(v_left, v.amount_minor, v_chargeback.owed_minor - coalesce((
      select sum(b.amount_minor) from private.borne_losses b where b.chargeback_id = v_chargeback.id), 0));
    continue when v_part <= 0;
    v_kept := least(v_part, private.bearable_minor(v_order, private.clock()));
    perform private.take_holds(v_chargeback, v_order, NEW.profile_id, v_part - v_kept,
      private.late_take_reference(NEW.id, v_chargeback.id));
    insert into private.borne_losses (chargeback_id, order_id, kol_id, amount_minor, currency, created_at)
    select v_chargeback.id, v_order.id, v_order.kol_id, v_kept, v_order.currency, private.clock() where v_kept > 0;
    update private.missed_earnings m set amount_minor = m.amount_minor - v_part
    where m.chargeback_id = v.chargeback_id and m.order_id = v.order_id;
    v_left := v_left - v_part;
  end loop;
  -- A balance of a former member would belong to nobody.
  perform private.return_to_suspense(NEW, private.member_account(NEW.profile_id, 'available', NEW.currency), private.available_minor(NEW.profile_id, NEW.currency))
  where private.has_left(NEW.profile_id) and private.available_minor(NEW.profile_id, NEW.currency) > 0;
  perform private.withdraw_outgrown();
  return null;
end;
$$;
comment on function private.take_missed_earnings is
  'Trigger: a payout that came back pays what lost chargebacks would have taken of it, and ends proposals that were made without it.';

create trigger payouts_lock_missed_earnings before update of status on public.payouts
  for each row when (NEW.source = 'available' and NEW.status in ('failed', 'returned', 'withdrawn') and OLD.status <> NEW.status)
  execute function private.lock_missed_earnings();
-- The trigger is deferred, because the money is in the balance only when the transaction ends.
create constraint trigger payouts_take_missed_earnings after update of status on public.payouts
  deferrable initially deferred
  for each row when (NEW.source = 'available' and NEW.status in ('failed', 'returned', 'withdrawn') and OLD.status <> NEW.status)
  execute function private.take_missed_earnings();

-- The provider says that nothing left and nothing will: another attempt begins later, with another key, or when
-- staff have looked into it.
create function private.retry_payout(payout_id uuid, attempt int, problem text, again boolean) returns public.payouts
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_payout public.payouts;
  v_is_slower constant boolean := again and starts_with(problem, 'instant_');
begin
  perform private.lock_return(payout_id);
  v_payout := private.lock_attempt(payout_id, attempt);
  if v_payout.status <> 'requested' or not private.is_open_attempt(v_payout.id, attempt) then
    return v_payout;
  end if;
  update private.payout_attempts a set closed_at = clock_timestamp(), problem = left(retry_payout.problem, 200),
    retry_at = case when v_is_slower then clock_timestamp()
      when again then clock_timestamp() + least(interval '5 minutes' * power(2, least(a.nr - 1, 10)), interval '1 day') end
  where a.payout_id = v_payout.id and a.nr = retry_payout.attempt;
  update public.payouts p set taken_at = null, failure_reason = case when v_is_slower then 'instant_refused' else p.failure_reason end
  where p.id = v_payout.id returning * into v_payout;
  -- A further attempt would send earnings that a chargeback could not take while the first attempt ran.
  if v_payout.source = 'available' and exists (select from private.chargebacks_that_missed(v_payout, v_payout.status)) then
    v_payout := private.fail_payout(v_payout.id, 'chargeback');
  elsif not private.has_late_state(v_payout.id) and v_payout.method_id is not null
    and not exists (select from private.payout_methods m where m.id = v_payout.method_id)
  then
    v_payout := private.fail_payout(v_payout.id, 'account_changed');
  end if;
  return v_payout;
end;
$$;
comment on function private.retry_payout is
  'Closes an attempt by which nothing left; the payout waits for the next attempt, which follows at once after a refused instant payout. '
  'A payout that a lost chargeback has missed ends instead, and so does one whose account was removed.';
create function public.retry_payout(payout_id uuid, attempt int, problem text, again boolean default true) returns public.payouts
language sql volatile security invoker set search_path = '' as $$
  select * from private.retry_payout(payout_id, attempt, problem, again)
$$;
comment on function public.retry_payout is 'Service role: nothing left with this attempt, and another one may follow; without `again` only after staff have released it.';
grant execute on function private.retry_payout, public.retry_payout to service_role;
