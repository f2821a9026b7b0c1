// A draft gets one answer: an approval, a request for changes, an approval by its deadline, or a cancellation.
import { expect } from 'vitest'
import { race, raceDatabase, testRounds } from '../support/race.ts'

const db = raceDatabase(8)
const { by, clock, endOf, order, sides } = db

testRounds(
  'of an approval, a request for changes and the deadline of a draft, only one takes effect',
  async (chance) => {
    const { brand, kol } = await sides()
    const id = await order({ brand, kol }, 'draft_review')
    await db.sql`update public.pack_orders set due_at = now() - interval '1 second' where id = ${id}`
    await race(chance, [
      by(brand)`select public.approve_draft(${id})`,
      by(brand)`select public.request_draft_changes(${id}, 'Shorter.')`,
      clock,
    ])
    await clock()
    const end = await endOf(id)
    expect(['draft_approved', 'draft_revision']).toContain(end.status)
    // The order has moved four times before, so that its fifth move is the only answer.
    expect(end).toMatchObject({ escrow: 10000, moves: 5 })
  },
)

testRounds('a draft is approved or its order is cancelled, never both', async (chance) => {
  const { brand, kol } = await sides()
  const id = await order({ brand, kol }, 'draft_review')
  await by(kol)`select public.cancel_order(${id}, 'No time.')`()
  const [approved] = await race(chance, [
    by(brand)`select public.approve_draft(${id})`,
    by(brand)`select public.cancel_order(${id}, 'As you say.')`,
  ])
  const end = await endOf(id)
  expect([
    ['cancelled', 0],
    ['draft_approved', 10000],
  ]).toContainEqual([end.status, end.escrow])
  // An approval may be refused only because the order was cancelled before.
  expect(approved?.refused !== undefined && end.status !== 'cancelled').toBe(false)
})
