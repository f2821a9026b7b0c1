// Two members, or a member and a deadline, move one order at the same time. One succeeds, the other
// is refused, and the money moves once.
import { beforeAll, expect, test } from 'vitest'
import {
  race,
  refusals,
  refused,
  ROUNDS,
  raceDatabase,
  seededChances,
  testRounds,
  type Sides,
} from '../support/race.ts'

const db = raceDatabase()
const { act, by, clock, endOf, sides, value } = db
const people = { brand: '', kol: '', staff: '' }

beforeAll(async () => {
  Object.assign(people, await sides(), { staff: await db.staff() })
})

type Move = (order: string) => Promise<unknown>
const as =
  (who: keyof typeof people, call: string): Move =>
  (id) =>
    act(people[who], `select public.${call}`, id)()
const at =
  (hours: number): Move =>
  () =>
    clock(hours)
const complete = as('brand', 'complete_order($1)')

const PAID = { payouts: 1, escrow: 0 }
const HELD = { payouts: 0, escrow: 10000 }

// A possible result: the final status, payouts and escrow, and the refusal of each move or undefined.
type End = [status: string, money: object, ...refusals: (string | undefined)[]]
const races: [name: string, state: string, moves: Move[], count: number, ends: End[]][] = [
  [
    'an order completed from several windows pays once',
    'delivered',
    [complete, complete, complete],
    5,
    [['completed', PAID, undefined, undefined, undefined]],
  ],
  [
    'completion and dispute do not both happen',
    'delivered',
    [complete, as('kol', `open_dispute($1, 'Not paid enough.')`)],
    5,
    [
      ['completed', PAID, undefined, 'order_not_disputable'],
      ['disputed', HELD, 'order_not_delivered', undefined],
    ],
  ],
  [
    'a revision and a completion do not both happen',
    'delivered',
    [complete, as('brand', `request_revision($1, 'Shorter.')`)],
    5,
    [
      ['completed', PAID, undefined, 'order_not_delivered'],
      ['in_revision', HELD, 'order_not_delivered', undefined],
    ],
  ],
  [
    'of accepting, declining and cancelling an order at once, one takes effect',
    'funded',
    [
      as('kol', 'accept_order($1)'),
      as('kol', `decline_order($1, 'No.')`),
      as('brand', `cancel_order($1, 'No.')`),
    ],
    3,
    [
      // After the acceptance, the brand's call only requests a cancellation, which is not a move.
      ['in_progress', HELD, undefined, 'order_not_funded', undefined],
      ['declined', PAID, 'order_not_funded', undefined, 'order_not_cancellable'],
      ['cancelled', PAID, 'order_not_funded', 'order_not_funded', undefined],
    ],
  ],
  [
    'an order that both sides ask to cancel at once is cancelled once',
    'in_progress',
    [as('brand', `cancel_order($1, 'Off.')`), as('kol', `cancel_order($1, 'Off.')`)],
    4,
    [['cancelled', PAID, undefined, undefined]],
  ],
  [
    'a deadline and the creator do not both end an order',
    'funded',
    [as('kol', 'accept_order($1)'), at(72), at(72)],
    3,
    [
      ['in_progress', HELD, undefined, undefined, undefined],
      ['expired', PAID, 'order_not_funded', undefined, undefined],
    ],
  ],
  [
    'a deadline and the brand complete an order once',
    'delivered',
    [complete, at(72)],
    5,
    [
      ['completed', PAID, undefined, undefined],
      ['completed', PAID, 'order_not_delivered', undefined],
    ],
  ],
]

for (const [name, state, moves, count, ends] of races) {
  testRounds(name, async (chance) => {
    const id = await db.order(people, state)
    const outcomes = await race(
      chance,
      moves.map((move) => () => move(id)),
    )
    const { status, moves: made, payouts, escrow } = await endOf(id)
    expect(ends).toContainEqual([status, { payouts, escrow }, ...refusals(outcomes)])
    expect(made).toBe(count)
  })
}

