import { expect, it } from 'vitest'
import { checkoutState } from './checkout-state.ts'

it('believes the order, not the address', () => {
  expect(checkoutState('pending_payment', 'paid')).toBe('waiting')
  expect(checkoutState('pending_payment', 'cancelled')).toBe('unpaid')
  expect(checkoutState('pending_payment', null)).toBe('unpaid')
  expect(checkoutState('funded', 'cancelled')).toBe('paid')
  expect(checkoutState('in_progress', 'paid')).toBe('paid')
  expect(checkoutState('expired', 'paid')).toBe('over')
})
