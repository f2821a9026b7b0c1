// Papers are issued in concurrent sessions. Each number is used once, none is missing, and sums equal the ledger's.
import { expect } from 'vitest'
import { inSession, race, raceDatabase, testRounds } from '../support/race.ts'

const db = raceDatabase()

async function delivered() {
  const sides = await db.sides()
  return { ...sides, id: await db.order(sides, 'delivered') }
}

testRounds(
  'orders that end at once have gapless numbers, and one that fails takes none',
  async (chance) => {
    const orders = [await delivered(), await delivered(), await delivered()]
    const fails = await delivered()
    await race<unknown>(chance, [
      ...orders.map(({ brand, id }) => db.by(brand)`select public.complete_order(${id})`),
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
    expect(await db.sql`select from public.papers where order_id = ${fails.id}`).toEqual([])
  },
)
