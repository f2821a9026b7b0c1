// Calls every function that clients can call, as an actor with the right, with wrong values in each argument.
// The function has to accept the value or refuse it with a token of errors.json or the name of a constraint.
// An error may show a row that the caller tried to write, but never a row that was in the table before,
// because that may have values of other members.
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

/** Functions that are left out, because they delete data that the other calls need. */
const LAST: FunctionName[] = ['delete_my_account']
const names = (Object.keys(calls) as FunctionName[]).filter((name) => !LAST.includes(name))

describe('wrong values', () => {
  test.each(names)(
    '%s accepts them or refuses them with a known token, and shows no stored row',
    async (name) => {
      expect(await rawAnswers(name)).toEqual([])
    },
  )
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

/** True when the error shows a row that is in the table. */
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
  // Any other type is a composite type: a row in Postgres's text format.
  if (type !== 'text') return [null]
  return [null, '', 'emperor', 'x'.repeat(10_000)]
}
