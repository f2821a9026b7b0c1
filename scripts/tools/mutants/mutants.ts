// Makes the mutants of a database: SQL statements that each break one rule of the product's schemas.
import type pg from 'pg'
import { changesOf, omissionsOf } from './operators.ts'

export const KINDS = ['function', 'policy', 'grant', 'trigger', 'constraint', 'index'] as const
export type Kind = (typeof KINDS)[number]

export type Mutant = {
  kind: Kind
  /** Name of the broken object in Postgres. */
  object: string
  /** Description of the change. Together with kind and object it identifies the mutant across runs. */
  what: string
  /** Table or function that the rule is about; its tests run first. */
  subject: string
  sql: string
  /** SQL that reverts the change; without it the database is copied again. */
  undo?: string
}

export async function mutantsOf(client: pg.Client): Promise<Mutant[]> {
  const lists = [functions, policies, grants, triggers, constraints, uniqueIndexes]
  const found: Mutant[] = []
  for (const list of lists) found.push(...(await list(client)))
  return found
}

export const nameOf = ({ kind, object, what }: Pick<Mutant, 'kind' | 'object' | 'what'>) =>
  `${kind} ${object}: ${what}`
/** The object in a name made by `nameOf`. */
export const objectOf = (name: string) => name.slice(name.indexOf(' ') + 1, name.indexOf(': '))

async function functions(client: pg.Client): Promise<Mutant[]> {
  const { rows } = await client.query<{
    object: string
    subject: string
    body: string
    language: string
    definition: string
  }>(`
    select p.oid::regprocedure::text as object, p.proname as subject, p.prosrc as body,
      l.lanname as language, pg_get_functiondef(p.oid) as definition
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and p.prokind = 'f' and l.lanname in ('sql', 'plpgsql')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`)
  return rows.flatMap(({ object, subject, body, language, definition }) => {
    const changes = [...changesOf(body), ...(language === 'plpgsql' ? omissionsOf(body) : [])]
    return changes.map(({ text, what }) => ({
      kind: 'function' as const,
      object,
      subject,
      what,
      sql: definition.replace(body, () => text),
      undo: definition,
    }))
  })
}

type Part = { name: string; relation: string; subject: string }

/** Makes a mutant that breaks a part of a relation. */
const breaking =
  (kind: Kind, { name, relation, subject }: Part) =>
  (what: string, sql: string): Mutant => ({
    kind,
    object: `${name} on ${relation}`,
    subject,
    what,
    sql,
  })

async function policies(client: pg.Client): Promise<Mutant[]> {
  const { rows } = await client.query<Part & { using: string | null; check: string | null }>(`
    select quote_ident(policyname) as name, format('%I.%I', schemaname, tablename) as relation,
      tablename as subject, qual as using, with_check as check
    from pg_policies where schemaname in ('public', 'private', 'storage', 'realtime')
    order by 2, 1`)
  return rows.flatMap((row) => {
    const { name, relation } = row
    const of = breaking('policy', row)
    const parts = [
      ['using', row.using],
      ['with check', row.check],
    ] as const
    const altered = parts.flatMap(([part, text]) =>
      text === null
        ? []
        : [
            ...(text === 'true' ? [] : [{ text: 'true', what: 'always true' }]),
            ...changesOf(text),
          ].map((change) =>
            of(
              `${part}: ${change.what}`,
              `alter policy ${name} on ${relation} ${part} (${change.text})`,
            ),
          ),
    )
    return [of('dropped', `drop policy ${name} on ${relation}`), ...altered]
  })
}

