import { withClient } from 'local-supabase/database.ts'

/** Tables of required reference data: settings, moves, currencies, buckets. */
const REFERENCE_TABLES = [
  'public.currencies',
  'private.settings',
  'public.order_statuses',
  'private.order_moves',
  'private.order_action_rules',
  'private.order_reminders',
  'storage.buckets',
]

type Row = { id: string; key: string[]; row: object }

/** Rows of the reference tables, by table and primary key. */
export type ReferenceRows = Map<string, { table: string; key: string[]; row: object }>

export async function readReferenceRows(url: string): Promise<ReferenceRows> {
  return withClient(url, async (client) => {
    const all: ReferenceRows = new Map()
    for (const table of REFERENCE_TABLES) {
      const known = await client.query(`select to_regclass($1) is not null as exists`, [table])
      if (!known.rows[0]?.exists) continue
      const { rows } = await client.query<Row>(rowsOf(table))
      for (const { id, key, row } of rows) all.set(`${table} ${id}`, { table, key, row })
    }
    return all
  })
}

/** Inserts rows that `before` lacks. A changed or removed row needs a migration by hand. */
export function missingRows(before: ReferenceRows, after: ReferenceRows): string[] {
  return [...after]
    .filter(([id]) => !before.has(id))
    .map(([, { table, row }]) => `${insert(table, row)}\n  ON CONFLICT DO NOTHING;\n`)
}

/** Rows that are in both and differ. */
export function changedRows(before: ReferenceRows, after: ReferenceRows): string[] {
  return [...after]
    .filter(([id, { row }]) => {
      const old = before.get(id)
      return old && JSON.stringify(old.row) !== JSON.stringify(row)
    })
    .map(([, { table, key, row }]) => {
      const columns = Object.keys(row).filter((name) => !key.includes(name))
      const values = columns.map((name) => `${name} = excluded.${name}`)
      return `${insert(table, row)}\n  ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${values.join(', ')};\n`
    })
}

function insert(table: string, row: object): string {
  const json = JSON.stringify(row).replaceAll("'", "''")
  const columns = Object.keys(row).join(', ')
  return `INSERT INTO ${table} (${columns})\n  SELECT ${columns} FROM jsonb_populate_record(null::${table}, '${json}')`
}

/** A query for the rows of a table with their primary keys, without times of creation and computed columns. */
const rowsOf = (table: string) => `
  with keys as (
    select a.attname, a.attnum from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = '${table}'::regclass and i.indisprimary
  ), derived as (
    select array_agg(attname::text) || array['created_at', 'updated_at', 'type'] as names
    from pg_attribute where attrelid = '${table}'::regclass and attgenerated <> ''
  )
  select (select jsonb_agg(to_jsonb(r) -> attname order by attnum) from keys)::text as id,
    (select array_agg(attname::text order by attnum) from keys) as key,
    jsonb_strip_nulls(to_jsonb(r)) - (select names from derived) as row
  from ${table} as r order by 1`
