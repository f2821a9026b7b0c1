import { expect, test } from 'vitest'
import { escrowContext } from './order-view.ts'

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
