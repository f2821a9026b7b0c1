import { expect, it } from 'vitest'
import { checkoutState, outcomeText } from './checkout-state.ts'

it('the state of the checkout page follows from the order, and the URL only decides whether to wait for a payment', () => {
  expect(checkoutState('pending_payment', 'paid')).toBe('waiting')
  expect(checkoutState('pending_payment', 'cancelled')).toBe('unpaid')
  expect(checkoutState('pending_payment', null)).toBe('unpaid')
  expect(checkoutState('funded', 'cancelled')).toBe('paid')
  expect(checkoutState('in_progress', 'paid')).toBe('paid')
  expect(checkoutState('expired', 'paid')).toBe('over')
})

it('the text tells a frozen brand that it cannot pay, and after a payment what happens next', () => {
  expect(outcomeText('unpaid', 'pending_payment', false)).toBe('unpaid')
  expect(outcomeText('unpaid', 'pending_payment', true)).toBe('unpaid_frozen')
  expect(outcomeText('paid', 'funded', true)).toBe('paid')
  expect(outcomeText('paid', 'in_progress', false)).toBe('paid_started')
  expect(outcomeText('paid', 'in_revision', false)).toBe('paid_started')
})

it.each(['delivered', 'disputed', 'ruled'] as const)(
  'the receipt of an order in the state %s has a text that refers to its page',
  (status) => expect(outcomeText('paid', status, false)).toBe('paid_since'),
)
