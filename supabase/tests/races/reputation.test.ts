// Concurrent sessions change members' trust and quotas. Nothing is counted twice or lost, and there are no deadlocks.
import { expect, test } from 'vitest'
import {
  inSession,
  race,
  refused,
  ROUNDS,
  raceDatabase,
  seededChances,
  testRounds,
  type Sides,
} from '../support/race.ts'

const CREATORS = 3
const BRANDS = 4

const db = raceDatabase()
const { by, clock, member, order } = db

test('standings are computed once for each fact, by any number of workers', async () => {
  const chance = seededChances()
  const kols: string[] = []
  const brands: string[] = []
  for (let n = 0; n < CREATORS; n += 1) kols.push(await member('kol'))
  for (let n = 0; n < BRANDS; n += 1) brands.push(await member('brand'))
  const pairs = brands.flatMap((brand): Sides[] => kols.map((kol) => ({ brand, kol })))
  for (let round = 0; round < Math.ceil(ROUNDS / 5); round += 1) {
    // Ends the freezes of brands by chargebacks of the round before.
    await db.sql`update public.profiles set frozen_at = null where frozen_at is not null`
    for (const pair of pairs) await order(pair, 'completed', 60000)
    const acts: (() => Promise<unknown>)[] = Array.from({ length: 4 }, () => () => clock(14 * 24))
    for (const pair of pairs) {
      const id = await order(pair, 'delivered', 60000)
      acts.push(
        () =>
          inSession(db.sql, pair.brand, async (tx) => {
            await tx`select public.complete_order(${id})`
            await tx`select public.review_order(${id}, 5, 'Good.')`
          }),
        by('service')`
          select public.record_chargeback('sandbox', ${`test-${id}`}, ${id}, 60000, 'USD')`,
      )
    }
    const other = refused(await race(chance, acts)).filter(
      (one) => !/^(order_not_[a-z]+|payment_disputed)$/.test(one),
    )
    expect(other).toEqual([])
  }
  // Another run computes the members whose rows were locked before.
  await clock(14 * 24)
  const members = await db.sql<{ invites: number; given: number; counted: number }[]>`
    select p.invites_left as invites, s.invites_for as given,
      floor(greatest((r).counterparties - (r).demerits, 0))::int as counted
    from public.profiles p join private.standings s on s.profile_id = p.id
    cross join lateral private.trade_record_of(p.id, now() + interval '14 days') as r
    where p.id = any (${kols})`
  expect([...members]).toEqual(
    kols.map(() => ({ invites: 5 + 3 * BRANDS, given: BRANDS, counted: BRANDS })),
  )
  expect(
    await db.sql`select from private.reassessments where due_at <= now() + interval '14 days'`,
  ).toHaveLength(0)
})

const review = (author: string, id: string) =>
  by(author)`select public.review_order(${id}, 5, 'Well.')`

testRounds('two reviews of one order at once make each other visible', async (chance) => {
  const sides = await db.sides()
  const id = await order(sides, 'completed')
  expect(refused(await race(chance, [review(sides.brand, id), review(sides.kol, id)]))).toEqual([])
  expect(
    await db.sql`select from public.reviews where order_id = ${id} and visible_at is null`,
  ).toEqual([])
})

test('the number of reviews includes both of two concurrent ones', async () => {
  const kol = await member('kol')
  const [first, second] = [await member('brand'), await member('brand')]
  const [one, other] = [
    await order({ brand: first, kol }, 'completed'),
    await order({ brand: second, kol }, 'completed'),
  ]
  for (const id of [one, other]) await review(kol, id)()
  await db.during(
    first,
    (tx) => tx`select public.review_order(${one}, 4, 'Well.')`,
    review(second, other),
  )
  expect(await db.value`select review_count from public.profiles where id = ${kol}`).toBe(2)
})
