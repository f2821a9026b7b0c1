// Offers and milestones at once from several sessions: an offer ends in one way, and a milestone is
// paid once, whatever else happens to its order in the same moment.
import { beforeAll, expect, test } from 'vitest'
import {
  actsIn,
  inSession,
  race,
  ROUNDS,
  seededChances,
  testRounds,
  testDatabase,
} from '../support/race.ts'

const db = testDatabase()
const by = actsIn(db)
let round = 0

beforeAll(async () => {
  await db.sql`select tests.lift_limits()`
})

type Sides = { brand: string; kol: string }

async function newSides(): Promise<Sides> {
  round += 1
  const [sides] = await db.sql<Sides[]>`
    select tests.make_member(${`brand ${round}`}, 'brand') as brand,
      tests.make_member(${`kol ${round}`}, 'kol') as kol`
  if (!sides) throw new Error('no members')
  return sides
}

/** An order of three milestones, the first of which is delivered. */
async function delivered(sides: Sides) {
  const [made] = await db.sql<{ id: string }[]>`
    select tests.make_milestones(${sides.brand}, ${sides.kol}, 'delivered') as id`
  const [next] = await db.sql<{ id: string }[]>`
    select id from private.next_milestone(${made?.id ?? ''})`
  return { order: made?.id ?? '', milestone: next?.id ?? '' }
}

async function newOffer(author: string, reader: string) {
  const [made] = await db.sql<{ id: string }[]>`select tests.make_offer(${author}, ${reader}) as id`
  const [offer] = await db.sql<{ id: string; terms_hash: string; talk: string }[]>`
    select id, terms_hash, conversation_id as talk from public.offers where id = ${made?.id ?? ''}`
  if (!offer) throw new Error('no offer')
  return offer
}

const accept = ({ brand }: Sides, { order, milestone }: { order: string; milestone: string }) =>
  by(brand)`select public.accept_milestone(${order}, ${milestone})`

async function moneyOf(sides: Sides) {
  const [row] = await db.sql`
    select tests.balance(${sides.brand}, 'escrow')::int as escrow, tests.balance(${sides.kol}, 'pending')::int as pending,
      tests.balance(${sides.brand}, 'wallet')::int as wallet,
      (select o.status from public.pack_orders o where o.brand_id = ${sides.brand}) as status`
  return row
}
const faults = () => db.sql`select * from private.ledger_faults()`

test('two acceptances of one milestone pay it once', async () => {
  const chance = seededChances()
  for (let n = 0; n < ROUNDS; n++) {
    const sides = await newSides()
    const order = await delivered(sides)
    const outcomes = await race<unknown>(
      chance,
      [1, 2, 3].map(() => accept(sides, order)),
    )
    expect(outcomes.map(({ refused }) => refused)).toEqual([undefined, undefined, undefined])
    expect(await moneyOf(sides)).toMatchObject({
      escrow: 6667,
      pending: 3000,
      status: 'in_progress',
    })
  }
  expect(await faults()).toHaveLength(0)
})

test('an acceptance against the clock: one of them pays', async () => {
  const chance = seededChances()
  for (let n = 0; n < ROUNDS; n++) {
    const sides = await newSides()
    const order = await delivered(sides)
    const outcomes = await race<unknown>(chance, [
      accept(sides, order),
      by('service')`select public.run_due_work(now() + interval '72 hours')`,
    ])
    expect(outcomes.map(({ refused }) => refused)).toEqual([undefined, undefined])
    expect(await moneyOf(sides)).toMatchObject({ escrow: 6667, pending: 3000 })
  }
  expect(await faults()).toHaveLength(0)
})

test('an acceptance against a dispute: paid and disputed, or only disputed', async () => {
  const chance = seededChances()
  for (let n = 0; n < ROUNDS; n++) {
    const sides = await newSides()
    const made = await delivered(sides)
    const [accepted, disputed] = await race<unknown>(chance, [
      accept(sides, made),
      by(sides.kol)`select public.open_dispute(${made.order}, 'No answer.')`,
    ])
    expect(disputed?.refused).toBeUndefined()
    const isPaid = accepted?.refused === undefined
    expect([undefined, 'order_not_delivered']).toContain(accepted?.refused)
    expect(await moneyOf(sides)).toMatchObject({
      escrow: isPaid ? 6667 : 10000,
      pending: isPaid ? 3000 : 0,
      status: 'disputed',
    })
  }
  expect(await faults()).toHaveLength(0)
})

test('an agreed cancellation against a delivery and its acceptance: one way to divide the rest', async () => {
  const chance = seededChances()
  for (let n = 0; n < ROUNDS; n++) {
    const sides = await newSides()
    const [made] = await db.sql<{ order: string; milestone: string }[]>`
      select id as order, (private.next_milestone(id)).id as milestone
      from tests.make_milestones(${sides.brand}, ${sides.kol}, 'in_progress', '{3333,3333,3334}', 1) as id`
    if (!made) throw new Error('no order')
    await by(sides.kol)`select public.cancel_order(${made.order}, 'No time.')`()
    const acts = [
      by(sides.brand)`select public.cancel_order(${made.order}, 'As you say.')`,
      by(sides.kol)`select public.deliver_order(${made.order}, 'After all.', '{https://a.b}')`,
      accept(sides, made),
    ]
    const [cancelled, handedIn, accepted] = await race<unknown>(chance, acts)
    const [isCancelled, isAccepted] = [!cancelled?.refused, !accepted?.refused]
    expect([cancelled?.refused, handedIn?.refused, accepted?.refused]).not.toContain('40P01')
    expect(await moneyOf(sides)).toEqual(
      isAccepted
        ? { escrow: 3334, pending: 6000, wallet: 0, status: 'in_progress' }
        : isCancelled
          ? { escrow: 0, pending: 3000, wallet: 6667, status: 'cancelled' }
          : { escrow: 6667, pending: 3000, wallet: 0, status: 'delivered' },
    )
  }
  expect(await faults()).toHaveLength(0)
})

