-- What Supabase's image holds before the first migration, part one: schemas and extensions.
-- Runs as the superuser in each new database; may be run again.
create schema if not exists extensions;
create schema if not exists auth authorization supabase_auth_admin;
create schema if not exists storage authorization supabase_storage_admin;
create schema if not exists realtime;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;
create extension if not exists pg_stat_statements with schema extensions;

grant usage on schema extensions, public to postgres, anon, authenticated, service_role;
grant usage on schema extensions to supabase_auth_admin;
grant all on schema extensions to postgres with grant option;
grant all on schema public to postgres with grant option;
grant create on database :database: to postgres;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end;
$$;
alter publication supabase_realtime owner to postgres;
