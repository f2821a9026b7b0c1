// Accounts that show the same marks at the same time are one person, whoever is first.
import { expect, test } from 'vitest'
import { actsIn, race, ROUNDS, seededChances, testDatabase } from '../support/race.ts'

const db = testDatabase(6)
const by = actsIn(db)

async function newMembers(names: string[]): Promise<string[]> {
  for (const name of names) await db.sql`select tests.make_member(${name}, 'brand')`
  const rows = await db.sql<{ id: string }[]>`
    select tests.id(name) as id from unnest(${names}::text[]) with ordinality as n (name, place) order by place`
  return rows.map(({ id }) => id)
}

const marks = (id: string, card: string) =>
  by('owner')`select private.mark_person(${id}, 'card', ${card})`

test('four accounts in a ring of four cards become one person, and nobody waits for ever', async () => {
  const chances = seededChances()
  for (let round = 0; round < ROUNDS; round++) {
    const ids = await newMembers([1, 2, 3, 4].map((n) => `round ${round} member ${n}`))
    // Each shares one card with the one before and one with the one after.
    const acts = ids.flatMap((id, n) => [
      marks(id, `${round} ${n}`),
      marks(id, `${round} ${(n + 1) % ids.length}`),
    ])
    const outcomes = await race<unknown>(chances, acts)
    expect(outcomes.filter(({ refused }) => refused)).toEqual([])
    const [found] = await db.sql<{ people: number; chained: number }[]>`
      select (select count(distinct private.person_of(id))::int from unnest(${ids}::uuid[]) as id) as people,
        (select count(*)::int from private.people a join private.people b on b.profile_id = a.person_id) as chained`
    expect(found).toEqual({ people: 1, chained: 0 })
  }
})

test('a chargeback and a payment with the same card at once leave nobody of the person free', async () => {
  const chances = seededChances()
  for (let round = 0; round < ROUNDS; round++) {
    const card = `card ${round}`
    const [owes = '', other = ''] = await newMembers([`owes ${round}`, `other ${round}`])
    await db.sql`select tests.make_member(${`kol ${round}`})`
    const [paid] = await db.sql<{ id: string }[]>`
      select tests.make_order(${owes}, tests.id(${`kol ${round}`}), 'completed') as id`
    await db.sql`select private.mark_person(${owes}, 'card', ${card})`
    const outcomes = await race<unknown>(chances, [
      marks(other, card),
      by('owner')`select tests.charge_back(tests.payment(${paid?.id ?? ''}))`,
    ])
    expect(outcomes.filter(({ refused }) => refused)).toEqual([])
    const frozen = await db.sql`
      select id from public.profiles where id in (${owes}, ${other}) and frozen_at is not null`
    expect(frozen).toHaveLength(2)
  }
})
