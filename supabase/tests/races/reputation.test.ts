// Trust and quotas under concurrency: nothing is counted twice or lost, and there are no deadlocks.
import { expect, test } from 'vitest'
import { inSession, race, ROUNDS, seededChances, testDatabase } from '../support/race.ts'

const CREATORS = 3
const BRANDS = 4

const db = testDatabase()

type Pair = { id: string; brand: string; kol: string }

/** Orders of every brand from every creator, all in one state. */
function trade(status: string): Promise<Pair[]> {
  return db.sql<Pair[]>`
    select tests.make_order(tests.id('brand ' || b), tests.id('kol ' || k), ${status}, 60000) as id,
      tests.id('brand ' || b) as brand, tests.id('kol ' || k) as kol
    from generate_series(1, ${BRANDS}) as b, generate_series(1, ${CREATORS}) as k`
}

const clock = (days: number) => () =>
  inSession(db.sql, 'service', async (tx) => {
    await tx`select public.run_due_work(now() + make_interval(days => ${days}))`
  })

test('members are computed once for each fact, by any number of workers', async () => {
  const chance = seededChances()
  await db.sql`
    select tests.make_member('brand ' || n, 'brand') from generate_series(1, ${BRANDS}) as n
    union all select tests.make_member('kol ' || n, 'kol') from generate_series(1, ${CREATORS}) as n`
  for (let round = 0; round < Math.ceil(ROUNDS / 5); round += 1) {
    // A chargeback of the last round stopped its brand.
    await db.sql`update public.profiles set frozen_at = null where frozen_at is not null`
    await trade('completed')
    const open = await trade('delivered')
    const outcomes = await race(chance, [
      ...Array.from({ length: 4 }, () => clock(14)),
      ...open.flatMap((order) => [
        () =>
          inSession(db.sql, { profile: order.brand }, async (tx) => {
            await tx`select public.complete_order(${order.id})`
            await tx`select public.review_order(${order.id}, 5, 'Good.')`
          }),
        () =>
          inSession(db.sql, 'service', async (tx) => {
            await tx`select public.record_chargeback('sandbox', ${`test-${order.id}`}, ${order.id}, 60000, 'USD')`
          }),
      ]),
    ])
    const refused = outcomes.flatMap((outcome) => outcome.refused ?? [])
    expect(refused.filter((one) => !/^(order_not_[a-z]+|payment_disputed)$/.test(one))).toEqual([])
  }
  // Members whose rows were locked are computed by the next run.
  await clock(14)()
  const members = await db.sql<{ invites: number; given: number; counted: number }[]>`
    select p.invites_left as invites, s.invites_for as given,
      floor(greatest((r).counterparties - (r).demerits, 0))::int as counted
    from tests.people t
    join public.profiles p on p.id = t.profile_id and p.role = 'kol'
    join private.standings s on s.profile_id = p.id
    cross join lateral private.trade_record_of(p.id, now() + interval '14 days') as r`
  expect(members).toHaveLength(CREATORS)
  for (const { invites, given, counted } of members) {
    expect({ given, invites }).toEqual({ given: counted, invites: 5 + 3 * counted })
    expect(counted).toBe(BRANDS)
  }
  expect(
    await db.sql`select from private.reassessments where due_at <= now() + interval '14 days'`,
  ).toHaveLength(0)
  expect(await db.sql`select * from private.ledger_faults()`).toEqual([])
})

test('of two concurrent reviews the second includes the first', async () => {
  const { sql } = db
  const [kol] = await sql`select tests.make_member('reviewed', 'kol') as id`
  const orders = await sql<Pair[]>`
    select tests.put_order(brand, ${kol?.id}) as id, brand, ${kol?.id}::uuid as kol
    from generate_series(1, 2) as n, tests.make_member('reviewer ' || n, 'brand') as brand`
  for (const order of orders)
    await inSession(sql, { profile: order.kol }, async (tx) => {
      await tx`select public.review_order(${order.id}, 5, 'Well.')`
    })
  const [first, second] = orders.map(
    (order) => (wait: number) =>
      inSession(sql, { profile: order.brand }, async (tx) => {
        await tx`select public.review_order(${order.id}, 4, 'Well.')`
        await tx`select pg_sleep(${wait})`
      }),
  )
  await Promise.all([first?.(0.2), sql`select pg_sleep(0.1)`.then(() => second?.(0))])
  const [rated] =
    await sql`select review_count as reviews from public.profiles where id = ${kol?.id}`
  expect(rated).toEqual({ reviews: 2 })
})
