// Every function that a client can call, with every hostile value in each of its arguments: by
// who may call it, so that the value is reached, and by somebody who may not.
import { beforeAll, describe, expect, test } from 'vitest'
import { ready, tidy } from '../access/arguments.ts'
import { actors, clientOf, gather, personOf, type Actor, type Person } from '../access/actors.ts'
import type { Outcome } from '../access/attempts.ts'
import { fingerprint, run, type Row } from '../access/database.ts'
import { calls, type FunctionName } from '../access/matrix.ts'
import { build, type Scene } from '../access/world.ts'
import { expectSoundLedger, stack } from '../api/harness.ts'
import { expectMeant } from './answers.ts'
import { hostile } from './hostile.ts'

type Argument = { name: string; type: string }

let scene: Scene
let signatures: Map<string, Argument[]>
beforeAll(async () => {
  const cast = await gather()
  scene = { cast, world: await build(cast) }
  signatures = await readSignatures()
})

/** The time of the machines is an argument of these; whoever has the secret key is the clock. */
const CLOCKS: FunctionName[] = ['run_due_work']
/** What one does to somebody else on purpose, with the id of whoever it may be. */
const MEETS: FunctionName[] = ['get_or_create_conversation', 'block_member', 'place_order']
const names = (Object.keys(calls) as FunctionName[]).filter((name) => !CLOCKS.includes(name))

describe.each(names)('%s', (name) => {
  const { answers } = calls[name]
  const mighty = actors.filter((actor) => answers[actor] === 'yes').slice(0, 1)
  // Who may not call it at all is refused before anything is read: the matrix proves that.
  const others = (['stranger', 'signedOut'] as const).filter(
    (actor) => answers[actor] !== 'closed' && !mighty.includes(actor),
  )
  test.each([...mighty, ...others])('by %s', (actor) => expectUnmoved(name, actor))
})

/** One argument after the other is hostile, the others are right. */
async function expectUnmoved(name: FunctionName, actor: Actor) {
  const { cast } = scene
  const sides = calls[name]
  const person = personOf(actor, sides) ?? sides.whose
  const client = clientOf(cast, actor, sides)
  const isMighty = calls[name].answers[actor] === 'yes'
  // Staff and machines may do to anybody what they do; here it stays with nobody.
  const isTrusted = actor === 'staff' || actor === 'service'
  const ids = isTrusted || (isMighty && MEETS.includes(name)) ? [] : idsOfOthers()
  if (/payout/.test(name)) await scene.world.earn()
  let args = await prepare(name, isMighty ? person : sides.whose)
  const bystanders: Person[] = isMighty ? ['rivalCreator'] : ['brand', 'creator']
  const whom = bystanders.map((one) => cast[one].id)
  const before = await fingerprint(whom)
  for (const { name: argument, type } of signatures.get(name) ?? []) {
    await run('delete from private.rate_limits')
    for (const value of hostile(type, ids)) {
      const answer = (await client.rpc(name, { ...args, [argument]: value })) as Outcome
      expectMeant(answer, `${name}(${argument}: ${shown(value)})`)
      if (answer.error || !isMighty) continue
      await tidy[name]?.(answer.data)
      args = await prepare(name, person)
    }
  }
  const moved = changed(before, await fingerprint(whom))
  const mayMove = isTrusted || MEETS.includes(name)
  expect(mayMove ? [] : moved, 'tables with rows of others').toEqual([])
  await expectSoundLedger()
}

/** What other attacks left behind is undone: limits, freezes; and what is due is done. */
async function prepare(name: FunctionName, person: Person): Promise<Row> {
  await run('delete from private.rate_limits')
  await run('update public.profiles set frozen_at = null where frozen_at is not null')
  const args = await ready[name](scene, person)
  await run('select private.run_due_work()')
  return args
}

const changed = (before: Row, after: Row) =>
  Object.keys(after).filter((table) => after[table] !== before[table])

/** Ids of rows that neither the stranger nor a rival has anything to do with. */
function idsOfOthers(): string[] {
  const { rows } = scene.world
  return Object.values(rows).flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
}

async function readSignatures(): Promise<Map<string, Argument[]>> {
  const found = (await run(
    `select p.proname::text as function, a.name, format_type(a.type, null) as type
     from pg_proc p, unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) as a (name, type)
     where p.pronamespace = 'public'::regnamespace`,
  )) as (Argument & { function: string })[]
  return Map.groupBy(found, (argument) => argument.function)
}

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 60)

describe('a body', () => {
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
  test.each(bodies)('%s', async (_what, body, type = 'application/json') => {
    for (const token of [stack.publishableKey, scene.cast.brand.token]) {
      const headers = {
        apikey: stack.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': type,
      }
      const request = { method: 'POST', headers, body }
      const status = await fetch(`${stack.apiUrl}/rest/v1/rpc/check_invite`, request).then(
        (answer) => answer.status,
        // The gateway hangs up on what is too large.
        () => 413,
      )
      expect(status).toBeLessThan(500)
    }
  })
})

test('a function that changes something is not called by a link', async () => {
  const before = await fingerprint([scene.cast.brand.id])
  const { token } = scene.cast.brand
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
  expect(await fingerprint([scene.cast.brand.id])).toEqual(before)
})
