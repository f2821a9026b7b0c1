-- The queue of changed creators: each is matched with the saved searches and open campaigns that it newly satisfies. Members whose
-- suspension has ended wait in it, too, for the matches that they missed.

-- A batch is the next watchers in the order of their ids, so that each is considered once, however
-- many batches a creator takes. When the allowance of notifications is used up, the same watchers are
-- considered again; those that were notified already are skipped.
create function private.notify_next_watchers(
  c private.creators, before private.creators, after uuid, batch int, most int, at timestamptz,
  out considered int, out notified int, out last_watcher_id uuid
)
language plpgsql security definer set search_path = '' as $$
declare
  v_watchers uuid[] := array(
    select w.id from private.matching_watchers(c) as w (id) where after is null or w.id > after
    except select w.id from private.matching_watchers(before) as w (id) where (before).profile_id is not null
    order by id limit batch);
begin
  considered := cardinality(v_watchers);
  last_watcher_id := v_watchers[considered];
  notified := private.notify_saved_searches(c, v_watchers, at, most);
  notified := notified + private.notify_of_campaigns(c, v_watchers, at, most - notified);
  if notified >= most then
    last_watcher_id := after;
  end if;
end;
$$;
comment on function private.notify_next_watchers is
  'Notifies the next watchers that a creator newly satisfies, at most the given number; returns where to continue.';

create function private.work_match_queue(at timestamptz default now(), until timestamptz default 'infinity') returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_left int := private.setting('match_batch');
  v_available int;
  v_notified int := 0;
  v_missed int;
  v_step record;
  v_profile_id uuid;
  v_creator private.creators;
  v_taken record;
begin
  -- Only one worker runs at a time: a second one would wait for the same rows.
  if not pg_try_advisory_xact_lock(hashtext('work_match_queue'))
    or not exists (select from private.match_queue)
  then
    return v_notified;
  end if;
  v_available := private.notices_available();
  for v_profile_id in
    select q.profile_id from private.match_queue q group by q.profile_id order by min(q.id)
  loop
    exit when v_left <= 0 or v_available <= 0;
    -- The row is deleted before the creator is read: a later change is queued again. A change since the last
    -- batch has no last watcher, and starts from the beginning.
    with taken as (
      delete from private.match_queue q where q.profile_id = v_profile_id returning q.*
    )
    select (array_agg(t.last_watcher_id order by t.last_watcher_id nulls first))[1] as after,
      (array_agg(t.before order by t.created_at))[1] as before, min(t.created_at) as created_at
    into v_taken from taken t;
    v_missed := private.notify_missed_matches(v_profile_id, at);
    v_notified := v_notified + v_missed;
    v_available := v_available - v_missed;
    select c.* into v_creator from private.creators c where c.profile_id = v_profile_id;
    -- The member is no creator, or was suspended meanwhile.
    continue when not found;

    select * into v_step from private.notify_next_watchers(v_creator,
      jsonb_populate_record(null::private.creators, v_taken.before), v_taken.after, v_left, v_available, at);
    v_notified := v_notified + v_step.notified;
    v_available := v_available - v_step.notified;
    if v_available <= 0 or v_step.considered = v_left then
      insert into private.match_queue (profile_id, last_watcher_id, before, created_at)
      values (v_profile_id, v_step.last_watcher_id, v_taken.before, v_taken.created_at);
    end if;
    v_left := v_left - v_step.considered;
    exit when clock_timestamp() > until;
  end loop;
  perform private.count_notices(v_notified);
  -- If the allowance of notifications is used up, the rest waits for the next run of the clock.
  if v_left <= 0 and v_available > 0 then
    perform pg_notify('due_work', '');
  end if;
  return v_notified;
end;
$$;
comment on function private.work_match_queue is 'Notifies of the next batch of matches; returns how many. The rest stays queued.';
