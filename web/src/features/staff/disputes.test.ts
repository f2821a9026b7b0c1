import { expect, test } from 'vitest'
import { updatedCase } from './disputes.tsx'
import type { DisputedOrder } from './staff-rows.ts'

test('an open case on which a colleague has ruled is marked as over, and keeps its order and form', () => {
  const order = { id: 'o', status: 'disputed', refusal: null, is_proposed: false } as DisputedOrder
  const opened = { order, hasNews: false }
  const ruled = updatedCase(opened, { ...order, status: 'ruled', refusal: 'order_not_disputed' })
  expect(ruled).toEqual({ order, hasNews: false, isOver: true })
  expect(updatedCase(opened, { ...order, refusal: 'dispute_not_read' })?.isOver).toBe(false)
})
