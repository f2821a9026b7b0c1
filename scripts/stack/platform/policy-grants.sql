-- Lets `postgres` write policies on tables of the platform, and drop its triggers there, although other roles own
-- the tables. Like the extension supautils on Supabase, it makes `postgres` their
-- owner for the time of the command. Runs as the superuser; may be run again.
create or replace function extensions.own_policy_tables() returns event_trigger
language plpgsql security definer set search_path = '' as $$
begin
  if session_user = 'postgres' then
    update pg_catalog.pg_class set relowner = 'postgres'::regrole
    where oid in ('auth.users'::regclass, 'auth.identities'::regclass, 'auth.sessions'::regclass,
      'auth.refresh_tokens'::regclass, 'auth.audit_log_entries'::regclass,
      'storage.buckets'::regclass, 'storage.objects'::regclass, 'realtime.messages'::regclass);
  end if;
end;
$$;
create or replace function extensions.return_policy_tables() returns event_trigger
language plpgsql security definer set search_path = '' as $$
begin
  if session_user = 'postgres' then
    update pg_catalog.pg_class set relowner = case relnamespace
        when 'auth'::regnamespace then 'supabase_auth_admin'::regrole
        when 'storage'::regnamespace then 'supabase_storage_admin'::regrole
        else 'supabase_realtime_admin'::regrole
      end
    where relowner = 'postgres'::regrole and relkind in ('r', 'p')
      and relnamespace in ('auth'::regnamespace, 'storage'::regnamespace, 'realtime'::regnamespace);
  end if;
end;
$$;
revoke all on function extensions.own_policy_tables(), extensions.return_policy_tables() from public;

drop event trigger if exists own_policy_tables;
drop event trigger if exists return_policy_tables;
create event trigger own_policy_tables on ddl_command_start
  when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY', 'DROP TRIGGER')
  execute function extensions.own_policy_tables();
create event trigger return_policy_tables on ddl_command_end
  when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY', 'DROP TRIGGER')
  execute function extensions.return_policy_tables();
