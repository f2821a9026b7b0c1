import type { Action } from '@supabase/pg-delta'
import { withClient } from 'local-supabase/database.ts'
import pg from 'pg'

type Id = Action['destroys'][number]

const RETYPE = /^ALTER TABLE (\S+) ALTER COLUMN ("(?:[^"]|"")+") TYPE (.+?)(?: USING .*)?$/s
const DROP_ATTRIBUTE = /^ALTER TYPE (\S+) DROP ATTRIBUTE /

/** Describes the data that the actions would lose, one sentence each; an empty table loses none. */
export async function lossesOf(url: string, actions: Action[]): Promise<string[]> {
  return withClient(url, async (client) => {
    const losses: string[] = []
    for (const action of actions) {
      const loss = await lossOf(client, action)
      if (loss) losses.push(loss)
    }
    return losses
  })
}

async function lossOf(client: pg.Client, action: Action): Promise<string | null> {
  if (RETYPE.test(action.sql)) return lossOfRetype(client, action.sql)
  if (action.dataLoss !== 'destructive') return null
  const [, type] = DROP_ATTRIBUTE.exec(action.sql) ?? []
  if (type && !(await isStored(client, type))) return null
  return lossOfDrop(client, action)
}

async function lossOfDrop(client: pg.Client, { destroys, sql }: Action): Promise<string | null> {
  const target = destroys.find(({ kind }) => kind === 'table' || kind === 'column')
  if (!target) return destroys.some(({ kind }) => kind === 'materializedView') ? null : sql
  const { relation, column } = namesOf(target)
  if (column && (await isGenerated(client, relation, column))) return null
  const condition = column ? `where ${pg.escapeIdentifier(column)} is not null` : ''
  const found = await client.query<{ rows: number }>(
    `select count(*)::int as rows from ${relation} ${condition}`,
  )
  const rows = found.rows[0]?.rows ?? 0
  if (rows === 0) return null
  const what = column ? `column ${relation}.${column}` : `table ${relation}`
  return `${what} is dropped, with ${counted(rows, column ? 'value' : 'row')}`
}

/** Describes the loss if a column's type changes: values that differ after a cast to the new type and back. */
async function lossOfRetype(client: pg.Client, sql: string): Promise<string | null> {
  const [, relation = '', column = '', type = ''] = RETYPE.exec(sql) ?? []
  const known = await client.query<{ type: string }>(
    `select format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attname = $2`,
    [relation, column.slice(1, -1).replaceAll('""', '"')],
  )
  const old = known.rows[0]?.type ?? 'text'
  const found = await client
    .query<{ rows: number }>(
      `select count(*)::int as rows from ${relation}
       where (${column}::${type})::${old} is distinct from ${column}`,
    )
    .catch(() => undefined) // if the cast fails, the change fails as well, and nothing is lost
  const rows = found?.rows[0]?.rows ?? 0
  return rows === 0 ? null : `${relation}.${column} loses ${counted(rows, 'value')} as ${type}`
}

/** True for a generated column. */
async function isGenerated(client: pg.Client, relation: string, column: string): Promise<boolean> {
  const found = await client.query(
    `select from pg_attribute
     where attrelid = $1::regclass and attname = $2 and attgenerated <> ''`,
    [relation, column],
  )
  return found.rows.length > 0
}

/** True if a table has a column of the type, or of a type that contains it. */
async function isStored(client: pg.Client, type: string): Promise<boolean> {
  const found = await client.query(
    `with recursive types (id) as (
       select $1::regtype::oid
       union
       select t.oid from types join pg_type t on t.typelem = types.id or t.typbasetype = types.id
         or exists (select from pg_attribute a where a.attrelid = t.typrelid and a.atttypid = types.id)
     )
     select from types join pg_attribute a on a.atttypid = types.id
     join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'm')
     limit 1`,
    [type],
  )
  return found.rows.length > 0
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function namesOf(id: Id): { relation: string; column?: string } {
  const { schema, name } = id as { schema: string; name: string }
  const table = 'table' in id ? String(id.table) : name
  const relation = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`
  return 'table' in id ? { relation, column: name } : { relation }
}
