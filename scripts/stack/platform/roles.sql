-- The roles of Supabase's image, once per cluster. Runs as the superuser; may be run again.
do $$
declare
  v_role text;
begin
  foreach v_role in array array[
    'anon', 'authenticated', 'service_role', 'authenticator', 'postgres',
    'supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin'
  ] loop
    if not exists (select from pg_roles where rolname = v_role) then
      execute format('create role %I noinherit', v_role);
    end if;
  end loop;
end;
$$;

alter role anon nologin inherit;
alter role authenticated nologin inherit;
alter role service_role nologin inherit bypassrls;
alter role authenticator login noinherit password 'postgres';
alter role supabase_auth_admin login noinherit nocreaterole password 'postgres';
alter role supabase_storage_admin login noinherit createrole password 'postgres';
alter role supabase_realtime_admin nologin noinherit;
-- `postgres` owns the product's schema and is no superuser, as on Supabase.
alter role postgres login inherit createdb createrole replication bypassrls password 'postgres';

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role postgres set search_path = "$user", public, extensions;
alter role supabase_admin set search_path = "$user", public, auth, extensions;
alter role supabase_auth_admin set search_path = auth;
alter role supabase_storage_admin set search_path = storage;

-- `postgres` may set the PostgREST settings of roles, as an extension allows it on Supabase.
grant set on parameter "pgrst.db_pre_request" to postgres;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role, authenticator to postgres with admin option;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres with admin option;
grant pg_create_subscription to postgres with admin option;
grant authenticator to supabase_storage_admin;
