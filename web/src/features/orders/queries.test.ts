import { expect, test } from 'vitest'
import { hasWords, isChargedBack, type OrderEvent } from './queries.ts'

const ended = { kind: 'move', to_status: 'cancelled', actor_id: null, note: 'chargeback' }

test('an order that a lost payment ended is known by its last move, whose note nobody wrote', () => {
  expect(isChargedBack(ended as OrderEvent)).toBe(true)
  expect(hasWords(ended as OrderEvent)).toBe(false)
})

test('a person may write the same word', () => {
  const written = { ...ended, actor_id: 'b' } as OrderEvent
  expect(isChargedBack(written)).toBe(false)
  expect(hasWords(written)).toBe(true)
})
