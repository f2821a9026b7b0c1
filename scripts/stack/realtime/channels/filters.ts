import type pg from 'pg'
import { Refused } from '../connections.ts'
import { parseFilter, type Condition } from './filter-syntax.ts'
import { comparison } from './comparison.ts'
import { NO_ACCESS, type Column, type Table } from '../access/tables.ts'

export type Image = Readonly<Record<string, string | null | undefined>>

export type Filter = {
  /** Every condition that can be decided here holds. */
  matches(image: Image): boolean
  /** What only the database can decide (regular expressions, rare types). */
  readonly undecided: readonly Condition[]
  /** A condition of the form "column is exactly this text", by which bindings are found. */
  readonly exact: { column: string; value: string } | null
}

export const NO_FILTER: Filter = { matches: () => true, undecided: [], exact: null }

const MOST_VALUES = 100

/** Reads a subscription's filter against the table; throws with the reason when it makes none. */
export async function compileFilter(
  pool: pg.Pool,
  table: Table,
  role: string,
  text: string,
): Promise<Filter> {
  const access = table.roles.get(role) ?? NO_ACCESS
  const tests: ((image: Image) => boolean)[] = []
  const undecided: Condition[] = []
  let exact: Filter['exact'] = null
  for (const condition of parseFilter(text)) {
    const column = table.columns.find(({ name }) => name === condition.column)
    if (!column || !access.selectable.has(column.name)) {
      throw new Refused(`invalid column for filter ${condition.column}`)
    }
    const values = await canonicalValues(pool, column, condition)
    const test = comparison(column.type, condition, values)
    if (test) tests.push((image) => test(image[column.name]))
    else undecided.push(condition)
    if (test?.isExact) exact ??= { column: column.name, value: values[0] ?? '' }
  }
  return { matches: (image) => tests.every((test) => test(image)), undecided, exact }
}

/** The values as the database prints them, so that text can be compared with text. */
async function canonicalValues(
  pool: pg.Pool,
  column: Column,
  { operator, value }: Condition,
): Promise<string[]> {
  if (operator === 'is') {
    if (!['null', 'true', 'false', 'unknown'].includes(value)) {
      throw new Refused('invalid value for is filter: must be null, true, false, or unknown')
    }
    return [value]
  }
  const type = column.sqlType
  if (/like|match/.test(operator)) {
    // Fails for a type that has no such operator, and for a broken regular expression.
    await pool.query(
      `select null::${type} ${SQL[operator]} $1::text, '' ${SQL[operator]} $1::text`,
      [value],
    )
    return [value]
  }
  const list = operator === 'in' ? `$1::text::${type}[]` : `array[$1::text::${type}]`
  const found = await pool.query<{ value: string }>(
    `select format('%s', item) as value from unnest(${list}) item`,
    [value],
  )
  if (found.rows.length > MOST_VALUES) {
    throw new Refused('too many values for `in` filter. Maximum 100')
  }
  return found.rows.map((row) => row.value)
}

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

/** Asks the database for the conditions that were left to it. Null never matches. */
export async function decideInDatabase(
  pool: pg.Pool,
  table: Table,
  conditions: readonly Condition[],
  image: Image,
): Promise<boolean> {
  for (const { column, operator, negated, value } of conditions) {
    const sqlType = table.columns.find(({ name }) => name === column)?.sqlType
    const given = image[column]
    if (!sqlType || given === undefined) return false
    const type = operator === 'in' ? `${sqlType}[]` : sqlType
    const found = await pool.query<{ holds: boolean | null }>(
      `select ($1::text::${sqlType} ${SQL[operator]} ($2::text::${type})) as holds`,
      [given, value],
    )
    const holds = found.rows[0]?.holds ?? null
    if (holds === null || holds === negated) return false
  }
  return true
}
