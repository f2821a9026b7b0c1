// Two people, or a person and the clock, move one order at the same time: one of them wins, the
// other hears why, and the money moves once.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestDatabase, type TestDatabase } from '../support/database.ts'
import { inSession, race, ROUNDS, seededChances, type Chances } from '../support/race.ts'

let db: TestDatabase
let brand: string
let kol: string
let judge: string

beforeAll(async () => {
  db = await startTestDatabase(20)
  const [people] = await db.sql<{ brand: string; kol: string; judge: string }[]>`
    select tests.make_member('brand', 'brand') as brand, tests.make_member('kol', 'kol') as kol,
      tests.make_staff('judge') as judge`
  if (!people) throw new Error('no people')
  ;({ brand, kol, judge } = people)
})
afterAll(() => db?.stop())
afterEach(async () => {
  expect(await db.sql`select * from private.ledger_faults()`).toEqual([])
  expect(await db.sql`select * from public.solvency where held_minor <> owed_minor`).toEqual([])
})

type Move = (order: string) => Promise<string>
type End = { status: string; payouts: number; moves: number; escrow: number }

/** Plays the moves against each other on a fresh order, round after round. */
async function eachRound(
  state: string,
  moves: Move[],
  check: (end: End, refused: (string | undefined)[]) => void,
) {
  const chance = seededChances()
  const orders = await db.sql<{ id: string }[]>`
    select tests.make_order(${brand}, ${kol}, ${state}) as id from generate_series(1, ${ROUNDS})`
  for (const { id } of orders) {
    const outcomes = await race(
      chance,
      moves.map((move) => () => move(id)),
    )
    check(
      await endOf(id),
      outcomes.map((outcome) => outcome.refused),
    )
  }
}

/** What became of an order: its state, how often its escrow was emptied, how often it ended. */
async function endOf(id: string): Promise<End> {
  const [end] = await db.sql<End[]>`
    select o.status,
      (select count(*)::int from private.transfers t where t.order_id = o.id
        and t.event in ('completion', 'settlement', 'refund', 'chargeback')) as payouts,
      (select count(*)::int from public.order_events e where e.order_id = o.id
        and e.from_status is distinct from e.to_status) as moves,
      (select a.balance_minor::int from private.accounts a where a.order_id = o.id) as escrow
    from public.pack_orders o where o.id = ${id}`
  if (!end) throw new Error(`no order ${id}`)
  return end
}

const call =
  (profile: () => string, name: string, ...rest: (string | number)[]): Move =>
  (order) =>
    inSession(db.sql, { profile: profile() }, async (tx) => {
      const list = [order, ...rest].map((_, place) => `$${place + 1}`).join(', ')
      const [row] = await tx.unsafe<{ status: string }[]>(
        `select status from public.${name}(${list})`,
        [order, ...rest],
      )
      return row?.status ?? ''
    })
const clock =
  (hours: number): Move =>
  () =>
    inSession(db.sql, 'service', async (tx) => {
      await tx`select public.run_due_work(now() + make_interval(hours => ${hours}))`
      return 'clock'
    })
const byBrand = (name: string, ...rest: (string | number)[]) => call(() => brand, name, ...rest)
const byKol = (name: string, ...rest: (string | number)[]) => call(() => kol, name, ...rest)

test('an order completed from several windows pays once', () =>
  eachRound(
    'delivered',
    [byBrand('complete_order'), byBrand('complete_order'), byBrand('complete_order')],
    (end, refused) => {
      expect(end).toEqual({ status: 'completed', payouts: 1, moves: 5, escrow: 0 })
      expect(refused).toEqual([undefined, undefined, undefined])
    },
  ))

test('completion and dispute do not both happen', () =>
  eachRound(
    'delivered',
    [byBrand('complete_order'), byKol('open_dispute', 'Not paid enough.')],
    (end, [complete, dispute]) => {
      if (complete === undefined) {
        expect(dispute).toBe('order_not_disputable')
        expect(end).toEqual({ status: 'completed', payouts: 1, moves: 5, escrow: 0 })
      } else {
        expect([complete, dispute]).toEqual(['order_not_delivered', undefined])
        expect(end).toEqual({ status: 'disputed', payouts: 0, moves: 5, escrow: 10000 })
      }
    },
  ))

