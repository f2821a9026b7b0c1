import { withClient } from 'local-supabase/database.ts'

/**
 * Creates triggers again from their printed form, so that equal triggers compare equal. Postgres prints
 * `when (row(OLD.a, OLD.b) is distinct from row(NEW.a, NEW.b))` as nested ORs, and parses these as one flat OR.
 */
export async function respellTriggers(url: string) {
  await withClient(url, (client) =>
    client.query(`
      do $$
      declare
        r record;
      begin
        for r in
          select tgname, tgrelid::regclass as relation, pg_get_triggerdef(t.oid) as definition
          from pg_trigger t join pg_class c on c.oid = t.tgrelid
          join pg_namespace n on n.oid = c.relnamespace
          where tgqual is not null and not tgisinternal
            and n.nspname in ('public', 'private')
        loop
          execute format('drop trigger %I on %s', r.tgname, r.relation);
          execute r.definition;
        end loop;
      end;
      $$`),
  )
}
