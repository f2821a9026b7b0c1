// Every function that a client can call, by an actor with the right and with wrong values in each of its
// arguments: it accepts them or refuses with a token of errors.json, its own or the name of a constraint.
// Postgres shows the row that would break a constraint. That may be one that the caller wrote, but never
// one of the table, which has columns of others.
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import catalogue from '../../errors.json' with { type: 'json' }
import { ready, thaw, tidy } from './arguments.ts'
import { actors, clientOf, personOf } from './actors.ts'
import type { Outcome } from './attempts.ts'
import { run, type Row } from './database.ts'
import { setUp } from './fixtures.ts'
import { readSignatures, type Argument } from './functions.ts'
import { calls, type FunctionName } from './matrix.ts'

let signatures: Map<string, Argument[]>
const setup = forAllTests(setUp)
beforeAll(async () => {
  signatures = await readSignatures()
})

/** Functions that end what the others need. */
const LAST: FunctionName[] = ['delete_my_account']
const names = (Object.keys(calls) as FunctionName[]).filter((name) => !LAST.includes(name))

describe('wrong values', () => {
  test.each(names)('%s', async (name) => {
    expect(await rawAnswers(name)).toEqual([])
  })
})

async function rawAnswers(name: FunctionName): Promise<string[]> {
  const sides = calls[name]
  const actor = actors.find((one) => sides.answers[one] === 'yes') ?? 'own'
  const person = personOf(actor, sides) ?? sides.whose
  const client = clientOf(setup.users, actor, sides)
  const prepare = async (): Promise<Row> => {
    await run('delete from private.rate_limits')
    await thaw()
    if (/payout/.test(name)) await setup.fixtures.earn()
    return ready[name](setup, person)
  }
  let args = await prepare()
  const raw: string[] = []
  for (const { name: argument, type } of signatures.get(name) ?? [])
    for (const value of wrongValues(type)) {
      const answer = (await client.rpc(name, { ...args, [argument]: value })) as Outcome
      if (answer.error) {
        if (!isToken(answer.error) || (await showsRow(answer.error)))
          raw.push(`${argument} ${shown(value)}: ${said(answer.error)}`)
        continue
      }
      await tidy[name]?.(answer.data)
      args = await prepare()
    }
  return raw
}

type Failure = NonNullable<Outcome['error']> & { details?: string | null }

function isToken({ code = '', message }: Failure): boolean {
  const constraint = code.startsWith('23') ? /constraint "(\w+)"$/.exec(message)?.[1] : undefined
  return (code.startsWith('PT') ? message : (constraint ?? '')) in catalogue
}

/** True when the error shows a row that was there before. */
async function showsRow({ message, details }: Failure): Promise<boolean> {
  const relation = /relation "(\w+)"/.exec(message)?.[1]
  const key = /^Failing row contains \(([^,]+)/.exec(details ?? '')?.[1]
  if (!relation || !key) return false
  const [table] = await run(
    `select relnamespace::regnamespace::text || '.' || relname as name from pg_class
     where relname = $1 and relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    [relation],
  )
  const rows = await run(`select from ${String(table?.['name'])} r where r::text like $1`, [
    `(${key},%`,
  ])
  return rows.length > 0
}

const said = ({ code, message }: Failure) => `${code} ${message}`.slice(0, 200)
const shown = (value: unknown) => JSON.stringify(value).slice(0, 20)

function wrongValues(type: string): unknown[] {
  if (type.endsWith('[]')) {
    const items = wrongValues(type.slice(0, -2)).map((value) => [value])
    return [null, [], ...items]
  }
  if (/^(smallint|integer|bigint|numeric)$/.test(type)) return [null, 0, -1, 2_000_000_000]
  if (type === 'uuid') return [null, '00000000-0000-0000-0000-000000000000']
  if (type === 'boolean') return [null]
  if (/^jsonb?$/.test(type)) return [null, {}, [], 0, [null], [{}], { emperor: 1 }]
  if (/^(timestamp|date)/.test(type)) return [null, '1999-01-01', 'infinity', '-infinity']
  // A row, as Postgres writes it.
  if (type !== 'text') return [null]
  return [null, '', 'emperor', 'x'.repeat(10_000)]
}
