-- Work that is due because time has passed. Deadlines are data (`due_at`), and one function
-- processes what is due at a given time, so that tests move time instead of waiting.
--
-- This function may run twice, concurrently with itself or with members, and after any pause: it takes only
-- rows that are not locked, checks them again under the lock, and each item succeeds or fails
-- alone. One run processes a batch of each kind and ends after a few seconds, because a run that
-- the API's statement timeout cancels has done nothing. At least one item of each kind is processed,
-- so that none is kept from its turn by the others. A batch is chosen at random, so that an item that
-- always fails does not block others. `more` says that something is left. The clocks take
-- few items of one kind in each transaction, so that no kind waits for locks while it holds those of another one.

create function private.work_reminders(at timestamptz, batch int, until timestamptz default 'infinity') returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant interval := make_interval(hours => private.setting('review_reminder_first')::int);
  v_second constant interval := make_interval(hours => private.setting('review_reminder_second')::int);
  v_order public.pack_orders;
  v_count int := 0;
begin
  for v_order in
    select * from public.pack_orders o
    where o.status = 'delivered' and o.due_at > at and o.reminders_sent < 2
      and o.delivered_at + make_interval(secs => o.clock_stopped_since_delivery_seconds)
        <= at - case o.reminders_sent when 0 then v_first else v_second end
    order by random() limit batch
    for no key update skip locked
  loop
    begin
      update public.pack_orders o
      set reminders_sent = case
        when at >= o.delivered_at + make_interval(secs => o.clock_stopped_since_delivery_seconds) + v_second then 2 else 1 end
      where o.id = v_order.id;
      perform private.notify_about_order(v_order.brand_id, v_order, 'review_reminder',
        jsonb_build_object('due_at', v_order.due_at));
      v_count := v_count + 1;
    exception when others then
      perform private.note_failure(format('reminder of order %s is not sent: %s', v_order.id, sqlerrm));
    end;
    exit when clock_timestamp() > until;
  end loop;
  return v_count;
end;
$$;
comment on function private.work_reminders is 'Reminds brands of unreviewed deliveries; returns how many.';

-- The batch --------------------------------------------------------------------------------
-- A small batch in the order of time would take the same few items again and again if they always fail: it is drawn at random
-- from this many of the items that are due longest.
create function private.drawn_from(batch int) returns int language sql immutable set search_path = '' as $$
  select greatest(batch, 500)
$$;
comment on function private.drawn_from is 'How many of the items that are due longest a batch of this size is drawn from.';

-- Locked rows are left for the next run.
create function private.lock_due_orders(at timestamptz, batch int) returns setof public.pack_orders
language sql volatile security definer set search_path = '' as $$
  select o.* from public.pack_orders o join (
    select d.id from public.order_statuses s join public.pack_orders d on d.status = s.status
    where s.at_deadline is not null and d.due_at <= at
      and d.due_at <= at - make_interval(hours => case when s.grace_setting is null then 0 else private.window_of(d, s.grace_setting) end::int)
    order by d.due_at, d.id limit private.drawn_from(batch)) as due using (id)
  -- The deadline is checked again on the locked row, which an act may have moved since the inner query read it.
  where o.due_at + private.grace_of(o) <= at
  order by random() limit batch
  for no key update of o skip locked
$$;
comment on function private.lock_due_orders is 'Orders whose deadline and grace have passed at the given time, locked.';

-- After the expiry of its payment the brand could take back what the creator has earned. An order normally ends long before: one
-- that is still open has met a fault, and is moved step by step as if nobody did anything. For an order that has ended, but
-- waits for an act that is not final, staff are notified once.
create function private.lock_expiring_orders(at timestamptz, batch int) returns setof public.pack_orders
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_reserve constant bigint := private.setting('chain_reserve') * 86400 / 2;
  v_order public.pack_orders;
begin
  for v_order in
    select o.* from public.chain_payments p join public.pack_orders o on o.id = p.order_id join public.order_statuses s using (status)
    where p.closed_at is null and p.signed_at is not null and p.authorization_expiry - v_reserve <= extract(epoch from at)
      and case when s.holds_escrow
        -- Leaves out orders that lock_due_orders returns.
        then (o.due_at + private.grace_of(o) <= at) is not true
        else not exists (select from public.chain_alarms a where a.order_id = o.id and a.kind = 'near_expiry') end
    order by o.id limit batch
    for no key update of o skip locked
  loop
    perform private.raise_chain_alarm('near_expiry', v_order.id);
    if (private.order_status(v_order.status)).holds_escrow then
      return next v_order;
    end if;
  end loop;
