import { expect, test } from 'vitest'
import { escrowContext, isReplaced } from './order-view.ts'

test.each([
  ['in_progress', 'brand'],
  ['disputed', 'disputed'],
  ['awaiting_ruling', 'disputed'],
  ['ruled', 'ruled'],
  ['appealed', 'appealed'],
] as const)('the text about escrow of an order that is %s is that of "%s"', (status, context) => {
  expect(escrowContext({ status, payment_disputed_at: null }, 'brand')).toBe(context)
})

test.each(['funded', 'delivered', 'ruled'] as const)(
  'while the bank looks into the payment, the money of an order that is %s waits for it',
  (status) => {
    const order = { status, payment_disputed_at: '2026-01-01T00:00:00+00:00' }
    expect(escrowContext(order, 'kol')).toBe('payment_disputed')
  },
)

test.each([
  [null, false],
  [500, false],
  [600, true],
  [0, true],
])('a ruling of 500 with a share of %s is replaced: %s', (creator_share_minor, expected) => {
  expect(isReplaced({ creator_share_minor: 500 }, { creator_share_minor })).toBe(expected)
})
