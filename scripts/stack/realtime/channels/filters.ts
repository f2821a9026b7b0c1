import type pg from 'pg'
import { quoted, imagesJson, writtenRow } from '../access/row-images.ts'
import { NO_ACCESS, type Table } from '../access/tables.ts'
import { Refused } from '../connections.ts'
import type { Image } from '../replication/transactions.ts'

/** The filter of a subscription, as an SQL condition on a row of its table. */
export type Filter = { column: string; sql: string; value: string }

const SQL = new Map([
  ['eq', '='],
  ['neq', '<>'],
  ['lt', '<'],
  ['lte', '<='],
  ['gt', '>'],
  ['gte', '>='],
  ['in', '= any'],
])

/** Parses `column=op.value`; throws with the reason, in Supabase's words, if the filter is invalid. */
export async function compileFilter(
  pool: pg.Pool,
  table: Table,
  role: string,
  text: string,
): Promise<Filter | null> {
  if (text === '') return null
  const [, name = '', operator = '', given = ''] = /^([^=]+)=([a-z]+)\.(.*)$/s.exec(text) ?? []
  const comparison = SQL.get(operator)
  const value = operator === 'in' ? /^\((.*)\)$/s.exec(given)?.[1] : given
  if (!comparison || value === undefined)
    throw new Refused(`Error parsing \`filter\` params: ${JSON.stringify(text)}`)
  const { selectable } = table.roles.get(role) ?? NO_ACCESS
  const column = table.columns.find((each) => each.name === name)
  if (!column || !selectable.has(name)) throw new Refused(`invalid column for filter ${name}`)
  const isList = operator === 'in'
  const filter = {
    column: name,
    sql: `${quoted(name)} ${comparison} ($2::text::${column.sqlType}${isList ? '[]' : ''})`,
    value: isList ? `{${value}}` : value,
  }
  // A trial query, in which Postgres refuses a value that does not fit the column's type.
  await passing(pool, table, filter, [{ [name]: null }])
  return filter
}

/**
 * The indexes of the rows that match the filter. A null value does not match, nor does an unknown one (only
 * the key of a deleted row is known).
 */
export async function passing(
  pool: pg.Pool,
  table: Table,
  filter: Filter | null,
  images: Image[],
): Promise<Set<number>> {
  if (!filter) return new Set(images.keys())
  const known = [...images.entries()].filter(([, image]) => image[filter.column] !== undefined)
  if (known.length === 0) return new Set()
  const rows = known.map(([, image]) => image)
  const found = await pool.query<{ row_no: number }>(
    `select row_no from jsonb_to_recordset($1::jsonb) realtime_asked (row_no int, image jsonb)
     where (select ${filter.sql} from ${writtenRow(table, 'realtime_asked.image')})`,
    [imagesJson(table, rows), filter.value],
  )
  return new Set(found.rows.flatMap(({ row_no }) => known[row_no]?.[0] ?? []))
}
