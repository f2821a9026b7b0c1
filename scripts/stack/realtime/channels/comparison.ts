import type { Condition } from './filter-syntax.ts'
import type { ColumnType } from '../wire/values.ts'

/** Tells whether a column's value (text, null, or undefined when it is not known) passes. */
export type Test = {
  (value: string | null | undefined): boolean
  /** Passes exactly the one text: "column is this". */
  isExact?: boolean
}

const INTEGERS = new Set(['int2', 'int4', 'int8', 'oid'])
const NUMBERS = new Set([...INTEGERS, 'numeric', 'float4', 'float8'])
const TEXTS = new Set(['text', 'varchar', 'name', 'uuid', 'bool', 'date', 'timestamp'])
const KEYWORDS: { [keyword: string]: string | null } = {
  null: null,
  unknown: null,
  true: 't',
  false: 'f',
}

/**
 * The test of one condition. Null when only the database can compare this type in this way.
 * A value that is not known (an old row holds its key only) passes nothing.
 */
export function comparison(type: ColumnType, condition: Condition, values: string[]): Test | null {
  const { operator, negated } = condition
  const [first = ''] = values
  if (operator === 'is') {
    const expected = KEYWORDS[first] ?? null
    return (value) => value !== undefined && (value === expected) !== negated
  }
  const same = equality(type)
  if (operator === 'isdistinct' && same) {
    return (value) => value !== undefined && (value === null || !same(value, first)) !== negated
  }
  const holds = predicate(operator, same, ordering(type), values)
  if (!holds) return null
  // With null on the left SQL answers null, which passes neither as it is nor negated.
  const test: Test = (value) => typeof value === 'string' && holds(value) !== negated
  return Object.assign(test, { isExact: operator === 'eq' && !negated && same === sameText })
}

type Equality = (left: string, right: string) => boolean
type Ordering = (left: string, right: string) => number

function predicate(
  operator: Condition['operator'],
  same: Equality | null,
  order: Ordering | null,
  values: string[],
): ((value: string) => boolean) | null {
  const [first = ''] = values
  if (same && operator === 'eq') return (value) => same(value, first)
  if (same && operator === 'neq') return (value) => !same(value, first)
  if (same && operator === 'in') return (value) => values.some((item) => same(value, item))
  if (order && operator === 'lt') return (value) => order(value, first) < 0
  if (order && operator === 'lte') return (value) => order(value, first) <= 0
  if (order && operator === 'gt') return (value) => order(value, first) > 0
  if (order && operator === 'gte') return (value) => order(value, first) >= 0
  return null
}

function equality({ name, kind }: ColumnType): Equality | null {
  if (kind === 'e' || name === 'timestamptz' || INTEGERS.has(name) || TEXTS.has(name))
    return sameText
  return NUMBERS.has(name) ? (left, right) => byNumber(left, right) === 0 : null
}

// The text of dates and times in ISO form and UTC sorts as they do; plain text sorts by bytes,
// as the local server's collation (C.UTF-8) does.
function ordering({ name, kind }: ColumnType): Ordering | null {
  if (kind === 'e') return null
  if (NUMBERS.has(name)) return byNumber
  if (name === 'timestamptz') return (left, right) => byBytes(inUtc(left), inUtc(right))
  return TEXTS.has(name) ? byBytes : null
}

const sameText: Equality = (left, right) => left === right
const byBytes: Ordering = (left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right))
const inUtc = (text: string) => text.replace(/\+00$/, '')

function byNumber(left: string, right: string): number {
  const [a, b] = [decimal(left), decimal(right)]
  if (!a || !b) return toNumber(left) - toNumber(right) || 0
  const scale = Math.max(a.scale, b.scale)
  const difference = scaled(a, scale) - scaled(b, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

type Decimal = { digits: bigint; scale: number }

/** Exact for what `numeric` and the integers print; floats with an exponent go by Number. */
function decimal(text: string): Decimal | null {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text) ?? []
  return whole === undefined ? null : { digits: BigInt(whole + fraction), scale: fraction.length }
}

const scaled = ({ digits, scale }: Decimal, to: number) => digits * 10n ** BigInt(to - scale)

// In Postgres NaN equals itself and is greater than every number.
const toNumber = (text: string) => (text === 'NaN' ? Number.MAX_VALUE : Number(text))
