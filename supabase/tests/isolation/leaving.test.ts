// A creator takes its money out in one session and deletes its account in another: both locks are
// taken in one order, and no account with money on its way is deleted.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDatabase, type TestDatabase } from '../support/database.ts'
import { inSession, race, ROUNDS, seededChances } from '../support/race.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await startTestDatabase(20)
  await db.sql`select tests.lift_limits()`
  await db.sql`update private.settings set value = 100000 where key = 'due_work_batch'`
})
afterAll(() => db?.stop())

const EARNED = 9000

/** Creators with money that they can take out. */
async function earners(): Promise<string[]> {
  const made = await db.sql<{ id: string }[]>`
    select tests.make_member('kol ' || n, 'kol') as id from generate_series(1, ${ROUNDS}) as n`
  await db.sql`select tests.make_member('brand', 'brand')`
  for (const { id } of made)
    await db.sql`select tests.make_order(tests.id('brand'), ${id}, 'completed', 10000)`
  await db.sql`select private.run_due_work(now() + interval '14 days') from generate_series(1, 3)`
  return made.map(({ id }) => id)
}

test('a payout against the deletion of the account: the payout is made, the account stays', async () => {
  const chance = seededChances()
  for (const profile of await earners()) {
    const [paid, ...left] = await race<unknown>(chance, [
      () =>
        inSession(
          db.sql,
          { profile, aal: 'aal2' },
          (tx) =>
            tx`select public.request_payout(${EARNED}, 'USD', 'DE00 1234', gen_random_uuid())`,
        ),
      () => inSession(db.sql, { profile }, (tx) => tx`select public.delete_my_account()`),
      () => inSession(db.sql, { profile }, (tx) => tx`select public.delete_my_account()`),
    ])
    expect(paid?.refused).toBeUndefined()
    expect(left.map(({ refused }) => refused)).toEqual([
      'account_has_balance',
      'account_has_balance',
    ])
  }
  expect(await db.sql`select * from private.ledger_faults()`).toEqual([])
})

test.each(['brand', 'kol'] as const)(
  'a completion against the deletion of the account of its %s: both are answered, the money moves once',
  async (leaver) => {
    const chance = seededChances()
    for (let round = 0; round < ROUNDS; round += 1) {
      const [deal] = await db.sql<{ brand: string; kol: string; id: string }[]>`
        with people as materialized (
          select tests.make_member(${`b ${leaver} ${round}`}, 'brand') as brand,
            tests.make_member(${`k ${leaver} ${round}`}, 'kol') as kol
        )
        select brand, kol, tests.make_order(brand, kol, 'delivered', 10000) as id from people`
      if (!deal) throw new Error('no deal')
      const [completed, left] = await race<unknown>(chance, [
        () =>
          inSession(
            db.sql,
            { profile: deal.brand },
            (tx) => tx`select public.complete_order(${deal.id})`,
          ),
        () =>
          inSession(
            db.sql,
            { profile: deal[leaver] },
            (tx) => tx`select public.delete_my_account()`,
          ),
      ])
      expect(completed?.refused).toBeUndefined()
      // The creator has earned money; the brand owes nothing once the order is completed.
      expect([
        'account_has_open_orders',
        leaver === 'kol' ? 'account_has_balance' : undefined,
      ]).toContain(left?.refused)
      const [order] = await db.sql`select status from public.pack_orders where id = ${deal.id}`
      expect(order?.status).toBe('completed')
    }
    expect(await db.sql`select * from private.ledger_faults()`).toEqual([])
  },
)
