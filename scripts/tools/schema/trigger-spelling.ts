import { withClient } from 'local-supabase/database.ts'

/**
 * A trigger's `when (row(OLD.a, OLD.b) is distinct from row(NEW.a, NEW.b))` prints as nested ORs, which
 * parse back into one flat OR. Both sides take the printed form, so that equal triggers compare equal.
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
