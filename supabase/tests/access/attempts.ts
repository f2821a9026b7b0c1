import type { SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import type { Row } from './database.ts'

type Failure = { code?: string; message: string }
export type Outcome = {
  data: unknown
  error: Failure | null
  count?: number | null
  status: number
}

// Codes of refusals: no right to the table, column or row; a computed column; a view that cannot be written; a
// refusal by the product. After any other error the right might exist.
const REFUSALS = ['42501', '428C9', '55000', '0A000', 'PT403']

/** A refusal, or an empty result. The refusal of a HEAD request has no body. */
export function expectRefused({ data, error, count, status }: Outcome, what: string) {
  if (error?.message === '') expect([401, 403], what).toContain(status)
  else if (error) expect(REFUSALS, `${what}: ${error.code} ${error.message}`).toContain(error.code)
  else expect({ data: data ?? [], count: count ?? 0 }, what).toEqual({ data: [], count: 0 })
}

/** Expects that a write was refused. An empty answer is no proof, because a successful insert returns nothing. */
export function expectNotWritten({ error }: Outcome, what: string) {
  expect(error?.code, `${what} was written`).toBeDefined()
  expect(REFUSALS, `${what}: ${error?.code} ${error?.message}`).toContain(error?.code)
}

/** Does the work for all items, eight at a time. */
export async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>) {
  const queue = items.values()
  const lane = async () => {
    for (const item of queue) await work(item)
  }
  const results = await Promise.allSettled(Array.from({ length: 8 }, lane))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

const TIME = /^\d{4}-\d\d-\d\dT/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/

/** Returns another value of the same type, as an attacker might want it. */
export function forged(value: unknown, myId: string): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value === 'string') {
    if (UUID.test(value)) return myId
    return TIME.test(value) ? new Date(0).toISOString() : `${value}!`
  }
  if (Array.isArray(value)) return []
  return value === null ? null : {}
}

/** Searches the row with a filter and a sort on every column; without the right it must not be found. */
export function probe(client: SupabaseClient, relation: string, match: Row, row: Row) {
  const conditions = Object.entries(row).map(([column, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? `${column}.eq.${JSON.stringify(String(value))}`
      : `${column}.not.is.null`,
  )
  const query = client.from(relation).select('*', { count: 'exact' }).match(match)
  return Object.keys(row)
    .filter(
      (column) => !/^(filters|data|details|files|follower_counts|channels|works)$/.test(column),
    )
    .reduce((sorted, column) => sorted.order(column), query.or(conditions.join(',')))
}
