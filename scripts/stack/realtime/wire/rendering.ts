import type { Change, Image } from '../replication/transactions.ts'
import type { Access, Column, Table } from '../access/tables.ts'
import { toJson } from './values.ts'

/** Supabase's limit for one record; above it only short values are sent, with an error. */
const MOST_BYTES = 1024 * 1024
const SHORT_VALUE_BYTES = 64

/** The `data` of a `postgres_changes` message, as JSON. */
export function renderChange(
  change: Change,
  table: Table,
  access: Access,
  asked: readonly string[] | null,
) {
  const shown = table.columns.filter(
    (column) =>
      access.selectable.has(column.name) &&
      (!asked || asked.includes(column.name) || table.primaryKey.includes(column)),
  )
  const tooLarge = sizeOf(change.record) + sizeOf(change.old) > MOST_BYTES
  const row = (image: Image, of: readonly Column[]) => renderRow(image, of, tooLarge)
  const parts = [
    `"schema":${JSON.stringify(table.schema)}`,
    `"table":${JSON.stringify(table.name)}`,
    `"type":"${change.type}"`,
    `"commit_timestamp":"${change.committedAt}"`,
    `"columns":${JSON.stringify(shown.map(({ name, type }) => ({ name, type: typeName(type) })))}`,
    `"errors":${tooLarge ? '["Error 413: Payload Too Large"]' : 'null'}`,
  ]
  if (change.record) parts.push(`"record":${row(change.record, shown)}`)
  if (change.type !== 'INSERT') {
    // Policies cannot be evaluated for an old row, so all columns but the key are withheld.
    const sent = table.hasRls ? shown.filter((column) => table.primaryKey.includes(column)) : shown
    const old = { ...keyOf(change.record, table), ...change.old }
    parts.push(`"old_record":${row(old, sent)}`)
  }
  return `{${parts.join()}}`
}

/** The stream sends no old key when the key stayed. */
function keyOf(record: Image | null, table: Table): Image {
  return Object.fromEntries(table.primaryKey.map(({ name }) => [name, record?.[name]]))
}

/** The columns of a row as a JSON object. */
export function renderRow(image: Image, columns: readonly Column[], shortOnly: boolean): string {
  const fields: string[] = []
  for (const { name, type } of columns) {
    const text = image[name]
    if (text === undefined) continue // a long value that an update left alone is not sent again
    if (shortOnly && text !== null && Buffer.byteLength(text) > SHORT_VALUE_BYTES) continue
    fields.push(`${JSON.stringify(name)}:${text === null ? 'null' : toJson(type, text)}`)
  }
  return `{${fields.join()}}`
}

function sizeOf(image: Image | null): number {
  let bytes = 0
  for (const text of Object.values(image ?? {})) bytes += text ? text.length : 0
  return bytes
}

function typeName({ name, element }: Column['type']): string {
  return element ? `_${element.name}` : name
}
