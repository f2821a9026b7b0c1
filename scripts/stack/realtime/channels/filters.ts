import type pg from 'pg'
import { quoted, imagesJson, writtenRow } from '../access/row-images.ts'
import { NO_ACCESS, type Column, type Table } from '../access/tables.ts'
import { Refused } from '../connections.ts'
import type { Image } from '../replication/transactions.ts'
import { parseFilter, type Condition } from './filter-syntax.ts'

/** The conditions of a subscription, as SQL over a row of its table. */
export type Filter = { columns: string[]; sql: string; values: string[] }

const MOST_VALUES = 100

const SQL: { [operator in Condition['operator']]: string } = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  in: '= any',
  is: 'is',
  isdistinct: 'is distinct from',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
}

/** Null when there are no conditions; throws with the reason when they cannot be met. */
export async function compileFilter(
  pool: pg.Pool,
  table: Table,
  role: string,
  text: string,
): Promise<Filter | null> {
  const { selectable } = table.roles.get(role) ?? NO_ACCESS
  const filter: Filter = { columns: [], sql: '', values: [] }
  const parts: string[] = []
  for (const condition of parseFilter(text)) {
    const column = table.columns.find(({ name }) => name === condition.column)
    if (!column || !selectable.has(column.name)) {
      throw new Refused(`invalid column for filter ${condition.column}`)
    }
    filter.columns.push(column.name)
    parts.push(await compileCondition(pool, column, condition, filter.values))
  }
  if (parts.length === 0) return null
  filter.sql = parts.join(' and ')
  await passing(pool, table, filter, [
    Object.fromEntries(filter.columns.map((name) => [name, null])),
  ])
  return filter
}

/** Adds the condition's value to `values` and returns its SQL. Null never passes, as in SQL. */
async function compileCondition(
  pool: pg.Pool,
  { name, sqlType }: Column,
  { operator, negated, value }: Condition,
  values: string[],
): Promise<string> {
  const not = negated ? 'not ' : ''
  if (operator === 'is') {
    if (!['null', 'true', 'false', 'unknown'].includes(value)) {
      throw new Refused('invalid value for is filter: must be null, true, false, or unknown')
    }
    return `${not}(${quoted(name)} is ${value})`
  }
  if (operator === 'in') await limitValues(pool, sqlType, value)
  // A broken pattern is found here; on null it would go unnoticed.
  if (/like|match/.test(operator)) await pool.query(`select '' ${SQL[operator]} $1::text`, [value])
  values.push(value)
  const parameter = `$${values.length + 1}::text`
  const typed =
    operator === 'in'
      ? `(${parameter}::${sqlType}[])`
      : /like|match/.test(operator)
        ? parameter
        : `${parameter}::${sqlType}`
  return `${not}(${quoted(name)} ${SQL[operator]} ${typed})`
}

async function limitValues(pool: pg.Pool, sqlType: string, list: string) {
  const { rows } = await pool.query<{ size: number }>(
    `select cardinality($1::text::${sqlType}[]) as size`,
    [list],
  )
  if ((rows[0]?.size ?? 0) > MOST_VALUES) {
    throw new Refused('too many values for `in` filter. Maximum 100')
  }
}

/**
 * The places of those rows that pass. A column whose value is not known (of a deleted row there is
 * only the key) passes nothing.
 */
export async function passing(
  pool: pg.Pool,
  table: Table,
  filter: Filter | null,
  images: Image[],
): Promise<Set<number>> {
  if (!filter) return new Set(images.keys())
  const known = [...images.entries()].filter(([, image]) =>
    filter.columns.every((name) => image[name] !== undefined),
  )
  if (known.length === 0) return new Set()
  const { rows } = await pool.query<{ row_no: number }>(
    `select row_no from jsonb_to_recordset($1::jsonb) realtime_asked (row_no int, image jsonb)
     where (select ${filter.sql} from ${writtenRow(table, 'realtime_asked.image')})`,
    [
      imagesJson(
        table,
        known.map(([, image]) => image),
      ),
      ...filter.values,
    ],
  )
  return new Set(rows.flatMap(({ row_no }) => known[row_no]?.[0] ?? []))
}