test('a revision and a completion do not both happen', () =>
  eachRound(
    'delivered',
    [byBrand('complete_order'), byBrand('request_revision', 'Shorter.')],
    (end, refused) => {
      expect(refused.filter((one) => one === 'order_not_delivered')).toHaveLength(1)
      expect(['completed', 'in_revision']).toContain(end.status)
      expect(end.payouts).toBe(end.status === 'completed' ? 1 : 0)
    },
  ))

test('accepting, declining and cancelling leave one winner', () =>
  eachRound(
    'funded',
    [byKol('accept_order'), byKol('decline_order', 'No.'), byBrand('cancel_order', 'No.')],
    (end, refused) => {
      expect(['in_progress', 'declined', 'cancelled']).toContain(end.status)
      expect(end.payouts).toBe(end.status === 'in_progress' ? 0 : 1)
      expect(end.moves).toBe(3)
      expect(refused.filter((one) => one === undefined).length).toBeGreaterThan(0)
      expect(refused.filter((one) => /deadlock/.test(one ?? ''))).toEqual([])
    },
  ))

test('both sides ask to cancel at once: it is cancelled once', () =>
  eachRound(
    'in_progress',
    [byBrand('cancel_order', 'Off.'), byKol('cancel_order', 'Off.')],
    (end, refused) => {
      expect(refused).toEqual([undefined, undefined])
      expect(end).toEqual({ status: 'cancelled', payouts: 1, moves: 4, escrow: 0 })
    },
  ))

test('two settlements and a ruling split the money once', async () => {
  const propose = async (order: string) => {
    await byBrand('propose_settlement', 3000)(order)
    await byKol('propose_settlement', 7000)(order)
  }
  const chance = seededChances()
  const orders = await db.sql<{ id: string }[]>`
    select tests.make_order(${brand}, ${kol}, 'disputed') as id from generate_series(1, ${ROUNDS})`
  for (const { id } of orders) {
    await propose(id)
    const outcomes = await race(chance, [
      () => byBrand('accept_settlement')(id),
      () => byKol('accept_settlement')(id),
      () => call(() => judge, 'resolve_dispute', 5000, 'Half.')(id),
    ])
    expect(outcomes.filter(({ refused }) => refused === undefined)).toHaveLength(1)
    expect(outcomes.filter(({ refused }) => refused === 'order_not_disputed')).toHaveLength(2)
    expect(await endOf(id)).toEqual({ status: 'settled', payouts: 1, moves: 5, escrow: 0 })
  }
})

test('an offer that changes under the hand is not accepted', async () => {
  const chance = seededChances()
  const orders = await db.sql<{ id: string }[]>`
    select tests.make_order(${brand}, ${kol}, 'disputed') as id from generate_series(1, ${ROUNDS})`
  for (const { id } of orders) {
    await byBrand('propose_settlement', 8000)(id)
    const [accept] = await race(chance, [
      () => byKol('accept_settlement', 8000)(id),
      () => byBrand('propose_settlement', 10)(id),
    ])
    const [order] = await db.sql<{ share: string | null }[]>`
      select creator_share_minor as share from public.pack_orders where id = ${id}`
    if (accept?.refused === undefined) expect(order?.share).toBe('8000')
    else expect([accept.refused, order?.share]).toEqual(['settlement_changed', null])
  }
})

test('the clock and the creator do not both answer an order', () =>
  eachRound('funded', [byKol('accept_order'), clock(72), clock(72)], (end, [accept]) => {
    if (accept === undefined) expect(end).toMatchObject({ status: 'in_progress', payouts: 0 })
    else {
      expect(accept).toBe('order_not_funded')
      expect(end).toMatchObject({ status: 'expired', payouts: 1, escrow: 0 })
    }
  }))

