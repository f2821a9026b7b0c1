// errors.json and the code agree in both directions.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../../../scripts/project.ts'
import catalogue from '../../errors.json' with { type: 'json' }
import { testDatabase } from '../support/race.ts'

type Constraint = { name: string; kind: 'c' | 'u' | 'p' | 'f'; writable: boolean }

const entries: Record<string, { status: number; meaning: string }> = catalogue
const STATUS_OF_KIND = { c: 400, u: 409, p: 409, f: 409 }

const raises = sources('schemas/*/*.sql').flatMap(({ file, text }) =>
  [...text.matchAll(/raise exception\s+([^;]*);/g)].map(([, rest = '']) => {
    const [, token, status] = /^'([^']*)'\s+using errcode = 'PT(\d{3})'/.exec(rest) ?? []
    return { file, rest, token, status: Number(status) }
  }),
)
const refusals = sources('functions/**/*.ts').flatMap(({ text }) =>
  [...text.matchAll(/Refusal\(\s*(\d{3}),\s*'([a-z_]+)'/g)].map(([, status, token = '']) => ({
    token,
    status: Number(status),
  })),
)
// The error object with which a hook of Auth refuses.
const ofHooks = sources('schemas/*/*.sql').flatMap(({ text }) =>
  [...text.matchAll(/"http_code": (\d{3}), "message": "([a-z_]+)"/g)].map(
    ([, status, token = '']) => ({ token, status: Number(status) }),
  ),
)
// Tokens that the entry point of every edge function returns.
const OF_EVERY_FUNCTION = ['internal_error']

let constraints: Constraint[]
/** The refusals that require_order_status reads from order_action_rules. */
let ruled: { token: string; status: number }[]

const db = testDatabase(1)
beforeAll(async () => {
  constraints = await db.sql<Constraint[]>`
    select c.conname as name, c.contype as kind, exists (
      select from unnest(c.conkey) as k
      where has_column_privilege('authenticated', c.conrelid, k, 'insert')
        or has_column_privilege('authenticated', c.conrelid, k, 'update')
    ) as writable
    from pg_constraint c
    where c.connamespace in ('public'::regnamespace, 'private'::regnamespace)
      and c.contype in ('c', 'u', 'p', 'f')`
  ruled = await db.sql<{ token: string; status: number }[]>`
    select distinct refusal as token, 409 as status from private.order_action_rules`
})

test('every refusal in the chapters names a token and a PTxyz status, with two known exceptions', () => {
  const without = raises.filter(({ token, status }) => !token || !status)
  expect(without.map(({ rest }) => rest)).toEqual([
    "using message = v_rule.refusal, errcode = 'PT409'",
    // The name of a constraint, which the catalogue has.
    "'%', v_broken using errcode = 'PT400'",
  ])
  expect(raises.length).toBeGreaterThan(50)
})

test('no error token says unavailable or not_found, or has unknown or missing before its noun', () => {
  // "unavailable" is "not_available", and what does not exist is "unknown".
  const others = Object.keys(entries).filter((token) =>
    /unavailable|not_found|^(?:unknown|missing)_|_unknown_/.test(token),
  )
  expect(others).toEqual([])
})

test('every refusal is in the catalogue, with its status', () => {
  const missing = [
    ...raises.filter(({ token }) => token),
    ...refusals,
    ...ofHooks,
    ...ruled,
  ].filter(({ token = '', status }) => entries[token]?.status !== status)
  expect(missing).toEqual([])
})

test('every constraint that a client can break is in the catalogue', () => {
  const missing = constraints.filter(
    ({ name, kind, writable }) => kind === 'c' && writable && !(name in entries),
  )
  expect(missing).toEqual([])
})

test('every entry of the catalogue is a refusal or constraint that exists, with its status', () => {
  const raised = new Set([...raises, ...refusals, ...ofHooks, ...ruled].map(({ token }) => token))
  const statusOf = new Map(constraints.map(({ name, kind }) => [name, STATUS_OF_KIND[kind]]))
  const untrue = Object.entries(entries).filter(
    ([name, { status }]) =>
      !raised.has(name) && statusOf.get(name) !== status && !OF_EVERY_FUNCTION.includes(name),
  )
  expect(untrue).toEqual([])
})

test('the catalogue of errors is sorted, and each meaning in it is a sentence', () => {
  expect(Object.keys(entries)).toEqual(Object.keys(entries).toSorted())
  expect(Object.values(entries).filter(({ meaning }) => !/^[A-Z].*\.$/.test(meaning))).toEqual([])
})

function sources(pattern: string) {
  const folder = join(projectRoot, 'supabase')
  return globSync(pattern, { cwd: folder })
    .filter((file) => !file.includes('node_modules') && !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
}
