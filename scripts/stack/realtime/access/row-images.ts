import type { Image } from '../replication/transactions.ts'
import { renderRow } from '../wire/rendering.ts'
import type { Table } from './tables.ts'

/** Rows as a parameter of a query; as text, because numbers may be too long for JavaScript. */
export function imagesJson(table: Table, images: readonly Image[]): string {
  const rows = images.map((image, at) => {
    return `{"row_no":${at},"image":${renderRow(image, table.columns)}}`
  })
  return `[${rows.join()}]`
}

/** A row as it was written, as a row of its table. */
export function writtenRow(table: Table, image: string): string {
  return `jsonb_populate_record(null::${table.sqlName}, ${image}) as realtime_written`
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
