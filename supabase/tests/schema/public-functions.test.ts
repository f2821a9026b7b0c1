// Conventions of public functions and of error tokens, which would otherwise be matters of memory.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../../scripts/project.ts'
import catalogue from '../../errors.json' with { type: 'json' }

const chapters = globSync(join(projectRoot, 'supabase/schemas/*/*.sql')).map((path) => ({
  chapter: basename(path),
  sql: readFileSync(path, 'utf8'),
}))

type Created = { schema: string; name: string; body: string; after: string }

function functionsOf(sql: string): Created[] {
  const found = [...sql.matchAll(/^create (?:or replace )?function (public|private)\.(\w+)/gm)]
  return found.map(({ 1: schema = '', 2: name = '', index }, i) => {
    const end = found[i + 1]?.index ?? sql.length
    const [body = '', ...after] = sql.slice(index, end).split(/^(?:\$\$|end);$/m)
    return { schema, name, body, after: after.join('') }
  })
}

test('a public function that calls a private one of the same name is directly below it', () => {
  const elsewhere = chapters.flatMap(({ chapter, sql }) =>
    functionsOf(sql).flatMap(({ schema, name, body }, i, all) => {
      const calls = schema === 'public' && body.includes(`private.${name}(`)
      const before = all[i - 1]
      return calls && !(before?.schema === 'private' && before.name === name)
        ? [`${chapter}: ${name}`]
        : []
    }),
  )
  expect(elsewhere).toEqual([])
})

test('a public function has its comment directly below', () => {
  const bare = chapters.flatMap(({ chapter, sql }) =>
    functionsOf(sql)
      .filter(({ schema }) => schema === 'public')
      .filter(({ name, after }) => !after.trim().startsWith(`comment on function public.${name}`))
      .map(({ name }) => `${chapter}: ${name}`),
  )
  expect(bare).toEqual([])
})

// A token is `<noun>_<state>`: what it is about comes first, so that related tokens sort together.
// These are older, and clients know them.
const OLDER = new Set(
  `already_reviewed append_only bad_signature blocked cannot_transact fresh_sign_in_required
  insufficient_funds internal_error invalid_body may_not_write_first no_revisions_left
  no_settlement_proposed not_allowed not_signed_in over_budget own_pack pack_or_price rate_limited
  too_many_saved_searches`.split(/\s+/),
)
const NOUNS = new Set(
  `account address amount answers application balance brief calendar campaign cancellation chain chargeback chat creator currency deadline
  delivery difference dispute draft email evidence export file filter founder health idempotency invite mail market member message method mfa name
  milestone milestones month note offer order pack page paper payer payment payments payout price profile proposal reason refund replica report reserved resolution
  review role ruling second session setting settlement share showing signature site sort statement status summary suspension terms tip transfer
  unsubscribe verification wallet year`.split(/\s+/),
)
// Constraints are named after their table.
const tables = chapters.flatMap(({ sql }) =>
  [...sql.matchAll(/^create table (?:public|private)\.(\w+)/gm)].map(([, table = '']) => table),
)

test('an error token begins with the noun that it is about', () => {
  const odd = Object.keys(catalogue).filter(
    (token) =>
      !OLDER.has(token) &&
      !(token.includes('_') && NOUNS.has(token.split('_')[0] ?? '')) &&
      !tables.some((table) => token.startsWith(`${table}_`)),
  )
  expect(odd).toEqual([])
})

test('every token in the list of older tokens is in the catalogue of errors', () => {
  expect([...OLDER].filter((token) => !(token in catalogue))).toEqual([])
})
