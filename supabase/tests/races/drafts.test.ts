// A draft is answered once: approved, changed, approved by the clock, or the order is cancelled.
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

const db = testDatabase(8)
const by = actsIn(db)
const sides = { brand: '', kol: '' }

beforeAll(async () => {
  const [made] = await db.sql<(typeof sides)[]>`
    select tests.make_member('brand', 'brand') as brand, tests.make_member('kol', 'kol') as kol`
  Object.assign(sides, made)
  await db.sql`select tests.lift_limits()`
})

const as = (who: keyof typeof sides, call: string, order: string) => () =>
  inSession<unknown>(db.sql, { profile: sides[who] }, (tx) =>
    tx.unsafe(`select public.${call}`, [order]),
  )
const clock = by('service')`select public.run_due_work(now())`

/** The order after the race: its state, its money, and how often it left `draft_review`. */
const endOf = async (order: string) =>
  (
    await db.sql`
      select o.status, (select a.balance_minor::int from private.accounts a where a.order_id = o.id) as escrow,
        (select count(*)::int from public.order_events e
          where e.order_id = o.id and e.kind = 'move' and e.from_status = 'draft_review') as answers
      from public.pack_orders o where o.id = ${order}`
  )[0]

const newDraft = async () => {
  const [made] = await db.sql<{ id: string }[]>`
    select tests.make_order(${sides.brand}, ${sides.kol}, 'draft_review') as id`
  return made?.id ?? ''
}

testRounds('an approval, a wish for changes and the clock: one of them', async (chance) => {
  const id = await newDraft()
  await db.sql`update public.pack_orders set due_at = now() - interval '1 second' where id = ${id}`
  await race(chance, [
    as('brand', 'approve_draft($1)', id),
    as('brand', `request_draft_changes($1, 'Shorter.')`, id),
    clock,
  ])
  await clock()
  const end = await endOf(id)
  expect(['draft_approved', 'draft_revision']).toContain(end?.['status'])
  expect(end).toMatchObject({ escrow: 10000, answers: 1 })
})

test('an approval and an agreed cancellation: the work goes on, or the money returns', async () => {
  const chance = seededChances()
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await newDraft()
    await as('kol', `cancel_order($1, 'No time.')`, id)()
    const [approved, cancelled] = await race(chance, [
      as('brand', 'approve_draft($1)', id),
      as('brand', `cancel_order($1, 'As you say.')`, id),
    ])
    const end = await endOf(id)
    expect([approved?.refused, cancelled?.refused]).not.toContain('40P01')
    expect([
      ['cancelled', 0],
      ['draft_approved', 10000],
    ]).toContainEqual([end?.['status'], end?.['escrow']])
    // A refused approval came after the cancellation.
    expect(approved?.refused !== undefined && end?.['status'] !== 'cancelled').toBe(false)
  }
  expect(await db.sql`select * from private.ledger_faults()`).toEqual([])
})
