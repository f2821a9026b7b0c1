-- Before the rows of a dump are loaded into a new project: migrations bring rows of their own along,
-- which staff may have changed since. From here on the session runs no triggers, so that nothing
-- refuses the rows and nothing happens twice. Loading resets that at its end (docs/operating.md).
set session_replication_role = replica;
do $$
begin
  execute (
    select 'truncate ' || string_agg(format('%I.%I', schemaname, tablename), ', ')
    from pg_catalog.pg_tables where schemaname in ('public', 'private'));
end;
$$;