test('an acceptance against a chargeback: a milestone is paid first, or the order stands', async () => {
  const chance = seededChances()
  for (let n = 0; n < ROUNDS; n++) {
    const sides = await newSides()
    const made = await delivered(sides)
    const [accepted, chargedBack] = await race<unknown>(chance, [
      accept(sides, made),
      () =>
        inSession(
          db.sql,
          'service',
          (tx) =>
            tx`select public.record_chargeback('sandbox', ${`test-${made.order}`}, ${made.order}, 10000, 'USD')`,
        ),
    ])
    expect(chargedBack?.refused).toBeUndefined()
    expect([undefined, 'payment_disputed']).toContain(accepted?.refused)
    expect(await moneyOf(sides)).toEqual(
      accepted?.refused === undefined
        ? { escrow: 6667, wallet: 0, pending: 3000, status: 'in_progress' }
        : { escrow: 10000, wallet: 0, pending: 0, status: 'delivered' },
    )
  }
  expect(await faults()).toHaveLength(0)
})

test('two sides that settle while a milestone was paid divide only the rest', async () => {
  const chance = seededChances()
  for (let n = 0; n < ROUNDS; n++) {
    const sides = await newSides()
    const made = await delivered(sides)
    await accept(sides, made)()
    await by(sides.kol)`select public.open_dispute(${made.order}, 'No.')`()
    await by(sides.kol)`select public.propose_settlement(${made.order}, 5000)`()
    await by(sides.brand)`select public.propose_settlement(${made.order}, 4000)`()
    const outcomes = await race<unknown>(chance, [
      by(sides.brand)`select public.accept_settlement(${made.order}, 5000)`,
      by(sides.kol)`select public.accept_settlement(${made.order}, 4000)`,
    ])
    expect(outcomes.filter(({ refused }) => refused === undefined)).toHaveLength(1)
    const money = await moneyOf(sides)
    expect([
      { escrow: 0, pending: 4500, wallet: 5000, status: 'settled' },
      { escrow: 0, pending: 3600, wallet: 6000, status: 'settled' },
    ]).toContainEqual(money)
  }
  expect(await faults()).toHaveLength(0)
})

testRounds('an offer is accepted once, and ends in one way', async (chance) => {
  const sides = await newSides()
  const offer = await newOffer(sides.kol, sides.brand)
  const acceptIt = by(sides.brand)`select public.accept_offer(${offer.id}, ${offer.terms_hash})`
  const outcomes = await race<unknown>(chance, [
    acceptIt,
    acceptIt,
    by(sides.brand)`select public.decline_offer(${offer.id})`,
    by(sides.kol)`select public.withdraw_offer(${offer.id})`,
  ])
  const [found] = await db.sql<{ status: string; orders: number }[]>`
    select o.status, (select count(*)::int from public.pack_orders p where p.brand_id = ${sides.brand}) as orders
    from public.offers o where o.id = ${offer.id}`
  const refusals = new Set(outcomes.flatMap(({ refused }) => refused ?? []))
  expect([...refusals]).toEqual(['offer_not_open'])
  expect(found?.orders).toBe(found?.status === 'accepted' ? 1 : 0)
  expect(outcomes.filter(({ refused }) => refused === undefined)).toHaveLength(
    found?.status === 'accepted' ? 2 : 1,
  )
})

testRounds(
  'of two acceptances with different briefs one becomes the order, and the other reads that it did not',
  async (chance) => {
    const sides = await newSides()
    const offer = await newOffer(sides.kol, sides.brand)
    const goals = ['Sign-ups.', 'Reach.']
    const outcomes = await race<unknown>(
      chance,
      goals.map(
        (goal) =>
          by(sides.brand)`
            select public.accept_offer(${offer.id}, ${offer.terms_hash}, goal => ${goal})`,
      ),
    )
    const orders = await db.sql<{ brief_goal: string }[]>`
    select brief_goal from public.pack_orders where brand_id = ${sides.brand}`
    const taken = outcomes.findIndex(({ refused }) => refused === undefined)
    expect(orders).toEqual([{ brief_goal: goals[taken] }])
    expect(outcomes[1 - taken]?.refused).toBe('offer_not_open')
  },
)

testRounds('of two counter-offers to one offer one is written', async (chance) => {
  const sides = await newSides()
  const offer = await newOffer(sides.brand, sides.kol)
  const counter = by(sides.kol)`
    select public.make_offer(${offer.talk}, 'Another', 'More.', 12000, 'USD', 7, 2, gen_random_uuid(), counters_id => ${offer.id})`
  const outcomes = await race<unknown>(chance, [counter, counter])
  expect(outcomes.map(({ refused }) => refused ?? 'sent').toSorted()).toEqual([
    'offer_not_open',
    'sent',
  ])
})
