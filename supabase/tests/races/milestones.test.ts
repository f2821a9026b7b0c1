// Concurrent sessions act on offers and milestones. An offer ends in one way, and a milestone is
// paid once, whatever happens to its order at the same moment.
import { expect } from 'vitest'
import { race, refusals, refused, raceDatabase, testRounds, type Sides } from '../support/race.ts'

const db = raceDatabase()
const { balance, by, clock, sides, value } = db

/** Makes an order with three milestones, the first of which is delivered. */
async function delivered() {
  const people = await sides()
  const order =
    await value`select tests.make_milestones(${people.brand}, ${people.kol}, 'delivered')`
  return {
    ...people,
    order,
    milestone: await value`select id from private.next_milestone(${order})`,
  }
}

async function newOffer(author: string, reader: string) {
  const made = await value`select tests.make_offer(${author}, ${reader})`
  const [offer] = await db.sql<{ id: string; terms_hash: string; talk: string }[]>`
    select id, terms_hash, conversation_id as talk from public.offers where id = ${made}`
  if (!offer) throw new Error('no offer')
  return offer
}

type Made = Awaited<ReturnType<typeof delivered>>
const accept = ({ brand, order, milestone }: Made) =>
  by(brand)`select public.accept_milestone(${order}, ${milestone})`

const moneyOf = async ({ brand, kol }: Sides) => ({
  escrow: await balance(brand, 'escrow'),
  pending: await balance(kol, 'pending'),
  wallet: await balance(brand, 'wallet'),
  status: await value`select status from public.pack_orders where brand_id = ${brand}`,
})
const UNTOUCHED = { escrow: 10000, pending: 0, wallet: 0 }
const ONE_PAID = { escrow: 6667, pending: 3000, wallet: 0 }

testRounds('two acceptances of one milestone pay it once', async (chance) => {
  const made = await delivered()
  const outcomes = await race(chance, [accept(made), accept(made), accept(made)])
  expect(refused(outcomes)).toEqual([])
  expect(await moneyOf(made)).toEqual({ ...ONE_PAID, status: 'in_progress' })
})

testRounds('a milestone that the brand accepts at its deadline is paid once', async (chance) => {
  const made = await delivered()
  expect(refused(await race(chance, [accept(made), () => clock(72)]))).toEqual([])
  expect(await moneyOf(made)).toMatchObject(ONE_PAID)
})

testRounds(
  'a milestone that is accepted during the opening of a dispute is paid before it or not at all',
  async (chance) => {
    const made = await delivered()
    const outcomes = await race(chance, [
      accept(made),
      by(made.kol)`select public.open_dispute(${made.order}, 'No answer.')`,
    ])
    const [accepted, disputed] = refusals(outcomes)
    expect(disputed).toBeUndefined()
    expect([undefined, 'order_not_delivered']).toContain(accepted)
    expect(await moneyOf(made)).toEqual({
      ...(accepted ? UNTOUCHED : ONE_PAID),
      status: 'disputed',
    })
  },
)

testRounds(
  'a cancellation, and a delivery with its acceptance at once, divide the rest of an order in one way',
  async (chance) => {
    const { brand, kol } = await sides()
    const order = await value`
      select tests.make_milestones(${brand}, ${kol}, 'in_progress', '{3333,3333,3334}', 1)`
    const milestone = await value`select id from private.next_milestone(${order})`
    await by(kol)`select public.cancel_order(${order}, 'No time.')`()
    const outcomes = await race(chance, [
      by(brand)`select public.cancel_order(${order}, 'As you say.')`,
      by(kol)`select public.deliver_order(${order}, 'After all.', '{https://a.b}')`,
      accept({ brand, kol, order, milestone }),
    ])
    const [cancelled, , accepted] = refusals(outcomes)
    expect(await moneyOf({ brand, kol })).toEqual(
      accepted === undefined
        ? { escrow: 3334, pending: 6000, wallet: 0, status: 'in_progress' }
        : cancelled === undefined
          ? { escrow: 0, pending: 3000, wallet: 6667, status: 'cancelled' }
          : { ...ONE_PAID, status: 'delivered' },
    )
  },
)

