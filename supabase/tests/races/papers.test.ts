// Papers that are issued side by side: each number once, none missing, and the sums of the ledger.
import { beforeAll, expect } from 'vitest'
import { actsIn, inSession, race, testDatabase, testRounds } from '../support/race.ts'

const db = testDatabase()
const by = actsIn(db)
let round = 0

beforeAll(async () => {
  await db.sql`select tests.lift_limits()`
})

async function delivered(): Promise<{ brand: string; id: string }> {
  round += 1
  const [made] = await db.sql<{ brand: string; id: string }[]>`
    with sides as materialized (
      select tests.make_member(${`brand ${round}`}, 'brand') as brand, tests.make_member(${`kol ${round}`}) as kol
    )
    select brand, tests.make_order(brand, kol, 'delivered') as id from sides`
  if (!made) throw new Error('no order')
  return made
}

testRounds(
  'orders that end at once have gapless numbers, and one that fails takes none',
  async (chance) => {
    const orders = await Promise.all([delivered(), delivered(), delivered()])
    const fails = await delivered()
    await race<unknown>(chance, [
      ...orders.map(({ brand, id }) => by(brand)`select public.complete_order(${id})`),
      () =>
        inSession(db.sql, fails.brand, async (tx) => {
          await tx`select public.complete_order(${fails.id})`
          await tx`set constraints all immediate`
          throw new Error('after it has drawn its numbers')
        }),
    ])
    expect(
      await db.sql`
    select kind, max(sequence) - count(*) as missing, max(sequence) - (
      select n.last from private.paper_numbers n where n.kind = p.kind) as ahead
    from public.papers p group by kind order by kind`,
    ).toEqual([
      { kind: 'fee_invoice', missing: '0', ahead: 0 },
      { kind: 'invoice', missing: '0', ahead: 0 },
    ])
    expect(await db.sql`select order_id from public.papers where order_id = ${fails.id}`).toEqual(
      [],
    )
    expect(await db.sql`select * from tests.paper_faults()`).toEqual([])
  },
)
