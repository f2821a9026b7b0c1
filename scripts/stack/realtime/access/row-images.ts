import type pg from 'pg'
import type { Change, Image } from '../replication/transactions.ts'
import { renderRow } from '../wire/rendering.ts'
import type { Table } from './tables.ts'

/** Rows as a JSON parameter for a query. Values are texts, because numbers may be too long for JavaScript. */
export function imagesJson(table: Table, images: readonly Image[]): string {
  const rows = images.map((image, at) => {
    return `{"row_no":${at},"image":${renderRow(image, table.columns)}}`
  })
  return `[${rows.join()}]`
}

/** SQL for a written row under the name of its table, so that expressions of the catalog can be evaluated on it. */
export function writtenRow(table: Table, image: string): string {
  return `jsonb_populate_record(null::${table.sqlName}, ${image}) as ${quoted(table.name)}`
}

/** Adds generated columns, which the replication stream lacks, computed from the other columns. */
export async function withGenerated(
  pool: pg.Pool,
  table: Table,
  changes: readonly Change[],
): Promise<Change[]> {
  const generated = table.columns.filter((column) => column.generated !== null)
  const written = changes.flatMap(({ record }) => (record ? [record] : []))
  if (generated.length === 0 || written.length === 0) return [...changes]
  const list = generated.map(({ generated }, at) => {
    return `case when (${generated}) is not null then format('%s', (${generated})) end as g${at}`
  })
  const { rows } = await pool.query<{ row_no: number } & Record<string, string | null>>(
    `select row_no, computed.* from jsonb_to_recordset($1::jsonb) realtime_asked (row_no int, image jsonb),
       lateral (select ${list.join(', ')} from ${writtenRow(table, 'realtime_asked.image')}) computed`,
    [imagesJson(table, written)],
  )
  const additions = new Map<Image | undefined, Image>()
  for (const { row_no, ...row } of rows) {
    const values = generated.map(({ name }, at) => [name, row[`g${at}`] ?? null] as const)
    additions.set(written[row_no], Object.fromEntries(values))
  }
  return changes.map((change) => {
    if (!change.record) return change
    return { ...change, record: { ...change.record, ...additions.get(change.record) } }
  })
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