async function grants(client: pg.Client): Promise<Mutant[]> {
  const { rows } = await client.query<Omit<Mutant, 'kind'>>(`
    with relations as (
      select c.oid, c.relname, c.relacl, format('%I.%I', n.nspname, c.relname) as name, c.relkind
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private') and c.relkind in ('r', 'v')
    ), roles as (
      select unnest(array['anon', 'authenticated', 'service_role']) as role
    ), routines as (
      select p.oid, p.proname, p.oid::regprocedure::text as name
      from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and p.prorettype <> 'trigger'::regtype
    ), changes as (
      select name as object, relname as subject,
        format('%s revoked from %s', lower(a.privilege_type), a.grantee::regrole) as what,
        format('revoke %s on %s from %s', a.privilege_type, name, a.grantee::regrole) as sql
      from relations, aclexplode(relacl) as a
      where a.grantee::regrole::text in ('anon', 'authenticated', 'service_role')
      union all
      select name, relname, format('%s of %I revoked from %s', lower(a.privilege_type), t.attname, a.grantee::regrole),
        format('revoke %s (%I) on %s from %s', a.privilege_type, t.attname, name, a.grantee::regrole)
      from relations r join pg_attribute t on t.attrelid = r.oid, aclexplode(t.attacl) as a
      where a.grantee::regrole::text in ('anon', 'authenticated', 'service_role')
      union all
      select name, relname, format('%s granted to %s', privilege, role),
        format('grant %s on %s to %s', privilege, name, role)
      from relations, roles, unnest(array['select', 'insert', 'update', 'delete']) as privilege
      where role <> 'service_role' and not has_table_privilege(role, oid, privilege)
      union all
      select name, proname, format('execute revoked from %s', role),
        format('revoke execute on function %s from %s', name, role)
      from routines, roles where has_function_privilege(role, oid, 'execute')
      union all
      select name, proname, format('execute granted to %s', role),
        format('grant execute on function %s to %s', name, role)
      from routines, roles where role <> 'service_role' and not has_function_privilege(role, oid, 'execute')
    )
    select * from changes order by object, what`)
  return rows.map((row) => ({ kind: 'grant' as const, ...row }))
}

async function triggers(client: pg.Client): Promise<Mutant[]> {
  const { rows } = await client.query<Part & { condition: string | null; definition: string }>(`
    select quote_ident(t.tgname) as name, t.tgrelid::regclass::text as relation, c.relname as subject,
      pg_get_triggerdef(t.oid) as definition,
      substring(pg_get_triggerdef(t.oid) from ' WHEN \\((.*)\\) EXECUTE ') as condition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and p.pronamespace = 'private'::regnamespace
    order by 2, 1`)
  return rows.flatMap(({ condition, definition, ...row }) => {
    const drop = `drop trigger ${row.name} on ${row.relation}`
    const of = breaking('trigger', row)
    const conditions = condition === null ? [] : changesOf(condition)
    return [
      of('dropped', drop),
      ...conditions.map(({ text, what }) =>
        of(`when: ${what}`, `${drop}; ${definition.replace(condition ?? '', () => text)}`),
      ),
    ]
  })
}

async function constraints(client: pg.Client): Promise<Mutant[]> {
  const { rows } = await client.query<Part & { type: string; definition: string }>(`
    select quote_ident(k.conname) as name, k.conrelid::regclass::text as relation, c.relname as subject,
      k.contype as type, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.connamespace in ('public'::regnamespace, 'private'::regnamespace)
      and k.contype in ('c', 'u', 'f') and k.conparentid = 0
    order by 2, 1`)
  return rows.flatMap(({ type, definition, ...row }) => {
    const { name, relation } = row
    const drop = `alter table ${relation} drop constraint ${name} cascade`
    const of = breaking('constraint', row)
    const changes = type === 'c' ? changesOf(definition) : []
    return [
      of('dropped', drop),
      ...changes.map(({ text, what }) =>
        of(what, `${drop}; alter table ${relation} add constraint ${name} ${text}`),
      ),
    ]
  })
}

async function uniqueIndexes(client: pg.Client): Promise<Mutant[]> {
  const { rows } = await client.query<{ object: string; subject: string }>(`
    select i.indexrelid::regclass::text as object, c.relname as subject
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    order by 1`)
  return rows.map(({ object, subject }) => ({
    kind: 'index' as const,
    object,
    subject,
    what: 'dropped',
    sql: `drop index ${object}`,
  }))
}