testRounds('two settlements and a decision of staff split the money once', async (chance) => {
  const id = await db.order(people, 'disputed')
  await as('brand', 'propose_settlement($1, 3000)')(id)
  await as('kol', 'propose_settlement($1, 7000)')(id)
  await by(people.staff)`select tests.read_case(${id})`()
  const moves = [
    as('brand', 'accept_settlement($1, 7000)'),
    as('kol', 'accept_settlement($1, 3000)'),
    as('staff', `resolve_dispute($1, 5000, 'Half.')`),
  ]
  const outcomes = await race(
    chance,
    moves.map((move) => () => move(id)),
  )
  // A ruling ends the proposals, and an agreement ends the dispute.
  const { status, moves: made, payouts, escrow } = await endOf(id)
  expect([
    ['settled', PAID, undefined, 'order_not_disputed', 'order_not_disputed'],
    ['settled', PAID, 'order_not_disputed', undefined, 'order_not_disputed'],
    ['ruled', HELD, 'no_settlement_proposed', 'no_settlement_proposed', undefined],
  ]).toContainEqual([status, { payouts, escrow }, ...refusals(outcomes)])
  expect(made).toBe(5)
})

testRounds('a proposal that changed in the meantime is not accepted', async (chance) => {
  const id = await db.order(people, 'disputed')
  await as('brand', 'propose_settlement($1, 8000)')(id)
  const [accept] = await race(chance, [
    () => as('kol', 'accept_settlement($1, 8000)')(id),
    () => as('brand', 'propose_settlement($1, 10)')(id),
  ])
  const share = await value`select creator_share_minor from public.pack_orders where id = ${id}`
  expect([
    [undefined, '8000'],
    ['settlement_changed', null],
  ]).toContainEqual([accept?.refused, share])
})

testRounds('an unpaid order is paid or expires, never both', async (chance) => {
  const id = await db.order(people, 'pending_payment')
  const outcomes = await race(chance, [
    by('service')`select public.record_payment('sandbox', ${`race-${id}`}, ${id}, 10000, 'USD')`,
    () => clock(24),
  ])
  expect(refused(outcomes)).toEqual([])
  const { status, escrow } = await endOf(id)
  expect(['funded', 'expired']).toContain(status)
  expect(escrow ?? 0).toBe(status === 'funded' ? 10000 : 0)
})

test('random concurrent moves never deadlock', async () => {
  const chance = seededChances()
  const orders = await crowdedMarket()
  const outcomes = await race(
    chance,
    [...orders, ...orders].map(({ id, brand, kol }) =>
      chance.pick([
        by(brand)`select public.complete_order(${id})`,
        by(kol)`select public.open_dispute(${id}, 'No.')`,
        () => clock(72),
        by(brand)`select public.request_revision(${id}, 'More.')`,
      ]),
    ),
  )
  expect(refused(outcomes).filter((one) => !/^order_not_[a-z]+$/.test(one))).toEqual([])
})

/** Makes nine delivered orders, of each of three creators for each of three brands. */
async function crowdedMarket() {
  const members = [await sides(), await sides(), await sides()] as const
  // Each member was invited by a member of the other role, so that completions reward members of other orders.
  for (const [place, { brand, kol }] of members.entries()) {
    const next = members[(place + 1) % 3]?.brand ?? ''
    await db.sql`update public.referrals set inviter_id = ${brand} where invitee_id = ${kol}`
    await db.sql`update public.referrals set inviter_id = ${kol} where invitee_id = ${next}`
  }
  const orders: (Sides & { id: string })[] = []
  for (const { brand } of members) {
    for (const { kol } of members) {
      for (let n = 0; n < Math.min(ROUNDS, 100); n++)
        orders.push({ brand, kol, id: await db.order({ brand, kol }, 'delivered') })
    }
  }
  return orders
}

test('the mark by which a move is recognized ends with its transaction', async () => {
  const own = await db.sql.reserve()
  try {
    await own`begin`
    await own`select tests.make_order(${people.brand}, ${people.kol}, 'funded')`
    await own`commit`
    const [mark] = await own`select nullif(current_setting('kolpact.order_move', true), '') as mark`
    expect(mark).toEqual({ mark: null })
  } finally {
    own.release()
  }
  // In a session that never moved an order the setting does not exist, and the check must still work.
  await expect(db.direct`update public.pack_orders set status = 'completed'`).rejects.toThrow(
    'status_only_by_move',
  )
})
