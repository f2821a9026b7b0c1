import { expect, test } from 'vitest'
import { rowOf } from './row-of.ts'

const order = {
  status: 'pending_payment' as const,
  payment_disputed_at: null,
  price_minor: 1_000,
  buyer_fee_minor: 30,
}
const reader = { suspended_at: null }

test('a row of the list has the total with the fee for the brand, and the price for the creator', () => {
  expect(rowOf(order, 'brand', reader)).toEqual({ isMyTurn: true, sumMinor: 1_030 })
  expect(rowOf(order, 'kol', reader)).toEqual({ isMyTurn: false, sumMinor: 1_000 })
})
