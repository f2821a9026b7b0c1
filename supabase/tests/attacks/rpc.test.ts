// Calls every function that clients can call, with every hostile value in each argument: as an actor
// with the right, so that the function reads the value, and as actors without it.
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { ready, thaw, tidy } from '../access/arguments.ts'
import { actors, clientOf, personOf, type Actor, type Person } from '../access/actors.ts'
import type { Outcome } from '../access/attempts.ts'
import { fingerprint, run, type Row } from '../access/database.ts'
import { readSignatures, type Argument } from '../access/functions.ts'
import { calls, type FunctionName } from '../access/matrix.ts'
import { setUp } from '../access/fixtures.ts'
import { expectSoundLedger, stack } from '../api/harness.ts'
import { expectMeant } from './answers.ts'
import { hostile, hostileWithin } from './hostile.ts'

let signatures: Map<string, Argument[]>
const setup = forAllTests(setUp)
beforeAll(async () => {
  // A verified second factor counts as fresh for the whole suite, which takes half an hour.
  await run("update private.settings set value = max_value where key = 'fresh_factor'")
  signatures = await readSignatures()
})

/** Functions that take the time as an argument; only the secret key may call them. */
const CLOCKS: FunctionName[] = ['run_due_work']
/** Functions that may change rows of others: they act on any member, or the scheduler sends evidence during the test. */
const MEETS: FunctionName[] = [
  'get_or_create_conversation',
  'block_member',
  'place_order',
  'send_evidence',
]
/** Tables that the stack's jobs change during the test, because they send payouts. */
const SENDING = ['public.payouts', 'private.payout_attempts']
const names = (Object.keys(calls) as FunctionName[]).filter((name) => !CLOCKS.includes(name))

describe.each(names)('%s with hostile arguments', (name) => {
  const { answers } = calls[name]
  const privileged = actors.filter((actor) => answers[actor] === 'yes').slice(0, 1)
  // Actors without the right to call are refused before anything is read: the matrix proves that.
  const others = (['stranger', 'signedOut'] as const).filter(
    (actor) => answers[actor] !== 'closed' && !privileged.includes(actor),
  )
  test.each([...privileged, ...others])(
    'gives %s data or a known refusal, and keeps the ledger sound',
    (actor) => expectUnchanged(name, actor),
  )
})

/** One argument at a time is hostile, the others are valid. */
async function expectUnchanged(name: FunctionName, actor: Actor) {
  const { users } = setup
  const sides = calls[name]
  const person = personOf(actor, sides) ?? sides.whose
  const client = clientOf(users, actor, sides)
  const isMighty = calls[name].answers[actor] === 'yes'
  // Staff and the service role may act on any member; here they act on none.
  const isTrusted = actor === 'staff' || actor === 'service'
  const ids = isTrusted || (isMighty && MEETS.includes(name)) ? [] : idsOfOthers()
  if (/payout/.test(name)) await setup.fixtures.earn()
  let args = await prepare(name, isMighty ? person : sides.whose)
  const bystanders: Person[] = isMighty ? ['rivalCreator'] : ['brand', 'creator']
  const whom = bystanders.map((one) => users[one].id)
  const before = await fingerprint(whom)
  for (const { name: argument, type } of signatures.get(name) ?? []) {
    await run('delete from private.rate_limits')
    for (const value of [...hostile(type, ids), ...hostileWithin(args[argument])]) {
      const answer = (await client.rpc(name, { ...args, [argument]: value })) as Outcome
      expectMeant(answer, `${name}(${argument}: ${shown(value)})`)
      if (answer.error || !isMighty) continue
      await tidy[name]?.(answer.data)
      args = await prepare(name, person)
    }
  }
  const moved = changed(before, await fingerprint(whom))
  const mayMove = isTrusted || MEETS.includes(name)
  const isCaused = (table: string) => /payout/.test(name) || !SENDING.includes(table)
  expect(mayMove ? [] : moved.filter(isCaused), 'tables with rows of others').toEqual([])
  await expectSoundLedger()
}

/** Prepares a call: removes limits and freezes of earlier attacks, and does the due work. */
async function prepare(name: FunctionName, person: Person): Promise<Row> {
  await run('delete from private.rate_limits')
  await thaw()
  const args = await ready[name](setup, person)
  await run('select private.run_due_work()')
  return args
}

const changed = (before: Row, after: Row) =>
  Object.keys(after).filter((table) => after[table] !== before[table])

/** Ids of the fixtures' rows, none of which concern the attackers. */
function idsOfOthers(): string[] {
  const { rows } = setup.fixtures
  return Object.values(rows).flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
}

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 60)

describe('a request to check_invite with a body', () => {
  const bodies: [string, string, string?][] = [
    ['that is no JSON', '{'],
    ['that is a list', '[{"code": "x"}]'],
    ['that is null', 'null'],
    ['that is a text', '"code"'],
    ['that is empty', ''],
    ['with a number out of range', '{"code": 1e999}'],
    ['with one key twice', '{"code": "a", "code": {"b": 1}}'],
    ['that is deep', `${'{"code":['.repeat(400)}1${']}'.repeat(400)}`],
    ['with a lone surrogate', '{"code": "\\ud800"}'],
    ['of another type', '<code/>', 'text/xml'],
    ['of a form', 'code=x', 'application/x-www-form-urlencoded'],
    ['of bytes', '\u0000\u0001', 'application/octet-stream'],
    ['of CSV', 'code\nx', 'text/csv'],
    ['beyond the limit', JSON.stringify({ code: 'x'.repeat(30 * 1024 * 1024) })],
  ]
  test.each(bodies)('%s has no internal error', async (_what, body, type = 'application/json') => {
    for (const token of [stack.publishableKey, setup.users.brand.token]) {
      const headers = {
        apikey: stack.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': type,
      }
      const request = { method: 'POST', headers, body }
      const status = await fetch(`${stack.apiUrl}/rest/v1/rpc/check_invite`, request).then(
        (answer) => answer.status,
        // The gateway closes the connection when a body is too large.
        () => 413,
      )
      expect(status).toBeLessThan(500)
    }
  })
})

test('a GET request calls no function that changes something', async () => {
  const before = await fingerprint([setup.users.brand.id])
  const { token } = setup.users.brand
  const headers = { apikey: stack.publishableKey, authorization: `Bearer ${token}` }
  const changing = (await run(
    `select distinct proname::text as name from pg_proc
     where pronamespace = 'public'::regnamespace and provolatile = 'v'`,
  )) as Row[]
  for (const { name } of changing) {
    const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/${String(name)}`, { headers })
    expect(answer.status, String(name)).toBeGreaterThanOrEqual(400)
    expect(answer.status, String(name)).toBeLessThan(500)
  }
  expect(await fingerprint([setup.users.brand.id])).toEqual(before)
})