testRounds(
  'a milestone that is accepted during a chargeback is paid before it or not at all',
  async (chance) => {
    const made = await delivered()
    const outcomes = await race(chance, [
      accept(made),
      by('service')`
      select public.record_chargeback('sandbox', ${`test-${made.order}`}, ${made.order}, 10000, 'USD')`,
    ])
    const [accepted, chargedBack] = refusals(outcomes)
    expect(chargedBack).toBeUndefined()
    expect([undefined, 'payment_disputed']).toContain(accepted)
    expect(await moneyOf(made)).toEqual(
      accepted ? { ...UNTOUCHED, status: 'delivered' } : { ...ONE_PAID, status: 'in_progress' },
    )
  },
)

testRounds('two settlements after a paid milestone divide the rest only once', async (chance) => {
  const made = await delivered()
  const { brand, kol, order } = made
  await accept(made)()
  await by(kol)`select public.open_dispute(${order}, 'No.')`()
  await by(kol)`select public.propose_settlement(${order}, 5000)`()
  await by(brand)`select public.propose_settlement(${order}, 4000)`()
  const outcomes = await race(chance, [
    by(brand)`select public.accept_settlement(${order}, 5000)`,
    by(kol)`select public.accept_settlement(${order}, 4000)`,
  ])
  expect(refused(outcomes)).toHaveLength(1)
  expect([
    { escrow: 0, pending: 4500, wallet: 5000, status: 'settled' },
    { escrow: 0, pending: 3600, wallet: 6000, status: 'settled' },
  ]).toContainEqual(await moneyOf(made))
})

testRounds('an offer is accepted once, and ends in one way', async (chance) => {
  const { brand, kol } = await sides()
  const { id, terms_hash } = await newOffer(kol, brand)
  const acceptIt = by(brand)`select public.accept_offer(${id}, ${terms_hash})`
  const outcomes = await race(chance, [
    acceptIt,
    acceptIt,
    by(brand)`select public.decline_offer(${id})`,
    by(kol)`select public.withdraw_offer(${id})`,
  ])
  const isAccepted = (await value`select status from public.offers where id = ${id}`) === 'accepted'
  expect(refused(outcomes)).toEqual(Array(isAccepted ? 2 : 3).fill('offer_not_open'))
  const orders = await db.sql`select from public.pack_orders where brand_id = ${brand}`
  expect(orders).toHaveLength(isAccepted ? 1 : 0)
})

testRounds(
  'of two acceptances with different briefs one becomes the order, and the other reads that it did not',
  async (chance) => {
    const { brand, kol } = await sides()
    const { id, terms_hash } = await newOffer(kol, brand)
    const goals = ['Sign-ups.', 'Reach.']
    const outcomes = await race(
      chance,
      goals.map(
        (goal) => by(brand)`select public.accept_offer(${id}, ${terms_hash}, goal => ${goal})`,
      ),
    )
    expect(refused(outcomes)).toEqual(['offer_not_open'])
    const taken = refusals(outcomes).indexOf(undefined)
    expect(
      await db.sql`select brief_goal from public.pack_orders where brand_id = ${brand}`,
    ).toEqual([{ brief_goal: goals[taken] }])
  },
)

testRounds('of two counter-offers to one offer one is written', async (chance) => {
  const { brand, kol } = await sides()
  const offer = await newOffer(brand, kol)
  const counter = by(kol)`
    select public.make_offer(${offer.talk}, 'Another', 'More.', 12000, 'USD', 7, 2, gen_random_uuid(), counters_id => ${offer.id})`
  expect(refused(await race(chance, [counter, counter]))).toEqual(['offer_not_open'])
})
