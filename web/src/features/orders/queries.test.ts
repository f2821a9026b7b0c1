import { expect, test } from 'vitest'
import { hasNote, isChargedBack, movesOf, type OrderEvent } from './queries.ts'

const ended = { kind: 'move', to_status: 'cancelled', actor_id: null, note: 'chargeback' }

test('a move by the system with the note "chargeback" is recognised, and its note is not shown', () => {
  expect(isChargedBack(ended as OrderEvent)).toBe(true)
  expect(hasNote(ended as OrderEvent)).toBe(false)
})

test('a move by a member with the note "chargeback" is not taken for a chargeback', () => {
  const written = { ...ended, actor_id: 'b' } as OrderEvent
  expect(isChargedBack(written)).toBe(false)
  expect(hasNote(written)).toBe(true)
})

test('movesOf leaves out the moves of a withdrawn dispute', () => {
  const move = (from_status: string, to_status: string, kind = 'move') =>
    ({ kind, from_status, to_status }) as OrderEvent
  const shown = (events: OrderEvent[]) => movesOf(events).map(({ to_status }) => to_status)
  const withdrawn = [
    move('funded', 'in_progress'),
    move('in_progress', 'delivered'),
    move('delivered', 'disputed'),
    move('delivered', 'delivered', 'clock_stopped'),
    move('disputed', 'awaiting_ruling'),
    move('awaiting_ruling', 'delivered', 'dispute_withdrawn'),
  ]
  expect(shown(withdrawn)).toEqual(['in_progress', 'delivered'])
  const again = [...withdrawn, move('delivered', 'in_revision'), move('in_revision', 'disputed')]
  expect(shown(again)).toEqual(['in_progress', 'delivered', 'in_revision', 'disputed'])
})