test('the clock and the brand complete an order once', () =>
  eachRound(
    'delivered',
    [byBrand('complete_order'), clock(72), byBrand('extend_review')],
    (end, [complete]) => {
      // The clock leaves alone what somebody else holds, and what was extended under its eyes.
      if (complete === undefined) expect(end.status).toBe('completed')
      expect([0, 1]).toContain(end.payouts)
      expect(end.payouts).toBe(end.status === 'completed' ? 1 : 0)
    },
  ))

test('payment and expiry do not both happen', async () => {
  const pay: Move = (order) =>
    inSession(db.sql, 'service', async (tx) => {
      await tx`select public.record_payment('sandbox', ${`race-${order}`}, ${order}, 10000, 'USD')`
      return 'paid'
    })
  await eachRound('pending_payment', [pay, clock(24)], (end, refused) => {
    expect(refused).toEqual([undefined, undefined])
    expect(['funded', 'expired']).toContain(end.status)
    expect(end.escrow ?? 0).toBe(end.status === 'funded' ? 10000 : 0)
  })
})

test('two reviews at once show each other', async () => {
  const chance = seededChances()
  const orders = await db.sql<{ id: string }[]>`
    select tests.make_order(${brand}, ${kol}, 'completed') as id from generate_series(1, ${ROUNDS})`
  const review = (profile: string, order: string, rating: number) => () =>
    inSession(
      db.sql,
      { profile },
      (tx) => tx`select public.review_order(${order}, ${rating}, 'Thanks.')`,
    )
  const written: number[] = []
  await race(
    chance,
    orders.flatMap(({ id }) => {
      const rating = 1 + chance.below(5)
      written.push(rating)
      return [review(brand, id, rating), review(kol, id, 5)]
    }),
  )
  const mean = written.reduce((sum, rating) => sum + rating, 0) / written.length
  const [rated] = await db.sql<{ rating: string; count: number; hidden: number }[]>`
    select p.rating::text, p.review_count as count,
      (select count(*)::int from public.reviews where visible_at is null) as hidden
    from public.profiles p where p.id = ${kol}`
  expect(rated).toEqual({ rating: mean.toFixed(2), count: ROUNDS, hidden: 0 })
})

test('a market in disorder never locks itself up', async () => {
  const chance = seededChances()
  const members = await db.sql<{ brand: string; kol: string }[]>`
    select tests.make_member('brand' || n, 'brand') as brand, tests.make_member('kol' || n, 'kol') as kol
    from generate_series(1, 3) as n`
  // Everybody was brought by somebody of the other side, so that rewards cross.
  await db.sql`
    update public.referrals r set inviter_id = i.profile_id
    from tests.people p, tests.people i
    where p.profile_id = r.invitee_id and i.name = case
      when p.name like 'kol%' then replace(p.name, 'kol', 'brand')
      else 'kol' || (right(p.name, 1)::int % 3 + 1) end
      and p.name ~ '[123]$'`
  await crowd(chance, members)
})

async function crowd(chance: Chances, members: { brand: string; kol: string }[]) {
  const [first, ...others] = members
  if (!first) throw new Error('no members')
  const list = [first, ...others] as const
  const orders: { id: string; brand: string; kol: string }[] = []
  for (const { brand } of list) {
    for (const { kol } of list) {
      const made = await db.sql<{ id: string }[]>`
        select tests.make_order(${brand}, ${kol}, 'delivered') as id from generate_series(1, ${ROUNDS})`
      orders.push(...made.map(({ id }) => ({ id, brand, kol })))
    }
  }
  const outcomes = await race(
    chance,
    orders.flatMap(({ id, brand, kol }) => {
      const moves: (() => Promise<string>)[] = [
        () => call(() => brand, 'complete_order')(id),
        () => call(() => kol, 'open_dispute', 'No.')(id),
        () => clock(72)(id),
        () => call(() => brand, 'request_revision', 'More.')(id),
      ]
      return [moves[chance.below(4)], moves[chance.below(4)]].filter((one) => one !== undefined)
    }),
  )
  const strange = outcomes
    .map(({ refused }) => refused)
    .filter((one) => one !== undefined && !/^order_not_[a-z]+$/.test(one))
  expect(strange).toEqual([])
}
