import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Outcome } from '../access/attempts.ts'

const errorsFile = join(import.meta.dirname, '..', '..', 'errors.json')
const catalogue = JSON.parse(readFileSync(errorsFile, 'utf8')) as Record<string, { status: number }>

// Error codes of Postgres and PostgREST for malformed values: wrong syntax, out of range, NUL, too
// long, ambiguous. 42501 is a missing right, 23xxx a violated constraint.
const MALFORMED =
  /^(22P02|22P05|22P03|22003|22007|22008|22009|22021|22023|2202E|22032|42804|42846|54000|54001)$/
const REQUEST = /^(PGRST1\d\d|PGRST20[0-5]|42501|23502|23503|23505|23514)$/

/** Expects a result or an intended refusal, and no internal error. */
export function expectMeant({ error, status }: Outcome, what: string): void {
  expect(status, `${what}: ${error?.code} ${error?.message}`).toBeLessThan(500)
  expect(status, `${what}: no answer`).toBeGreaterThanOrEqual(200)
  if (!error || error.message === '') return
  const { code = '', message } = error
  const said = `${what}: ${status} ${code} ${message.slice(0, 300)}`
  if (code.startsWith('PT')) {
    expect(catalogue[message]?.status, said).toBe(status)
    expect(code, said).toBe(`PT${status}`)
  } else expect(MALFORMED.test(code) || REQUEST.test(code) || status === 413, said).toBe(true)
}