end;
$$;
comment on function private.lock_expiring_orders is 'Orders on a chain whose brand could take the money back soon, locked; staff are notified.';

create function private.lock_due_holds(at timestamptz, batch int) returns setof private.holds
language sql volatile security definer set search_path = '' as $$
  select h.* from private.holds h join (
    select d.id from private.holds d
    where d.cleared_at is null and d.due_at <= at and not private.is_payment_disputed(d.order_id, d.reference)
    order by d.due_at limit private.drawn_from(batch)) as due using (id)
  order by random() limit batch
  for no key update of h skip locked
$$;
comment on function private.lock_due_holds is 'Holds that end at the given time, locked. Those of an order whose payment is disputed wait.';

create function private.lock_due_reviews(at timestamptz, batch int) returns setof uuid
language sql volatile security definer set search_path = '' as $$
  select o.id from public.pack_orders o
  where o.id in (
    select due.order_id from (
      select r.order_id from public.reviews r
      where r.visible_at is null and r.reveals_at <= at
      order by r.reveals_at limit private.drawn_from(batch)) as due
    order by random() limit batch)
  order by o.id
  for no key update skip locked
$$;
comment on function private.lock_due_reviews is 'Orders whose reviews are shown from the given time on, locked.';

-- A batch moves many orders in one transaction: all locks are taken first, in the common order
-- (orders, accounts by id, profiles by id), so that the run cannot deadlock with a member's
-- request.
create function private.lock_batch(
  orders public.pack_orders[], holds private.holds[], reviewed uuid[]
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_accounts(array(
    select unnest(private.order_accounts(o)) from unnest(orders) as o
    where (private.order_status(o.status)).holds_escrow
    union
    -- The account for earnings is created with the first hold that ends: in the order of the owners, as order_accounts does.
    select unnest(private.hold_accounts(h)) from (select h from unnest(holds) as h order by h.profile_id) as x (h)));
  perform from public.profiles p
  where p.id in (
    select unnest(array[o.brand_id, o.kol_id]) from unnest(orders) as o
    where (private.order_status((private.at_deadline(o)).to_status)).outcome <> 'refund'
    union
    select r.subject_id from public.reviews r where r.order_id = any (reviewed))
  order by p.id
  for no key update;
end;
$$;
comment on function private.lock_batch is 'Locks the accounts and profiles that a batch of due work may change.';

-- Processing ------------------------------------------------------------------------------
create function private.move_at_deadline(o public.pack_orders, at timestamptz) returns public.pack_orders
language plpgsql security definer set search_path = '' as $$
declare
  v_next record;
begin
  select * into v_next from private.at_deadline(o);
  if (private.order_status(v_next.to_status)).outcome = 'completion' then
    return private.accept_work(o, 'clock', null, at);
  end if;
  return private.move_order(o, v_next.to_status, 'clock', null, null, at, v_next.share);
end;
$$;
comment on function private.move_at_deadline is 'Moves an order whose deadline has passed: delivered work that the brand did not answer is accepted.';

create function private.work_orders(
  orders public.pack_orders[], at timestamptz, until timestamptz,
  out expired int, out completed int, out milestones int, out moved int, out failed int
)
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
  v_from text;
begin
  expired := 0;
  completed := 0;
  milestones := 0;
  moved := 0;
  failed := 0;
  foreach v_order in array orders loop
    begin
      v_from := v_order.status;
      v_order := private.move_at_deadline(v_order, at);
      case
        when v_order.completed_at is not null then completed := completed + 1;
        when (private.order_status(v_order.status)).outcome = 'refund' then expired := expired + 1;
        when private.has_move(v_from, v_order.status, 'milestone') then milestones := milestones + 1;
        else moved := moved + 1;
      end case;
    exception when others then
      failed := failed + 1;
      raise warning 'order % stays %: %', v_order.id, v_order.status, sqlerrm;
    end;
    exit when clock_timestamp() > until;
  end loop;
end;
$$;
comment on function private.work_orders is 'Moves orders whose deadline has passed; a failure does not stop the others.';

create function private.work_holds(
  holds private.holds[], at timestamptz, until timestamptz, out cleared int, out failed int
)
language plpgsql security definer set search_path = '' as $$
declare
  v_hold private.holds;
begin
  cleared := 0;
  failed := 0;
  foreach v_hold in array holds loop
    begin
      -- The payment may have been disputed before its order was locked.
      if not private.is_payment_disputed(v_hold.order_id, v_hold.reference) then
        perform private.clear_hold(v_hold.id, at);
        cleared := cleared + 1;
      end if;
    exception when others then
      failed := failed + 1;
      raise warning 'hold of order % stays: %', v_hold.order_id, sqlerrm;
    end;
    exit when clock_timestamp() > until;
  end loop;
end;
$$;
comment on function private.work_holds is 'Makes held earnings available; a failure does not stop the others.';

-- This work is slow but locks no money, and its failure does not stop the deadlines.
create function private.work_announcements(
  at timestamptz, until timestamptz, out matches int, out digests int, out campaigns int, out failed int
)
language plpgsql security definer set search_path = '' as $$
declare
  v_work text;
begin
  matches := 0;
  digests := 0;
  campaigns := 0;
  failed := 0;
  foreach v_work in array array['matches', 'digests', 'campaigns', 'removals'] loop
    begin
      case v_work
        when 'matches' then matches := private.work_match_queue(at, until);
        when 'digests' then digests := private.work_email_digests(at, until);
        when 'campaigns' then campaigns := private.work_campaigns(at, until);
        when 'removals' then
          perform private.return_guards(at);
          perform private.purge_emails(at, private.setting('due_work_batch')::int);
          perform private.purge_notifications(at);
          perform private.forget_name(f.profile_id) from (select q.profile_id from private.names_to_forget q order by random() limit 1) as f;
          perform private.purge_sign_ins(at, private.setting('due_work_batch')::int);
          perform private.remove_unconfirmed(at, private.setting('due_work_batch')::int);
          perform private.purge_web_vitals(at, private.setting('due_work_batch')::int);
          perform private.purge_evidence(at, private.setting('due_work_batch')::int);
      end case;
    exception when others then
      failed := failed + 1;
      raise warning '% failed: %', v_work, sqlerrm;
    end;
  end loop;
end;
$$;
comment on function private.work_announcements is 'Processes matches, digests and campaigns that are due, and removes what is no longer needed; a kind that fails does not stop the others.';

create function private.work_reviews(
  order_ids uuid[], at timestamptz, until timestamptz, out revealed int, out failed int
)
language plpgsql security definer set search_path = '' as $$
declare
  v_order_id uuid;
begin
  revealed := 0;
  failed := 0;
  foreach v_order_id in array order_ids loop
    begin
      revealed := revealed + private.reveal_reviews(v_order_id, at);
    exception when others then
      failed := failed + 1;
      raise warning 'reviews of order % stay hidden: %', v_order_id, sqlerrm;
    end;
    exit when clock_timestamp() > until;
  end loop;
end;
$$;
comment on function private.work_reviews is 'Shows reviews whose time has come; a failure does not stop the others.';

-- Nobody could act during maintenance. A deadline that is further away than maintenance took has time left; but evidence
-- and the answer to an appeal close before the deadline of their order. A clock that a dispute about a payment stopped
-- meanwhile keeps the time that was left when maintenance began.
create function private.move_deadlines(began timestamptz, ended timestamptz) returns int
language sql volatile security definer set search_path = '' as $$
  with open as (
    select o.id, case when n.is_near then ended - began else '0' end as moved from public.order_statuses s join public.pack_orders o on o.status = s.status
    cross join lateral (
      select coalesce(o.due_at, case when o.clock_stopped_at between began and ended
        then o.clock_stopped_at + make_interval(secs => o.clock_remaining_seconds) end) as due_at) as c
    cross join lateral (
      select coalesce(c.due_at + private.grace_of(o) >= began and (c.due_at < ended + (ended - began) or s.phase = 'disputed')
        or o.clock_resumes_at between began and ended, false) as is_near) as n
    where s.at_deadline is not null and (n.is_near or o.cancel_requested_until between began and ended + (ended - began))
    order by o.id for no key update of o
  ), moved as (
    update public.pack_orders o set updated_at = now(),
      due_at = o.due_at + x.moved, clock_resumes_at = o.clock_resumes_at + x.moved,
      cancel_requested_until = o.cancel_requested_until + case when o.cancel_requested_until >= began then ended - began else '0' end,
      clock_remaining_seconds = o.clock_remaining_seconds
        + case when x.moved > '0' and o.clock_stopped_at between began and ended then floor(extract(epoch from o.clock_stopped_at - began)) else 0 end
    from open x where o.id = x.id
    returning 1
  )
  select count(*)::int from moved
$$;
comment on function private.move_deadlines is
  'Moves the deadlines of orders, and of requests to cancel one, that were near or past during maintenance, and the deadlines of disputes, by the length of maintenance; returns how many.';

-- Moves every other stored deadline until which somebody can act, or at which something is decided, if it was near or
-- past during maintenance. Each clock is listed in
-- 15_operation/maintenance/each_clock_says_how_it_waits.sql. Suspensions lock freezes and profiles; proposals are locked after their subjects.
create function private.end_maintenance(began timestamptz, ended timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.maintenances (began_at, ended_at) values (began, ended) on conflict do nothing;
  select private.move_deadlines(began, ended);
  update public.offers o
  set expires_at = least(o.expires_at + (ended - began), o.created_at + interval '366 days')
  where o.status = 'sent' and o.expires_at >= began and o.expires_at < ended + (ended - began);
  update public.reviews r set reveals_at = r.reveals_at + (ended - began)
  where r.visible_at is null and r.reveals_at >= began and r.reveals_at < ended + (ended - began);
  update public.suspensions s set appeal_due_at = s.appeal_due_at + (ended - began)
  where s.ended_at is null and s.appeal_decided_at is null and s.appeal_due_at >= began and s.appeal_due_at < ended + (ended - began);
  update public.staff_proposals p set expires_at = p.expires_at + (ended - began)
  where p.status = 'open' and p.expires_at >= began and p.expires_at < ended + (ended - began);
$$;
comment on function private.end_maintenance is 'Postpones deadlines that were near or past during maintenance, and stores how long it was.';

create function private.note_maintenance() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if NEW.value = 1 then
    perform private.note_clock_run('maintenance');
  else
    perform private.end_maintenance(c.ran_at, clock_timestamp()) from private.clock_runs c where c.clock = 'maintenance';
  end if;
  return null;
end;
$$;
comment on function private.note_maintenance is 'Trigger: stores when maintenance begins, and postpones deadlines when it ends.';
create trigger settings_note_maintenance after update on private.settings
  for each row when (NEW.key = 'maintenance' and OLD.value <> NEW.value) execute function private.note_maintenance();

-- Kinds -----------------------------------------------------------------------------------
create function private.work_moves(at timestamptz, batch int, until timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_orders public.pack_orders[];
  v_holds private.holds[];
  v_reviewed uuid[];
  v_moved record; v_cleared record; v_revealed record;
begin
  v_orders := array(select o from (select o from private.lock_due_orders(at, batch) as o union all select o from private.lock_expiring_orders(at, batch) as o) as x order by random());
  v_holds := array(select h from private.lock_due_holds(at, batch) as h order by random());
  v_reviewed := array(select r from private.lock_due_reviews(at, batch) as r order by random());
  perform private.lock_batch(v_orders, v_holds, v_reviewed);
  select * into v_moved from private.work_orders(v_orders, at, until);
  select * into v_cleared from private.work_holds(v_holds, at, until);
  select * into v_revealed from private.work_reviews(v_reviewed, at, until);
  return jsonb_build_object(
    'orders_expired', v_moved.expired,
    'orders_completed', v_moved.completed,
    'milestones_accepted', v_moved.milestones,
    'orders_moved', v_moved.moved,
    'holds_cleared', v_cleared.cleared,
    'reviews_revealed', v_revealed.revealed,
    'failed', v_moved.failed + v_cleared.failed + v_revealed.failed,
    'more', batch in (cardinality(v_orders), cardinality(v_holds), cardinality(v_reviewed)));
end;
$$;
comment on function private.work_moves is 'Moves orders, ends holds and shows reviews whose time has come: a batch of each, locked together.';

create function private.due_kinds() returns text[] language sql immutable set search_path = '' as $$
  select '{chargebacks,offers,announcements,review_reminders,order_reminders,stopped_clocks,moves,reassessments,suspensions}'::text[]
$$;
comment on function private.due_kinds is 'The kinds of due work, in the order in which a run processes them.';

create function private.work_kind(kind text, at timestamptz, batch int, until timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_done jsonb;
begin
  perform set_config('kolpact.failures', '', true);
  -- No deadline takes effect while nobody can act; deadlines are moved when maintenance is over (end_maintenance).
  if private.in_maintenance() then
    return '{"failed": 0, "more": false}';
  end if;
  v_done := case kind
    when 'chargebacks' then (
      select jsonb_build_object('chargebacks_ended', w.ended, 'failed', w.failed, 'more', w.ended > 0) from private.work_chargebacks(at) as w)
    when 'offers' then (select jsonb_build_object('offers_expired', n, 'more', n = batch) from private.work_offers(at, batch) as n)
    when 'announcements' then (
      select jsonb_build_object('matches', w.matches, 'email_digests', w.digests, 'campaigns', w.campaigns, 'failed', w.failed,
        'more', w.matches + w.digests + w.campaigns > 0)
      from private.work_announcements(at, until) as w)
    when 'review_reminders' then (select jsonb_build_object('review_reminders', n, 'more', n = batch) from private.work_reminders(at, batch, until) as n)
    when 'order_reminders' then (select jsonb_build_object('order_reminders', n, 'more', n = batch) from private.work_order_reminders(at, batch, until) as n)
    when 'stopped_clocks' then (select jsonb_build_object('clocks_started', n, 'more', n = batch) from private.work_stopped_clocks(at, batch, until) as n)
    when 'moves' then private.work_moves(at, batch, until)
    when 'reassessments' then (select jsonb_build_object('reassessed', n, 'more', n = batch) from private.work_reassessments(at, batch, until) as n)
    when 'suspensions' then (
      select jsonb_build_object('suspensions_ended', w.ended, 'failed', w.failed, 'more', w.ended = batch) from private.work_suspensions(at, batch, until) as w)
  end;
  return v_done || jsonb_build_object(
    'failed', coalesce((v_done ->> 'failed')::int, 0) + private.failures_noted(),
    'more', (v_done ->> 'more')::boolean or clock_timestamp() > until);
end;
$$;
comment on function private.work_kind is 'Processes a batch of one kind of due work; returns the counts.';

create function private.run_due_work(
  at timestamptz default now(), batch int default private.setting('due_work_batch')::int, seconds numeric default private.setting('due_work_seconds')
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_time constant interval := make_interval(secs => run_due_work.seconds::float);
  v_until constant timestamptz := clock_timestamp() + v_time;
  v_done jsonb := '{"failed": 0, "more": false}';
  v_kind text;
  v jsonb;
begin
  foreach v_kind in array private.due_kinds() loop
    v := private.work_kind(v_kind, at, batch, v_until - case v_kind when 'announcements' then v_time / 2 else '0' end);
    v_done := v_done || v || jsonb_build_object(
      'failed', (v_done ->> 'failed')::int + (v ->> 'failed')::int, 'more', (v_done ->> 'more')::boolean or (v ->> 'more')::boolean);
  end loop;
  -- This row is written last: two concurrent runs wait here for a commit and for nothing else.
  perform private.note_clock_run('due_work');
  return v_done;
end;
$$;

-- The clocks commit every few items, because everybody who pays or cancels waits for the accounts of the platform that
-- a run has locked, and after each kind: a debt that is paid holds wallets, which a payment locks last, while orders
-- lock the accounts of the platform, which a payment locks first. In one transaction the two would be a deadlock.
-- A procedure that commits cannot set a search_path of its own, so every name is written with its schema.
create procedure private.run_due_work_in_steps() language plpgsql as $$
declare
  c_batch constant int := 10;
  c_time constant interval := '0.1 seconds';
  v_until constant timestamptz := clock_timestamp() + make_interval(secs => private.setting('due_work_seconds')::float);
  v_kinds text[] := private.due_kinds();
  v_kind text;
begin
  while v_kinds <> '{}' and clock_timestamp() < v_until loop
    foreach v_kind in array v_kinds loop
      if not (private.work_kind(v_kind, now(), c_batch, clock_timestamp() + c_time) ->> 'more')::boolean then
        v_kinds := array_remove(v_kinds, v_kind);
      end if;
      commit;
    end loop;
    perform private.note_clock_run('due_work');
    commit;
  end loop;
end;
$$;
comment on procedure private.run_due_work_in_steps is 'Processes what is due in many small transactions, for some seconds: again and again the kinds of which more is left. Called by the clocks; granted to nobody.';

create function public.run_due_work(at timestamptz default now()) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.run_due_work(at)
$$;
comment on function public.run_due_work is 'Service role: processes what is due at the given time, one batch of each kind, for some seconds; returns the counts.';
grant execute on function private.run_due_work, public.run_due_work to service_role;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('review_reminder_first', 24, 'hours', 'After a delivery, when the brand is reminded.', 1, 720),
  ('review_reminder_second', 60, 'hours', 'After a delivery, when the brand is reminded again.', 1, 720),
  -- The maximum is below the statement timeout of the API, eight seconds: the last item may take a while.
  ('due_work_seconds', 4, 'seconds', 'After this time a run of the due work begins nothing more.', 1, 6),
  ('due_work_batch', 500, 'count', 'Orders, holds, reviews and members that one run of the due work takes of each kind.', 1, 100000)
on conflict (key) do nothing;
