import type pg from 'pg'
import type { Change } from '../replication/changes.ts'
import type { Image } from '../channels/filters.ts'
import { renderRow } from '../wire/rendering.ts'
import type { Table } from './tables.ts'

/**
 * A `from` clause over rows as they were written, under the table's own name, so that
 * expressions of the catalog (policies, generated columns) can be asked about them.
 */
export function fromImages(table: Table, parameter: string): string {
  const row = `jsonb_populate_record(null::${table.sqlName}, wanted.image)`
  return `jsonb_to_recordset(${parameter}) wanted (row_no int, image jsonb), ${row} as ${quoted(table.name)}`
}

/** The rows as `fromImages` reads them; as text, because numbers may be too long for JavaScript. */
export function imagesJson(table: Table, images: readonly Image[]): string {
  const rows = images.map((image, at) => {
    return `{"row_no":${at},"image":${renderRow(image, table.columns, false)}}`
  })
  return `[${rows.join()}]`
}

/** The stream carries no generated columns: adds them, computed from what was written. */
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
  const found = await pool.query<{ row_no: number } & Record<string, string | null>>(
    `select wanted.row_no, ${list.join(', ')} from ${fromImages(table, '$1::jsonb')}`,
    [imagesJson(table, written)],
  )
  const additions = new Map<Image | undefined, Image>()
  for (const { row_no, ...row } of found.rows) {
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
