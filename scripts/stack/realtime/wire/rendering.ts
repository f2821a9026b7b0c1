import type { Change, Image } from '../replication/transactions.ts'
import type { Access, Column, Table } from '../access/tables.ts'
import { toJson } from './values.ts'

/** The `data` of a `postgres_changes` message, as JSON. */
export function renderChange(change: Change, table: Table, access: Access) {
  const shown = table.columns.filter(({ name }) => access.selectable.has(name))
  const parts = [
    `"schema":${JSON.stringify(table.schema)}`,
    `"table":${JSON.stringify(table.name)}`,
    `"type":"${change.type}"`,
    `"commit_timestamp":"${change.committedAt}"`,
    `"columns":${JSON.stringify(shown.map(({ name, type }) => ({ name, type: typeName(type) })))}`,
    `"errors":null`,
  ]
  if (change.record) parts.push(`"record":${renderRow(change.record, shown)}`)
  if (change.type !== 'INSERT') {
    // Policies cannot be evaluated for an old row, so all columns but the key are withheld.
    const sent = table.hasRls ? shown.filter((column) => table.primaryKey.includes(column)) : shown
    const old = { ...keyOf(change.record, table), ...change.old }
    parts.push(`"old_record":${renderRow(old, sent)}`)
  }
  return `{${parts.join()}}`
}

/** The key of the new row, which is also that of the old row: the stream sends an old key only if it changed. */
function keyOf(record: Image | null, table: Table): Image {
  return Object.fromEntries(table.primaryKey.map(({ name }) => [name, record?.[name]]))
}

/** The columns of a row as a JSON object. */
export function renderRow(image: Image, columns: readonly Column[]): string {
  const fields = columns.flatMap(({ name, type }) => {
    const text = image[name]
    if (text === undefined) return [] // a long value that an update left alone is not sent again
    return `${JSON.stringify(name)}:${text === null ? 'null' : toJson(type, text)}`
  })
  return `{${fields.join()}}`
}

function typeName({ name, element }: Column['type']): string {
  return element ? `_${element.name}` : name
}
