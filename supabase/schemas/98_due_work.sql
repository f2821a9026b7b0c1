-- Everything that happens because time went by. Clocks are data (`due_at`), and one function
-- works off what is due at a time that it is told, so that tests move time instead of waiting.
--
-- It may run twice, at once with itself or with people, and after any absence: it takes only
-- rows that nobody else holds, looks again once it holds them, and each piece of work stands
-- or falls alone. One run takes a batch; `more` says that there is another.

create function private.work_reminders(at timestamptz, batch int) returns int
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
      and o.delivered_at + make_interval(secs => o.clock_stood_seconds)
        <= at - case o.reminders_sent when 0 then v_first else v_second end
    order by o.delivered_at limit batch
    for no key update skip locked
  loop
    update public.pack_orders o
    set reminders_sent = case
      when at >= o.delivered_at + make_interval(secs => o.clock_stood_seconds) + v_second then 2 else 1 end
    where o.id = v_order.id;
    perform private.notify_about_order(v_order.brand_id, v_order, 'review_reminder',
      jsonb_build_object('due_at', v_order.due_at));
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;
comment on function private.work_reminders is 'Reminds brands of deliveries that nobody has looked at; answers how many.';

-- Many orders in one transaction: all their locks are taken first, in the order that every
-- single move keeps (orders, accounts by id, profiles by id), so that the run never waits for
-- a person who waits for the run.
create function private.run_due_work(at timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_batch constant int := private.setting('due_work_batch')::int;
  v_orders public.pack_orders[];
  v_holds private.holds[];
  v_reviewed uuid[];
  v_order public.pack_orders;
  v_hold private.holds;
  v_order_id uuid;
  v_to text;
  v_expired int := 0;
  v_completed int := 0;
  v_cleared int := 0;
  v_revealed int := 0;
  v_reassessed int;
  v_failed int := 0;
  v_reminded int;
  v_matches int;
  v_digests int;
  v_campaigns int;
begin
  -- The long work comes first, while no money is locked; should it fail, the clocks go on.
  begin
    v_matches := private.work_match_queue(at);
    v_digests := private.work_email_digests(at);
    v_campaigns := private.work_campaigns(at);
    perform private.work_stale_terms(at);
  exception when others then
    -- What one of them had done is undone with the others.
    v_matches := 0;
    v_digests := 0;
    v_campaigns := 0;
    v_failed := v_failed + 1;
    raise warning 'telling failed: %', sqlerrm;
  end;

  v_reminded := private.work_reminders(at, v_batch);
  v_orders := array(
    select o from public.pack_orders o
    where o.status in ('pending_payment', 'funded', 'delivered') and o.due_at <= at
    order by o.due_at, o.id limit v_batch
    for no key update skip locked);
  v_holds := array(
    select h from private.holds h
    where h.cleared_at is null and h.due_at <= at
    order by h.due_at limit v_batch
    for no key update skip locked);
  v_reviewed := array(
    select o.id from public.pack_orders o
    where o.id in (
      select r.order_id from public.reviews r
      where r.visible_at is null and r.reveals_at <= at
      order by r.reveals_at limit v_batch)
    order by o.id
    for no key update skip locked);

  perform private.lock_accounts(array(
    select unnest(private.order_accounts(o)) from unnest(v_orders) as o where o.status <> 'pending_payment'
    union
    select unnest(private.hold_accounts(h)) from unnest(v_holds) as h));
  perform from public.profiles p
  where p.id in (
    select unnest(array[o.brand_id, o.kol_id]) from unnest(v_orders) as o where o.status = 'delivered'
    union
    select r.subject_id from public.reviews r where r.order_id = any (v_reviewed))
  order by p.id
  for no key update;

  foreach v_order in array v_orders loop
    begin
      v_to := case v_order.status when 'delivered' then 'completed' else 'expired' end;
      perform private.move_order(v_order, v_to, 'clock', null, null, at);
      if v_to = 'completed' then
        v_completed := v_completed + 1;
      else
        v_expired := v_expired + 1;
      end if;
    exception when others then
      v_failed := v_failed + 1;
      raise warning 'order % stays %: %', v_order.id, v_order.status, sqlerrm;
    end;
  end loop;

  foreach v_hold in array v_holds loop
    begin
      perform private.clear_hold(v_hold.order_id, v_hold.profile_id, at);
      v_cleared := v_cleared + 1;
    exception when others then
      v_failed := v_failed + 1;
      raise warning 'hold of order % stays: %', v_hold.order_id, sqlerrm;
    end;
  end loop;

  foreach v_order_id in array v_reviewed loop
    v_revealed := v_revealed + private.reveal_reviews(v_order_id, at);
  end loop;

  v_reassessed := private.work_reassessments(at, v_batch);
  return jsonb_build_object(
    'orders_expired', v_expired,
    'orders_completed', v_completed,
    'review_reminders', v_reminded,
    'holds_cleared', v_cleared,
    'reviews_revealed', v_revealed,
    'reassessed', v_reassessed,
    'matches', v_matches,
    'email_digests', v_digests,
    'campaigns', v_campaigns,
    'failed', v_failed,
    'more', v_batch in (cardinality(v_orders), cardinality(v_holds), cardinality(v_reviewed), v_reminded, v_reassessed)
  );
end;
$$;
comment on function private.run_due_work is 'Works off what is due at that time, one batch of each kind; answers what was done, counted.';

create function public.run_due_work(at timestamptz default now()) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.run_due_work(at)
$$;
grant execute on function private.run_due_work, public.run_due_work to service_role;

-- Settings -------------------------------------------------------------------------------
-- What staff changed since is kept.
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('review_reminder_first', 24, 'hours', 'After a delivery, when the brand is reminded.', 1, 720),
  ('review_reminder_second', 60, 'hours', 'After a delivery, when the brand is reminded again.', 1, 720),
  ('due_work_batch', 500, 'count', 'Orders, holds, reviews and members that one run of the due work takes of each kind.', 1, 100000)
on conflict (key) do nothing;

-- Scheduling -----------------------------------------------------------------------------
-- The scheduler of hosted projects; the local stack calls run_due_work by itself.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_cron') then
    create extension if not exists pg_cron;
    perform cron.schedule('kolpact-due-work', '5 seconds', 'select private.run_due_work()');
  end if;
end;
$$;
