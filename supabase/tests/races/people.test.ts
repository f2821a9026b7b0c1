// Accounts that show the same marks at the same time are one person, whoever is first.
import { expect } from 'vitest'
import { race, raceDatabase, refused, testRounds } from '../support/race.ts'

const db = raceDatabase(6)
const { by, member, order } = db

const marks = (id: string, card: string) =>
  by('owner')`select private.mark_person(${id}, 'card', ${card})`

testRounds('four accounts in a ring of four cards become one person', async (chance, round) => {
  const ids: string[] = []
  for (let n = 0; n < 4; n++) ids.push(await member('brand'))
  // Each shares one card with the one before and one with the one after.
  const acts = ids.flatMap((id, n) => [
    marks(id, `${round} ${n}`),
    marks(id, `${round} ${(n + 1) % ids.length}`),
  ])
  expect(refused(await race(chance, acts))).toEqual([])
  const [found] = await db.sql`
    select (select count(distinct private.person_of(id))::int from unnest(${ids}::uuid[]) as id) as people,
      (select count(*)::int from private.people a join private.people b on b.profile_id = a.person_id) as chained`
  expect(found).toEqual({ people: 1, chained: 0 })
})

testRounds(
  'a chargeback and a payment with the same card at once leave nobody of the person free',
  async (chance, round) => {
    const card = `card ${round}`
    const { brand, kol } = await db.sides()
    const other = await member('brand')
    const paid = await order({ brand, kol }, 'completed')
    await marks(brand, card)()
    const outcomes = await race(chance, [
      marks(other, card),
      by('owner')`select tests.charge_back(tests.payment(${paid}))`,
    ])
    expect(refused(outcomes)).toEqual([])
    const frozen = await db.sql`
      select id from public.profiles where id in (${brand}, ${other}) and frozen_at is not null`
    expect(frozen).toHaveLength(2)
  },
)
