import type pg from 'pg'

/** Constraints, triggers, policies, grants and unique indexes of the product: sorted, one per line. */
export async function catalogueOf(client: pg.Client): Promise<string> {
  await client.query(`set search_path = ''`)
  const { rows } = await client.query<{ line: string }>(CATALOGUE)
  return `${rows.map(({ line }) => line).join('\n')}\n`
}

const CATALOGUE = `
  with relations as (
    select c.oid, c.relacl, c.relrowsecurity, c.relkind, format('%I.%I', n.nspname, c.relname) as name
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'v', 'p')
  ), lines as (
    select format('row level security %s: %s', name, relrowsecurity) as line
    from relations where relkind <> 'v'
    union all
    select format('constraint %s %s: %s', conrelid::regclass, conname, pg_catalog.pg_get_constraintdef(oid))
    from pg_catalog.pg_constraint
    where connamespace in ('public'::regnamespace, 'private'::regnamespace) and conrelid <> 0
      and contype in ('c', 'u', 'p', 'f')
    union all
    select format('index %s', pg_catalog.pg_get_indexdef(i.indexrelid))
    from pg_catalog.pg_index i join relations r on r.oid = i.indrelid where i.indisunique
    union all
    select format('trigger %s', pg_catalog.pg_get_triggerdef(t.oid))
    from pg_catalog.pg_trigger t
    where not t.tgisinternal
      and (select p.pronamespace from pg_catalog.pg_proc p where p.oid = t.tgfoid) = 'private'::regnamespace
    union all
    select format('policy %s on %I.%I for %s to %s using (%s) with check (%s)', policyname, schemaname,
      tablename, cmd, array_to_string(roles, ', '), qual, with_check)
    from pg_catalog.pg_policies where schemaname in ('public', 'private', 'storage', 'realtime')
    union all
    select format('grant %s on %s to %s', lower(a.privilege_type), name, a.grantee::regrole)
    from relations, pg_catalog.aclexplode(relacl) as a
    where a.grantee::regrole::text in ('anon', 'authenticated', 'service_role')
    union all
    select format('grant %s (%I) on %s to %s', lower(a.privilege_type), t.attname, name, a.grantee::regrole)
    from relations r join pg_catalog.pg_attribute t on t.attrelid = r.oid, pg_catalog.aclexplode(t.attacl) as a
    where a.grantee::regrole::text in ('anon', 'authenticated', 'service_role')
    union all
    select format('function %s%s: %s', p.oid::regprocedure,
      case when p.prosecdef then ' security definer' else '' end,
      coalesce((
        select string_agg(a.grantee::regrole::text, ', ' order by a.grantee::regrole::text)
        from pg_catalog.aclexplode(p.proacl) as a
        where a.grantee = 0 or a.grantee <> p.proowner
      ), 'nobody'))
    from pg_catalog.pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (
        select from pg_catalog.pg_depend d
        where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  )
  select line from lines order by line collate "C"`
