-- Objects that Supabase's image has before the first migration, part one: schemas and extensions.
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
-- Supabase's image grants every new object of `public` to the API's roles, and the product's first
-- migration revokes that. So these default rights are set only in an empty database.
do $$
declare
  v_kind text;
begin
  if to_regnamespace('supabase_migrations') is null then
    foreach v_kind in array array['tables', 'functions', 'sequences'] loop
      execute format('alter default privileges for role postgres in schema public '
        'grant all on %s to postgres, anon, authenticated, service_role', v_kind);
    end loop;
  end if;
end;
$$;
grant create on database :database: to postgres;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end;
$$;
alter publication supabase_realtime owner to postgres;
