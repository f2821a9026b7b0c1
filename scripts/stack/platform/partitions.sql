-- Maintains the daily partitions of realtime.messages as the Realtime server does: it creates those of the next three
-- days and drops those older than 72 hours. Runs as the superuser; may be run again.
do $$
declare
  v_today constant date := (now() at time zone 'utc')::date;
  v_day date;
  v_name text;
begin
  -- Two stacks on one database must not make the same partition at once.
  perform pg_advisory_xact_lock(hashtext('realtime.messages'));
  for v_offset in -1 .. 3 loop
    v_day := v_today + v_offset;
    v_name := 'messages_' || to_char(v_day, 'YYYY_MM_DD');
    continue when to_regclass('realtime.' || v_name) is not null;
    execute format('create table realtime.%I partition of realtime.messages for values from (%L) to (%L)',
      v_name, v_day, v_day + 1);
    execute format('alter table realtime.%I owner to supabase_realtime_admin', v_name);
  end loop;
  for v_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'realtime.messages'::regclass
      and to_date(substr(c.relname, 10), 'YYYY_MM_DD') < v_today - 3
  loop
    execute format('drop table realtime.%I', v_name);
  end loop;
end;
$$;
