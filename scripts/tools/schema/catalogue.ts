import type pg from 'pg'

const WIDTH = 110

/**
 * The sorted list of the product's constraints, triggers, policies, grants and unique indexes. Objects with the same
 * rule are listed below it.
 */
export async function catalogueOf(client: pg.Client): Promise<string> {
  await client.query(`set search_path = ''`)
  const { rows } = await client.query<{ rule: string; items: string[] }>(CATALOGUE)
  return rows.map(({ rule, items }) => paragraph(rule, items)).join('')
}

function paragraph(rule: string, items: string[]): string {
  if (items.length === 1) return `${rule}: ${items[0]}\n`
  const lines: string[] = []
  for (const item of items) {
    const line = lines.at(-1)
    if (line && line.length + item.length < WIDTH) lines[lines.length - 1] = `${line}, ${item}`
    else lines.push(item)
  }
  return `${rule}:\n  ${lines.join(',\n  ')}\n`
}

/** The lines of a catalogue with grouped objects split: one for each object and rule. */
export function factsOf(catalogue: string): string[] {
  return catalogue.split(/\n(?! )/).flatMap((text) => {
    const [rule = '', ...list] = text.split('\n  ')
    if (list.length === 0) return rule ? [rule] : []
    const items = list.join(' ').split(', ')
    return items.map((item) => `${rule} ${item}`)
  })
}

const CATALOGUE = `
  with relations as (
    select c.oid, c.relacl, c.relrowsecurity, c.relkind, format('%I.%I', n.nspname, c.relname) as name
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'v', 'p')
  ), constraints as (
    select conname, contype, conindid, conrelid::regclass as relation, confrelid::regclass as target,
      pg_catalog.pg_get_constraintdef(oid) as definition
    from pg_catalog.pg_constraint
    where connamespace in ('public'::regnamespace, 'private'::regnamespace) and conrelid <> 0
      and contype in ('c', 'u', 'p', 'f')
  ), triggers as (
    select t.tgname as name, t.tgrelid::regclass as relation, regexp_replace(
      pg_catalog.pg_get_triggerdef(t.oid), '^CREATE (.*?)TRIGGER \\S+ (.*?) ON \\S+ ', '\\1\\2 ') as definition
    from pg_catalog.pg_trigger t
    where not t.tgisinternal
      and (select p.pronamespace from pg_catalog.pg_proc p where p.oid = t.tgfoid) = 'private'::regnamespace
  ), policies as (
    select policyname as name, format('%I.%I', schemaname, tablename) as relation,
      format('%s for %s to %s', lower(permissive), lower(cmd), array_to_string(roles, ', '))
        || coalesce(' using (' || qual || ')', '') || coalesce(' with check (' || with_check || ')', '') as definition
    from pg_catalog.pg_policies where schemaname in ('public', 'private', 'storage', 'realtime')
  ), functions as (
    select p.pronamespace::regnamespace as schema, p.prosecdef, p.proname,
      case when count(*) over (partition by p.pronamespace, p.proname) > 1
        then split_part(p.oid::regprocedure::text, '.', 2) else p.proname end as name,
      coalesce((
        select string_agg(a.grantee::regrole::text, ', ' order by a.grantee::regrole::text)
        from pg_catalog.aclexplode(p.proacl) as a
        where a.grantee = 0 or a.grantee <> p.proowner
      ), 'nobody') as callers
    from pg_catalog.pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (
        select from pg_catalog.pg_depend d
        where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  ), facts as (
    select format('row level security %s', case when relrowsecurity then 'on' else 'off' end) as rule, name as item
    from relations where relkind <> 'v'
    union all
    select format('constraint %s %s', relation, conname), definition from constraints where contype in ('c', 'u')
    union all
    select 'primary key', format('%s %s', relation, replace(substring(definition from '\\(.*\\)$'), ', ', ','))
    from constraints where contype = 'p'
    union all
    select format('foreign key to %s', substring(definition from ' REFERENCES (.*)')),
      format('%s %s', relation, replace(substring(definition from '(\\(.*?\\))'), ', ', ','))
    from constraints where contype = 'f'
    union all
    select format('index %s', i.indexrelid::regclass), pg_catalog.pg_get_indexdef(i.indexrelid)
    from pg_catalog.pg_index i join relations r on r.oid = i.indrelid
    where i.indisunique and i.indexrelid not in (select conindid from constraints where contype in ('p', 'u'))
    union all
    select case when count(*) over (partition by definition) > 1
        then format('trigger %s', definition) else format('trigger %s %s', relation, name) end,
      case when count(*) over (partition by definition) > 1
        then format('%s %s', relation, name) else definition end
    from triggers
    union all
    select case when count(*) over (partition by definition) > 1
        then format('policy %s', definition) else format('policy %s %s', relation, name) end,
      case when count(*) over (partition by definition) > 1
        then format('%s %s', relation, name) else definition end
    from policies
    union all
    select format('grant %s to %s', lower(a.privilege_type), a.grantee::regrole), name
    from relations, pg_catalog.aclexplode(relacl) as a
    where a.grantee::regrole::text in ('anon', 'authenticated', 'service_role')
    union all
    select format('grant %s on %s to %s', lower(a.privilege_type), name, a.grantee::regrole), format('%I', t.attname)
    from relations r join pg_catalog.pg_attribute t on t.attrelid = r.oid, pg_catalog.aclexplode(t.attacl) as a
    where a.grantee::regrole::text in ('anon', 'authenticated', 'service_role')
    union all
    select format('function of %s%s for %s', schema, case when prosecdef then ', security definer,' else '' end, callers), name
    from functions
  )
  select rule, array_agg(regexp_replace(item, '\\s+', ' ', 'g') order by item collate "C") as items
  from facts group by rule order by rule collate "C"`
