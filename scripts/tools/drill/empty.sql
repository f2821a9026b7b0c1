-- Prepares a new project for loading a dump. It removes the rows that migrations have inserted, because the dump has
-- their present version. From here on the session runs no triggers, so that no row is refused
-- and nothing happens twice. The end of the dump switches them on again (docs/operating.md).
set session_replication_role = replica;
do $$
begin
  execute (
    select 'truncate ' || string_agg(format('%I.%I', schemaname, tablename), ', ')
    from pg_catalog.pg_tables where schemaname in ('public', 'private'));
end;
$$;
