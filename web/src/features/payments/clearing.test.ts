import { expect, test } from 'vitest'
import { clearingOf } from './clearing.ts'

const hold = (amount_minor: number, is_disputed: boolean, currency = 'USD') => ({
  order_id: `order ${amount_minor}`,
  currency,
  amount_minor,
  clears_at: '2026-01-01T00:00:00Z',
  is_disputed,
})

test('a hold whose payment is disputed is not promised for a date', () => {
  const holds = [hold(100, true), hold(7, false, 'EUR'), hold(20, false), hold(300, true)]
  expect(clearingOf(holds, 'USD')).toEqual({ next: holds[2], disputedMinor: 400 })
  expect(clearingOf([hold(100, true)], 'USD').next).toBeUndefined()
})
