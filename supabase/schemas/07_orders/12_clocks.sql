-- While a member is suspended neither side of their orders can lose because of a deadline: the deadlines of
-- all their orders stop until the suspension is lifted, and then continue with the time that was
-- left. (A dispute pauses an order itself; this stops only its deadlines.) Because some suspensions
-- have no end, all suspensions together can stop the clock of an order only for a limited time; then
-- it runs again, and the order ends by the rule of its state.
create function private.stop_clocks(profile_id uuid, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
begin
  for v_order in
    update public.pack_orders o set updated_at = now(), clock_stopped_at = at, due_at = null,
      clock_remaining_seconds = floor(extract(epoch from o.due_at - at)),
      clock_resumes_at = at + private.clock_stop_left(o, at)
    where stop_clocks.profile_id in (o.brand_id, o.kol_id) and o.due_at is not null
      and private.clock_stop_left(o, at) > interval '0'
    returning *
  loop
    perform private.add_order_event(v_order, 'clock_stopped', null);
  end loop;
end;
$$;
comment on function private.stop_clocks is 'Stops the deadlines of all orders of a member.';

create function private.start_clock(o public.pack_orders, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_stopped_seconds bigint := floor(extract(epoch from at - o.clock_stopped_at));
  v_order public.pack_orders;
begin
  update public.pack_orders p set updated_at = now(), clock_stopped_at = null, clock_remaining_seconds = null,
    clock_resumes_at = null, due_at = at + make_interval(secs => o.clock_remaining_seconds),
    clock_stopped_since_delivery_seconds = p.clock_stopped_since_delivery_seconds + private.counted_seconds(p, v_stopped_seconds),
    clock_suspended_seconds = p.clock_suspended_seconds + v_stopped_seconds
  where p.id = o.id
  returning * into strict v_order;
  perform private.add_order_event(v_order, 'clock_started', null);
end;
$$;
comment on function private.start_clock is 'Restarts the deadline of an order with the time that was left; the caller has locked it.';

create function private.start_clocks(profile_id uuid, at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  select private.start_clock(o, at) from public.pack_orders o
  where start_clocks.profile_id in (o.brand_id, o.kol_id) and o.clock_remaining_seconds is not null
    and o.payment_disputed_at is null
    -- The other side may be suspended as well.
    and not private.has_suspended_side(o)
$$;
comment on function private.start_clocks is 'Restarts the deadlines of a member''s orders with the time that was left.';

-- The new deadline counts from the time that both sides were notified of, not from the time of the run.
create function private.work_stopped_clocks(at timestamptz, batch int, until timestamptz) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
  v_count int := 0;
begin
  for v_order in
    select * from public.pack_orders o where o.clock_resumes_at <= at
    order by random() limit batch
    for no key update skip locked
  loop
    begin
      perform private.start_clock(v_order, v_order.clock_resumes_at);
      v_count := v_count + 1;
    exception when others then
      perform private.note_failure(format('clock of order %s stays stopped: %s', v_order.id, sqlerrm));
    end;
    exit when clock_timestamp() > until;
  end loop;
  return v_count;
end;
$$;
comment on function private.work_stopped_clocks is
  'Restarts the deadlines that suspensions have stopped for the longest time allowed; returns how many.';

-- Orders are locked before profiles, as in every move; see apply_completion_effects.
create function private.lock_orders_of(profile_ids uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  select from public.pack_orders o
  where (o.brand_id = any (profile_ids) or o.kol_id = any (profile_ids))
    and (o.due_at is not null or o.clock_remaining_seconds is not null)
  order by o.id
  for no key update
$$;
comment on function private.lock_orders_of is 'Locks the orders of members. Callers that suspend members call it before they lock profiles.';

create function private.sync_clocks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if NEW.suspended_at is null then
    perform private.start_clocks(NEW.id, now());
  else
    perform private.stop_clocks(NEW.id, NEW.suspended_at);
  end if;
  return null;
end;
$$;
comment on function private.sync_clocks is 'Trigger: stops and restarts deadlines when a member is suspended or reinstated.';
create trigger profiles_sync_clocks after update of suspended_at on public.profiles
  for each row when ((OLD.suspended_at is null) <> (NEW.suspended_at is null))
  execute function private.sync_clocks();

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('clock_stop_most', 30, 'days', 'How long suspensions stop the clock of an order, all of them together.', 1, 90, true)
on conflict (key) do nothing;
